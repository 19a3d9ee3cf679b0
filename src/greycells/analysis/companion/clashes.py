"""Entries that can't all be true: which of them clash, and which single corrections would put it right.

While entries clash, any of them may be the wrong one, so nothing follows from them: there is no sheet until they fit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from itertools import zip_longest
from random import Random

import msgspec

from greycells.analysis.companion.corrected_entries import corrected_entries
from greycells.analysis.companion.sheets import EnteredEvidence, NumberedEntry, numbered
from greycells.analysis.companion.tables import CompanionTable
from greycells.deduction.facts import Fact, OpenCards
from greycells.deduction.feasibility import fits
from greycells.deduction.minimal_facts import least
from greycells.deduction.problem import TooHard
from greycells.protocol.companion_entries import CompanionEntry, CompanionSetup, OpenCardEntry

ORDERS, FEW = 4, 2
"""In how many orders the entries are tried; the fewest that clash win, and so few are never too many."""

MOST_CLASHES, MOST_TRIED = 8, 200
"""So many clashes are looked for where no single correction is enough, by leaving out so many sets of entries."""

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
    """A single change: to an entry (a replacement of None takes it out), or to the set-up.

    `fits` if all entries were checked with it, and some deal fits. Otherwise it clears some of the clashes found.
    """

    entry: NumberedEntry | None
    replacement: CompanionEntry | None
    setup: CompanionSetup | None = None
    fits: bool = True
    clears: int = 1
    found: int = 1


@dataclass(frozen=True, slots=True)
class Clash:
    """Entries and parts of the set-up that can't all be true, and corrections, those that clear most first.

    What there was no time to find is missing.
    """

    entries: tuple[NumberedEntry, ...] = ()
    setup: tuple[SetupPart, ...] = ()
    corrections: tuple[Correction, ...] = ()


def find_clash(table: CompanionTable, entries: Sequence[CompanionEntry]) -> Clash | None:
    """How these entries clash; None if they fit.

    TooHard if the time is over before that is known. If it is over later, the clash says less.
    """
    if EnteredEvidence.of(table, numbered(entries)).fits:
        return None
    search = _Search(table, numbered(entries))
    with suppress(TooHard):
        search.run()
    return search.found()


@dataclass(slots=True)
class _Search:
    """Looks for what clashes and for what helps, and keeps what it has found so far."""

    table: CompanionTable
    entries: Sequence[NumberedEntry]
    clashes: list[list[NumberedEntry]] = field(default_factory=list[list[NumberedEntry]])
    setup: list[SetupPart] = field(default_factory=list[SetupPart])
    corrections: list[Correction] = field(default_factory=list[Correction])
    loose: CompanionSetup | None = None
    """The set-up without its hand sizes, if they clash with nothing but themselves."""

    def run(self) -> None:
        table = self._possible_setup()
        if table is None:
            return
        parts = _Parts(table, self.entries)
        clash = self._another_clash(parts, frozenset())
        if table is self.table and clash is not None:
            self._single_corrections(clash)
        if clash is not None and not self.corrections:
            self._more_clashes(parts, clash)

    def found(self) -> Clash:
        named = dict.fromkeys(
            [
                *(one for clash in self.clashes for one in clash),
                *(one.entry for one in self.corrections if one.entry is not None),
            ]
        )
        return Clash(
            tuple(sorted(named, key=lambda one: one.number)),
            tuple(dict.fromkeys(self.setup)),
            (*self.corrections, *self._easings())[:MOST_CORRECTIONS],
        )

    def _possible_setup(self) -> CompanionTable | None:
        """The table, without its hand sizes if they can't be right; None if there is no other clash beside them."""
        opens = [one for one in self.entries if _lies_open(one)]
        if EnteredEvidence.of(self.table, opens).fits:
            return self.table
        self.clashes.append(opens)
        self.setup.append(SetupPart.SIZES)
        self._single_corrections(opens)
        if self.corrections:
            return None
        loose = msgspec.structs.replace(self.table.setup, sizes=())
        table = CompanionTable.of(loose)
        if EnteredEvidence.of(table, opens).fits:
            self.loose = loose
            return table
        self.setup.append(SetupPart.HAND)
        return None

    def _single_corrections(self, clash: Sequence[NumberedEntry]) -> None:
        """The single changes after which everything fits: the best one for each entry, then the next best ones."""
        self.corrections += self._of_the_setup()
        blamed = dict.fromkeys([*(one for one in self.entries if _lies_open(one)), *clash])
        offered: list[list[Correction]] = []
        for one in sorted(blamed, key=lambda one: -one.number):
            others = [other for other in self.entries if other is not one]
            if EnteredEvidence.of(self.table, others).fits:
                offered.append([*self._replacements(one), Correction(one, None)])
        # A slip of the finger that can be put right is likelier than an entry that should not be there at all.
        offered.sort(key=lambda some: len(some) == 1)
        self.corrections += [one for some in zip_longest(*offered) for one in some if one is not None]

    def _replacements(self, one: NumberedEntry) -> list[Correction]:
        found: list[Correction] = []
        for changed in corrected_entries(self.table, one.entry):
            instead = [NumberedEntry(one.number, changed) if other is one else other for other in self.entries]
            if EnteredEvidence.of(self.table, instead).fits:
                found.append(Correction(one, changed))
                if len(found) == MOST_FOR_ONE:
                    break
        return found

    def _of_the_setup(self) -> Iterator[Correction]:
        """Changes to the set-up after which all entries fit: other open cards, or hand sizes that are unknown."""
        setup, replace = self.table.setup, msgspec.structs.replace
        for place in range(len(setup.open)):
            for card in self.table.deck:
                if card.index not in setup.hand and card.index not in setup.open:
                    changed = replace(setup, open=(*setup.open[:place], card.index, *setup.open[place + 1 :]))
                    if EnteredEvidence.of(CompanionTable.of(changed), self.entries).fits:
                        self.setup.append(SetupPart.OPEN)
                        yield Correction(None, None, changed)
                        break
        if setup.sizes:
            loose = replace(setup, sizes=())
            if EnteredEvidence.of(CompanionTable.of(loose), self.entries).fits:
                self.setup.append(SetupPart.SIZES)
                yield Correction(None, None, loose)

    def _another_clash(self, parts: _Parts, without: frozenset[NumberedEntry]) -> list[NumberedEntry] | None:
        """Find and keep a set of entries that can't be true together, without these; None if there is none."""
        found = parts.fewest(without)
        if found is None:
            return None
        clash, hand = found
        self.clashes.append(clash)
        if hand:
            self.setup.append(SetupPart.HAND)
        return clash

    def _more_clashes(self, parts: _Parts, first: Sequence[NumberedEntry]) -> None:
        """Further clashes: each is there without an entry of every one that was found before."""
        queue = [frozenset({one}) for one in first]
        for without in queue:
            if len(self.clashes) == MOST_CLASHES:
                return
            left = next((clash for clash in self.clashes if clash and not without & set(clash)), None)
            left = left or self._another_clash(parts, without)
            queue += [more for one in left or () if (more := without | {one}) not in queue][: MOST_TRIED - len(queue)]

    def _easings(self) -> Iterator[Correction]:
        """What clears some of the clashes where nothing is known to clear all: the entries in most of them."""
        if self.corrections:
            return
        found = len(self.clashes)
        if self.loose is not None:
            yield Correction(None, None, self.loose, fits=False, found=found)
        times: dict[NumberedEntry, int] = {}
        for clash in self.clashes:
            for one in clash:
                times[one] = times.get(one, 0) + 1
        for one in sorted(times, key=lambda one: (-times[one], -one.number)):
            yield Correction(one, None, fits=False, clears=times[one], found=found)


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

    def _impossible(self, parts: Sequence[NumberedEntry], *, hand: bool = True) -> bool:
        facts = [*self._given, *(self._hand if hand else ()), *(fact for part in parts for fact in self._facts[part])]
        return not any(fits(evidence.problem()) for evidence in EnteredEvidence.sizings(self._table, facts))

    def fewest(self, without: Collection[NumberedEntry] = ()) -> tuple[list[NumberedEntry], bool] | None:
        """The smallest irreducible set of clashing entries that a few orders find, and whether my hand clashes too.

        Best without my hand. None if all entries but these fit.
        """
        order = [one for one in self._facts if one not in without]
        if not self._impossible(order):
            return None
        hand = not self._impossible(order, hand=False)

        def enough(parts: Sequence[NumberedEntry]) -> bool:
            return self._impossible(parts, hand=hand)

        rng, best = Random(0), order
        for attempt in range(ORDERS):
            found = least(order, enough)
            best = found if not attempt or len(found) < len(best) else best
            if len(best) <= FEW:
                break
            rng.shuffle(order)
        return best, hand


def _lies_open(one: NumberedEntry) -> bool:
    """Whether an entry takes a card out of the deal, so that the hand sizes depend on it."""
    return isinstance(one.entry, OpenCardEntry) and one.entry.of is None
