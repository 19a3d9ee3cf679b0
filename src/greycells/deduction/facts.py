"""Facts: what can be said for certain about who holds what, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias, assert_never

from greycells.deduction.plan import PLACES
from greycells.deduction.problem import Problem
from greycells.rules.cards import Card, CardSet, Deck, Room, Suspect, Theory, Weapon
from greycells.rules.seats import Seat


class CaseFile(Enum):
    """The holder of the three cards that everybody looks for."""

    CASE_FILE = "CaseFile"

    def __str__(self) -> str:
        return self.value


CASE_FILE = CaseFile.CASE_FILE
Holder: TypeAlias = Seat | CaseFile


class Origin(Enum):
    """How a fact came to be known; the values are the keys of the words that tell it."""

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


class Source(NamedTuple):
    """Where a fact comes from: in which turn (0 before the first), and which sighting it is, if it is one.

    What was stated in a file is numbered as it stands there.
    """

    origin: Origin
    turn: int = 0
    number: int | None = None


@dataclass(frozen=True, slots=True)
class HandSize:
    """A seat was dealt so many cards (SET-20)."""

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
"""What lies before everybody's eyes all the time."""

Fact: TypeAlias = HandSize | OpenCards | Has | HasNone | HasOneOf | NotAllOf


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that somebody has to go on: the deck, who sits at the table, and facts."""

    deck: Deck
    seats: tuple[Seat, ...]
    facts: tuple[Fact, ...]

    @property
    def holders(self) -> tuple[Holder, ...]:
        """The seats in order, then the case file."""
        return (*self.seats, CASE_FILE)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat was dealt."""
        sizes = {fact.seat.index: fact.size for fact in self.facts if isinstance(fact, HandSize)}
        return tuple(sizes.get(seat.index, 0) for seat in self.seats)

    def and_also(self, *facts: Fact) -> Evidence:
        """The same with more facts."""
        return replace(self, facts=(*self.facts, *facts))

    def only(self, facts: Iterable[Fact]) -> Evidence:
        """The same table with these facts alone, and with what is always understood: hand sizes and open cards."""
        understood = (fact for fact in self.facts if isinstance(fact, UNDERSTOOD))
        return replace(self, facts=(*understood, *(fact for fact in facts if not isinstance(fact, UNDERSTOOD))))

    def problem(self) -> Problem:
        """Which deals fit? The question in bit masks."""
        return problem_of(self)

    def place(self, holder: Holder, card: Card) -> int:
        """The number of a holder's hand in the problem; for the case file, of the place that takes such a card."""
        return holder.index if isinstance(holder, Seat) else len(self.seats) + kind_of(card)

    def theory(self, suspect: int, weapon: int, room: int) -> Theory:
        """The theory that names the cards with these numbers."""
        return theories_of(self.deck)[suspect, weapon, room]


@lru_cache(maxsize=16)
def theories_of(deck: Deck) -> dict[tuple[int, int, int], Theory]:
    """Every theory of a deck, by the numbers of its cards."""
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


def kinds_of(deck: Deck) -> tuple[int, int, int]:
    """The masks of suspects, weapons and rooms."""
    suspects, weapons = len(deck.suspects), len(deck.weapons)
    first, second = (1 << suspects) - 1, (1 << suspects + weapons) - 1
    return first, second ^ first, (1 << len(deck.cards)) - 1 ^ second


def problem_of(evidence: Evidence) -> Problem:
    """The facts put together: what each hand may hold, and what it has one of."""
    seats = len(evidence.seats)
    kinds = kinds_of(evidence.deck)
    open_cards = 0
    not_here = [0] * (seats + 1)
    here = [0] * (seats + 1)
    sizes = [0] * seats
    one_of: dict[tuple[int, int], None] = {}
    wrong: dict[int, None] = {}
    for fact in evidence.facts:
        match fact:
            case HasNone(holder, cards):
                not_here[holder.index if isinstance(holder, Seat) else seats] |= cards.mask
            case HasOneOf(holder, cards):
                one_of[holder.index, cards.mask] = None
            case Has(holder, card):
                here[holder.index if isinstance(holder, Seat) else seats] |= card.bit
            case HandSize(seat, size):
                sizes[seat.index] = size
            case OpenCards(cards):
                open_cards |= cards.mask
            case NotAllOf(theory):
                wrong[theory.mask] = None
            case _:
                assert_never(fact)
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
    return Problem(kinds, dealt, tuple(may), (*sizes, *(1,) * PLACES), tuple(one_of), tuple(wrong))
