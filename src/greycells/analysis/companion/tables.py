"""The table behind a companion's set-up: its deck and seats, the check of what is entered, and the facts in it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import assert_never

from greycells.deduction.beliefs import Leaning
from greycells.deduction.count_plan import PLACES
from greycells.deduction.facts import (
    CASE_FILE,
    Fact,
    HandSize,
    Has,
    HasNone,
    HasOneOf,
    Holder,
    NotAllOf,
    OpenCards,
    Origin,
    Source,
    theories_of,
)
from greycells.deduction.problem import TooHard
from greycells.deduction.time_limits import time_limit
from greycells.editions import load, names
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.protocol.companion_entries import (
    CASE_FILE_NUMBER,
    MOST_OF_A_KIND,
    AccusationEntry,
    CompanionEntry,
    CompanionGame,
    CompanionSetup,
    KnownEntry,
    OpenCardEntry,
    OwnBox,
    SnoopEntry,
    SuggestionEntry,
    SuspicionEntry,
)
from greycells.rules.cards import Card, CardSet, Deck, Room, Suspect, Theory, Weapon
from greycells.rules.edition import Answering, Edition, Snooping
from greycells.rules.seats import Seat


class EntryError(GreycellsError, ValueError):
    """Why something can't be entered, as a sentence."""

    def __init__(self, key: str, /, **arguments: str | int | Card | Seat) -> None:
        self.sentence = Sentence(f"companion.{key}", **arguments)
        super().__init__(str(self.sentence))


class TangledEntries(EntryError):
    """Entries from which nobody can conclude anything in a reasonable time."""


@contextmanager
def thinking_for(seconds: float) -> Generator[None]:
    """Give up after so many seconds, as TangledEntries."""
    try:
        with time_limit(seconds):
            yield
    except TooHard:
        raise TangledEntries("too tangled") from None


