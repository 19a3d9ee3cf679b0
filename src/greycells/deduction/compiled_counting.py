"""Counting with the compiled kernel: the same results as plain Python, if the problem fits its buffers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from greycells.deduction import python_counting as counting
from greycells.deduction.count_plan import lowest
from greycells.deduction.kernel.answer_gains import answer_gains, scratch_sizes
from greycells.deduction.kernel.buffers import CountRows, DeckShape, kernel_buffers
from greycells.deduction.kernel.count_states import MOST_CARDS, WORD
from greycells.deduction.kernel.numba_compat import Real, Values
from greycells.deduction.problem import Count, CountProblem, Number, Triple
from greycells.deduction.python_counting import MOST_STEPS, without
from greycells.deduction.share_arrays import ShareArrays, arrays_of

BATCH = 256
"""The most problems in one call of the kernel: their rows stay in the processor's cache."""


def count(problem: CountProblem, *, joint: bool = True, most_steps: int = MOST_STEPS) -> Count[int]:
    """Count the deals that fit; `joint=False` leaves out the case files. Weights, if any, must be whole numbers."""
    if problem.wrong or not _small(problem):
        return count_all((problem,), joint=joint, most_steps=most_steps)[0]
    # The usual case, without what only batches and wrong theories need: that would take a tenth of the time.
    rows = kernel_buffers().count((problem,), exact=True, joint=joint, most_steps=most_steps)
    rows.check()
    if rows.all_fit:
        return _whole(problem, rows, 0)
    return counting.count(problem, joint=joint, most_steps=most_steps)


def weigh(problem: CountProblem, *, joint: bool = True, most_steps: int = MOST_STEPS) -> Count[float]:
    """The same as fractions of the total; all 0 if no deal fits. In floating point, with any weights."""
    return weigh_all((problem,), joint=joint, most_steps=most_steps)[0]


def count_all(
    problems: Sequence[CountProblem], *, joint: bool = True, most_steps: int = MOST_STEPS
) -> list[Count[int]]:
    """Count many problems of one deck and number of hands."""
    counts: list[Count[int]] = []
    for some in _batches(problems):
        if not _small(some[0]):
            counts += counting.count_all(some, joint=joint, most_steps=most_steps)
            continue
        rows = kernel_buffers().count(some, exact=True, joint=joint, most_steps=most_steps)
        rows.check()
        ends = (*rows.first[1:], len(rows.whole))
        for problem, first, end in zip(some, rows.first, ends, strict=True):
            if rows.fits(first, end):
                whole = _whole(problem, rows, first)
                for wrong in range(first + 1, end):
                    whole = without(whole, _whole(problem, rows, wrong))
                counts.append(whole)
            else:
                counts.append(counting.count(problem, joint=joint, most_steps=most_steps))
    return counts


def weigh_all(
    problems: Sequence[CountProblem], *, joint: bool = True, most_steps: int = MOST_STEPS
) -> list[Count[float]]:
    """Weigh many problems of one deck and number of hands."""
    counts: list[Count[float]] = []
    for some in _batches(problems):
        if not _small(some[0]):
            counts += counting.weigh_all(some, joint=joint, most_steps=most_steps)
            continue
        rows = kernel_buffers().count(some, exact=False, joint=joint, most_steps=most_steps)
        rows.check()
        ends = (*rows.first[1:], len(rows.whole))
        for problem, first, end in zip(some, rows.first, ends, strict=True):
            if rows.fits(first, end):
                counts.append(_shares(problem, rows, first))
            else:
                counts.append(counting.weigh(problem, joint=joint, most_steps=most_steps))
    return counts


def share_arrays(problems: Sequence[CountProblem], *, most_steps: int = MOST_STEPS) -> ShareArrays:
    """The shares of many problems of one deck and number of hands, in arrays."""
    joint: list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = []
    marginals = list(joint)
    for some in _batches(problems):
        rows = kernel_buffers().count(some, exact=False, joint=True, most_steps=most_steps) if _small(some[0]) else None
        if rows is None or not rows.all_fit:
            near = arrays_of(some, weigh_all(some, most_steps=most_steps))
        else:
            rows.check()
            shape, real = rows.shape, rows.real[list(rows.first)]
            near = ShareArrays(
                real[:, : shape.table].reshape(len(some), shape.cards, shape.holders),
                real[:, shape.table :].reshape(len(some), *shape.sizes),
            )
        marginals.append(near.marginals)
        joint.append(near.joint)
    return ShareArrays(np.concatenate(marginals), np.concatenate(joint))


