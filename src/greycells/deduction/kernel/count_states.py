"""The compiled call: it counts a whole batch of problems.

The problems of a batch have the same deck and the same number of hands. The kernel reads them where Python has them,
in a tuple of tuples, and their numbers come back in rows, so that a single problem is a batch of one. `count_states`
works out one problem after the other on the same rows, so that they stay in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial, log2
from typing import NamedTuple

import numpy as np

from greycells.deduction import cheap_conclusions as conclusions
from greycells.deduction import count_plan as plan
from greycells.deduction.cheap_conclusions import Puzzle, count_bits
from greycells.deduction.count_plan import (
    BITS,
    CHOICE,
    FIELD_ROWS,
    FIRST_ROWS,
    FREE,
    LEFT,
    LEVEL_ROWS,
    LEVELS,
    MAY,
    OPTION_ROWS,
    OUTLINE,
    PLACES,
    SURE,
    Layout,
    lowest,
)
from greycells.deduction.kernel.expand import STEPS, ExpandWork, Soft, expand
from greycells.deduction.kernel.numba_compat import (
    Index,
    Real,
    Values,
    Whole,
    compiled,
    from_plan,
    grid_of,
    inlined,
    item_at,
    length_at,
    line_of,
    part,
    real_at,
    source_stamp,
    whole_at,
)
from greycells.deduction.kernel.tally import CARDS as SIZES
from greycells.deduction.kernel.tally import (
    LANE_TABLE,
    TallyInput,
    count_both_ways,
    count_case_files,
    list_case_files,
    name_case_files,
    number_lanes,
)
from greycells.deduction.problem import CountProblem

CARDS, HOLDINGS, HAND_SIZES, ONE_OF, WRONG, WEIGHTS, TABLES = map(
    CountProblem._fields.index, ("cards", "may", "sizes", "one_of", "wrong", "weights", "tables")
)
"""Where a problem, which is a tuple, has what."""

SEEN, NEEDED, NOTES_HEAD = range(3)
"""The head of the notes: a bit for each status that was seen, and one for wide numbers; the lanes that were missing."""

STATUS, STEP_COUNT, WIDE, FIRST_DEALT, WRONGS, NOTES = range(6)
"""The notes about each problem: the last ones are the first card that was dealt, and how many wrong theories follow."""

COUNTED, NOTHING, UNFIT, TOO_LONG, MORE_STEPS, MORE_LANES, MORE_FACTS, SEEN_WIDE = range(8)
"""What became of a problem; the last three of these statuses ask for larger buffers."""

MOST_CARDS = 62
MOST_BITS = 62
WORD = 64
EXACT_BITS = 90
"""Up to this limit, counts modulo 2**64 and in floating point are exact together; beyond it, plain Python counts."""

FEW_CARDS = 20
"""This many cards can be placed in at most 20! ways, which fits into 64 bits."""

BINOMIALS = MOST_CARDS + 2
LOG_FACTORIAL = np.array([log2(factorial(number)) for number in range(MOST_CARDS + 1)])
settle, free_group = from_plan(conclusions.settle), from_plan(plan.free_group)
order_cards, lay_out = from_plan(plan.order_cards), from_plan(plan.lay_out)

TINY = 1e-12
"""Smaller shares are rounding errors around 0."""


class Desk(NamedTuple):
    """The rows on which one problem after the other is worked out."""

    hands: Whole
    fields: Whole
    levels: Whole
    options: Whole
    outline: Whole
    first: Whole
    choice: Whole
    kinds: Whole
    lanes: Whole
    whole_factor: Values
    real_factor: Real


class ProblemRows(NamedTuple):
    """A problem in rows that may be changed: its hands, then its soft evidence.

    `marks`: the card and the hand of each weight, and `soft` begins with these weights. `counts`: the hand and the
    cards of each table, and where its weights begin in `soft`.
    """

    hands: Whole
    marks: Whole
    counts: Whole
    soft: Real


@inlined
def _read_hard(address: int, facts: int, hands: Whole, owners: Whole, named: Whole) -> None:
    """Read the hands and the facts of the problem at this address."""
    may, sizes, one_of = item_at(address, HOLDINGS), item_at(address, HAND_SIZES), item_at(address, ONE_OF)
    for hand in range(hands.shape[1]):
        hands[MAY, hand] = whole_at(may, hand)
        hands[SURE, hand] = 0
        hands[LEFT, hand] = whole_at(sizes, hand)
    for fact in range(facts):
        pair = item_at(one_of, fact)
        owners[fact] = whole_at(pair, 0)
        named[fact] = whole_at(pair, 1)


@part
def _read_soft(address: int, marks: Whole, counts: Whole, soft: Real) -> bool:
    """Read the soft evidence of the problem at this address; False if there is too little room for its weights."""
    weights, tables = item_at(address, WEIGHTS), item_at(address, TABLES)
    used = marks.shape[1]
    if used > len(soft):
        return False
    for weight in range(used):
        one = item_at(weights, weight)
        marks[0, weight], marks[1, weight] = whole_at(one, 0), whole_at(one, 1)
        soft[weight] = real_at(one, 2)
    for table in range(counts.shape[1]):
        one = item_at(tables, table)
        factors, number = item_at(one, 2), length_at(one, 2)
        if used + number > len(soft):
            return False
        counts[0, table], counts[1, table], counts[2, table] = whole_at(one, 0), whole_at(one, 1), used
        for held in range(number):
            soft[used + held] = real_at(factors, held)
        used += number
    return True


@part
def _mark(problem: ProblemRows, factors: Real) -> int:
    """Lay out the weights of single cards by card and hand, and return the cards that have some."""
    for row in range(factors.shape[0]):
        for column in range(factors.shape[1]):
            factors[row, column] = 1.0
    marked = 0
    for weight in range(problem.marks.shape[1]):
        card, hand = int(problem.marks[0, weight]), int(problem.marks[1, weight])
        factors[card, hand] *= problem.soft[weight]
        marked |= 1 << card
    return marked


@part
def _most_bits(problem: ProblemRows, outline: Whole) -> float:
    """An upper bound for the bits of all numbers in the count, after it is laid out."""
    hands, weights, tables = problem.hands, problem.marks.shape[1], problem.counts.shape[1]
    if weights + tables == 0 and outline[LEVELS] + count_bits(outline[FREE]) <= FEW_CARDS:
        few: float = LOG_FACTORIAL[FEW_CARDS]
        return few
    seats = hands.shape[1] - PLACES
    cards = 0
    bits: float = 0.0
    for hand in range(seats):
        left = int(hands[LEFT, hand])
        cards += left
        bits -= LOG_FACTORIAL[left]
    bits += LOG_FACTORIAL[cards]
    choices = 1.0
    for place in range(seats, seats + PLACES):
        choices *= max(1, count_bits(hands[MAY, place]))
    for weight in range(weights):
        choices *= max(1.0, problem.soft[weight])
    for table in range(tables):
        most = 1.0
        for held in range(count_bits(problem.counts[1, table]) + 1):
            most = max(most, problem.soft[problem.counts[2, table] + held])
        choices *= most
    bits += log2(choices)
    return bits


@part
def _certain_factors(problem: ProblemRows, whole: Values, real: Real) -> None:
    """The factor of the soft evidence about certain cards, modulo 2**64 and as a float, kept in the rows."""
    hands, marks = problem.hands, problem.marks
    whole[0], real[0] = np.uint64(1), 1.0
    for weight in range(marks.shape[1]):
        if hands[SURE, marks[1, weight]] >> marks[0, weight] & 1 != 0:
            whole[0] *= np.uint64(problem.soft[weight])
            real[0] *= problem.soft[weight]
    for table in range(problem.counts.shape[1]):
        hand, cards = problem.counts[0, table], problem.counts[1, table]
        if cards & hands[MAY, hand] == 0:
            held = count_bits(cards & hands[SURE, hand])
            whole[0] *= np.uint64(problem.soft[problem.counts[2, table] + held])
            real[0] *= problem.soft[problem.counts[2, table] + held]


@inlined
def _expand_one(
    address: int, soft: Real, note: Whole, ints: Whole, desk: Desk, work: ExpandWork, factors: Real, most_steps: int
) -> int:
    """Read, lay out and expand the problem at this address; returns its status."""
    hands, cards = desk.hands, whole_at(address, CARDS)
    facts, weights, tables = length_at(address, ONE_OF), length_at(address, WEIGHTS), length_at(address, TABLES)
    note[STEP_COUNT], note[WIDE], note[WRONGS] = 0, 0, length_at(address, WRONG)
    note[FIRST_DEALT] = lowest(cards)
    tables_at, is_soft = 3 * facts + 2 * weights, weights + tables != 0
    if tables_at + 6 * tables > len(ints):
        return MORE_FACTS
    owners, named = line_of(ints, 0, facts), line_of(ints, facts, facts)
    marks = grid_of(ints, 3 * facts, 2, weights)
    counts, table_rows = grid_of(ints, tables_at, 3, tables), grid_of(ints, tables_at + 3 * tables, 3, tables)
    _read_hard(address, facts, hands, owners, named)
    if is_soft and not _read_soft(address, marks, counts, soft):
        return MORE_FACTS
    problem = ProblemRows(hands, marks, counts, soft)
    may, sure, left = hands[MAY], hands[SURE], hands[LEFT]
    # The plan is written for lists; compiled, its rows are arrays.
    puzzle = Puzzle(may, sure, left, owners, named, counts[0], counts[1])  # type: ignore[arg-type]
    kept, outline = settle(cards, puzzle), desk.outline
    if kept < 0:
        return NOTHING
    owners, named, bits_of_facts = line_of(ints, 0, kept), line_of(ints, facts, kept), line_of(ints, 2 * facts, facts)
    puzzle = Puzzle(may, sure, left, owners, named, counts[0], counts[1])  # type: ignore[arg-type]
    layout = Layout(desk.levels, desk.options, desk.fields, bits_of_facts, table_rows, outline)  # type: ignore[arg-type]
    free = free_group(_mark(problem, factors) if is_soft else 0, puzzle)
    levels = order_cards(free, puzzle, layout)
    outline[FREE], outline[LEVELS] = free, levels
    lay_out(free, levels, puzzle, layout)
    bits = _most_bits(problem, outline)
    if outline[BITS] > MOST_BITS or bits > EXACT_BITS:
        return UNFIT
    note[WIDE] = 1 if bits >= WORD - 1 else 0
    evidence = Soft(factors if is_soft else factors[:0], counts, sure, table_rows, soft)
    if not expand(outline, desk.levels, desk.options, evidence, work):
        return TOO_LONG if len(work.weights) == most_steps else MORE_STEPS
    note[STEP_COUNT] = desk.first[STEPS, levels]
    if is_soft:
        _certain_factors(problem, desk.whole_factor, desk.real_factor)
    return COUNTED


@inlined
def _tally_one(desk: Desk, ground: TallyInput, values: Values, factor: Values, row: Values) -> int:
    """Count an expanded problem; returns how many lanes it needs if there are too few."""
    suspects, weapons, rooms = desk.kinds[SIZES, 0], desk.kinds[SIZES, 1], desk.kinds[SIZES, 2]
    deck, holders = suspects + weapons + rooms, desk.hands.shape[1] - PLACES + 1
    states = ground.states.shape[1]
    sums_end = BINOMIALS * BINOMIALS + (suspects + 1) * (weapons + 1) * (rooms + 1)
    ahead_end = sums_end + holders
    ways_end = ahead_end + 2 * states
    most_lanes = (len(values) - ways_end) // 2
    binomial, size = grid_of(values, 0, BINOMIALS, BINOMIALS), deck * holders
    ways, ahead = grid_of(values, ahead_end, 2, states), line_of(values, sums_end, holders)
    count_both_ways(ground, binomial, ways, ahead, grid_of(row, 0, deck, holders))
    if len(row) > size:
        needed = number_lanes(ground, desk.choice, desk.kinds, desk.lanes)
        if needed > most_lanes:
            return needed
        rows = grid_of(values, ways_end, 2, most_lanes)
        sums = line_of(values, BINOMIALS * BINOMIALS, sums_end - BINOMIALS * BINOMIALS)
        count_case_files(ground, desk.choice, desk.kinds, desk.lanes, binomial, rows)
        name_case_files(ground, desk.kinds, desk.lanes, binomial, rows, sums)
        list_case_files(desk.choice, desk.kinds, sums, line_of(row, size, len(row) - size))
    if len(ground.weights) != 0:
        for index in range(len(row)):
            row[index] *= factor[0]
    return 0


@inlined
def _share(notes: Whole, size: int, holders: int, out: Real) -> None:
    """Leave out the wrong theories of each problem, and turn its numbers into fractions of the total.

    The first `size` numbers of a row are those of the cards by holder.
    """
    number = 0
    while number < len(out):
        note = notes[NOTES_HEAD + number * NOTES :]
        row, begin, wrongs = out[number], note[FIRST_DEALT] * holders, note[WRONGS]
        total = 0.0
        for holder in range(holders):
            total += row[begin + holder]
        for wrong in range(number + 1, number + 1 + wrongs):
            less = 0.0
            for holder in range(holders):
                less += out[wrong, begin + holder]
            total -= less
            for index in range(size):
                row[index] -= out[wrong, index]
            for index in range(size, len(row)):
                if out[wrong, index] != 0.0:
                    row[index] = 0.0
        most = total if total != 0.0 else 1.0
        for index in range(size):
            row[index] = row[index] / most if row[index] > most * TINY else 0.0
        for index in range(size, len(row)):
            row[index] /= most
        number += 1 + wrongs


def _make_count_states(stamp: int) -> Callable[..., int]:
    @compiled
    def count_states(
        soft: Real,
        ints: Whole,
        states: Whole,
        small: Index,
        weights: Real,
        whole: Values,
        real: Real,
        kinds: Whole,
        hands: Whole,
        sheet: Whole,
        factors: Real,
        notes: Whole,
        whole_out: Values,
        real_out: Real,
        problems: int,
        start: int,
        most_steps: int,
        exact: int,
    ) -> int:
        """Count the problems from number `start` on; returns the first one for which the buffers are too small.

        `problems` is the address of a tuple of them. Counts exactly, or as shares of the total once all are counted.
        `NEEDED` are the lanes that were missing.
        """
        desk = Desk(
            hands, hands[FIELD_ROWS], sheet[LEVEL_ROWS], sheet[OPTION_ROWS], sheet[OUTLINE], sheet[FIRST_ROWS],
            sheet[CHOICE], kinds, ints[:LANE_TABLE], whole[len(whole) - 1 :], real[len(real) - 1 :],
        )  # fmt: skip
        steps = small.shape[1]
        work = ExpandWork(states, desk.first, small, weights[: min(steps, most_steps)], small[3:].reshape(4 * steps))
        if start == 0:
            notes[SEEN] = 0
        notes[NEEDED] = 0
        end = len(whole_out)
        for number in range(start, end):
            note = notes[NOTES_HEAD + number * NOTES :]
            address = item_at(problems, number)
            status = _expand_one(address, soft, note, ints[LANE_TABLE:], desk, work, factors, most_steps)
            note[STATUS] = status if stamp >= 0 else NOTHING
            notes[SEEN] |= 1 << status
            if status >= MORE_STEPS:
                return number
            if status != COUNTED:
                for index in range(whole_out.shape[1]):
                    whole_out[number, index] = 0
                    real_out[number, index] = 0.0
                continue
            is_soft = length_at(address, WEIGHTS) + length_at(address, TABLES) != 0
            ground = TallyInput(
                hands, desk.levels, desk.options, desk.fields, desk.outline, states, desk.first, small,
                weights if is_soft else weights[:0],
            )  # fmt: skip
            needed = 0
            if exact != 0:
                needed = _tally_one(desk, ground, whole, desk.whole_factor, whole_out[number])
            if exact == 0 or note[WIDE] != 0:
                notes[SEEN] |= note[WIDE] << SEEN_WIDE
                needed = max(needed, _tally_one(desk, ground, real, desk.real_factor, real_out[number]))
            if needed != 0:
                note[STATUS], notes[NEEDED] = MORE_LANES, needed
                return number
        if exact == 0:
            holders = hands.shape[1] - PLACES + 1
            _share(notes, len(factors) * holders, holders, real_out)
        return end

    return count_states


count_states = _make_count_states(source_stamp())
