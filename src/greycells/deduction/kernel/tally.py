"""Counting the ways, compiled: forward, backward, and with one lane for every case file."""

from __future__ import annotations

from typing import NamedTuple

from greycells.deduction.cheap_conclusions import count_bits
from greycells.deduction.count_plan import (
    CARD,
    COST,
    FIELD,
    FREE,
    HAND,
    LEVELS,
    PLACES,
    SHIFT,
    lowest,
)
from greycells.deduction.kernel.expand import AFTER, BEFORE, COUNTERS, DEAD, LANE, OPTION, STATE, STEPS
from greycells.deduction.kernel.numba_compat import Index, Real, Value, Values, Whole, inlined, part

FIRST_CARD, CARDS, CHOICES = 0, 1, 2
PLACES_SHIFT, PLACES_USED = range(32, 34)
LANE_ROW, LANE_TABLE = PLACES + 1, 34
"""The size of a row and of the table of lanes: four numbers for each set of open places, and how to find that set."""


class TallyInput(NamedTuple):
    """The input of a count: who may and does hold what, the layout, the states and steps, and the steps' weights.

    `weights` is empty without soft evidence.
    """

    hands: Whole
    levels: Whole
    options: Whole
    fields: Whole
    outline: Whole
    states: Whole
    first: Whole
    steps: Index
    weights: Real


@part
def number_lanes(ground: TallyInput, choice: Whole, kinds: Whole, lanes: Whole) -> int:
    """Number the choices of case file cards and the lanes of every state, one lane for each case file so far.

    A choice is an individually placed card; the one after the last stands for all free cards, or for a certain card.
    Leaves the number of lanes of each level in the scratch row, and returns the largest.
    """
    hands, states, first = ground.hands, ground.states, ground.first
    seats = hands.shape[1] - PLACES
    for card in range(kinds[FIRST_CARD, 2] + kinds[CARDS, 2]):
        choice[card] = -1
    for place in range(PLACES):
        kinds[CHOICES, place] = 0
        for level in range(ground.outline[LEVELS]):
            card = ground.levels[CARD, level]
            if hands[0, seats + place] >> card & 1 != 0:
                choice[card] = kinds[CHOICES, place]
                kinds[CHOICES, place] += 1
        rest = hands[0, seats + place] & ground.outline[FREE] | hands[1, seats + place]
        while rest != 0:
            choice[lowest(rest)] = kinds[CHOICES, place]
            rest &= rest - 1
    _tabulate_lanes(ground.fields, kinds, lanes)
    shift, used = lanes[PLACES_SHIFT], lanes[PLACES_USED]
    most = 1
    for level in range(ground.outline[LEVELS] + 1):
        needed = 0
        for state in range(first[STATE, level], first[STATE, level + 1]):
            if states[LANE, state] != DEAD:
                states[LANE, state] = needed
                needed += lanes[(states[COUNTERS, state] >> shift & used) * LANE_ROW + PLACES]
        ground.levels[COST, level] = needed
        most = max(most, needed)
    return most  # pyright: ignore[reportReturnType]


@inlined
def _tabulate_lanes(fields: Whole, kinds: Whole, lanes: Whole) -> None:
    """For every set of open places, how many lanes there are for the choices in the places before each place.

    A place that is still open has no lanes yet. The fields of the places follow one another, a bit each.
    """
    seats = fields.shape[1] - PLACES
    shift = fields[SHIFT, seats]
    used = (fields[FIELD, seats] | fields[FIELD, seats + 1] | fields[FIELD, seats + 2]) >> shift
    lanes[PLACES_SHIFT], lanes[PLACES_USED] = shift, used
    for places in range(used + 1):
        number = 1
        for place in range(PLACES):
            lanes[places * LANE_ROW + place] = number
            if (places << shift) & fields[FIELD, seats + place] == 0 and kinds[CHOICES, place] > 0:
                number *= kinds[CHOICES, place]
        lanes[places * LANE_ROW + PLACES] = number


