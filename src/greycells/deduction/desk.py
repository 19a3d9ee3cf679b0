"""The desk: the papers that the compiled kernel writes on, and a problem spread out on them."""

from __future__ import annotations

from itertools import product
from math import factorial, log2, prod
from threading import local

import numpy as np

from greycells.deduction import kernel
from greycells.deduction.counting import MOST_LANE_BYTES, MOST_STEPS, TOO_LONG, TOO_MUCH
from greycells.deduction.kernel import STEPS, Real, Value, Values, Whole
from greycells.deduction.plan import FIELD_ROWS, FIRST_ROWS, HAND_ROWS, LEVELS, OUTLINE, ROWS
from greycells.deduction.problem import Problem, TooHard, Triple

MOST_CARDS = 62
MOST_BITS = 62
WORD = 64
EXACT_BITS = 90
"""Up to here a count modulo 2**64 and one in floating point are exact together; beyond, plain Python counts."""

FEW_STEPS = 1 << 12
MANY_STEPS = 1 << 18
"""Papers for more steps than this are thrown away after use."""

FEW_CARDS = 20
"""So many cards can be placed in 20! ways at most, which fits into one word."""

LOG_FACTORIAL = [log2(factorial(number)) for number in range(MOST_CARDS + 1)]
NOTHING = (0,) * MOST_CARDS
NO_TABLES = np.zeros((2, 0), np.int64)
NO_FIELDS = np.zeros((3, 0), np.int64)
NO_WEIGHTS = np.zeros((0, 0), np.float64)


class Sheet:
    """What numbers are written on: whole ones modulo 2**64, or real ones."""

    def __init__(self, numbers: type[Value]) -> None:
        self.numbers = numbers
        self.binomial = np.zeros((MOST_CARDS + 2, MOST_CARDS + 2), numbers)
        self.binomial[:, 0] = 1
        for row in range(1, MOST_CARDS + 2):
            self.binomial[row, 1:] = self.binomial[row - 1, :-1] + self.binomial[row - 1, 1:]
        self.clear()

    def clear(self) -> None:
        self.none = np.zeros(0, self.numbers)
        self.ways = np.zeros((2, 0), self.numbers)
        self.lanes = np.zeros((2, 0), self.numbers)
        self.sums = np.zeros(0, self.numbers)

    def make_room(self, states: int, *, lanes: int, sums: int) -> None:
        if states > self.ways.shape[1]:
            self.ways = np.zeros((2, states), self.numbers)
        if lanes > self.lanes.shape[1]:
            self.lanes = np.zeros((2, 2 * lanes), self.numbers)
        if sums > len(self.sums):
            self.sums = np.zeros(sums, self.numbers)


class Kinds:
    """How many suspects, weapons and rooms there are, and all the case files that they make, in order."""

    def __init__(self, kinds: Triple) -> None:
        suspects, weapons, rooms = sizes = [kind.bit_count() for kind in kinds]
        cards = range(suspects + weapons + rooms)
        self.cards = len(cards)
        self.array = np.array(((0, suspects, suspects + weapons), sizes, (0, 0, 0)), np.int64)
        self.sums = prod(size + 1 for size in sizes)
        self.triples: tuple[Triple, ...] = tuple(
            product(cards[:suspects], cards[suspects : suspects + weapons], cards[suspects + weapons :])
        )
        self.theories = len(self.triples)


class Desk:
    """The papers of one thread, kept from count to count."""

    def __init__(self) -> None:
        self.plan = np.zeros((ROWS, MOST_CARDS * MOST_CARDS), np.int64)
        self.outline = self.plan[OUTLINE]
        self.first = self.plan[FIRST_ROWS]
        self.whole = Sheet(np.uint64)
        self.real = Sheet(np.float64)
        self.kinds: dict[Triple, Kinds] = {}
        self.make_room(FEW_STEPS)

    def make_room(self, steps: int) -> None:
        self.states = np.zeros((2, steps + 1), np.int64)
        self.steps = np.zeros((3, steps), np.int32)
        self.weights = np.zeros(steps, np.float64)
        self.slots = np.zeros(4 * steps, np.int32)

    def tidy(self) -> None:
        """Throw away what only a very hard state needed."""
        if len(self.weights) > MANY_STEPS:
            self.make_room(FEW_STEPS)
            self.whole.clear()
            self.real.clear()

    def kinds_of(self, problem: Problem) -> Kinds:
        kinds = self.kinds.get(problem.kinds)
        if kinds is None:
            kinds = self.kinds[problem.kinds] = Kinds(problem.kinds)
        return kinds


class _Desks(local):
    def __init__(self) -> None:
        self.desk = Desk()


_desks = _Desks()


def desk() -> Desk:
    """The desk of this thread."""
    return _desks.desk


