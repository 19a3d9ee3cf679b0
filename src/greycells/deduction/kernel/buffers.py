"""The arrays of the compiled kernel, one set per thread, and problems packed into them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, product
from math import prod
from struct import Struct
from threading import local
from typing import NamedTuple

import numpy as np

from greycells.deduction.count_plan import HAND_ROWS, ROWS, lowest
from greycells.deduction.kernel.count_states import (
    BINOMIALS,
    NEEDED,
    NOTES,
    NOTES_HEAD,
    SEEN,
    SEEN_WIDE,
    STATUS,
    STEP_COUNT,
    TOO_LONG,
    UNFIT,
    WIDE,
    count_states,
)
from greycells.deduction.kernel.numba_compat import Index, Real, Values, Whole
from greycells.deduction.kernel.tally import LANE_TABLE
from greycells.deduction.problem import CountProblem, TooHard, Triple
from greycells.deduction.python_counting import MOST_LANE_BYTES, MOST_STEPS, TOO_MUCH
from greycells.deduction.python_counting import TOO_LONG as TOO_LONG_TEXT

FEW_STEPS = 1 << 12
FEW_LANES = 1 << 11
MANY_STEPS = 1 << 18
"""Buffers for more steps than this are freed after use."""

FEW_INTS = 1 << 13
MOST_SHAPES = 64
"""Rows are kept for this many decks and numbers of hands."""

LANE_BYTES = 16
"""The memory of a lane: two rows of 8 bytes."""


class DeckShape:
    """What doesn't change between the problems of a game: sizes, all case files in order, and rows of these sizes."""

    def __init__(self, kinds: Triple, hands: int) -> None:
        suspects, weapons, rooms = sizes = [kind.bit_count() for kind in kinds]
        cards = range(suspects + weapons + rooms)
        self.sizes = suspects, weapons, rooms
        self.cards, self.holders = len(cards), hands - 2
        self.triples: tuple[Triple, ...] = tuple(
            product(cards[:suspects], cards[suspects : suspects + weapons], cards[suspects + weapons :])
        )
        self.table = self.cards * self.holders
        self.row = self.table + len(self.triples)
        self.values = prod(size + 1 for size in sizes) + self.holders
        self.arrays: tuple[Whole | Real, ...] = (
            np.array([(0, suspects, suspects + weapons), sizes, (0, 0, 0)], np.int64),
            np.zeros((HAND_ROWS, hands), np.int64),
            np.zeros((ROWS, self.table + 3), np.int64),
            np.zeros((self.cards, hands), np.float64),
        )


class CountRows(NamedTuple):
    """The numbers of a batch, a row for each problem: first its cards by holder, then its case files.

    `whole` has the numbers modulo 2**64, and `real` the same in floating point where they may be larger; or, if shares
    were asked for, `real` has fractions of the total. `first` are the rows of the problems themselves; after each come
    the rows of its wrong theories. `notes` are the kernel's about each problem, and `seen` has a bit for each status.
    Valid until this thread counts again.
    """

    shape: DeckShape
    whole: Values
    real: Real
    notes: Whole
    first: Sequence[int]
    seen: int

    def check(self) -> None:
        """Raise TooHard if that is what became of a problem."""
        if self.seen >> TOO_LONG & 1:
            raise TooHard(TOO_LONG_TEXT)

    def fits(self, first: int, end: int) -> bool:
        """Whether the kernel could count a problem with its wrong theories, whose rows these are."""
        return self.all_fit or not any(self._noted(number, STATUS) == UNFIT for number in range(first, end))

    @property
    def all_fit(self) -> bool:
        """Whether the kernel could count all problems."""
        return not self.seen >> UNFIT & 1

    @property
    def any_wide(self) -> bool:
        """Whether numbers of any problem may exceed 64 bits."""
        return bool(self.seen >> SEEN_WIDE & 1)

    @property
    def simple(self) -> bool:
        """Whether all numbers fit into 64 bits, and no wrong theories are to be subtracted."""
        return self.all_fit and not self.any_wide and len(self.first) == len(self.whole)

    def steps(self, number: int) -> int:
        """The number of placements that lead to the end: the cost of the count."""
        return self._noted(number, STEP_COUNT)

    def wide(self, number: int) -> bool:
        """Whether numbers may exceed 64 bits."""
        return self.any_wide and bool(self._noted(number, WIDE))

    def _noted(self, number: int, what: int) -> int:
        return int(self.notes[NOTES_HEAD + number * NOTES + what])


