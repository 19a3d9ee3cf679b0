"""The compiled calls: each does one stage of a count for a whole batch of problems.

The problems of a batch have the same deck and the same number of hands. They arrive packed in one array of integers and
one of floats (`buffers` says how), and their numbers come back in rows, so that a single problem is a batch of one.
`expand_states` stores the states of as many problems as there is room for; `tally_states` counts them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial, log2
from typing import NamedTuple

import numpy as np

from greycells.deduction.count_plan import (
    BITS,
    CHOICE,
    FIELD_ROWS,
    FIRST_ROWS,
    FREE,
    HAND_ROWS,
    LEFT,
    LEVEL_ROWS,
    LEVELS,
    MAY,
    OPTION_ROWS,
    OUTLINE,
    PLACES,
    ROWS,
    SURE,
    Layout,
    Puzzle,
    count_bits,
    free_group,
    lay_out,
    order_cards,
    settle,
)
from greycells.deduction.kernel.expand import STATE, STEPS, ExpandWork, Soft, expand
from greycells.deduction.kernel.numba_compat import Index, Real, Values, Whole, compiled, part, source_stamp
from greycells.deduction.kernel.tally import (
    TallyInput,
    count_both_ways,
    count_case_files,
    name_case_files,
    number_lanes,
)

NUMBER, HANDS, SUSPECTS, WEAPONS, ROOMS, MOST_FACTS, MOST_TABLES, LONGEST, SEEN, KINDS = range(10)
HEAD = KINDS + 9
"""The head of a batch: how many problems, their deck and hands, the largest sizes among them, and what was seen.