class Spread:
    """A problem settled and spread out on a desk, to be counted before the next one comes."""

    def __init__(self, problem: Problem, desk: Desk) -> None:
        self.problem, self.desk = problem, desk
        self.seats, self.soft = problem.seats, problem.soft
        may, one_of, tables = problem.may, problem.one_of, problem.tables
        hands = len(may)
        ends = HAND_ROWS * hands
        owners, cards = [hand for hand, _ in one_of], [cards for _, cards in one_of]
        # One array is quicker to make than several: some of it is only room to write on.
        rows = *may, *NOTHING[:hands], *problem.sizes, *may, *may
        given: Whole = np.array([*rows, *owners, *cards, *owners], np.int64)
        self.hands: Whole = given[:ends].reshape(HAND_ROWS, hands)
        self.counts, self.tables = NO_TABLES, NO_FIELDS
        if tables:
            self.counts = np.array(tuple(zip(*(table[:2] for table in tables), strict=True)), np.int64)
            self.tables = np.empty((3, len(tables)), np.int64)
        marked = problem.marked if self.soft else 0
        self.possible = kernel.prepare(
            problem.cards, marked, self.hands, given[ends:], self.counts, self.tables, desk.plan
        )
        free, levels, _, self.counter_bits = desk.outline[:4].tolist()
        self.bits = self._most_bits(free, levels) if self.possible else 0.0

    def _most_bits(self, free: int, levels: int) -> float:
        """No number in the count has more bits than this."""
        if levels + free.bit_count() <= FEW_CARDS and not self.soft:
            return LOG_FACTORIAL[FEW_CARDS]
        seats = self.seats
        may, _, left = self._rows
        deals = LOG_FACTORIAL[sum(left[:seats])]
        for number in left[:seats]:
            deals -= LOG_FACTORIAL[number]
        choices = 1.0
        for cards in may[seats:]:
            choices *= cards.bit_count() or 1
        for table in self.problem.tables:
            choices *= max(1.0, *table.weights)
        for weight in self.problem.weights:
            choices *= max(1.0, weight.factor)
        return deals + log2(choices)

    @property
    def fits(self) -> bool:
        """Whether the counters fit into an integer of the machine, and the numbers into two."""
        return self.counter_bits <= MOST_BITS and self.bits <= EXACT_BITS

    @property
    def wide(self) -> bool:
        """Whether numbers may not fit into one word of the machine, so that a second count is needed."""
        return self.bits >= WORD - 1

    @property
    def steps(self) -> int:
        """How many single placings lead on to the end: the size of the work."""
        return int(self.desk.first[STEPS, self.desk.outline[LEVELS]])

    @property
    def _rows(self) -> list[list[int]]:
        rows: list[list[int]] = self.hands[: FIELD_ROWS.start].tolist()
        return rows

    def expand(self) -> None:
        """Place the cards in every way that fits."""
        desk = self.desk
        layout = self.hands, self.counts, self.tables, desk.plan
        soft = _soft(self.problem) if self.soft else (NO_WEIGHTS, NO_WEIGHTS)
        while not kernel.expand(*layout, *soft, desk.states, desk.steps, desk.weights, desk.slots):
            if len(desk.weights) >= MOST_STEPS:
                raise TooHard(TOO_LONG)
            desk.make_room(min(MOST_STEPS, 4 * len(desk.weights)))

    def tally(self, sheet: Sheet, *, joint: bool) -> tuple[Values, Values]:
        """How many deals give each card to each holder, and how many there are for each case file."""
        desk, problem = self.desk, self.problem
        kinds = desk.kinds_of(problem)
        weights: Values = sheet.none
        if self.soft:
            weights = np.array(desk.weights[: self.steps], sheet.numbers)
        table = np.empty((kinds.cards, self.seats + 1), sheet.numbers)
        theories = np.empty(kinds.theories if joint else 0, sheet.numbers)
        sheet.make_room(desk.states.shape[1], lanes=1, sums=kinds.sums)
        while True:
            papers = sheet.binomial, sheet.ways, table, kinds.array, sheet.lanes, sheet.sums, theories
            lanes = kernel.tally(self.hands, desk.plan, desk.states, desk.steps, weights, *papers)
            if lanes <= sheet.lanes.shape[1]:
                return table, theories
            if lanes * 2 * 8 > MOST_LANE_BYTES:
                raise TooHard(TOO_MUCH)
            sheet.make_room(0, lanes=lanes, sums=0)

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
    longest = max((len(table.weights) for table in problem.tables), default=0)
    weights = np.zeros((len(problem.tables), longest), np.float64)
    for row, table in enumerate(problem.tables):
        weights[row, : len(table.weights)] = table.weights
    return factors, weights