class KernelBuffers:
    """The buffers of one thread, reused from count to count."""

    def __init__(self) -> None:
        self.shapes: dict[tuple[Triple, int], DeckShape] = {}
        self.given: Whole = np.zeros(1 << 10, np.int64)
        self.soft: Real = np.zeros(1 << 8, np.float64)
        self._make_out(1, 0)
        self.make_room(FEW_STEPS)

    def make_room(self, steps: int, *, lanes: int = FEW_LANES, ints: int = FEW_INTS, values: int = 1 << 13) -> None:
        """New buffers for this many steps and lanes; `ints` and `values` depend on the deck and the facts."""
        self.room = steps, lanes, ints, values
        states = steps + 1
        self.states: Whole = np.zeros((2, states), np.int64)
        self.small: Index = np.zeros((7, steps), np.uint32)
        self.weights: Real = np.zeros(steps, np.float64)
        self.ints: Whole = np.zeros(ints, np.int64)
        size = BINOMIALS**2 + values + 2 * states + 2 * lanes + 1
        self.whole: Values = np.zeros(size, np.uint64)
        self.real: Real = np.zeros(size, np.float64)
        for array in (self.whole, self.real):
            binomial = array[: BINOMIALS**2].reshape(BINOMIALS, BINOMIALS)
            binomial[:, 0] = 1
            for row in range(1, BINOMIALS):
                binomial[row, 1:] = binomial[row - 1, :-1] + binomial[row - 1, 1:]
        self._bind()

    def _bind(self) -> None:
        """The arrays that every call takes, after some have been replaced."""
        self._given = self.given.data
        self._arrays = (
            self.given, self.soft, self.ints, self.states, self.small, self.weights, self.whole, self.real
        )  # fmt: skip

    def _make_out(self, number: int, width: int) -> None:
        self.notes: Whole = np.zeros(NOTES_HEAD + (number + 1) * NOTES, np.int64)
        self.whole_out: Values = np.empty((number, width), np.uint64)
        self.real_out: Real = np.empty((number, width), np.float64)

    def shape_of(self, problem: CountProblem) -> DeckShape:
        key = problem.kinds, len(problem.may)
        shape = self.shapes.get(key)
        if shape is None:
            if len(self.shapes) == MOST_SHAPES:
                self.shapes.clear()
            shape = self.shapes[key] = DeckShape(*key)
        return shape

    def count(
        self, problems: Sequence[CountProblem], *, exact: bool, joint: bool, most_steps: int = MOST_STEPS
    ) -> CountRows:
        """Count problems of the same deck and number of hands, in at most so many steps each."""
        if self.room[0] > MANY_STEPS:
            # Free the memory that only a very hard state needed.
            self.make_room(FEW_STEPS)
        shape = self.shape_of(problems[0])
        first: Sequence[int] = range(len(problems))
        wrong_of: Sequence[int] = ()
        for problem in problems:
            if problem.wrong:
                problems, first, wrong_of = _with_wrong(problems, joint=joint)
                break
        number, width = len(problems), shape.row if joint else shape.table
        if self.whole_out.shape != (number, width):
            self._make_out(number, width)
        self._pack(problems, shape, wrong_of)
        out = self.notes, self.whole_out, self.real_out
        start = 0
        while start < number:
            end = count_states(*self._arrays, *shape.arrays, *out, start, most_steps, int(exact))
            if end < number:
                self._grow(most_steps)
            start = end
        return CountRows(shape, self.whole_out, self.real_out, self.notes, first, self.notes.item(SEEN))

    def _grow(self, most_steps: int) -> None:
        """Get larger buffers: the next problem doesn't fit into these."""
        steps, lanes, ints, values = self.room
        needed = int(self.notes[NEEDED])
        if needed:
            self._more_lanes(needed)
        else:
            self.make_room(min(most_steps, 4 * steps), lanes=lanes, ints=ints, values=values)

    def _more_lanes(self, needed: int) -> None:
        if needed * LANE_BYTES > MOST_LANE_BYTES:
            raise TooHard(TOO_MUCH)
        steps, _, ints, values = self.room
        self.make_room(steps, lanes=2 * needed, ints=ints, values=values)

    def _pack(self, problems: Sequence[CountProblem], shape: DeckShape, wrong_of: Sequence[int]) -> None:
        """Write the problems into the arrays one after the other, and make room for the largest of them."""
        data: list[int] = []
        soft: list[float] = []
        pairs: tuple[tuple[int, int], ...] = ()
        facts: tuple[int, ...] = ()
        for number, problem in enumerate(problems):
            _, cards, may, sizes, one_of, _, weights, tables = problem
            if one_of is not pairs:
                # Related problems often share their facts.
                pairs, facts = one_of, tuple(chain.from_iterable(one_of))
            whose = wrong_of[number] if wrong_of else -1
            data += (cards, whose, len(pairs), len(weights), len(tables), *may, *sizes, *facts)
            if weights or tables:
                _pack_soft(problem, data, soft)
        if len(data) > len(self.given):
            self.given = np.zeros(2 * len(data), np.int64)
            self._bind()
        _packer("q", len(data))(self._given, 0, *data)
        if soft:
            self._pack_floats(soft)
        # A fact has two packed numbers and takes three, a table has three and takes six.
        ints = LANE_TABLE + 2 * len(data)
        if ints > self.room[2] or shape.values > self.room[3]:
            self._fit(ints, shape)

    def _pack_floats(self, soft: Sequence[float]) -> None:
        if len(soft) > len(self.soft):
            self.soft = np.zeros(2 * len(soft), np.float64)
            self._bind()
        _packer("d", len(soft))(self.soft.data, 0, *soft)

    def _fit(self, least: int, shape: DeckShape) -> None:
        """Make the buffers fit a deck and its facts."""
        steps, lanes, ints, values = self.room
        self.make_room(steps, lanes=lanes, ints=max(2 * least, ints), values=max(shape.values, values))


