"""The arrays of the compiled kernel, one set per thread, and the calls that fill them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from threading import local
from typing import NamedTuple

import numpy as np

from greycells.deduction.count_plan import HAND_ROWS, ROWS, lowest
from greycells.deduction.kernel.count_states import (
    BINOMIALS,
    MORE_FACTS,
    MORE_LANES,
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
        self._make_out(1, 0)
        self.make_room(FEW_STEPS)

    def make_room(self, steps: int, *, lanes: int = FEW_LANES, ints: int = FEW_INTS, values: int = 1 << 13) -> None:
        """New buffers for this many steps and lanes; `ints` depend on facts and weights, `values` on the decks."""
        values = max([values, *(shape.values for shape in self.shapes.values())])
        self.room = steps, lanes, ints, values
        states = steps + 1
        self.states: Whole = np.zeros((2, states), np.int64)
        self.small: Index = np.zeros((7, steps), np.uint32)
        self.weights: Real = np.zeros(steps, np.float64)
        self.ints: Whole = np.zeros(ints, np.int64)
        self.soft: Real = np.zeros(ints, np.float64)
        size = BINOMIALS**2 + values + 2 * states + 2 * lanes + 1
        self.whole: Values = np.zeros(size, np.uint64)
        self.real: Real = np.zeros(size, np.float64)
        for array in (self.whole, self.real):
            binomial = array[: BINOMIALS**2].reshape(BINOMIALS, BINOMIALS)
            binomial[:, 0] = 1
            for row in range(1, BINOMIALS):
                binomial[row, 1:] = binomial[row - 1, :-1] + binomial[row - 1, 1:]
        self._arrays = (
            self.soft, self.ints, self.states, self.small, self.weights, self.whole, self.real
        )  # fmt: skip

    def _make_out(self, number: int, width: int) -> None:
        self.notes: Whole = np.zeros(NOTES_HEAD + (number + 1) * NOTES, np.int64)
        self.whole_out: Values = np.empty((number, width), np.uint64)
        self.real_out: Real = np.empty((number, width), np.float64)

    def _new_shape(self, kinds: Triple, hands: int) -> DeckShape:
        if len(self.shapes) == MOST_SHAPES:
            self.shapes.clear()
        shape = self.shapes[kinds, hands] = DeckShape(kinds, hands)
        steps, lanes, ints, values = self.room
        if shape.values > values:
            self.make_room(steps, lanes=lanes, ints=ints, values=shape.values)
        return shape

    def count(
        self, problems: Sequence[CountProblem], *, exact: bool, joint: bool, most_steps: int = MOST_STEPS
    ) -> CountRows:
        """Count problems of the same deck and number of hands, in at most so many steps each."""
        if self.room[0] > MANY_STEPS:
            # Free the memory that only a very hard state needed.
            self.make_room(FEW_STEPS)
        one = problems[0]
        hands = len(one.may)
        shape = self.shapes.get((one.kinds, hands)) or self._new_shape(one.kinds, hands)
        first: Sequence[int] = range(len(problems))
        for problem in problems:
            if problem.wrong:
                problems, first = _with_wrong(problems, joint=joint)
                break
        number, width = len(problems), shape.row if joint else shape.table
        if self.whole_out.shape != (number, width):
            self._make_out(number, width)
        # The kernel reads a tuple by its address; `problems` keeps it alive meanwhile.
        problems = tuple(problems)
        out = self.notes, self.whole_out, self.real_out
        start = 0
        while start < number:
            end = count_states(*self._arrays, *shape.arrays, *out, id(problems), start, most_steps, int(exact))
            if end < number:
                self._grow(end, most_steps)
            start = end
        return CountRows(shape, self.whole_out, self.real_out, self.notes, first, self.notes.item(SEEN))

    def _grow(self, number: int, most_steps: int) -> None:
        """Get larger buffers: problem `number` doesn't fit into these."""
        steps, lanes, ints, values = self.room
        status = self.notes.item(NOTES_HEAD + number * NOTES + STATUS)
        if status == MORE_LANES:
            lanes = 2 * self.notes.item(NEEDED)
            if lanes // 2 * LANE_BYTES > MOST_LANE_BYTES:
                raise TooHard(TOO_MUCH)
        elif status == MORE_FACTS:
            ints *= 4
        else:
            steps = min(most_steps, 4 * steps)
        self.make_room(steps, lanes=lanes, ints=ints, values=values)


def _with_wrong(problems: Sequence[CountProblem], *, joint: bool) -> tuple[list[CountProblem], list[int]]:
    """After each problem, the same problem with each of its wrong theories as the case file, in a fixed order."""
    rows: list[CountProblem] = []
    first: list[int] = []
    for problem in problems:
        wrong = list(dict.fromkeys(problem.wrong))
        if joint:
            wrong.sort(key=lambda theory: [lowest(theory & kind) for kind in problem.kinds])
        first.append(len(rows))
        rows += (problem._replace(wrong=tuple(wrong)), *(problem.given(theory) for theory in wrong))
    return rows, first


class _BufferPool(local):
    def __init__(self) -> None:
        self.buffers = KernelBuffers()


_pool = _BufferPool()


def kernel_buffers() -> KernelBuffers:
    """The buffers of this thread."""
    return _pool.buffers
