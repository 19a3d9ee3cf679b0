"""Counting with the compiled kernel: the papers that it writes on, and its numbers turned into ours."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, product
from math import factorial, log2, prod
from threading import local

import numpy as np

from greycells.deduction import counting, kernel
from greycells.deduction.counting import (
    MOST_LANE_BYTES,
    MOST_STEPS,
    TOO_LONG,
    TOO_MUCH,
    nothing,
    without,
    wrong_but_counted,
)
from greycells.deduction.kernel import STEPS, Real, Value, Values
from greycells.deduction.plan import BITS, LEVELS, lowest
from greycells.deduction.problem import Count, Number, Problem, TooHard, Triple

MOST_CARDS = 62
MOST_BITS = 62
WORD = 64
EXACT_BITS = 90
"""Up to here a count modulo 2**64 and one in floating point are exact together; beyond, plain Python counts."""

LOG_FACTORIAL = [log2(factorial(number)) for number in range(MOST_CARDS + 1)]


class Sheet:
    """What numbers are written on: whole ones modulo 2**64, or real ones."""

    def __init__(self, numbers: type[Value]) -> None:
        self.binomial = np.zeros((MOST_CARDS + 2, MOST_CARDS + 2), numbers)
        self.binomial[:, 0] = 1
        for row in range(1, MOST_CARDS + 2):
            self.binomial[row, 1:] = self.binomial[row - 1, :-1] + self.binomial[row - 1, 1:]
        self.none = np.zeros(0, numbers)
        self.ways = np.zeros((2, 0), numbers)
        self.lanes = np.zeros((2, 0), numbers)
        self.sums = np.zeros(0, numbers)

    def make_room(self, states: int, *, lanes: int, sums: int) -> None:
        if states > self.ways.shape[1]:
            self.ways = np.zeros((2, states), self.ways.dtype)
        if lanes > self.lanes.shape[1]:
            self.lanes = np.zeros((2, 2 * lanes), self.lanes.dtype)
        if sums > len(self.sums):
            self.sums = np.zeros(2 * sums, self.sums.dtype)


class Desk(local):
    """The papers that one thread's counts are written on, kept from count to count."""

    def __init__(self) -> None:
        self.levels = np.zeros((6, MOST_CARDS + 2), np.int64)
        self.options = np.zeros((5, MOST_CARDS * MOST_CARDS), np.int64)
        self.outline = np.zeros(4, np.int64)
        self.choice = np.zeros(MOST_CARDS, np.int64)
        self.first = np.zeros((2, MOST_CARDS + 3), np.int64)
        self.whole = Sheet(np.uint64)
        self.real = Sheet(np.float64)
        self.make_room(1 << 12)

    def make_room(self, steps: int) -> None:
        self.states = np.zeros((2, steps), np.int64)
        self.steps = np.zeros((3, steps), np.int32)
        self.weights = np.zeros(steps, np.float64)
        self.slots = np.zeros(4 * steps, np.int32)


DESK = Desk()
NO_WEIGHTS = np.zeros((0, 0), np.float64)


class Spread:
    """A problem settled and spread out on this thread's desk, to be counted before the next one comes."""

    def __init__(self, problem: Problem) -> None:
        desk, hands = DESK, len(problem.may)
        self.problem = problem
        self.hands = np.array((problem.may, (0,) * hands, problem.sizes), np.int64)
        self.fields = np.empty((2, hands), np.int64)
        self.tables = np.empty((3, len(problem.tables)), np.int64)
        self.counts = np.array(
            ([table.hand for table in problem.tables], [table.cards for table in problem.tables]), np.int64
        )
        facts = np.array(([hand for hand, _ in problem.one_of], [cards for _, cards in problem.one_of]), np.int64)
        layout = desk.levels, desk.options, self.fields, np.empty(facts.shape[1], np.int64), self.tables, desk.outline
        self.possible = kernel.prepare(problem.cards, problem.marked, self.hands, facts, self.counts, *layout)

    @property
    def _rows(self) -> list[list[int]]:
        rows: list[list[int]] = self.hands.tolist()
        return rows

    @property
    def bits(self) -> float:
        """No number in the count has more bits than this."""
        seats = self.problem.seats
        may, _, left = self._rows
        choices = [max(1, cards.bit_count()) for cards in may[seats:]]
        weights = [max(1.0, *table.weights) for table in self.problem.tables]
        weights += [max(1.0, weight.factor) for weight in self.problem.weights]
        deals = LOG_FACTORIAL[sum(left[:seats])] - sum(LOG_FACTORIAL[number] for number in left[:seats])
        return deals + log2(prod(choices)) + log2(prod(weights))

    def expand(self) -> None:
        """Place the cards in every way that fits."""
        desk = DESK
        layout = desk.levels, desk.options, self.tables, desk.outline
        soft = _soft(self.problem) if self.problem.soft else (NO_WEIGHTS, NO_WEIGHTS)
        while not kernel.expand(
            self.hands, self.counts, *layout, *soft, desk.states, desk.first, desk.steps, desk.weights, desk.slots
        ):
            if len(desk.weights) >= MOST_STEPS:
                raise TooHard(TOO_LONG)
            desk.make_room(min(MOST_STEPS, 4 * len(desk.weights)))

    def tally(self, sheet: Sheet, *, joint: bool) -> tuple[Values, Values]:
        """How many deals give each card to each holder, and how many there are for each case file."""
        desk, problem = DESK, self.problem
        sizes = [kind.bit_count() for kind in problem.kinds]
        kinds = np.array((([0, sizes[0], sizes[0] + sizes[1]]), sizes, (0, 0, 0)), np.int64)
        lanes = 0
        if joint:
            where = self.hands, desk.levels, self.fields, desk.outline, desk.states, desk.first
            lanes = kernel.number_lanes(*where, desk.choice, kinds)
            if lanes * 2 * 8 > MOST_LANE_BYTES:
                raise TooHard(TOO_MUCH)
        sheet.make_room(len(desk.weights), lanes=lanes, sums=prod(size + 1 for size in sizes) if joint else 0)
        weights = sheet.none
        if problem.soft:
            weights = desk.weights[: desk.first[STEPS, desk.outline[LEVELS]]].astype(sheet.none.dtype)
        ground = self.hands, desk.levels, desk.options, self.fields, desk.outline, desk.states, desk.first, desk.steps
        table = np.empty((problem.deck, problem.seats + 1), sheet.none.dtype)
        kernel.tally(*ground, weights, sheet.binomial, sheet.ways, table)
        theories = np.empty(prod(sizes) if joint else 0, sheet.none.dtype)
        if joint:
            kernel.case_files(*ground, desk.choice, kinds, weights, sheet.binomial, sheet.lanes, sheet.sums, theories)
        return table, theories

    @property
    def factor(self) -> float:
        """What soft evidence says about cards that are sure."""
        may, sure, _ = self._rows
        factor: float = 1
        for card, hand, weight in self.problem.weights:
            factor *= weight if sure[hand] >> card & 1 else 1
        for hand, cards, weights in self.problem.tables:
            factor *= weights[(cards & sure[hand]).bit_count()] if not cards & may[hand] else 1
        return factor