@dataclass(frozen=True, slots=True)
class CompanionTable:
    """A real table: its cards, its players, and how suggestions are answered there."""

    setup: CompanionSetup
    edition: Edition | None
    deck: Deck
    seats: tuple[Seat, ...]
    answering: Answering

    @classmethod
    def of(cls, setup: CompanionSetup) -> CompanionTable:
        """The table of a set-up; an EntryError says what is wrong with it."""
        if (setup.edition is None) == (setup.box is None):
            raise EntryError("edition or box")
        if setup.edition is not None and setup.edition not in names():
            raise EntryError("no edition", edition=setup.edition)
        folded = [name.strip().casefold() for name in setup.players]
        if len(set(folded)) < len(folded) or "" in folded:
            raise EntryError("player names")
        if setup.me >= len(setup.players):
            raise EntryError("no player", number=setup.me)
        edition = None if setup.edition is None else load(setup.edition)
        deck = edition.deck if edition is not None else _own_deck(setup.box or OwnBox(("?",), ("?",), ("?",)))
        seats = tuple(Seat(index, Suspect(index, name, name), name) for index, name in enumerate(setup.players))
        everybody = setup.box is not None and setup.box.everybody
        answering = edition.rules.answering if edition else Answering.EVERYBODY if everybody else Answering.UNTIL_SHOWN
        table = cls(setup, edition, deck, seats, answering)
        table._check_setup()
        return table

    def _check_setup(self) -> None:
        setup = self.setup
        for number in (*setup.hand, *setup.open):
            self.card(number)
        if len({*setup.hand, *setup.open}) < len(setup.hand) + len(setup.open):
            raise EntryError("card twice")
        if setup.sizes and len(setup.sizes) != len(setup.players):
            raise EntryError("sizes")
        if len(self.deck) - PLACES - len(setup.open) < len(self.seats):
            raise EntryError("too few cards")

    @property
    def me(self) -> Seat:
        return self.seats[self.setup.me]

    @property
    def snooping(self) -> bool:
        """Whether players may look at a card of another one here; in another box nobody knows."""
        return self.edition is None or self.edition.rules.snooping is not Snooping.NONE

    def card(self, number: int) -> Card:
        if number >= len(self.deck):
            raise EntryError("no card", number=number)
        return self.deck.cards[number]

    def seat(self, number: int) -> Seat:
        if number >= len(self.seats):
            raise EntryError("no player", number=number)
        return self.seats[number]

    def holder(self, number: int) -> Holder:
        return CASE_FILE if number == CASE_FILE_NUMBER else self.seat(number)

    def theory(self, cards: tuple[int, int, int]) -> Theory:
        found = theories_of(self.deck).get(cards)
        if found is None:
            raise EntryError("no theory")
        return found

    def asked(self, entry: SuggestionEntry) -> Iterator[tuple[Seat, bool]]:
        """Who was asked, in order, and whether each showed a card."""
        shown = {answer.player for answer in entry.shown}
        for step in range(1, len(self.seats)):
            seat = self.seats[(entry.by + step) % len(self.seats)]
            yield seat, seat.index in shown
            if seat.index in shown and self.answering is Answering.UNTIL_SHOWN:
                return

    def check(self, entry: CompanionEntry) -> None:
        """An EntryError if this can't be an entry of this table."""
        match entry:
            case SuggestionEntry():
                self._check_suggestion(entry)
            case SnoopEntry(by=by, of=of, card=card):
                if self.seat(by) == self.seat(of):
                    raise EntryError("own card", player=self.seat(by))
                if card is not None:
                    self.card(card)
            case OpenCardEntry(card=card, of=of):
                self.card(card)
                if of is not None:
                    self.seat(of)
            case AccusationEntry(by=by, cards=cards):
                self.seat(by)
                self.theory(cards)
            case KnownEntry(holder=holder, card=card) | SuspicionEntry(holder=holder, card=card):
                self.holder(holder)
                self.card(card)
            case _:
                assert_never(entry)

    def _check_suggestion(self, entry: SuggestionEntry) -> None:
        asker, theory = self.seat(entry.by), self.theory(entry.cards)
        players = [answer.player for answer in entry.shown]
        if len(set(players)) < len(players) or (len(players) > 1 and self.answering is Answering.UNTIL_SHOWN):
            raise EntryError("too many answers")
        for answer in entry.shown:
            if self.seat(answer.player) == asker:
                raise EntryError("own suggestion", player=asker)
            if answer.card is not None and not self.card(answer.card).bit & theory.mask:
                raise EntryError("another card", card=self.card(answer.card))
        seen = [answer.card for answer in entry.shown if answer.card is not None]
        if len(set(seen)) < len(seen):
            raise EntryError("card twice")

    def setup_facts(self) -> Iterator[Fact]:
        """My hand and the open cards, without the hand sizes."""
        setup = self.setup
        if setup.open:
            yield OpenCards(self.deck.of(map(self.card, setup.open)), Source(Origin.LAID_OPEN))
        for number in setup.hand:
            yield Has(self.me, self.card(number), Source(Origin.OWN_HAND))

    def facts(self, entry: CompanionEntry, number: int) -> Iterator[Fact]:
        """What an entry says for certain; `number` is its place in the list, by which proofs cite it."""
        match entry:
            case SuggestionEntry():
                yield from self._answers(entry, number)
            case SnoopEntry(of=of, card=card):
                if card is not None:
                    yield Has(self.seat(of), self.card(card), Source(Origin.ENTERED_SNOOP, number))
            case OpenCardEntry(card=card, of=of):
                if of is None:
                    yield OpenCards(self.deck.of((self.card(card),)), Source(Origin.ENTERED, number))
                else:
                    yield Has(self.seat(of), self.card(card), Source(Origin.ENTERED, number))
            case AccusationEntry(cards=cards):
                yield NotAllOf(self.theory(cards), Source(Origin.ENTERED_WRONG, number))
            case KnownEntry(holder=holder, card=card, has=has):
                source = Source(Origin.ENTERED, number)
                if has:
                    yield Has(self.holder(holder), self.card(card), source)
                else:
                    yield HasNone(self.holder(holder), self.deck.of((self.card(card),)), source)
            case SuspicionEntry():
                pass
            case _:
                assert_never(entry)

    def _answers(self, entry: SuggestionEntry, number: int) -> Iterator[Fact]:
        named = CardSet(self.deck, self.theory(entry.cards).mask)
        cards = {answer.player: answer.card for answer in entry.shown}
        for seat, showed in self.asked(entry):
            if not showed:
                yield HasNone(seat, named, Source(Origin.ENTERED_COULD_NOT, number))
                continue
            card = cards[seat.index]
            if card is not None:
                yield Has(seat, self.card(card), Source(Origin.ENTERED_SHOWN, number))
            else:
                yield HasOneOf(seat, named, Source(Origin.ENTERED_SHOWED_ONE, number))

    def leanings(self, entries: Iterable[CompanionEntry]) -> Iterator[Leaning]:
        """The suspicions as whole-numbered odds: against a holder, they are odds for all the others."""
        for entry in entries:
            if isinstance(entry, SuspicionEntry):
                card, suspected = self.card(entry.card), self.holder(entry.holder)
                holders: Iterable[Holder] = (suspected,) if entry.has else (*self.seats, CASE_FILE)
                for holder in holders:
                    if entry.has or holder != suspected:
                        yield Leaning(card, holder, entry.weight)

    def size_facts(self, open_cards: int) -> list[tuple[HandSize, ...]]:
        """The possible hand sizes, with this many open cards: one set if they are known, none if they don't add up."""
        return [
            tuple(HandSize(seat, size, Source(Origin.DEALT)) for seat, size in zip(self.seats, sizes, strict=True))
            for sizes in possible_sizes(self.known_sizes, len(self.deck) - PLACES - open_cards)
        ]

    @property
    def known_sizes(self) -> tuple[int | None, ...]:
        """The hand sizes that were entered; mine is the number of my cards unless I said otherwise."""
        sizes = list(self.setup.sizes or (None,) * len(self.seats))
        if sizes[self.setup.me] is None and self.setup.hand:
            sizes[self.setup.me] = len(self.setup.hand)
        return tuple(sizes)