@lru_cache(maxsize=1 << 10)
def _packer(kind: str, number: int) -> Callable[..., None]:
    """Writes this many numbers into a buffer."""
    return Struct(f"{number}{kind}").pack_into


def _pack_soft(problem: CountProblem, data: list[int], soft: list[float]) -> None:
    """Append the soft evidence of a problem."""
    for card, hand, factor in problem.weights:
        data += (card, hand)
        soft.append(factor)
    for hand, named, factors in problem.tables:
        data += (hand, named, len(factors))
        soft += factors


def _with_wrong(problems: Sequence[CountProblem], *, joint: bool) -> tuple[list[CountProblem], list[int], list[int]]:
    """After each problem, the same problem with each of its wrong theories as the case file, in a fixed order."""
    rows: list[CountProblem] = []
    first: list[int] = []
    wrong_of: list[int] = []
    for problem in problems:
        wrong = list(dict.fromkeys(problem.wrong))
        if joint:
            wrong.sort(key=lambda theory: [lowest(theory & kind) for kind in problem.kinds])
        first.append(len(rows))
        wrong_of += (-1, *(len(rows) for _ in wrong))
        rows += (problem, *(problem.given(theory) for theory in wrong))
    return rows, first, wrong_of


class _BufferPool(local):
    def __init__(self) -> None:
        self.buffers = KernelBuffers()


_pool = _BufferPool()


def kernel_buffers() -> KernelBuffers:
    """The buffers of this thread."""
    return _pool.buffers
