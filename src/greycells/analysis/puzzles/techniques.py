"""The ladder of human techniques: solves a puzzle as a person would, and remembers why.

A *cell mark* says that a card is in a hand, or isn't. The easiest technique that finds anything new is used, and
then the ladder starts again from the bottom; so the hardest technique that was used is one that the puzzle needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from greycells.analysis.puzzles.frozen_game import PLACES, PuzzleEvent, PuzzleTable, cards_in
from greycells.analysis.puzzles.grades import Technique

WITHIN_CASES = Technique.FULL_HAND
"""The hardest technique that a person uses while holding a supposition in mind."""


class CellMark(NamedTuple):
    """A card is in a hand, or isn't. The last three hands are the places of the case file."""

    card: int
    hand: int
    here: bool


@dataclass(frozen=True, slots=True)
class Inferred:
    """One step up: the technique, the new marks, the marks and suggestions that they follow from.

    `hands` are those that the technique is about, `cases` the suppositions of a case split. Without marks it's a
    contradiction.
    """

    technique: Technique
    marks: tuple[CellMark, ...]
    premises: tuple[CellMark, ...] = ()
    turns: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()
    cases: tuple[CellMark, ...] = ()


class Clue(NamedTuple):
    """A hand has at least one of these cards, as it showed one on this turn."""

    hand: int
    cards: int
    turn: int


