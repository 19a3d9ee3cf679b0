"""Counting the ways, compiled: forward, backward, and with one lane for every case file."""

from __future__ import annotations

from typing import NamedTuple

from greycells.deduction.count_plan import (
    CARD,
    FIELD,
    FREE,
    HAND,
    LEVELS,
    PLACES,
    SHIFT,
    count_bits,
    lowest,
)
from greycells.deduction.kernel.expand import AFTER, BEFORE, COUNTERS, DEAD, LANE, OPTION, STATE, STEPS
from greycells.deduction.kernel.numba_compat import Index, Real, Value, Values, Whole, part

FIRST_CARD, CARDS, CHOICES = 0, 1, 2


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
def number_lanes(
    hands: Whole, levels: Whole, fields: Whole, outline: Whole, states: Whole, first: Whole, choice: Whole, kinds: Whole
) -> int:
    """Number the choices of case file cards and the lanes of every state, one lane for each case file so far.

    A choice is an individually placed card; the one after the last stands for all free cards, or for a certain card.
    Returns the maximum number of lanes on a level.
    """
    seats = hands.shape[1] - PLACES
    for card in range(kinds[FIRST_CARD, 2] + kinds[CARDS, 2]):
        choice[card] = -1
    for place in range(PLACES):
        kinds[CHOICES, place] = 0
        for level in range(outline[LEVELS]):
            card = levels[CARD, level]
            if hands[0, seats + place] >> card & 1 != 0:
                choice[card] = kinds[CHOICES, place]
                kinds[CHOICES, place] += 1
        rest = hands[0, seats + place] & outline[FREE] | hands[1, seats + place]
        while rest != 0:
            choice[lowest(rest)] = kinds[CHOICES, place]
            rest &= rest - 1
    most = 1
    for level in range(outline[LEVELS] + 1):
        needed = 0
        for state in range(first[STATE, level], first[STATE, level + 1]):
            if states[LANE, state] != DEAD:
                states[LANE, state] = needed
                needed += _lanes_before(PLACES, states[COUNTERS, state], fields, kinds)
        most = max(most, needed)
    return most


@part
def _lanes_before(place: int, counters: int, fields: Whole, kinds: Whole) -> int:
    """How many lanes a state has for the choices made in the places before this one."""
    seats = fields.shape[1] - PLACES
    number = 1
    for earlier in range(place):
        if counters & fields[FIELD, seats + earlier] == 0 and kinds[CHOICES, earlier] > 0:
            number *= kinds[CHOICES, earlier]
    return number


@part
def _unchosen(place: int, counters: int, fields: Whole, kinds: Whole) -> int:
    """The choice that stands for all free cards, where a place is still open; else the first choice."""
    seats = fields.shape[1] - PLACES
    return kinds[CHOICES, place] if counters & fields[FIELD, seats + place] != 0 else 0


@part
def count_both_ways(ground: TallyInput, binomial: Values, ways: Values, table: Values) -> None:
    """Count the ways to and from every state, and multiply them for every card and holder."""
    first, steps, weights = ground.first, ground.steps, ground.weights
    begin = first[STATE, 0]
    last = ground.outline[LEVELS]
    seats = ground.hands.shape[1] - PLACES
    for state in range(begin, first[STATE, last + 1]):
        ways[0, state] = binomial[0, 1]
        ways[1, state] = binomial[0, 1]
    for card in range(table.shape[0]):
        for hand in range(seats + 1):
            table[card, hand] = binomial[0, 1]
    ways[0, begin] = binomial[0, 0]
    for step in range(first[STEPS, 0], first[STEPS, last]):
        number = ways[0, steps[BEFORE, step]]
        if len(weights) != 0:
            number *= ways.dtype.type(weights[step])
        ways[0, steps[AFTER, step]] += number
    for state in range(first[STATE, last], first[STATE, last + 1]):
        _deal_free(state, ground, binomial, ways, table)
    for level in range(last - 1, -1, -1):
        card = ground.levels[CARD, level]
        for step in range(first[STEPS, level], first[STEPS, level + 1]):
            number = ways[1, steps[AFTER, step]]
            if len(weights) != 0:
                number *= ways.dtype.type(weights[step])
            ways[1, steps[BEFORE, step]] += number
            hand = min(ground.options[HAND, steps[OPTION, step]], seats)
            table[card, hand] += number * ways[0, steps[BEFORE, step]]
    _share(ground, ways[1, begin], table)


