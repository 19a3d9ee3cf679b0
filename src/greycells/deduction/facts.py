"""Facts about who holds what, each with its source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from greycells.deduction.count_plan import PLACES
from greycells.deduction.problem import CountProblem
from greycells.rules.cards import Card, CardSet, Deck, Room, Suspect, Theory, Weapon
from greycells.rules.seats import Seat


class CaseFile(Enum):
    """The case file as a holder of cards."""

    CASE_FILE = "CaseFile"

    def __str__(self) -> str:
        return self.value


CASE_FILE = CaseFile.CASE_FILE
Holder: TypeAlias = Seat | CaseFile


class Origin(Enum):
    """How a fact became known; the values are keys of the words files."""

    DEALT = "dealt"
    LAID_OPEN = "laid open"
    OWN_HAND = "own hand"
    SHOWN = "shown"
    SHOWED_ONE = "showed one"
    COULD_NOT = "could not"
    SNOOPED = "snooped"
    ACCUSED = "accused"
    LOOKED = "looked"
    FINISHED = "finished"
    STATED = "stated"
    MARKED = "marked"
    SUPPOSED = "supposed"
    KNOWN = "known"
    ENTERED = "entered"
    ENTERED_SHOWN = "entered: shown"
    ENTERED_SHOWED_ONE = "entered: showed one"
    ENTERED_COULD_NOT = "entered: could not"
    ENTERED_SNOOP = "entered: snooped"
    ENTERED_WRONG = "entered: accused"


class Source(NamedTuple):
    """Where a fact comes from: the turn (0 before the first), and the number of the sighting, if any.

    Facts from a file are numbered in the order of the file. For what was entered into a companion, the turn is the
    number of the entry.
    """

    origin: Origin
    turn: int = 0
    number: int | None = None


@dataclass(frozen=True, slots=True)
class HandSize:
    """A seat was dealt this many cards (SET-20)."""

    seat: Seat
    size: int
    source: Source


@dataclass(frozen=True, slots=True)
class OpenCards:
    """These cards lie face up: nobody holds them (SET-10)."""

    cards: CardSet
    source: Source


@dataclass(frozen=True, slots=True)
class Has:
    """A holder has a card."""

    holder: Holder
    card: Card
    source: Source


@dataclass(frozen=True, slots=True)
class HasNone:
    """A holder has none of these cards."""

    holder: Holder
    cards: CardSet
    source: Source


@dataclass(frozen=True, slots=True)
class HasOneOf:
    """A seat has at least one of these cards."""

    holder: Seat
    cards: CardSet
    source: Source


@dataclass(frozen=True, slots=True)
class NotAllOf:
    """The case file does not hold exactly these three: one clause, never three (ACC-5)."""

    theory: Theory
    source: Source


UNDERSTOOD = (HandSize, OpenCards)
"""The facts that are always visible to everyone."""

Fact: TypeAlias = HandSize | OpenCards | Has | HasNone | HasOneOf | NotAllOf


@dataclass(frozen=True, slots=True, repr=False)
class Evidence:
    """The input of a deduction: the deck, the seats, and the facts."""

    deck: Deck
    seats: tuple[Seat, ...]
    facts: tuple[Fact, ...]

    def __repr__(self) -> str:
        return f"Evidence({len(self.facts)} facts, {len(self.seats)} seats)"

    @property
    def holders(self) -> tuple[Holder, ...]:
        """The seats in order, then the case file."""
        return (*self.seats, CASE_FILE)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cards that each seat was dealt."""
        sizes = {fact.seat.index: fact.size for fact in self.facts if isinstance(fact, HandSize)}
        return tuple(sizes.get(seat.index, 0) for seat in self.seats)

    def and_also(self, *facts: Fact) -> Evidence:
        """This evidence with more facts."""
        return replace(self, facts=(*self.facts, *facts))

    def only(self, facts: Iterable[Fact]) -> Evidence:
        """This table with only these facts, plus hand sizes and open cards."""
        understood = (fact for fact in self.facts if isinstance(fact, UNDERSTOOD))
        return replace(self, facts=(*understood, *(fact for fact in facts if not isinstance(fact, UNDERSTOOD))))

    def problem(self) -> CountProblem:
        """The counting problem of this evidence, in bit masks."""
        return problem_of(self)

    def holder(self, holder: Holder | int) -> Holder:
        """A holder; a seat may be given by its number, from 0 in turn order."""
        return holder if isinstance(holder, Seat | CaseFile) else self.seats[_checked(holder, len(self.seats))]

    def column(self, holder: Holder | int) -> int:
        """The number of a holder: that of a seat, or of the case file behind them."""
        if isinstance(holder, Seat):
            return holder.index
        return len(self.seats) if holder is CASE_FILE else _checked(holder, len(self.seats))

    def place(self, holder: Holder, card: Card) -> int:
        """The index of a holder's hand in the problem; for the case file, of the place for this kind of card."""
        return holder.index if isinstance(holder, Seat) else len(self.seats) + kind_of(card)

    def theory(self, suspect: int, weapon: int, room: int) -> Theory:
        """The theory with these card numbers."""
        return theories_of(self.deck)[suspect, weapon, room]


