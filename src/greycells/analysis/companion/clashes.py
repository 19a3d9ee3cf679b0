"""Entries that can't all be true: which few clash, what would fix it, and what still counts meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random

import msgspec

from greycells.analysis.companion.sheets import EnteredEvidence, NumberedEntry
from greycells.analysis.companion.tables import CompanionTable, EntryError
from greycells.deduction.facts import Fact, OpenCards, kind_of
from greycells.deduction.feasibility import fits
from greycells.deduction.minimal_facts import least
from greycells.protocol.companion_entries import (
    AccusationEntry,
    CompanionEntry,
    CompanionSetup,
    KnownEntry,
    OpenCardEntry,
    ShownEntry,
    SnoopEntry,
    SuggestionEntry,
    SuspicionEntry,
)

ORDERS, FEW = 4, 2
"""In how many orders the entries are tried; the fewest that clash win, and so few are never too many."""

MOST_EXPLAINED = 3
"""So many clashes are explained; of those after them, only the entry that doesn't count is named."""

MOST_CORRECTIONS = 6
MOST_FOR_ONE = 2
"""So many corrections are offered in all, and for one entry beside taking it out."""


class SetupPart(Enum):
    """A part of the set-up that may clash with entries; the values are keys of the words files."""

    HAND = "my cards"
    OPEN = "open cards"
    SIZES = "hand sizes"


@dataclass(frozen=True, slots=True)
class Correction:
    """A single change after which everything fits: to an entry (None takes it out), or to the set-up."""

    entry: NumberedEntry | None
    replacement: CompanionEntry | None
    setup: CompanionSetup | None = None


@dataclass(frozen=True, slots=True)
class Clash:
    """Entries and parts of the set-up that can't all be true; `aside` is the entry that doesn't count meanwhile."""

    aside: NumberedEntry | None
    entries: tuple[NumberedEntry, ...]
    setup: tuple[SetupPart, ...]
    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class SettledEntries:
    """The entries that count, without those that can't be true together with earlier ones, and the clashes.

    If the set-up alone is impossible because its hand sizes don't add up, they count as unknown in `table`.
    """

    table: CompanionTable
    entered: EnteredEvidence
    clashes: tuple[Clash, ...]


def settle_entries(table: CompanionTable, entries: Sequence[CompanionEntry]) -> SettledEntries:
    """Leave out as little as possible, the latest first, until a deal fits."""
    kept = [NumberedEntry(number, entry) for number, entry in enumerate(entries, 1)]
    entered = EnteredEvidence.of(table, kept)
    if entered.fits:
        return SettledEntries(table, entered, ())
    table, clashes = _possible_setup(table, kept)
    while not (entered := EnteredEvidence.of(table, kept)).fits:
        aside = _open_card_in_the_way(table, kept) or _first_impossible(table, kept)
        known = [one for one in kept if one.number <= aside.number or _lies_open(one)]
        explained = len(clashes) < MOST_EXPLAINED
        clashes.append(_clash(table, known, aside) if explained else _only_named(aside))
        kept = [one for one in kept if one is not aside]
    return SettledEntries(table, entered, tuple(clashes))


def _only_named(aside: NumberedEntry) -> Clash:
    """A clash of an entry with earlier ones that nobody looks for: there are others to put right first."""
    return Clash(aside, (aside,), (), (Correction(aside, None),))


def _possible_setup(table: CompanionTable, entries: Sequence[NumberedEntry]) -> tuple[CompanionTable, list[Clash]]:
    """The table, with less of its set-up where that is impossible by itself."""
    opens = [one for one in entries if _lies_open(one)]
    if EnteredEvidence.of(table, opens).fits:
        return table, []
    loose = CompanionTable.of(msgspec.structs.replace(table.setup, sizes=()))
    if EnteredEvidence.of(loose, opens).fits:
        healed = (Correction(None, None, loose.setup),) if EnteredEvidence.of(loose, entries).fits else ()
        return loose, [Clash(None, tuple(opens), (SetupPart.SIZES,), healed)]
    bare = CompanionTable.of(msgspec.structs.replace(loose.setup, hand=()))
    return bare, [Clash(None, tuple(opens), (SetupPart.HAND, SetupPart.SIZES), ())]