class LadderSheet:
    """A notebook that fills itself, rung by rung."""

    def __init__(self, table: PuzzleTable, own: int, events: Sequence[PuzzleEvent]) -> None:
        self.table = table
        self.hands = table.seats + PLACES
        self.sizes = (*table.sizes, *(1,) * PLACES)
        everything = (1 << table.cards) - 1
        self.ever = (*(everything,) * table.seats, *table.kind_masks)
        self.yes, self.no = [0] * self.hands, [everything & ~mask for mask in self.ever]
        self.why: dict[CellMark, Inferred] = {}
        self.steps: list[Inferred] = []
        self.clues = tuple(_clues(table, events))
        for step in _given(table, own, events):
            self.take(step)

    def branch(self, supposed: CellMark) -> LadderSheet:
        """A copy in which a mark is supposed; it remembers only what follows from there."""
        copy = object.__new__(LadderSheet)
        copy.table, copy.hands, copy.sizes, copy.ever = self.table, self.hands, self.sizes, self.ever
        copy.clues, copy.why, copy.steps = self.clues, {}, []
        copy.yes, copy.no = list(self.yes), list(self.no)
        copy.take(Inferred(Technique.SEEN_AND_PASSED, (supposed,)))
        return copy

    def knows(self, mark: CellMark) -> bool:
        return bool((self.yes if mark.here else self.no)[mark.hand] >> mark.card & 1)

    def take(self, step: Inferred) -> bool:
        """Note what is new in a step; whether anything was."""
        new = tuple(dict.fromkeys(mark for mark in step.marks if not self.knows(mark)))
        for mark in new:
            (self.yes if mark.here else self.no)[mark.hand] |= 1 << mark.card
        if new:
            kept = Inferred(step.technique, new, step.premises, step.turns, step.hands, step.cases)
            self.steps.append(kept)
            self.why.update(dict.fromkeys(new, kept))
        return bool(new)

    def climb(self, goals: Sequence[CellMark], hardest: Technique = Technique.CASE_SPLIT) -> Inferred | None:
        """Use the easiest technique that helps until the goals are known or nothing helps; a contradiction ends it."""
        while True:
            if (clash := self._contradiction()) is not None:
                return clash
            if goals and all(map(self.knows, goals)):
                return None
            if not any(self._use(technique) for technique in Technique if technique <= hardest):
                return None

    def _use(self, technique: Technique) -> bool:
        """Take everything that one technique finds now, or for the hard ones the first thing."""
        found = False
        for step in self._find(technique):
            found = self.take(step) or found
            if found and technique >= Technique.OVERLAP:
                break
        return found

    def _find(self, technique: Technique) -> Iterator[Inferred]:
        match technique:
            case Technique.SEEN_AND_PASSED:
                return self._whereabouts()
            case Technique.LAST_OF_A_KIND:
                return self._hands(range(self.table.seats, self.hands), technique)
            case Technique.ONE_OF_THREE:
                return self._one_of_three()
            case Technique.FULL_HAND:
                return self._hands(range(self.table.seats), technique)
            case Technique.OVERLAP:
                return self._overlaps()
            case Technique.PIGEONHOLE:
                return self._pigeonholes()
            case Technique.CASE_SPLIT:
                return self._case_splits()

    def are(self, mask: int, hand: int) -> tuple[CellMark, ...]:
        """Marks that these cards are in this hand."""
        return tuple(CellMark(card, hand, here=True) for card in cards_in(mask))

    def are_not(self, mask: int, hand: int) -> tuple[CellMark, ...]:
        """Marks that these cards are not in this hand, where it's worth a mark at all."""
        return tuple(CellMark(card, hand, here=False) for card in cards_in(mask & self.ever[hand]))

    def may(self, hand: int) -> int:
        """The cards that a hand may hold, those that it surely holds included."""
        return self.ever[hand] & ~self.no[hand]

    def _contradiction(self) -> Inferred | None:
        anywhere = known = double = 0
        for hand, yes in enumerate(self.yes):
            anywhere |= self.may(hand)
            double |= known & yes
            known |= yes
        missing = (1 << self.table.cards) - 1 & ~anywhere
        for card in cards_in(double or missing):
            holders = [hand for hand in range(self.hands) if self.ever[hand] >> card & 1]
            clashing = [CellMark(card, hand, here=bool(double)) for hand in holders]
            return Inferred(Technique.SEEN_AND_PASSED, (), tuple(filter(self.knows, clashing)))
        for hand, size in enumerate(self.sizes):
            if self.yes[hand].bit_count() > size:
                return Inferred(Technique.FULL_HAND, (), self.are(self.yes[hand], hand), hands=(hand,))
            if self.may(hand).bit_count() < size:
                return Inferred(Technique.FULL_HAND, (), self.are_not(self.no[hand], hand), hands=(hand,))
            if both := self.yes[hand] & self.no[hand]:
                return Inferred(Technique.SEEN_AND_PASSED, (), (*self.are(both, hand), *self.are_not(both, hand)))
        for clue in self.clues:
            if not clue.cards & ~self.no[clue.hand]:
                return Inferred(Technique.ONE_OF_THREE, (), self.are_not(clue.cards, clue.hand), (clue.turn,))
        return None

    def _whereabouts(self) -> Iterator[Inferred]:
        """A card that somebody has is nowhere else; a card that everybody but one has been ruled out for is there."""
        once = twice = known = loose = 0
        for hand, yes in enumerate(self.yes):
            may = self.may(hand)
            twice |= once & may
            once |= may
            known |= yes
        loose = known & twice
        for card in cards_in(loose | once & ~twice & ~known):
            holders = [hand for hand in range(self.hands) if self.ever[hand] >> card & 1]
            if loose >> card & 1:
                having = next(hand for hand in holders if self.yes[hand] >> card & 1)
                others = tuple(CellMark(card, hand, here=False) for hand in holders if hand != having)
                yield Inferred(Technique.SEEN_AND_PASSED, others, (CellMark(card, having, here=True),), hands=(having,))
                continue
            left = next(hand for hand in holders if not self.no[hand] >> card & 1)
            ruled_out = tuple(CellMark(card, hand, here=False) for hand in holders if hand != left)
            found = (CellMark(card, left, here=True),)
            yield Inferred(Technique.SEEN_AND_PASSED, found, ruled_out, hands=(left,))

    def _hands(self, hands: Sequence[int], technique: Technique) -> Iterator[Inferred]:
        """A hand that is full holds nothing else; one that needs all that it may hold has it."""
        for hand in hands:
            yes, may, size = self.yes[hand], self.may(hand), self.sizes[hand]
            if yes == may:
                continue
            if yes.bit_count() == size:
                yield Inferred(technique, self.are_not(may & ~yes, hand), self.are(yes, hand), hands=(hand,))
            elif may.bit_count() == size:
                ruled_out = self.are_not(self.no[hand], hand)
                yield Inferred(technique, self.are(may & ~yes, hand), ruled_out, hands=(hand,))

    def _open_clues(self) -> list[Clue]:
        return [clue for clue in self.clues if not clue.cards & self.yes[clue.hand]]

    def _one_of_three(self) -> Iterator[Inferred]:
        for clue in self._open_clues():
            left = clue.cards & ~self.no[clue.hand]
            if left.bit_count() == 1:
                ruled_out = self.are_not(clue.cards & ~left, clue.hand)
                marks = self.are(left, clue.hand)
                yield Inferred(Technique.ONE_OF_THREE, marks, ruled_out, (clue.turn,), (clue.hand,))

    def _overlaps(self) -> Iterator[Inferred]:
        """What a hand has shown leaves no room for anything else, or must have been the same card."""
        for hand in range(self.table.seats):
            clues = [clue for clue in self._open_clues() if clue.hand == hand]
            room = self.sizes[hand] - self.yes[hand].bit_count()
            for count in range(1, min(len(clues), room + 1) + 1):
                for chosen in combinations(clues, count):
                    yield from self._overlap(hand, chosen, room)

    def _overlap(self, hand: int, clues: tuple[Clue, ...], room: int) -> Iterator[Inferred]:
        """Which cards the room left in a hand forbids, or demands, so that all these clues come true."""
        masks = [clue.cards & ~self.no[hand] for clue in clues]
        free = self.may(hand) & ~self.yes[hand]
        no = [card for card in cards_in(free) if not _hit(_unhit(masks, 1 << card), room - 1)]
        yes = [card for card in cards_in(free) if not _hit([mask & ~(1 << card) for mask in masks], room)]
        if no or yes:
            marks = [CellMark(card, hand, here=True) for card in yes]
            marks += [CellMark(card, hand, here=False) for card in no]
            narrowed = [mark for clue in clues for mark in self.are_not(clue.cards & self.no[hand], hand)]
            premises = (*self.are(self.yes[hand], hand), *dict.fromkeys(narrowed))
            yield Inferred(Technique.OVERLAP, tuple(marks), premises, tuple(clue.turn for clue in clues), (hand,))

    def _pigeonholes(self) -> Iterator[Inferred]:
        """Two or three hands together: cards that only they may hold fill them, or they need all that they may hold."""
        yield from self._shared_cards()
        room = [size - self.yes[hand].bit_count() for hand, size in enumerate(self.sizes)]
        free = [self.may(hand) & ~self.yes[hand] for hand in range(self.hands)]
        waiting = [hand for hand in range(self.hands) if room[hand]]
        for group in (*combinations(waiting, 2), *combinations(waiting, 3)):
            inside = outside = 0
            for hand in range(self.hands):
                if hand in group:
                    inside |= free[hand]
                else:
                    outside |= free[hand] | self.yes[hand]
            needs, others = sum(room[hand] for hand in group), [each for each in waiting if each not in group]
            confined = inside & ~outside
            held = [mark for hand in group for mark in self.are(self.yes[hand], hand)]
            if confined.bit_count() == needs:
                marks = [mark for hand in group for mark in self.are_not(free[hand] & ~confined, hand)]
                away = [
                    mark for hand in range(self.hands) if hand not in group for mark in self.are_not(confined, hand)
                ]
                yield Inferred(Technique.PIGEONHOLE, tuple(marks), (*held, *away), hands=group)
            if inside.bit_count() == needs:
                marks = [mark for hand in others for mark in self.are_not(free[hand] & inside, hand)]
                away = [mark for hand in group for mark in self.are_not(self.no[hand], hand)]
                yield Inferred(Technique.PIGEONHOLE, tuple(marks), (*held, *away), hands=group)

    def _shared_cards(self) -> Iterator[Inferred]:
        """Two or three hands that must each have one of the same two or three cards share them: nobody else has any."""
        wanting = [(clue.hand, clue.cards & ~self.no[clue.hand], clue.turn) for clue in self._open_clues()]
        places = range(self.table.seats, self.hands)
        wanting += [(place, self.may(place), 0) for place in places if not self.yes[place]]
        wanting = [each for each in wanting if each[1].bit_count() <= PLACES]
        for count in (2, 3):
            for chosen in combinations(wanting, count):
                hands, union = tuple(hand for hand, _, _ in chosen), 0
                for _, cards, _ in chosen:
                    union |= cards
                if union.bit_count() != count or len(set(hands)) != count:
                    continue
                others = [hand for hand in range(self.hands) if hand not in hands]
                marks = [mark for hand in others for mark in self.are_not(union & ~self.no[hand], hand)]
                turns = tuple(turn for _, _, turn in chosen if turn)
                narrowed = [mark for hand, _, turn in chosen for mark in self._narrowed(hand, turn)]
                yield Inferred(Technique.PIGEONHOLE, tuple(marks), tuple(narrowed), turns, hands)

    def _narrowed(self, hand: int, turn: int) -> tuple[CellMark, ...]:
        """The cards that are ruled out of a clue, or of a place in the case file."""
        named = next((clue.cards for clue in self.clues if (clue.hand, clue.turn) == (hand, turn)), self.ever[hand])
        return self.are_not(named & self.no[hand], hand)

    def _case_splits(self) -> Iterator[Inferred]:
        """Suppose each of two possibilities: what is impossible is not so, and what holds both ways is so."""
        for left, ruled_out, turns in self._splits():
            branches = [self.branch(mark) for mark in left]
            clashes = [branch.climb((), WITHIN_CASES) for branch in branches]
            marks: list[CellMark] = []
            needed, cited = list(ruled_out), list(turns)
            for mark, branch, clash in zip(left, branches, clashes, strict=True):
                if clash is not None:
                    marks.append(mark._replace(here=False))
                    needed += branch.rests_on(clash.premises)
                    cited += branch.turns_behind(clash)
            if not any(clashes):
                marks = [mark for mark in branches[0].why if branches[1].knows(mark)]
                for branch in branches:
                    needed += branch.rests_on(marks)
                    cited += [turn for mark in marks for turn in branch.turns_of(mark)]
            if marks:
                premises, behind = tuple(dict.fromkeys(needed)), tuple(dict.fromkeys(cited))
                yield Inferred(Technique.CASE_SPLIT, tuple(marks), premises, behind, cases=left)

    def _splits(self) -> Iterator[tuple[tuple[CellMark, ...], tuple[CellMark, ...], tuple[int, ...]]]:
        """Clues with two cards left, then cards with two holders left."""
        for clue in self._open_clues():
            left = clue.cards & ~self.no[clue.hand]
            if left.bit_count() == 2:
                yield self.are(left, clue.hand), self.are_not(clue.cards & ~left, clue.hand), (clue.turn,)
        for card in range(self.table.cards):
            bit = 1 << card
            holders = [hand for hand in range(self.hands) if self.ever[hand] & bit]
            both = [hand for hand in holders if not self.no[hand] & bit]
            if len(both) == 2 and not any(self.yes[hand] & bit for hand in both):
                ruled_out = tuple(CellMark(card, hand, here=False) for hand in holders if hand not in both)
                yield tuple(CellMark(card, hand, here=True) for hand in both), ruled_out, ()

    def steps_to(self, goals: Sequence[CellMark]) -> list[Inferred]:
        """The steps that the goals need, in the order in which they were found."""
        needed: set[int] = set()
        waiting = list(goals)
        while waiting:
            step = self.why.get(waiting.pop())
            if step is not None and id(step) not in needed:
                needed.add(id(step))
                waiting += step.premises
        wanted = {*goals, *(mark for step in self.steps if id(step) in needed for mark in step.premises)}
        return [_only(step, wanted) for step in self.steps if id(step) in needed]

    def rests_on(self, marks: Sequence[CellMark]) -> list[CellMark]:
        """In a branch: the marks of the notebook before that these follow from."""
        steps = self.steps_to(marks)
        premises = (*marks, *(mark for step in steps for mark in step.premises))
        return [mark for mark in premises if mark not in self.why]

    def turns_of(self, mark: CellMark) -> list[int]:
        """In a branch: the suggestions behind a mark."""
        return [turn for step in self.steps_to((mark,)) for turn in step.turns]

    def turns_behind(self, clash: Inferred) -> list[int]:
        """In a branch: the suggestions behind a contradiction."""
        return [*clash.turns, *(turn for step in self.steps_to(clash.premises) for turn in step.turns)]