def _checked(number: object, seats: int) -> int:
    """The number of a seat at this table."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"Expected a seat, its number, or CASE_FILE, not {type(number).__name__}.")
    if not 0 <= number < seats:
        raise IndexError(f"Seats are numbered from 0 to {seats - 1}: there is no seat {number}.")
    return number


@lru_cache(maxsize=16)
def theories_of(deck: Deck) -> dict[tuple[int, int, int], Theory]:
    """All theories of a deck, by card numbers."""
    every = product(deck.suspects, deck.weapons, deck.rooms)
    return {(who.index, how.index, where.index): Theory(who, how, where) for who, how, where in every}


def kind_of(card: Card) -> int:
    """Whether a card is a suspect, a weapon or a room: 0, 1 or 2."""
    match card:
        case Suspect():
            return 0
        case Weapon():
            return 1
        case Room():
            return 2
        case _:
            raise TypeError(f"{card} is no suspect, weapon or room")


@lru_cache(maxsize=16)
def kinds_of(deck: Deck) -> tuple[int, int, int]:
    """The masks of suspects, weapons and rooms."""
    suspects, weapons = len(deck.suspects), len(deck.weapons)
    first, second = (1 << suspects) - 1, (1 << suspects + weapons) - 1
    return first, second ^ first, (1 << len(deck.cards)) - 1 ^ second


def problem_of(evidence: Evidence) -> CountProblem:
    """Combine the facts: what each hand may hold, and the one-of facts."""
    seats = len(evidence.seats)
    kinds = kinds_of(evidence.deck)
    open_cards = 0
    not_here = [0] * (seats + 1)
    here = [0] * (seats + 1)
    sizes = [0] * seats
    one_of: dict[tuple[int, int], None] = {}
    wrong: dict[int, None] = {}
    for fact in evidence.facts:
        # This loop is a good part of a count, and class patterns would take a third longer.
        if isinstance(fact, HasNone):
            holder = fact.holder
            not_here[seats if holder is CASE_FILE else holder.index] |= fact.cards.mask
        elif isinstance(fact, HasOneOf):
            one_of[fact.holder.index, fact.cards.mask] = None
        elif isinstance(fact, Has):
            holder = fact.holder
            here[seats if holder is CASE_FILE else holder.index] |= fact.card.bit
        elif isinstance(fact, HandSize):
            sizes[fact.seat.index] = fact.size
        elif isinstance(fact, OpenCards):
            open_cards |= fact.cards.mask
        else:
            wrong[fact.theory.mask] = None
    seen = 0
    nowhere = open_cards
    for held in here:
        nowhere |= seen & held
        seen |= held
    everything = kinds[0] | kinds[1] | kinds[2]
    may = [everything & ~(not_here[hand] | seen & ~here[hand] | nowhere) for hand in range(seats + 1)]
    file = may.pop()
    may += [file & kind for kind in kinds]
    dealt = everything & ~open_cards | seen
    return CountProblem(kinds, dealt, tuple(may), (*sizes, *(1,) * PLACES), tuple(one_of), tuple(wrong))