@part
def count_both_ways(ground: TallyInput, binomial: Values, ways: Values, ahead: Values, table: Values) -> None:
    """Count the ways to and from every state, and multiply them for every card and holder."""
    first, steps, weights = ground.first, ground.steps, ground.weights
    last = ground.outline[LEVELS]
    seats = ground.hands.shape[1] - PLACES
    for state in range(first[STATE, last + 1]):
        ways[0, state] = binomial[0, 1]
        ways[1, state] = binomial[0, 1]
    for card in range(table.shape[0]):
        for hand in range(seats + 1):
            table[card, hand] = binomial[0, 1]
    ways[0, 0] = binomial[0, 0]
    for step in range(first[STEPS, last]):
        number = ways[0, steps[BEFORE, step]]
        if len(weights) != 0:
            number *= ways.dtype.type(weights[step])
        ways[0, steps[AFTER, step]] += number
    # The free cards that may be in each place of the case file, then those that may be in none.
    free = ground.outline[FREE]
    alike = (
        free & ground.hands[0, seats],
        free & ground.hands[0, seats + 1],
        free & ground.hands[0, seats + 2],
        free & ~(ground.hands[0, seats] | ground.hands[0, seats + 1] | ground.hands[0, seats + 2]),
    )
    for state in range(first[STATE, last], first[STATE, last + 1]):
        if free == 0:
            ways[1, state] = binomial[0, 0]
        else:
            _deal_free(state, alike, ground, binomial, ways, ahead, table)
    for level in range(last - 1, -1, -1):
        card = ground.levels[CARD, level]
        for step in range(first[STEPS, level], first[STEPS, level + 1]):
            number = ways[1, steps[AFTER, step]]
            if len(weights) != 0:
                number *= ways.dtype.type(weights[step])
            ways[1, steps[BEFORE, step]] += number
            hand = min(ground.options[HAND, steps[OPTION, step]], seats)
            table[card, hand] += number * ways[0, steps[BEFORE, step]]
    _share(alike, ground, ways[1, 0], table)


@inlined
def _share(alike: tuple[int, int, int, int], ground: TallyInput, total: Value, table: Values) -> None:
    """Give all interchangeable free cards the same numbers, and each certain card all deals."""
    seats = ground.hands.shape[1] - PLACES
    for kind in range(PLACES + 1):
        rest = alike[kind]
        first = lowest(rest)
        while rest != 0:
            for hand in range(seats + 1):
                table[lowest(rest), hand] = table[first, hand]
            rest &= rest - 1
    for hand in range(ground.hands.shape[1]):
        cards = ground.hands[1, hand]
        while cards != 0:
            table[lowest(cards), min(hand, seats)] = total
            cards &= cards - 1


@inlined
def _deal_free(
    state: int,
    alike: tuple[int, int, int, int],
    ground: TallyInput,
    binomial: Values,
    ways: Values,
    ahead: Values,
    table: Values,
) -> None:
    """Deal the free cards after the others are placed; the first of interchangeable cards stands for all.

    The hands choose one after the other. If a hand has that first card, those `ahead` of it choose from one card less.
    """
    seats = ground.hands.shape[1] - PLACES
    counters = ground.states[COUNTERS, state]
    # For each place that is open, 1 and the number of its free cards; else 0 and 1.
    fields = ground.fields
    open_one = (counters & fields[FIELD, seats]) >> fields[SHIFT, seats]
    open_two = (counters & fields[FIELD, seats + 1]) >> fields[SHIFT, seats + 1]
    open_three = (counters & fields[FIELD, seats + 2]) >> fields[SHIFT, seats + 2]
    one = 1 + open_one * (count_bits(alike[0]) - 1)
    two = 1 + open_two * (count_bits(alike[1]) - 1)
    three = 1 + open_three * (count_bits(alike[2]) - 1)
    # The ways to choose the case file's missing cards, and those without the first one of each kind.
    sealed = ways.dtype.type(one * two * three)
    others = (
        ways.dtype.type((one - open_one) * two * three),
        ways.dtype.type(one * (two - open_two) * three),
        ways.dtype.type(one * two * (three - open_three)),
        sealed,
    )
    cards = count_bits(ground.outline[FREE]) - open_one - open_two - open_three
    before: Value = ways[0, state]
    for hand in range(seats):
        takes = (counters & fields[FIELD, hand]) >> fields[SHIFT, hand]
        ahead[hand] = before
        before *= binomial[max(cards - 1, 0), takes]  # pyright: ignore[reportAssignmentType]
        cards -= takes
    each: Value = binomial[0, 0]
    for hand in range(seats - 1, -1, -1):
        takes = int((counters & fields[FIELD, hand]) >> fields[SHIFT, hand])
        if takes != 0:
            cards += takes
            dealt: Value = ahead[hand] * binomial[cards - 1, takes - 1] * each
            each *= binomial[cards, takes]
            for kind in range(PLACES + 1):
                if alike[kind] != 0:
                    table[lowest(alike[kind]), hand] += dealt * others[kind]
    ways[1, state] = each * sealed
    for kind in range(PLACES):
        if alike[kind] != 0:
            table[lowest(alike[kind]), seats] += ways[0, state] * each * (sealed - others[kind])