`SEEN` is the result for the whole batch: a bit for each status, and one for wide numbers.
"""

CARDS, FACTS, WEIGHTS, TABLES, PROBLEM_HEAD = range(5)
"""The head of a problem: its cards, and how many facts, weights and tables follow its hands."""

STATUS, STEP_COUNT, WIDE, SOFT, BEGIN, SOFT_BEGIN, WRONG_OF, INFO = range(8)
"""What is known of a problem: the last ones are where it begins in the packed arrays, and whose wrong theory it is."""

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
TINY = 1e-12
"""Smaller shares are rounding errors around 0."""


class ProblemRows(NamedTuple):
    """A packed problem, the rows that describe its hands, and its soft evidence."""

    given: Whole
    hands: Whole
    counts: Whole
    soft: Real
    table_weights: Real


@part
def _load(given: Whole, hands: Whole, facts: Whole, counts: Whole) -> None:
    """Copy a problem into rows that may be changed."""
    number, many = hands.shape[1], given[FACTS]
    for hand in range(number):
        hands[MAY, hand] = given[PROBLEM_HEAD + hand]
        hands[SURE, hand] = 0
        hands[LEFT, hand] = given[PROBLEM_HEAD + number + hand]
    at = PROBLEM_HEAD + 2 * number
    for fact in range(many):
        facts[fact] = given[at + 2 * fact]
        facts[many + fact] = given[at + 2 * fact + 1]
    at += 2 * many + 2 * given[WEIGHTS]
    for table in range(given[TABLES]):
        counts[0, table] = given[at + 2 * table]
        counts[1, table] = given[at + 2 * table + 1]


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
        for held in range(problem.table_weights.shape[1]):
            most = max(most, problem.table_weights[table, held])
        choices *= most
    bits += log2(choices)
    return bits


@part
def _certain_factors(problem: ProblemRows, whole: Whole, real: Real) -> None:
    """The factor of the soft evidence about certain cards, modulo 2**64 and as a float."""
    given, hands = problem.given, problem.hands
    whole[0], real[0] = 1, 1.0
    at = PROBLEM_HEAD + 2 * hands.shape[1] + 2 * given[FACTS]
    for weight in range(given[WEIGHTS]):
        if hands[SURE, given[at + 2 * weight + 1]] >> given[at + 2 * weight] & 1 != 0:
            whole[0] *= int(problem.soft[weight])
            real[0] *= problem.soft[weight]
    for table in range(given[TABLES]):
        hand, cards = problem.counts[0, table], problem.counts[1, table]
        if cards & hands[MAY, hand] == 0:
            held = count_bits(cards & hands[SURE, hand])
            whole[0] *= int(problem.table_weights[table, held])
            real[0] *= problem.table_weights[table, held]


def _make_expand_states(stamp: int) -> Callable[..., int]:
    @compiled
    def expand_states(
        given: Whole,
        soft: Real,
        ints: Whole,
        states: Whole,
        small: Index,
        weights: Real,
        whole_factors: Whole,
        real_factors: Real,
        info: Whole,
        start: int,
        most_steps: int,
    ) -> int:
        """Lay out and expand the problems from number `start` on, as many as fit; returns where it stopped."""
        hands, longest = given[HANDS], given[LONGEST]
        deck = given[SUSPECTS] + given[WEAPONS] + given[ROOMS]
        width = deck * (hands - PLACES + 1) + 3
        plan_end = ROWS * width
        hand_end = plan_end + HAND_ROWS * hands
        slot = hand_end + 3 * given[MOST_FACTS] + 5 * given[MOST_TABLES]
        slots = small[3:].reshape(4 * small.shape[1])
        steps_end = small.shape[1]
        factors = weights[steps_end : steps_end + deck * hands].reshape((deck, hands))
        step_base = 0
        end: int = given[NUMBER]
        for number in range(start, end):
            base = (number - start) * slot
            if base + slot > len(ints):
                return number
            one = given[info[number, BEGIN] :]
            facts, tables, is_soft = one[FACTS], one[TABLES], info[number, SOFT] != 0
            plan = ints[base : base + plan_end].reshape((ROWS, width))
            rows = ints[base + plan_end : base + hand_end].reshape((HAND_ROWS, hands))
            fact_rows = ints[base + hand_end : base + hand_end + 3 * facts]
            at = base + hand_end + 3 * facts
            counts = ints[at : at + 2 * tables].reshape((2, tables))
            table_rows = ints[at + 2 * tables : at + 5 * tables].reshape((3, tables))
            values = soft[info[number, SOFT_BEGIN] :]
            table_weights = values[one[WEIGHTS] : one[WEIGHTS] + tables * longest].reshape((tables, longest))
            problem = ProblemRows(one, rows, counts, values, table_weights)
            _load(one, rows, fact_rows, counts)
            owners, named = fact_rows[:facts], fact_rows[facts : 2 * facts]
            # The plan is written for lists; compiled, its rows are arrays.
            puzzle = Puzzle(rows[MAY], rows[SURE], rows[LEFT], owners, named, counts[0], counts[1])  # type: ignore[arg-type]
            outline = plan[OUTLINE]
            levels, options, first = plan[LEVEL_ROWS], plan[OPTION_ROWS], plan[FIRST_ROWS]
            fields, bits_of = rows[FIELD_ROWS], fact_rows[2 * facts :]
            layout = Layout(levels, options, fields, bits_of, table_rows, outline)  # type: ignore[arg-type]
            info[number, STATUS] = NOTHING if stamp >= 0 else UNFIT
            if not settle(one[CARDS], puzzle):
                continue
            free = free_group(_mark(problem, factors) if is_soft else 0, puzzle)
            outline[FREE] = free
            outline[LEVELS] = order_cards(free, puzzle, layout)
            lay_out(free, outline[LEVELS], puzzle, layout)
            bits = _most_bits(problem, outline)
            if outline[BITS] > MOST_BITS or bits > EXACT_BITS:
                info[number, STATUS] = UNFIT
                given[SEEN] |= 1 << UNFIT
                continue
            if bits >= WORD - 1:
                info[number, WIDE] = 1
                given[SEEN] |= 1 << SEEN_WIDE
            room = min(steps_end, step_base + most_steps)
            work = ExpandWork(states, first, small, weights[:room], slots)
            evidence = Soft(factors if is_soft else factors[:0], counts, rows[SURE], table_rows, table_weights)
            if not expand(step_base + number - start, step_base, outline, levels, options, evidence, work):
                if room == step_base + most_steps:
                    info[number, STATUS] = TOO_LONG
                    given[SEEN] |= 1 << TOO_LONG
                    continue
                info[number, STATUS] = MORE_STEPS
                return number
            info[number, STATUS] = COUNTED
            info[number, STEP_COUNT] = first[STEPS, outline[LEVELS]] - step_base
            if is_soft:
                _certain_factors(problem, whole_factors[number : number + 1], real_factors[number : number + 1])
            step_base = max(first[STEPS, outline[LEVELS]], first[STATE, outline[LEVELS] + 1] - (number - start))
        return end

    return expand_states


def _make_tally_states(stamp: int) -> Callable[..., int]:
    @compiled
    def tally_states(
        given: Whole,
        ints: Whole,
        states: Whole,
        small: Index,
        weights: Real,
        values: Values,
        factors: Values,
        out: Values,
        info: Whole,
        start: int,
        end: int,
        all_of_them: int,
    ) -> int:
        """Count the expanded problems from `start` to `end`, or only those with wide numbers.

        Returns the first that needs more lanes than there are, or the end.
        """
        hands = given[HANDS]
        deck = given[SUSPECTS] + given[WEAPONS] + given[ROOMS]
        width = deck * (hands - PLACES + 1) + 3
        plan_end = ROWS * width
        hand_end = plan_end + HAND_ROWS * hands
        slot = hand_end + 3 * given[MOST_FACTS] + 5 * given[MOST_TABLES]
        sums_end = BINOMIALS * BINOMIALS + (given[SUSPECTS] + 1) * (given[WEAPONS] + 1) * (given[ROOMS] + 1)
        ways_end = sums_end + 2 * states.shape[1]
        lanes = (len(values) - ways_end) // 2
        binomial = values[: BINOMIALS * BINOMIALS].reshape((BINOMIALS, BINOMIALS))
        sums = values[BINOMIALS * BINOMIALS : sums_end]
        ways = values[sums_end:ways_end].reshape((2, states.shape[1]))
        rows = values[ways_end : ways_end + 2 * lanes].reshape((2, lanes))
        size = deck * (hands - PLACES + 1)
        for number in range(start, end):
            row = out[number]
            if info[number, STATUS] != COUNTED or stamp < 0:
                for index in range(len(row)):
                    row[index] = binomial[0, 1]
                continue
            if info[number, WIDE] == 0 and all_of_them == 0:
                continue
            base = (number - start) * slot
            plan = ints[base : base + plan_end].reshape((ROWS, width))
            hand_rows = ints[base + plan_end : base + hand_end].reshape((HAND_ROWS, hands))
            kinds = given[KINDS:HEAD].reshape((3, 3))
            outline, levels, first, choice = plan[OUTLINE], plan[LEVEL_ROWS], plan[FIRST_ROWS], plan[CHOICE]
            fields = hand_rows[FIELD_ROWS]
            soft = info[number, SOFT] != 0
            ground = TallyInput(
                hand_rows, levels, plan[OPTION_ROWS], fields, outline, states, first, small,
                weights if soft else weights[:0],
            )  # fmt: skip
            count_both_ways(ground, binomial, ways, row[:size].reshape((deck, hands - PLACES + 1)))
            if len(row) > size:
                needed = number_lanes(hand_rows, levels, fields, outline, states, first, choice, kinds)
                if needed > lanes:
                    info[number, STEP_COUNT] = needed
                    info[number, STATUS] = MORE_LANES
                    return number
                count_case_files(ground, choice, kinds, binomial, rows)
                name_case_files(ground, choice, kinds, binomial, rows, sums, row[size:])
            if soft:
                for index in range(len(row)):
                    row[index] *= factors[number]
        return end

    return tally_states


@compiled
def share_states(out: Real, info: Whole, card: int, holders: int, size: int) -> None:
    """Leave out the wrong theories of each problem, and turn its numbers into fractions of the total."""
    begin = card * holders
    for number in range(len(out)):
        if info[number, WRONG_OF] >= 0:
            continue
        row = out[number]
        total = 0.0
        for holder in range(holders):
            total += row[begin + holder]
        wrong = number + 1
        while wrong < len(out) and info[wrong, WRONG_OF] == number:
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


expand_states = _make_expand_states(source_stamp())
tally_states = _make_tally_states(source_stamp())
