"""The compiled call: it counts a whole batch of problems.

The problems of a batch have the same deck and the same number of hands. They arrive packed in one array of integers and
one of floats (`buffers` says how), and their numbers come back in rows, so that a single problem is a batch of one.
`count_states` works out one problem after the other on the same rows, so that they stay in the processor's cache.
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
    inlined,
    part,
    source_stamp,
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

CARDS, WRONG_OF, FACTS, WEIGHTS, TABLES, PROBLEM_HEAD = range(6)
"""The head of a packed problem: its cards, whose wrong theory it is (or -1), and how many facts, weights and tables
follow its hands."""

SEEN, NEEDED, NOTES_HEAD = range(3)
"""The head of the notes: a bit for each status that was seen, and one for wide numbers; the lanes that were missing."""

STATUS, STEP_COUNT, WIDE, BEGIN, SOFT_BEGIN, NOTES = range(6)
"""The notes about each problem: the last ones are where it begins in the packed arrays."""

COUNTED, NOTHING, UNFIT, TOO_LONG, MORE_STEPS, MORE_LANES, SEEN_WIDE = range(7)
"""What became of a problem; the last two of these statuses ask for larger buffers."""

MOST_CARDS = 62
MOST_BITS = 62
WORD = 64
EXACT_BITS = 90
"""Up to this limit, counts modulo 2**64 and in floating point are exact together; beyond it, plain Python counts."""

FEW_CARDS = 20
"""This many cards can be placed in at most 20! ways, which fits into 64 bits."""

BINOMIALS = MOST_CARDS + 2
LOG_FACTORIAL = np.array([log2(factorial(number)) for number in range(MOST_CARDS + 1)])
settle, gather_facts = from_plan(conclusions.settle), from_plan(conclusions.gather_facts)
free_group, order_cards, lay_out = from_plan(plan.free_group), from_plan(plan.order_cards), from_plan(plan.lay_out)

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
    """A packed problem, the rows that describe its hands, and its soft evidence.

    `counts`: the hand and the cards of each table, and where its weights begin in `soft`.
    """

    given: Whole
    hands: Whole
    counts: Whole
    soft: Real


@inlined
def _load(given: Whole, hands: Whole, owners: Whole, named: Whole, counts: Whole) -> tuple[int, int]:
    """Copy a problem into rows that may be changed; returns how long it is, in integers and in floats."""
    number, many = hands.shape[1], given[FACTS]
    for hand in range(number):
        hands[MAY, hand] = given[PROBLEM_HEAD + hand]
        hands[SURE, hand] = 0
        hands[LEFT, hand] = given[PROBLEM_HEAD + number + hand]
    at = PROBLEM_HEAD + 2 * number
    for fact in range(many):
        owners[fact] = given[at + 2 * fact]
        named[fact] = given[at + 2 * fact + 1]
    at += 2 * many + 2 * given[WEIGHTS]
    soft_at: int = given[WEIGHTS]
    for table in range(given[TABLES]):
        counts[0, table], counts[1, table], counts[2, table] = given[at], given[at + 1], soft_at
        soft_at += int(given[at + 2])
        at += 3
    return at, soft_at


@part
def _mark(problem: ProblemRows, factors: Real) -> int:
    """Lay out the weights of single cards by card and hand, and return the cards that have some."""
    given = problem.given
    at = PROBLEM_HEAD + 2 * problem.hands.shape[1] + 2 * given[FACTS]
    for row in range(factors.shape[0]):
        for column in range(factors.shape[1]):
            factors[row, column] = 1.0
    marked = 0
    for weight in range(given[WEIGHTS]):
        card, hand = int(given[at + 2 * weight]), int(given[at + 2 * weight + 1])
        factors[card, hand] *= problem.soft[weight]
        marked |= 1 << card
    return marked


@part
def _most_bits(problem: ProblemRows, outline: Whole) -> float:
    """An upper bound for the bits of all numbers in the count, after it is laid out."""
    given, hands = problem.given, problem.hands
    if given[WEIGHTS] + given[TABLES] == 0 and outline[LEVELS] + count_bits(outline[FREE]) <= FEW_CARDS:
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
    for weight in range(given[WEIGHTS]):
        choices *= max(1.0, problem.soft[weight])
    for table in range(given[TABLES]):
        most = 1.0
        for held in range(count_bits(problem.counts[1, table]) + 1):
            most = max(most, problem.soft[problem.counts[2, table] + held])
        choices *= most
    bits += log2(choices)
    return bits


@part
def _certain_factors(problem: ProblemRows, whole: Values, real: Real) -> None:
    """The factor of the soft evidence about certain cards, modulo 2**64 and as a float, kept in the rows."""
    given, hands = problem.given, problem.hands
    whole[0], real[0] = np.uint64(1), 1.0
    at = PROBLEM_HEAD + 2 * hands.shape[1] + 2 * given[FACTS]
    for weight in range(given[WEIGHTS]):
        if hands[SURE, given[at + 2 * weight + 1]] >> given[at + 2 * weight] & 1 != 0:
            whole[0] *= np.uint64(problem.soft[weight])
            real[0] *= problem.soft[weight]
    for table in range(given[TABLES]):
        hand, cards = problem.counts[0, table], problem.counts[1, table]
        if cards & hands[MAY, hand] == 0:
            held = count_bits(cards & hands[SURE, hand])
            whole[0] *= np.uint64(problem.soft[problem.counts[2, table] + held])
            real[0] *= problem.soft[problem.counts[2, table] + held]


@inlined
def _expand_one(
    given: Whole, soft: Real, note: Whole, ints: Whole, desk: Desk, work: ExpandWork, factors: Real, most_steps: int
) -> int:
    """Lay out and expand the problem that begins where its note says; returns its status."""
    hands = desk.hands
    one, values = given[note[BEGIN] :], soft[note[SOFT_BEGIN] :]
    facts, tables, is_soft = one[FACTS], one[TABLES], one[WEIGHTS] + one[TABLES] != 0
    fact_rows = ints[:facts], ints[facts : 2 * facts], ints[2 * facts : 3 * facts]
    both = ints[3 * facts : 3 * facts + 6 * tables].reshape((6, tables))
    counts, table_rows = both[:3], both[3:]
    problem = ProblemRows(one, hands, counts, values)
    length, soft_length = _load(one, hands, fact_rows[0], fact_rows[1], counts)
    note[STEP_COUNT], note[WIDE] = 0, 0
    note[NOTES + BEGIN], note[NOTES + SOFT_BEGIN] = note[BEGIN] + length, note[SOFT_BEGIN] + soft_length
    may, sure, left = hands[MAY], hands[SURE], hands[LEFT]
    # The plan is written for lists; compiled, its rows are arrays.
    puzzle = Puzzle(may, sure, left, fact_rows[0], fact_rows[1], counts[0], counts[1])  # type: ignore[arg-type]
    if not settle(one[CARDS], puzzle):
        return NOTHING
    kept, outline = gather_facts(puzzle), desk.outline
    puzzle = Puzzle(may, sure, left, fact_rows[0][:kept], fact_rows[1][:kept], counts[0], counts[1])  # type: ignore[arg-type]
    layout = Layout(desk.levels, desk.options, desk.fields, fact_rows[2], table_rows, outline)  # type: ignore[arg-type]
    free = free_group(_mark(problem, factors) if is_soft else 0, puzzle)
    levels = order_cards(free, puzzle, layout)
    outline[FREE], outline[LEVELS] = free, levels
    lay_out(free, levels, puzzle, layout)
    bits = _most_bits(problem, outline)
    if outline[BITS] > MOST_BITS or bits > EXACT_BITS:
        return UNFIT
    note[WIDE] = 1 if bits >= WORD - 1 else 0
    evidence = Soft(factors if is_soft else factors[:0], counts, sure, table_rows, values)
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
    binomial = values[: BINOMIALS * BINOMIALS].reshape((BINOMIALS, BINOMIALS))
    size = deck * holders
    ways, ahead = values[ahead_end:ways_end].reshape((2, states)), values[sums_end:ahead_end]
    count_both_ways(ground, binomial, ways, ahead, row[:size].reshape((deck, holders)))
    if len(row) > size:
        needed = number_lanes(ground, desk.choice, desk.kinds, desk.lanes)
        if needed > most_lanes:
            return needed
        rows = values[ways_end : ways_end + 2 * most_lanes].reshape((2, most_lanes))
        sums = values[BINOMIALS * BINOMIALS : sums_end]
        count_case_files(ground, desk.choice, desk.kinds, desk.lanes, binomial, rows)
        name_case_files(ground, desk.kinds, desk.lanes, binomial, rows, sums)
        list_case_files(desk.choice, desk.kinds, binomial, sums, row[size:])
    if len(ground.weights) != 0:
        for index in range(len(row)):
            row[index] *= factor[0]
    return 0


@inlined
def _share(given: Whole, notes: Whole, size: int, holders: int, out: Real) -> None:
    """Leave out the wrong theories of each problem, and turn its numbers into fractions of the total.

    The first `size` numbers of a row are those of the cards by holder.
    """
    for number in range(len(out)):
        problem = given[notes[NOTES_HEAD + number * NOTES + BEGIN] :]
        if problem[WRONG_OF] >= 0:
            continue
        row = out[number]
        begin = lowest(problem[CARDS]) * holders
        total = 0.0
        for holder in range(holders):
            total += row[begin + holder]
        wrong = number + 1
        while wrong < len(out) and given[notes[NOTES_HEAD + wrong * NOTES + BEGIN] + WRONG_OF] == number:
            less = 0.0
            for holder in range(holders):
                less += out[wrong, begin + holder]
            total -= less
            for index in range(size):
                row[index] -= out[wrong, index]
            for index in range(size, len(row)):
                if out[wrong, index] != 0.0:
                    row[index] = 0.0
            wrong += 1
        most = total if total != 0.0 else 1.0
        for index in range(size):
            row[index] = row[index] / most if row[index] > most * TINY else 0.0
        for index in range(size, len(row)):
            row[index] /= most


def _make_count_states(stamp: int) -> Callable[..., int]:
    @compiled
    def count_states(
        given: Whole,
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
        start: int,
        most_steps: int,
        exact: int,
    ) -> int:
        """Count the problems from number `start` on; returns the first one for which the buffers are too small.

        Exactly, or as shares of the total, once all of them are counted. `NEEDED` are the lanes that were missing.
        """
        desk = Desk(
            hands, hands[FIELD_ROWS], sheet[LEVEL_ROWS], sheet[OPTION_ROWS], sheet[OUTLINE], sheet[FIRST_ROWS],
            sheet[CHOICE], kinds, ints[:LANE_TABLE], whole[len(whole) - 1 :], real[len(real) - 1 :],
        )  # fmt: skip
        steps = small.shape[1]
        work = ExpandWork(states, desk.first, small, weights[: min(steps, most_steps)], small[3:].reshape(4 * steps))
        if start == 0:
            notes[SEEN], notes[NOTES_HEAD + BEGIN], notes[NOTES_HEAD + SOFT_BEGIN] = 0, 0, 0
        notes[NEEDED] = 0
        end = len(whole_out)
        for number in range(start, end):
            note = notes[NOTES_HEAD + number * NOTES :]
            status = _expand_one(given, soft, note, ints[LANE_TABLE:], desk, work, factors, most_steps)
            note[STATUS] = status if stamp >= 0 else NOTHING
            notes[SEEN] |= 1 << status
            if status == MORE_STEPS:
                return number
            if status != COUNTED:
                for index in range(whole_out.shape[1]):
                    whole_out[number, index] = 0
                    real_out[number, index] = 0.0
                continue
            is_soft = given[note[BEGIN] + WEIGHTS] + given[note[BEGIN] + TABLES] != 0
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
                notes[NEEDED] = needed
                return number
        if exact == 0:
            holders = hands.shape[1] - PLACES + 1
            _share(given, notes, len(factors) * holders, holders, real_out)
        return end

    return count_states


count_states = _make_count_states(source_stamp())