@part
def _share(ground: TallyInput, total: Value, table: Values) -> None:
    """Give all interchangeable free cards the same numbers, and each certain card all deals."""
    seats = ground.hands.shape[1] - PLACES
    for kind in range(PLACES + 1):
        alike = _alike(kind, ground)
        first = lowest(alike)
        while alike != 0:
            for hand in range(seats + 1):
                table[lowest(alike), hand] = table[first, hand]
            alike &= alike - 1
    for hand in range(ground.hands.shape[1]):
        cards = ground.hands[1, hand]
        while cards != 0:
            table[lowest(cards), min(hand, seats)] = total
            cards &= cards - 1


@part
def _alike(kind: int, ground: TallyInput) -> int:
    """The free cards that may be in this place of the case file, or (for the last kind) in none."""
    seats = ground.hands.shape[1] - PLACES
    cards: int = ground.outline[FREE]
    for place in range(PLACES):
        if kind == place:
            cards &= ground.hands[0, seats + place]
        elif kind == PLACES:
            cards &= ~ground.hands[0, seats + place]
    return cards


@part
def _ways_to_deal(counters: int, holder: int, ground: TallyInput, binomial: Values) -> Value:
    """The ways to deal the free cards after those in the case file, and one for the holder (if any), are chosen."""
    seats = ground.hands.shape[1] - PLACES
    cards = count_bits(ground.outline[FREE])
    for place in range(seats, seats + PLACES):
        if counters & ground.fields[FIELD, place] != 0:
            cards -= 1
    if holder < seats:
        cards -= 1
    ways: Value = binomial[0, 0]
    for hand in range(seats):
        takes = (counters & ground.fields[FIELD, hand]) >> ground.fields[SHIFT, hand]
        if hand == holder:
            takes -= 1
        ways *= binomial[cards, takes]
        cards -= takes
    return ways


@part
def _ways_to_seal(counters: int, without: int, ground: TallyInput, binomial: Values) -> Value:
    """The ways to choose the case file's missing cards among the free ones, excluding some."""
    ways: Value = binomial[0, 0]
    seats = ground.hands.shape[1] - PLACES
    for place in range(seats, seats + PLACES):
        if counters & ground.fields[FIELD, place] != 0:
            ways *= binomial[count_bits(ground.hands[0, place] & ground.outline[FREE] & ~without), 1]
    return ways


@part
def _deal_free(state: int, ground: TallyInput, binomial: Values, ways: Values, table: Values) -> None:
    """Deal the free cards after the others are placed; the first of interchangeable cards stands for all."""
    seats = ground.hands.shape[1] - PLACES
    counters = ground.states[COUNTERS, state]
    each = _ways_to_deal(counters, seats, ground, binomial)
    sealed = _ways_to_seal(counters, 0, ground, binomial)
    ways[1, state] = each * sealed
    for hand in range(seats):
        if counters & ground.fields[FIELD, hand] != 0:
            dealt = ways[0, state] * _ways_to_deal(counters, hand, ground, binomial)
            for kind in range(PLACES + 1):
                alike = _alike(kind, ground)
                if alike != 0:
                    others = _ways_to_seal(counters, alike & -alike, ground, binomial)
                    table[lowest(alike), hand] += dealt * others
    for kind in range(PLACES):
        alike = _alike(kind, ground)
        if alike != 0:
            others = _ways_to_seal(counters, alike & -alike, ground, binomial)
            table[lowest(alike), seats] += ways[0, state] * each * (sealed - others)