def _soft(problem: Problem) -> tuple[Real, Real]:
    factors = np.ones((problem.deck, len(problem.may)), np.float64)
    for card, hand, factor in problem.weights:
        factors[card, hand] *= factor
    weights = np.zeros(
        (len(problem.tables), max((len(table.weights) for table in problem.tables), default=0)), np.float64
    )
    for row, table in enumerate(problem.tables):
        weights[row, : len(table.weights)] = table.weights
    return factors, weights


@lru_cache
def triples(suspects: int, weapons: int, rooms: int) -> tuple[Triple, ...]:
    """Every case file of a deck, in order."""
    cards = range(suspects + weapons + rooms)
    return tuple(product(cards[:suspects], cards[suspects : suspects + weapons], cards[suspects + weapons :]))


def count(problem: Problem, *, joint: bool = True) -> Count[int]:
    """Count the deals that fit; `joint=False` leaves out the case files. Weights, if any, must be whole numbers."""
    spread = _spread(problem)
    if spread is None:
        return counting.count(problem, joint=joint)
    if not spread.possible:
        return nothing(problem)
    joint = joint or bool(problem.wrong)
    table, theories = (numbers.tolist() for numbers in spread.tally(DESK.whole, joint=joint))
    if spread.bits >= WORD - 1:
        near = [numbers.tolist() for numbers in spread.tally(DESK.real, joint=joint)]
        table = [_restored(*rows) for rows in zip(table, near[0], strict=True)]
        theories = _restored(theories, near[1])
    factor = int(spread.factor) if problem.soft else 1
    if factor != 1:
        table = [[number * factor for number in row] for row in table]
        theories = [number * factor for number in theories]
    whole = _count(problem, table, theories)
    for theory in list(wrong_but_counted(problem, whole)):
        whole = without(whole, count(problem.given(theory)))
    return whole


def weigh(problem: Problem, *, joint: bool = True) -> Count[float]:
    """The same as shares of the whole, which is 1; all 0 if no deal fits. In floating point, with any weights."""
    spread = _spread(problem)
    if spread is None:
        return counting.weigh(problem, joint=joint)
    joint = joint or bool(problem.wrong)
    whole = _weigh(problem, spread, joint=joint)
    for theory in list(wrong_but_counted(problem, whole)):
        given = problem.given(theory)
        again = _spread(given)
        if again is not None:
            whole = without(whole, _weigh(given, again, joint=True))
    most = whole.total or 1.0
    marginals = [[_share(number, most) for number in row] for row in whole.marginals]
    case_files = {theory: number / most for theory, number in whole.case_files.items()}
    return Count(whole.total / most, marginals, case_files)


def _share(number: float, most: float) -> float:
    """A share of the whole; what is left of a difference of equals is nothing."""
    return number / most if number > most * 1e-12 else 0.0


def _spread(problem: Problem) -> Spread | None:
    """The problem spread out on the desk, or None if the desk is too small for it."""
    if problem.deck > MOST_CARDS or len(problem.may) > MOST_CARDS:
        return None
    spread = Spread(problem)
    if spread.possible:
        if DESK.outline[BITS] > MOST_BITS or spread.bits > EXACT_BITS:
            return None
        spread.expand()
    return spread


def _weigh(problem: Problem, spread: Spread, *, joint: bool) -> Count[float]:
    if not spread.possible:
        return Count(0.0, [[0.0] * (problem.seats + 1) for _ in range(problem.deck)], {})
    table, theories = spread.tally(DESK.real, joint=joint)
    return _count(problem, (table * spread.factor).tolist(), (theories * spread.factor).tolist())


def _count(problem: Problem, table: list[list[Number]], theories: list[Number]) -> Count[Number]:
    sizes = (kind.bit_count() for kind in problem.kinds)
    case_files = dict(compress(zip(triples(*sizes), theories, strict=False), theories))
    return Count(sum(table[lowest(problem.cards)]), table, case_files)


def _restored(low: list[int], near: list[float]) -> list[int]:
    """The whole numbers of which these are the lowest 64 bits, and nearly the sizes."""
    return [number + (round((size - number) / 2.0**WORD) << WORD) for number, size in zip(low, near, strict=True)]