def _lies_open(one: NumberedEntry) -> bool:
    """Whether an entry takes a card out of the deal, so that the hand sizes depend on it."""
    return isinstance(one.entry, OpenCardEntry) and one.entry.of is None


def _open_card_in_the_way(table: CompanionTable, entries: Sequence[NumberedEntry]) -> NumberedEntry | None:
    """The latest open card without which all the other entries fit."""
    for one in reversed(entries):
        if _lies_open(one) and EnteredEvidence.of(table, [other for other in entries if other is not one]).fits:
            return one
    return None


def _first_impossible(table: CompanionTable, entries: Sequence[NumberedEntry]) -> NumberedEntry:
    """The first entry that can't be true together with all those before it, and with all cards that lie open."""
    opens = [one for one in entries if _lies_open(one)]
    others = [one for one in entries if not _lies_open(one)]
    low, high = 0, len(others) - 1
    while low < high:
        middle = (low + high) // 2
        if EnteredEvidence.of(table, [*opens, *others[: middle + 1]]).fits:
            low = middle + 1
        else:
            high = middle
    return others[low]


def _clash(table: CompanionTable, entries: Sequence[NumberedEntry], aside: NumberedEntry) -> Clash:
    parts = _Parts(table, entries)
    found = parts.fewest()
    corrections = list(_corrections(table, entries, found))
    setup = [SetupPart.HAND] if parts.hand_clashes else []
    for correction in _setup_corrections(table, entries):
        corrections.append(correction)
        assert correction.setup is not None
        setup.append(SetupPart.OPEN if correction.setup.open != table.setup.open else SetupPart.SIZES)
    named = dict.fromkeys([*found, *(one.entry for one in corrections if one.entry is not None)])
    return Clash(
        aside,
        tuple(sorted(named, key=lambda one: one.number)),
        tuple(dict.fromkeys(setup)),
        tuple(corrections),
    )


def _setup_corrections(table: CompanionTable, entries: Sequence[NumberedEntry]) -> Iterator[Correction]:
    """Changes to the set-up after which all entries fit: other open cards, or hand sizes that are unknown."""
    setup, replace = table.setup, msgspec.structs.replace
    for place in range(len(setup.open)):
        for card in table.deck:
            if card.index not in setup.hand and card.index not in setup.open:
                other = (*setup.open[:place], card.index, *setup.open[place + 1 :])
                changed = replace(setup, open=other)
                if EnteredEvidence.of(CompanionTable.of(changed), entries).fits:
                    yield Correction(None, None, changed)
                    break
    if setup.sizes:
        loose = replace(setup, sizes=())
        if EnteredEvidence.of(CompanionTable.of(loose), entries).fits:
            yield Correction(None, None, loose)


class _Parts:
    """What can clash: my hand and every entry. Hand sizes and open cards are always given."""

    def __init__(self, table: CompanionTable, entries: Sequence[NumberedEntry]) -> None:
        self._table = table
        setup = list(table.setup_facts())
        self._given: list[Fact] = [fact for fact in setup if isinstance(fact, OpenCards)]
        self._hand = [fact for fact in setup if not isinstance(fact, OpenCards)]
        self._facts: dict[NumberedEntry, list[Fact]] = {}
        for one in entries:
            facts = list(table.facts(one.entry, one.number))
            if _lies_open(one):
                self._given += facts
            elif facts:
                self._facts[one] = facts
        self.hand_clashes = False

    def _impossible(self, parts: Sequence[NumberedEntry], *, hand: bool = True) -> bool:
        facts = [*self._given, *(self._hand if hand else ()), *(fact for part in parts for fact in self._facts[part])]
        return not any(fits(evidence.problem()) for evidence in EnteredEvidence.sizings(self._table, facts))

    def fewest(self) -> list[NumberedEntry]:
        """The smallest irreducible set of entries that a few orders find, best without the cards in my hand."""
        order = list(self._facts)
        self.hand_clashes = not self._impossible(order, hand=False)

        def enough(parts: Sequence[NumberedEntry]) -> bool:
            return self._impossible(parts, hand=self.hand_clashes)

        rng, best = Random(0), order
        for _ in range(ORDERS):
            found = least(order, enough)
            best = found if len(found) < len(best) or best is order else best
            if len(best) <= FEW:
                break
            rng.shuffle(order)
        return best