def whose_turn(game: CompanionGame) -> int:
    """Who is likely to suggest next: the player after the last suggester who hasn't been eliminated."""
    players = len(game.setup.players)
    out = {entry.by for entry in game.entries if isinstance(entry, AccusationEntry)}
    last = next((entry.by for entry in reversed(game.entries) if isinstance(entry, SuggestionEntry)), players - 1)
    return next(
        (number % players for number in range(last + 1, last + 1 + players) if number % players not in out),
        (last + 1) % players,
    )


@lru_cache(maxsize=256)
def possible_sizes(known: tuple[int | None, ...], cards: int) -> tuple[tuple[int, ...], ...]:
    """All hand sizes with this many cards in total, where the unknown hands differ by at most one card."""
    unknown = [place for place, size in enumerate(known) if size is None]
    left = cards - sum(size for size in known if size is not None)
    if left < 0 or (left and not unknown):
        return ()
    each, more = divmod(left, len(unknown)) if unknown else (0, 0)
    found: list[tuple[int, ...]] = []
    for larger in combinations(unknown, more):
        sizes = [each + (place in larger) if size is None else size for place, size in enumerate(known)]
        found.append(tuple(sizes))
    return tuple(found)


def dealt_sizes(setup: CompanionSetup, *, dealer: int) -> tuple[int, ...]:
    """The hand sizes if this player dealt, one card at a time from the left neighbour on (SET-8)."""
    table = CompanionTable.of(setup)
    cards, players = len(table.deck) - PLACES - len(setup.open), len(table.seats)
    each, more = divmod(cards, players)
    return tuple(each + ((seat - dealer - 1) % players < more) for seat in range(players))


def own_box(suspects: Sequence[str], weapons: Sequence[str], rooms: Sequence[str], *, everybody: bool) -> OwnBox:
    """Another box than ours; an EntryError if there are no cards of a kind, or too many."""
    if not all(1 <= len(kind) <= MOST_OF_A_KIND for kind in (suspects, weapons, rooms)):
        raise EntryError("box kinds", most=MOST_OF_A_KIND)
    return OwnBox(suspects=tuple(suspects), weapons=tuple(weapons), rooms=tuple(rooms), everybody=everybody)


@lru_cache(maxsize=64)
def _own_deck(box: OwnBox) -> Deck:
    """The deck of another box; a name that stands on two cards would leave both unclear."""
    named = [" ".join(name.split()) for name in (*box.suspects, *box.weapons, *box.rooms)]
    folded = [name.casefold() for name in named]
    if len(set(folded)) < len(folded) or "" in folded:
        raise EntryError("card names")
    suspects, weapons = len(box.suspects), len(box.weapons)
    return Deck(
        tuple(Suspect(number, name, name) for number, name in enumerate(named[:suspects])),
        tuple(Weapon(number, name, name) for number, name in enumerate(named[suspects:][:weapons], suspects)),
        tuple(Room(number, name, name) for number, name in enumerate(named[suspects + weapons :], suspects + weapons)),
    )