def _clues(table: PuzzleTable, events: Sequence[PuzzleEvent]) -> Iterator[Clue]:
    for event in events:
        for seat, card in zip(event.showed, event.seen, strict=True):
            if card < 0 and seat != table.observer:
                yield Clue(seat, event.mask, event.turn)


def _given(table: PuzzleTable, own: int, events: Sequence[PuzzleEvent]) -> Iterator[Inferred]:
    """What is written down without thinking: our own hand, cards that were shown to us, and who couldn't show any."""
    me, everything = table.observer, (1 << table.cards) - 1
    mine = [CellMark(card, me, here=True) for card in cards_in(own)]
    mine += [CellMark(card, me, here=False) for card in cards_in(everything & ~own)]
    mine += [CellMark(card, hand, here=False) for card in cards_in(own) for hand in _others(table, card)]
    yield Inferred(Technique.SEEN_AND_PASSED, tuple(mine), hands=(me,))
    for event in events:
        for seat in event.passed:
            passed = tuple(CellMark(card, seat, here=False) for card in event.theory)
            yield Inferred(Technique.SEEN_AND_PASSED, passed, turns=(event.turn,), hands=(seat,))
        for seat, card in zip(event.showed, event.seen, strict=True):
            if card >= 0:
                shown = (CellMark(card, seat, here=True),)
                yield Inferred(Technique.SEEN_AND_PASSED, shown, turns=(event.turn,), hands=(seat,))


def _others(table: PuzzleTable, card: int) -> Iterator[int]:
    yield from (seat for seat in range(table.seats) if seat != table.observer)
    yield table.place(card)


def _only(step: Inferred, wanted: set[CellMark]) -> Inferred:
    """A step with no more marks than are wanted of it."""
    return replace(step, marks=tuple(mark for mark in step.marks if mark in wanted))


def _unhit(masks: list[int], bit: int) -> list[int]:
    return [mask for mask in masks if not mask & bit]


def _hit(masks: list[int], room: int) -> bool:
    """Whether this many cards can include one of every mask."""
    if not masks:
        return True
    if room <= 0:
        return False
    fewest = min(masks, key=int.bit_count)
    return any(_hit(_unhit(masks, 1 << card), room - 1) for card in cards_in(fewest))