@part
def count_case_files(
    ground: TallyInput, choice: Whole, kinds: Whole, lanes: Whole, binomial: Values, rows: Values
) -> None:
    """The joint distribution over case files: ways are a row of lanes, which a card in the case file shifts."""
    states, first, steps, weights = ground.states, ground.first, ground.steps, ground.weights
    seats = ground.hands.shape[1] - PLACES
    shift, used = lanes[PLACES_SHIFT], lanes[PLACES_USED]
    rows[0, 0] = binomial[0, 0]
    for level in range(ground.outline[LEVELS]):
        source, target = level & 1, 1 - (level & 1)
        for lane in range(ground.levels[COST, level + 1]):
            rows[target, lane] = binomial[0, 1]
        for step in range(first[STEPS, level], first[STEPS, level + 1]):
            before = steps[BEFORE, step]
            start, end = states[LANE, before], states[LANE, steps[AFTER, step]]
            here = (states[COUNTERS, before] >> shift & used) * LANE_ROW
            size = lanes[here + PLACES]
            run, stride = size, size
            place = ground.options[HAND, steps[OPTION, step]] - seats
            if place >= 0:
                run = lanes[here + place]
                stride = run * kinds[CHOICES, place]
                end += run * choice[ground.levels[CARD, level]]
            stop = start + size
            while start < stop:
                if len(weights) == 0:
                    for lane in range(run):
                        rows[target, end + lane] += rows[source, start + lane]
                else:
                    factor = rows.dtype.type(weights[step])
                    for lane in range(run):
                        rows[target, end + lane] += rows[source, start + lane] * factor
                start += run
                end += stride


@part
def name_case_files(
    ground: TallyInput, kinds: Whole, lanes: Whole, binomial: Values, rows: Values, sums: Values
) -> None:
    """Deal the free cards after every lane, and add up the numbers by choices."""
    last = ground.outline[LEVELS]
    seats = ground.hands.shape[1] - PLACES
    third = kinds[CHOICES, 2] + 1
    both = third * (kinds[CHOICES, 1] + 1)
    for index in range(both * (kinds[CHOICES, 0] + 1)):
        sums[index] = binomial[0, 1]
    for state in range(ground.first[STATE, last], ground.first[STATE, last + 1]):
        counters = ground.states[COUNTERS, state]
        places = counters >> lanes[PLACES_SHIFT] & lanes[PLACES_USED]
        cards = count_bits(ground.outline[FREE]) - count_bits(places)
        each: Value = binomial[0, 0]
        for hand in range(seats):
            takes = (counters & ground.fields[FIELD, hand]) >> ground.fields[SHIFT, hand]
            each *= binomial[cards, takes]
            cards -= takes
        here = places * LANE_ROW
        at = ground.states[LANE, state]
        end = at + lanes[here + PLACES]
        # Where a place is open, the choice that stands for all free cards; else the first choice.
        first = 0
        for place in range(PLACES):
            first *= kinds[CHOICES, place] + 1
            if counters & ground.fields[FIELD, seats + place] != 0:
                first += kinds[CHOICES, place]
        while at < end:
            row, stop = first, at + lanes[here + 2]
            while at < stop:
                for lane in range(lanes[here + 1]):
                    sums[row + lane * both] += rows[last & 1, at + lane] * each
                at += lanes[here + 1]
                row += third
            first += 1


@part
def list_case_files(choice: Whole, kinds: Whole, sums: Values, joint: Values) -> None:
    """The number of every case file, in the order of the deck, from the sums by choices."""
    third = kinds[CHOICES, 2] + 1
    both = third * (kinds[CHOICES, 1] + 1)
    for index in range(len(joint)):
        joint[index] = 0
    at = 0
    for suspect in range(kinds[FIRST_CARD, 0], kinds[FIRST_CARD, 0] + kinds[CARDS, 0]):
        if choice[suspect] < 0:
            at += kinds[CARDS, 1] * kinds[CARDS, 2]
            continue
        for weapon in range(kinds[FIRST_CARD, 1], kinds[FIRST_CARD, 1] + kinds[CARDS, 1]):
            if choice[weapon] >= 0:
                row = choice[suspect] * both + choice[weapon] * third
                for room in range(kinds[CARDS, 2]):
                    chosen = choice[kinds[FIRST_CARD, 2] + room]
                    if chosen >= 0:
                        joint[at + room] = sums[row + chosen]
            at += kinds[CARDS, 2]