def _corrections(
    table: CompanionTable, entries: Sequence[NumberedEntry], named: Sequence[NumberedEntry]
) -> Iterator[Correction]:
    """The single changes to one of these entries after which all of them fit; the latest entries first."""
    offered = 0
    blamed = dict.fromkeys([*(one for one in entries if _lies_open(one)), *named])
    for one in reversed(blamed):
        others = [other for other in entries if other is not one]
        if not EnteredEvidence.of(table, others).fits:
            continue  # The others clash without it: nothing that it could say would help.
        found = 0
        for changed in _variants(table, one.entry):
            if found == MOST_FOR_ONE or offered >= MOST_CORRECTIONS:
                break
            instead = [other if other is not one else NumberedEntry(one.number, changed) for other in entries]
            if EnteredEvidence.of(table, instead).fits:
                yield Correction(one, changed)
                found, offered = found + 1, offered + 1
        yield Correction(one, None)


def _variants(table: CompanionTable, entry: CompanionEntry) -> Iterator[CompanionEntry]:
    """The same entry with a slip of the finger put right: another player, then another card."""
    for changed in _changed(table, entry):
        try:
            table.check(changed)
        except EntryError:
            continue
        if changed != entry:
            yield changed


def _changed(table: CompanionTable, entry: CompanionEntry) -> Iterator[CompanionEntry]:
    players, replace = range(len(table.seats)), msgspec.structs.replace
    match entry:
        case SuggestionEntry():
            yield from _other_answers(table, entry)
            for place, number in enumerate(entry.cards):
                for other in _same_kind(table, number):
                    cards = tuple(other if at == place else card for at, card in enumerate(entry.cards))
                    shown = tuple(replace(one, card=other) if one.card == number else one for one in entry.shown)
                    yield replace(entry, cards=(cards[0], cards[1], cards[2]), shown=shown)
            yield from (replace(entry, by=player) for player in players)
        case SnoopEntry(card=card):
            yield from (replace(entry, of=player) for player in players)
            yield from (replace(entry, card=other) for other in _same_kind(table, card))
        case OpenCardEntry():
            yield from (replace(entry, card=card.index) for card in table.deck)
        case AccusationEntry():
            pass
        case KnownEntry(card=card):
            yield replace(entry, has=not entry.has)
            yield from (replace(entry, holder=player) for player in players)
            yield from (replace(entry, card=other) for other in _same_kind(table, card))
        case SuspicionEntry():
            pass


def _other_answers(table: CompanionTable, entry: SuggestionEntry) -> Iterator[SuggestionEntry]:
    """Another player showed, one more or one fewer, or another of the three cards was shown."""
    replace = msgspec.structs.replace
    for place, answer in enumerate(entry.shown):
        before, after = entry.shown[:place], entry.shown[place + 1 :]
        for player in range(len(table.seats)):
            yield replace(entry, shown=(*before, replace(answer, player=player), *after))
        if answer.card is not None:
            for card in entry.cards:
                yield replace(entry, shown=(*before, replace(answer, card=card), *after))
        yield replace(entry, shown=(*before, *after))
    for player in range(len(table.seats)):
        yield replace(entry, shown=(*entry.shown, ShownEntry(player)))


def _same_kind(table: CompanionTable, number: int | None) -> Iterator[int]:
    if number is not None:
        kind = kind_of(table.card(number))
        yield from (card.index for card in table.deck if kind_of(card) == kind and card.index != number)