def totals_and_entropies(problems: Sequence[CountProblem], *, most_steps: int = MOST_STEPS) -> list[tuple[int, float]]:
    """The total of each problem, and the entropy of its case file in bits."""
    found: list[tuple[int, float]] = []
    for some in _batches(problems):
        rows = kernel_buffers().count(some, exact=True, joint=True, most_steps=most_steps) if _small(some[0]) else None
        if rows is None or not rows.simple:
            found += counting.summaries(count_all(some, most_steps=most_steps))
            continue
        rows.check()
        shape = rows.shape
        begins = np.array([lowest(problem.cards) * shape.holders for problem in some])
        totals = rows.whole[np.arange(len(some))[:, None], begins[:, None] + np.arange(shape.holders)].sum(axis=1)
        joint = rows.whole[:, shape.table :] / np.maximum(totals, 1)[:, None]
        entropies = -(joint * np.log2(np.where(joint > 0, joint, 1.0))).sum(axis=1)
        found += zip(totals.tolist(), np.abs(entropies).tolist(), strict=True)
    return found


def load_answer_gains() -> None:
    """Compile or load what the players use to compare suggestions."""
    ints, floats = scratch_sizes(1, 1, 1, 2)
    one = np.ones((1, 1, 1))
    answer_gains(one, np.zeros((3, 2)), 0, 0.0, 0, np.zeros(ints, np.int64), np.zeros(floats), one.copy())


def _batches(problems: Sequence[CountProblem]) -> Sequence[Sequence[CountProblem]]:
    if len(problems) <= BATCH:
        return (problems,) if problems else ()
    return [problems[begin : begin + BATCH] for begin in range(0, len(problems), BATCH)]


def _small(problem: CountProblem) -> bool:
    """Whether the deck and the hands are small enough for the kernel."""
    return problem.deck <= MOST_CARDS and len(problem.may) <= MOST_CARDS


class RowCount(Count[Number]):
    """A count that is still a row of the kernel, and becomes lists and a dictionary when somebody reads them."""

    __slots__ = ("_row", "_shape")

    def __init__(self, total: Number, row: Sequence[Number] | Values | Real, shape: DeckShape) -> None:
        self.total: Number = total
        self._marginals = None
        self._case_files = None
        self._row: Sequence[Number] | Values | Real = row
        self._shape = shape

    @property
    def marginals(self) -> list[list[Number]]:
        if self._marginals is None:
            row, cards, holders = self._row[: self._shape.table], self._shape.cards, self._shape.holders
            if isinstance(row, np.ndarray):
                lists: object = row.reshape(cards, holders).tolist()
                self._marginals = cast("list[list[Number]]", lists)
            else:
                self._marginals = [list(row[card * holders : (card + 1) * holders]) for card in range(cards)]
        return self._marginals

    @property
    def case_files(self) -> dict[Triple, Number]:
        if self._case_files is None:
            row, triples = self._row[self._shape.table :], self._shape.triples
            if isinstance(row, np.ndarray):
                chosen = row.nonzero()[0]
                theories = map(triples.__getitem__, chosen.tolist())
                self._case_files = dict(zip(theories, cast("list[Number]", row[chosen].tolist()), strict=True))
            else:
                self._case_files = {theory: number for theory, number in zip(triples, row, strict=False) if number}
        return self._case_files


def _whole(problem: CountProblem, rows: CountRows, number: int) -> Count[int]:
    """The exact numbers of one row."""
    shape = rows.shape
    begin = lowest(problem.cards) * shape.holders
    if rows.wide(number):
        wide = _restored(rows.whole[number], rows.real[number])
        return RowCount(sum(wide[begin : begin + shape.holders]), wide, shape)
    row = rows.whole[number].copy()
    first: list[int] = row[begin : begin + shape.holders].tolist()
    return RowCount(sum(first), row, shape)


def _shares(problem: CountProblem, rows: CountRows, number: int) -> Count[float]:
    """The shares of one row."""
    shape, row = rows.shape, rows.real[number].copy()
    begin = lowest(problem.cards) * shape.holders
    return RowCount(1.0 if row[begin : begin + shape.holders].any() else 0.0, row, shape)


def _restored(low: Values, near: Real) -> list[int]:
    """Exact integers from their lowest 64 bits and their approximate values."""
    words: list[float] = np.rint((near - low) / 2.0**WORD).tolist()
    lows: list[int] = low.tolist()
    return [number + (int(high) << WORD) if high else number for number, high in zip(lows, words, strict=True)]
