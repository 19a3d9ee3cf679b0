"""Counting the ways, compiled: forward, backward, and with one lane for every case file."""

from __future__ import annotations

from typing import NamedTuple

from greycells.deduction.kernel.compiling import Index, Value, Values, Whole, compiled, part
from greycells.deduction.kernel.spreading import AFTER, BEFORE, COUNTERS, DEAD, LANE, OPTION, STATE, STEPS
from greycells.deduction.plan import (
    CARD,
    CHOICE,
    FIELD,
    FIELD_ROWS,
    FIRST_ROWS,
    FREE,
    HAND,
    LEVEL_ROWS,
    LEVELS,
    OPTION_ROWS,
    OUTLINE,
    PLACES,
    SHIFT,
    count_bits,
    lowest,
)

FIRST_CARD, CARDS, CHOICES = 0, 1, 2


class Ground(NamedTuple):
    """What the numbers are counted over: who may and does hold what, the layout, and the states and steps."""

    hands: Whole
    levels: Whole
    options: Whole
    fields: Whole
    outline: Whole
    states: Whole
    first: Whole
    steps: Index


@part
def _number_lanes(
    hands: Whole, levels: Whole, fields: Whole, outline: Whole, states: Whole, first: Whole, choice: Whole, kinds: Whole
) -> int:
    """Give every case file card its choice and every state its lanes, one for each case file so far.

    A choice is a card that is placed singly; the one after the last stands for all free cards, or for a card that is
    sure. Returns how many lanes there are at most on a level.
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


@compiled
def tally(
    hands: Whole,
    plan: Whole,
    states: Whole,
    steps: Index,
    weights: Values,
    binomial: Values,
    ways: Values,
    table: Values,
    kinds: Whole,
    rows: Values,
    sums: Values,
    joint: Values,
) -> int:
    """How many of the deals give each card to each seat, or to the case file; and in `joint`, how many have which.

    Returns how many lanes the joint takes: if there are fewer in `rows`, it is not done. An empty one is left out.
    """
    levels, options, outline, first, choice = (
        plan[LEVEL_ROWS],
        plan[OPTION_ROWS],
        plan[OUTLINE],
        plan[FIRST_ROWS],
        plan[CHOICE],
    )
    fields = hands[FIELD_ROWS]
    ground = Ground(hands, levels, options, fields, outline, states, first, steps)
    _count_both_ways(ground, weights, binomial, ways, table)
    if len(joint) == 0:
        return 0
    lanes = _number_lanes(hands, levels, fields, outline, states, first, choice, kinds)
    if lanes <= rows.shape[1]:
        _count_case_files(ground, choice, kinds, weights, binomial, rows)
        _name_case_files(ground, choice, kinds, binomial, rows, sums, joint)
    return lanes


@part
def _count_both_ways(ground: Ground, weights: Values, binomial: Values, ways: Values, table: Values) -> None:
    """The ways to every state and on from it, and their products for every card and holder."""
    first, steps = ground.first, ground.steps
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
            number *= weights[step]
        ways[0, steps[AFTER, step]] += number
    for state in range(first[STATE, last], first[STATE, last + 1]):
        _deal_free(state, ground, binomial, ways, table)
    for level in range(last - 1, -1, -1):
        card = ground.levels[CARD, level]
        for step in range(first[STEPS, level], first[STEPS, level + 1]):
            number = ways[1, steps[AFTER, step]]
            if len(weights) != 0:
                number *= weights[step]
            ways[1, steps[BEFORE, step]] += number
            hand = min(ground.options[HAND, steps[OPTION, step]], seats)
            table[card, hand] += number * ways[0, steps[BEFORE, step]]
    _share(ground, ways[1, 0], table)


@part
def _share(ground: Ground, total: Value, table: Values) -> None:
    """Give all free cards that are alike the same numbers, and each card that is sure all the deals."""
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
def _alike(kind: int, ground: Ground) -> int:
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
def _ways_to_deal(counters: int, holder: int, ground: Ground, binomial: Values) -> Value:
    """The ways to deal the free cards when those in the case file are chosen, and the holder (if any) has got one."""
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
def _ways_to_seal(counters: int, without: int, ground: Ground, binomial: Values) -> Value:
    """The ways to choose the case file's missing cards among the free ones but for some."""
    ways: Value = binomial[0, 0]
    seats = ground.hands.shape[1] - PLACES
    for place in range(seats, seats + PLACES):
        if counters & ground.fields[FIELD, place] != 0:
            ways *= binomial[count_bits(ground.hands[0, place] & ground.outline[FREE] & ~without), 1]
    return ways


@part
def _deal_free(state: int, ground: Ground, binomial: Values, ways: Values, table: Values) -> None:
    """Deal the free cards at the end of one way of placing the others; of those alike, the first stands for all."""
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
def _count_case_files(
    ground: Ground, choice: Whole, kinds: Whole, weights: Values, binomial: Values, rows: Values
) -> None:
    """The joint over case files: the ways to a state are a row of lanes, and a sealed card moves them to its own."""
    levels, fields, states, first, steps = ground.levels, ground.fields, ground.states, ground.first, ground.steps
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
                        number *= weights[step]
                    rows[target, end + lane] += number
                start += run
                end += stride


@part
def _name_case_files(
    ground: Ground, choice: Whole, kinds: Whole, binomial: Values, rows: Values, sums: Values, joint: Values
) -> None:
    """Deal the free cards after every lane, and give each case file its number."""
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