@part
def count_case_files(ground: TallyInput, choice: Whole, kinds: Whole, binomial: Values, rows: Values) -> None:
    """The joint distribution over case files: ways are a row of lanes, which a card in the case file shifts."""
    levels, fields, states, first, steps = ground.levels, ground.fields, ground.states, ground.first, ground.steps
    weights = ground.weights
    seats = ground.hands.shape[1] - PLACES
    rows[0, 0] = binomial[0, 0]
    for level in range(ground.outline[LEVELS]):
        source, target = level % 2, (level + 1) % 2
        for state in range(first[STATE, level + 1], first[STATE, level + 2]):
            if states[LANE, state] != DEAD:
                for lane in range(_lanes_before(PLACES, states[COUNTERS, state], fields, kinds)):
                    rows[target, states[LANE, state] + lane] = binomial[0, 1]
        for step in range(first[STEPS, level], first[STEPS, level + 1]):
            counters = states[COUNTERS, steps[BEFORE, step]]
            start, end = states[LANE, steps[BEFORE, step]], states[LANE, steps[AFTER, step]]
            size = _lanes_before(PLACES, counters, fields, kinds)
            run, stride = size, size
            place = ground.options[HAND, steps[OPTION, step]] - seats
            if place >= 0:
                run = _lanes_before(place, counters, fields, kinds)
                stride = run * kinds[CHOICES, place]
                end += run * choice[levels[CARD, level]]
            for _ in range(size // run):
                for lane in range(run):
                    number = rows[source, start + lane]
                    if len(weights) != 0:
                        number *= rows.dtype.type(weights[step])
                    rows[target, end + lane] += number
                start += run
                end += stride


@part
def name_case_files(
    ground: TallyInput, choice: Whole, kinds: Whole, binomial: Values, rows: Values, sums: Values, joint: Values
) -> None:
    """Deal the free cards after every lane, and add up the number of each case file."""
    last = ground.outline[LEVELS]
    seats = ground.hands.shape[1] - PLACES
    second, third = kinds[CHOICES, 1] + 1, kinds[CHOICES, 2] + 1
    for index in range((kinds[CHOICES, 0] + 1) * second * third):
        sums[index] = binomial[0, 1]
    for state in range(ground.first[STATE, last], ground.first[STATE, last + 1]):
        counters = ground.states[COUNTERS, state]
        each = _ways_to_deal(counters, seats, ground, binomial)
        first, both = _lanes_before(1, counters, ground.fields, kinds), _lanes_before(2, counters, ground.fields, kinds)
        a0 = _unchosen(0, counters, ground.fields, kinds)
        b0 = _unchosen(1, counters, ground.fields, kinds)
        c0 = _unchosen(2, counters, ground.fields, kinds)
        for lane in range(_lanes_before(PLACES, counters, ground.fields, kinds)):
            a, b, c = a0 + lane % first, b0 + lane % both // first, c0 + lane // both
            sums[(a * second + b) * third + c] += rows[last % 2, ground.states[LANE, state] + lane] * each
    at = 0
    for suspect in range(kinds[FIRST_CARD, 0], kinds[FIRST_CARD, 0] + kinds[CARDS, 0]):
        for weapon in range(kinds[FIRST_CARD, 1], kinds[FIRST_CARD, 1] + kinds[CARDS, 1]):
            a, b = choice[suspect], choice[weapon]
            for room in range(kinds[FIRST_CARD, 2], kinds[FIRST_CARD, 2] + kinds[CARDS, 2]):
                joint[at] = binomial[0, 1]
                if a >= 0 and b >= 0 and choice[room] >= 0:
                    joint[at] = sums[(a * second + b) * third + choice[room]]
                at += 1
