"""Counting in plain Python: the same results as the kernel, without compiling, and with integers of any size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import factorial, log2, prod
from typing import TypeAlias

from greycells.deduction.cheap_conclusions import Puzzle
from greycells.deduction.count_plan import (
    CARD,
    COST,
    FIRST,
    FREE,
    HAND,
    LEVELS,
    PLACES,
    START,
    Layout,
    prepare,
)
from greycells.deduction.problem import Count, CountProblem, Number, TooHard, Triple
from greycells.deduction.time_limits import check_time
from greycells.language.sentences import Sentence

MOST_STEPS = 1 << 20
"""The maximum number of placements in a count: some 300 MB and 3 s. States from real games have a few hundred."""

MOST_LANE_BYTES = 100_000_000
"""The memory limit of the joint distribution over case files."""

TOO_LONG = Sentence("counting.too many deals")
TOO_MUCH = Sentence("counting.too many case files")

Step: TypeAlias = tuple[int, int, int, int]
"""One card given to one hand: the counters before and after, the option, and the weight."""


def puzzle_of(problem: CountProblem) -> Puzzle:
    """The problem in mutable rows."""
    return Puzzle(
        may=list(problem.may),
        sure=[0] * len(problem.may),
        left=list(problem.sizes),
        owner=[hand for hand, _ in problem.one_of],
        one_of=[cards for _, cards in problem.one_of],
        keeper=[table.hand for table in problem.tables],
        counted=[table.cards for table in problem.tables],
    )


def layout_for(puzzle: Puzzle, deck: int) -> Layout:
    """Empty rows for a deck of this size."""
    hands = len(puzzle.may)
    return Layout(
        levels=[[0] * (deck + 1) for _ in range(6)],
        options=[[0] * deck * (hands - PLACES + 1) for _ in range(5)],
        fields=[[0] * hands for _ in range(2)],
        facts=[0] * len(puzzle.one_of),
        tables=[[0] * len(puzzle.counted) for _ in range(3)],
        outline=[0] * 4,
    )


class FreeGroup:
    """The interchangeable cards, counted by factorials."""

    def __init__(self, cards: int, puzzle: Puzzle, layout: Layout) -> None:
        seats = len(puzzle.may) - PLACES
        self.cards = cards
        self.size = cards.bit_count()
        field, shift = layout.fields
        self.seats = [(field[hand], shift[hand]) for hand in range(seats)]
        self.places = [(field[place], puzzle.may[place] & cards) for place in range(seats, seats + PLACES)]

    def ways_each(self, counters: int) -> int:
        """The ways to deal these cards once those in the case file are chosen."""
        taken = sum(1 for field, _ in self.places if counters & field)
        return factorial(self.size - taken) // prod(
            factorial((counters & field) >> shift) for field, shift in self.seats
        )

    def ways(self, counters: int) -> int:
        """The ways to deal these cards into the hands and places that still take some."""
        return self.ways_each(counters) * self.choices(counters)

    def choices(self, counters: int, *, without: int = 0) -> int:
        """The ways to choose the missing cards of the case file from these, excluding some."""
        return prod((cards & ~without).bit_count() for field, cards in self.places if counters & field)

    def ways_holding(self, counters: int, card: int) -> list[int]:
        """The ways to deal in which each seat, then the case file, holds this one of these cards."""
        bit = 1 << card
        each = self.ways_each(counters)
        dealt = self.size - sum(1 for field, _ in self.places if counters & field)
        others = self.choices(counters, without=bit)
        row = [each * ((counters & field) >> shift) * others // dealt if dealt else 0 for field, shift in self.seats]
        sealed = any(counters & field and cards & bit for field, cards in self.places)
        row.append(each * (self.choices(counters) - others) if sealed else 0)
        return row


@dataclass(frozen=True, slots=True)
class Placements:
    """All ways to place the cards one after the other; states with equal counters are merged.

    `ways_to[level]` and `ways_from[level]` are the numbers of ways to and from each state of the counters.
    """

    puzzle: Puzzle
    layout: Layout
    group: FreeGroup
    start: int
    factor: int
    steps: list[list[Step]]
    ways_to: list[dict[int, int]]
    ways_from: list[dict[int, int]]

    @property
    def total(self) -> int:
        return self.ways_from[0].get(self.start, 0) * self.factor


def spread(problem: CountProblem, *, most_steps: int = MOST_STEPS) -> Placements | None:
    """Place the cards in every way that fits, ignoring wrong theories; None if there is none."""
    puzzle = puzzle_of(problem)
    layout = layout_for(puzzle, problem.deck)
    if not prepare(problem.cards, problem.marked, puzzle, layout):
        return None
    free, levels, start = layout.outline[FREE], layout.outline[LEVELS], layout.outline[START]
    scale = Scale(problem, puzzle, layout)
    group = FreeGroup(free, puzzle, layout)
    steps: list[list[Step]] = []
    ways_to = [{start: 1}]
    seen = 0
    for level in range(levels):
        check_time()
        taken, following = _place_next(level, ways_to[-1], layout=layout, scale=scale, room=most_steps - seen)
        seen += len(taken)
        steps.append(taken)
        ways_to.append(following)
    ways_from = [{counters: group.ways(counters) for counters in ways_to[-1]}]
    for taken in reversed(steps):
        ways_from.append(_look_back(taken, ways_from[-1]))
    ways_from.reverse()
    return Placements(puzzle, layout, group, start, scale.factor, steps, ways_to, ways_from)


def _place_next(
    level: int, ways: dict[int, int], *, layout: Layout, scale: Scale, room: int
) -> tuple[list[Step], dict[int, int]]:
    card, opened, close, drop, first = (row[level] for row in layout.levels[:COST])
    options = [
        (guard, step, keep & ~drop, watch, option, scale.weight(card, hand))
        for option in range(first, layout.levels[FIRST][level + 1])
        for hand, guard, step, keep, watch in [[row[option] for row in layout.options]]
    ]
    tables = scale.tables_at(level)
    taken: list[Step] = []
    following: dict[int, int] = {}
    for counters, number in ways.items():
        # The kernel stops at the same state, so that both implementations can count the same problems.
        if len(taken) > room - len(options):
            raise TooHard(TOO_LONG)
        for guard, step, keep, watch, option, factor in options:
            if not counters & guard:
                continue
            raw = (counters | opened) + step
            after = raw & keep
            if after & close or (after & watch and not after & guard):
                continue
            weight = factor
            for field, shift, weights in tables:
                weight *= weights[(raw & field) >> shift]
            if weight:
                taken.append((counters, after, option, weight))
                following[after] = following.get(after, 0) + number * weight
    return taken, following


def _look_back(taken: list[Step], ways_on: dict[int, int]) -> dict[int, int]:
    ways: dict[int, int] = {}
    for before, after, _, weight in taken:
        on = ways_on.get(after)
        if on:
            ways[before] = ways.get(before, 0) + weight * on
    return ways


class Scale:
    """Soft evidence as integers, so that plain Python counts exactly."""

    FINENESS = 1 << 32

    def __init__(self, problem: CountProblem, puzzle: Puzzle, layout: Layout) -> None:
        hands = len(puzzle.may)
        self.factor = 1
        self._rows: dict[int, list[int]] = {}
        factors: dict[int, list[float]] = {}
        for card, hand, factor in problem.weights:
            factors.setdefault(card, [1] * hands)[hand] *= factor
        for card, row in factors.items():
            self._rows[card] = self._whole(row)
            for hand in range(hands):
                if puzzle.sure[hand] >> card & 1:
                    self.factor *= self._rows[card][hand]
        self._tables: dict[int, list[tuple[int, int, list[int]]]] = {}
        for table, (hand, cards, weights) in enumerate(problem.tables):
            whole = self._whole(list(weights))[(cards & puzzle.sure[hand]).bit_count() :]
            if cards & puzzle.may[hand]:
                field, shift, last = (row[table] for row in layout.tables)
                self._tables.setdefault(last, []).append((field, shift, whole))
            else:
                self.factor *= whole[0]

    def _whole(self, weights: list[float]) -> list[int]:
        if all(isinstance(weight, int) for weight in weights):
            return [int(weight) for weight in weights]
        most = max(weights)
        return [max(1, round(weight / most * self.FINENESS)) if weight > 0 else 0 for weight in weights]

    def weight(self, card: int, hand: int) -> int:
        row = self._rows.get(card)
        return row[hand] if row else 1

    def tables_at(self, level: int) -> list[tuple[int, int, list[int]]]:
        """The tables that are complete after this level."""
        return self._tables.get(level, [])


def count(problem: CountProblem, *, joint: bool = True, most_steps: int = MOST_STEPS) -> Count[int]:
    """Count the deals that fit; `joint=False` leaves out the case files."""
    found = spread(problem, most_steps=most_steps)
    if found is None or not found.total:
        return nothing(problem)
    whole = Count(found.total, _marginals(problem, found), _case_files(problem, found) if joint else {})
    return _without_wrong(problem, whole, joint=joint, most_steps=most_steps)


def weigh(problem: CountProblem, *, joint: bool = True, most_steps: int = MOST_STEPS) -> Count[float]:
    """The same as fractions of the total; all 0 if no deal fits."""
    found = spread(problem, most_steps=most_steps)
    if found is None or not found.total:
        return shares_of(nothing(problem))
    marginals = _marginals(problem, found)
    if not joint:
        return shares_of(_without_wrong(problem, Count(found.total, marginals, {}), joint=False, most_steps=most_steps))
    try:
        exact = Count(found.total, marginals, _case_files(problem, found))
    except TooHard:
        from greycells.deduction.float_counting import case_file_shares

        # Soft evidence makes integers long. As floats, the case files fit wherever the kernel can count them.
        near = case_file_shares(problem, found)
        rest = _without_wrong(problem, Count(found.total, marginals, {}), joint=False, most_steps=most_steps)
        left = {
            theory: share for theory, share in near.items() if sum(1 << card for card in theory) not in problem.wrong
        }
        total = sum(left.values()) or 1.0
        shares = shares_of(rest)
        return Count(shares.total, shares.marginals, {theory: share / total for theory, share in left.items()})
    return shares_of(_without_wrong(problem, exact, joint=True, most_steps=most_steps))


def count_all(
    problems: Sequence[CountProblem], *, joint: bool = True, most_steps: int = MOST_STEPS
) -> list[Count[int]]:
    """Count many problems, one after the other."""
    return [count(problem, joint=joint, most_steps=most_steps) for problem in problems]


def weigh_all(
    problems: Sequence[CountProblem], *, joint: bool = True, most_steps: int = MOST_STEPS
) -> list[Count[float]]:
    """Weigh many problems, one after the other."""
    return [weigh(problem, joint=joint, most_steps=most_steps) for problem in problems]


def totals_and_entropies(problems: Sequence[CountProblem], *, most_steps: int = MOST_STEPS) -> list[tuple[int, float]]:
    """The total of each problem, and the entropy of its case file in bits."""
    return summaries(count_all(problems, most_steps=most_steps))


def summaries(counts: Sequence[Count[int]]) -> list[tuple[int, float]]:
    """The total of each count, and the entropy of its case file in bits."""
    return [(count.total, entropy(count.case_files.values())) for count in counts]


def entropy(shares: Iterable[float]) -> float:
    """The entropy of a distribution, in bits; the shares need not add up to 1."""
    shares = [share for share in shares if share > 0]
    whole = sum(shares)
    return abs(sum(share / whole * log2(share / whole) for share in shares))


def shares_of(whole: Count[int]) -> Count[float]:
    """Counts as fractions of the total."""
    most = whole.total or 1
    marginals = [[number / most for number in row] for row in whole.marginals]
    return Count(whole.total / most, marginals, {theory: number / most for theory, number in whole.case_files.items()})


def _without_wrong(problem: CountProblem, whole: Count[int], *, joint: bool, most_steps: int) -> Count[int]:
    """Subtract the deals whose case file is known to be wrong."""
    for theory in wrong_theories(problem, whole, joint=joint):
        whole = without(whole, count(problem.given(theory), joint=joint, most_steps=most_steps))
    return whole


def wrong_theories(problem: CountProblem, whole: Count[Number], *, joint: bool) -> list[int]:
    """The wrong theories without duplicates; if the case files are counted, only the possible ones."""
    if not joint:
        return list(dict.fromkeys(problem.wrong))
    wrong = set(problem.wrong)
    masks = (sum(1 << card for card in theory) for theory in whole.case_files) if wrong else ()
    return [mask for mask in masks if mask in wrong]


def nothing(problem: CountProblem) -> Count[int]:
    """No deal fits."""
    return Count(0, [[0] * (problem.seats + 1) for _ in range(problem.deck)], {})


def without(whole: Count[Number], part: Count[Number]) -> Count[Number]:
    """The difference of two counts."""
    rows = zip(whole.marginals, part.marginals, strict=True)
    marginals = [[most - some for most, some in zip(mine, others, strict=True)] for mine, others in rows]
    case_files = {theory: number for theory, number in whole.case_files.items() if theory not in part.case_files}
    return Count(whole.total - part.total, marginals, case_files)


def _marginals(problem: CountProblem, found: Placements) -> list[list[int]]:
    seats, factor = problem.seats, found.factor
    table = [[0] * (seats + 1) for _ in range(problem.deck)]
    for hand, cards in enumerate(found.puzzle.sure):
        for card in cards_of(cards):
            table[card][min(hand, seats)] = found.total
    holder = [min(hand, seats) for hand in found.layout.options[HAND]]
    for level, taken in enumerate(found.steps):
        row = table[found.layout.levels[CARD][level]]
        ways_to, ways_from = found.ways_to[level], found.ways_from[level + 1]
        for before, after, option, weight in taken:
            on = ways_from.get(after)
            if on:
                row[holder[option]] += ways_to[before] * weight * on * factor
    for card in cards_of(found.group.cards):
        row = table[card]
        for counters, number in found.ways_to[-1].items():
            check_time()
            for seat, ways in enumerate(found.group.ways_holding(counters, card)):
                row[seat] += number * ways * factor
    return table


def cards_of(mask: int) -> list[int]:
    """The numbers of these cards."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def _case_files(problem: CountProblem, found: Placements) -> dict[Triple, int]:
    """The joint distribution over case files, in one more pass.

    A number here is a row of lanes, one for each choice of case file cards among the individually placed ones, packed
    into one integer: putting a card into the case file shifts the row.
    """
    seats = problem.seats
    lane = (found.total // found.factor).bit_length() // 8 + 1
    shift, lanes, choices = _lanes(problem, found)
    ways = {found.start: 1}
    for level, taken in enumerate(found.steps):
        check_time()
        alive = found.ways_from[level + 1]
        if len(alive) * lanes * lane > MOST_LANE_BYTES:
            raise TooHard(TOO_MUCH)
        following: dict[int, int] = {}
        for before, after, option, weight in taken:
            if after in alive:
                row = ways[before] * weight
                if found.layout.options[HAND][option] >= seats:
                    row <<= shift[found.layout.levels[CARD][level]] * lane * 8
                following[after] = following.get(after, 0) + row
        ways = following
    packed = sum(row * found.group.ways_each(counters) for counters, row in ways.items())
    numbers = packed.to_bytes(lanes * lane + 8 * lane, "little")
    case_files: dict[Triple, int] = {}
    for suspect, weapon, room in product(*choices):
        at = (shift[suspect] + shift[weapon] + shift[room]) * lane
        number = int.from_bytes(numbers[at : at + lane], "little")
        if number:
            case_files[suspect, weapon, room] = number * found.factor
    return case_files


def _lanes(problem: CountProblem, found: Placements) -> tuple[dict[int, int], int, list[list[int]]]:
    """How many lanes each card shifts by, the total number of lanes, and the cards that each place may hold."""
    shift: dict[int, int] = {}
    lanes = 1
    choices: list[list[int]] = []
    placed = set(found.layout.levels[CARD][: len(found.steps)])
    for place in range(problem.seats, problem.seats + PLACES):
        cards = found.puzzle.may[place] | found.puzzle.sure[place]
        here = cards_of(cards)
        stride = 0
        for card in here:
            stride += card in placed
            shift[card] = stride * lanes if card in placed else 0
        lanes *= stride + 1
        choices.append(here)
    return shift, lanes, choices
