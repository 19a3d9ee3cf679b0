"""Counting the ways, compiled: forward, backward, and with one lane for every case file."""

from __future__ import annotations

from typing import NamedTuple

from greycells.deduction.cheap_conclusions import count_bits
from greycells.deduction.count_plan import (
    CARD,
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
LANE_TABLE = 34
"""The size of the table of lanes: four numbers for each set of open places, and how to find that set."""


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
    Returns the maximum number of lanes on a level.
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
    most = 1
    for level in range(ground.outline[LEVELS] + 1):
        needed = 0
        for state in range(first[STATE, level], first[STATE, level + 1]):
            if states[LANE, state] != DEAD:
                states[LANE, state] = needed
                needed += lanes[_open_places(states[COUNTERS, state], lanes) + PLACES]
        most = max(most, needed)
    return most


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
            lanes[places * (PLACES + 1) + place] = number
            if (places << shift) & fields[FIELD, seats + place] == 0 and kinds[CHOICES, place] > 0:
                number *= kinds[CHOICES, place]
        lanes[places * (PLACES + 1) + PLACES] = number


@inlined
def _open_places(counters: int, lanes: Whole) -> int:
    """Where the table of lanes has the row for the places that are still open."""
    row: int = (counters >> lanes[PLACES_SHIFT] & lanes[PLACES_USED]) * (PLACES + 1)
    return row


@inlined
def _unchosen(place: int, counters: int, fields: Whole, kinds: Whole) -> int:
    """The choice that stands for all free cards, where a place is still open; else the first choice."""
    seats = fields.shape[1] - PLACES
    return kinds[CHOICES, place] if counters & fields[FIELD, seats + place] != 0 else 0


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
    alike = _alike(0, ground), _alike(1, ground), _alike(2, ground), _alike(PLACES, ground)
    for state in range(first[STATE, last], first[STATE, last + 1]):
        if ground.outline[FREE] == 0:
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
    _share(ground, ways[1, 0], table)


@inlined
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


@inlined
def _free_to_deal(counters: int, ground: TallyInput) -> int:
    """How many of the free cards are left after the case file's missing cards are chosen."""
    seats = ground.hands.shape[1] - PLACES
    cards = count_bits(ground.outline[FREE])
    for place in range(seats, seats + PLACES):
        if counters & ground.fields[FIELD, place] != 0:
            cards -= 1
    return cards


@part
def _ways_to_seal(counters: int, without: int, ground: TallyInput, binomial: Values) -> Value:
    """The ways to choose the case file's missing cards among the free ones, excluding some."""
    ways: Value = binomial[0, 0]
    seats = ground.hands.shape[1] - PLACES
    for place in range(seats, seats + PLACES):
        if counters & ground.fields[FIELD, place] != 0:
            ways *= binomial[count_bits(ground.hands[0, place] & ground.outline[FREE] & ~without), 1]
    return ways


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
    sealed = _ways_to_seal(counters, 0, ground, binomial)
    others = (
        _ways_to_seal(counters, alike[0] & -alike[0], ground, binomial),
        _ways_to_seal(counters, alike[1] & -alike[1], ground, binomial),
        _ways_to_seal(counters, alike[2] & -alike[2], ground, binomial),
        sealed,
    )
    cards = _free_to_deal(counters, ground)
    before: Value = ways[0, state]
    for hand in range(seats):
        takes = (counters & ground.fields[FIELD, hand]) >> ground.fields[SHIFT, hand]
        ahead[hand] = before
        before *= binomial[max(cards - 1, 0), takes]
        cards -= takes
    each: Value = binomial[0, 0]
    for hand in range(seats - 1, -1, -1):
        takes = int((counters & ground.fields[FIELD, hand]) >> ground.fields[SHIFT, hand])
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
    rows[0, 0] = binomial[0, 0]
    for level in range(ground.outline[LEVELS]):
        source, target = level % 2, (level + 1) % 2
        used = 0
        for state in range(first[STATE, level + 2] - 1, first[STATE, level + 1] - 1, -1):
            if states[LANE, state] != DEAD:
                used = states[LANE, state] + lanes[_open_places(states[COUNTERS, state], lanes) + PLACES]
                break
        for lane in range(used):
            rows[target, lane] = binomial[0, 1]
        for step in range(first[STEPS, level], first[STEPS, level + 1]):
            before = steps[BEFORE, step]
            start, end = states[LANE, before], states[LANE, steps[AFTER, step]]
            here = _open_places(states[COUNTERS, before], lanes)
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
        cards = _free_to_deal(counters, ground)
        each: Value = binomial[0, 0]
        for hand in range(seats):
            takes = (counters & ground.fields[FIELD, hand]) >> ground.fields[SHIFT, hand]
            each *= binomial[cards, takes]
            cards -= takes
        here = _open_places(counters, lanes)
        at = ground.states[LANE, state]
        end = at + lanes[here + PLACES]
        first = _unchosen(0, counters, ground.fields, kinds) * both
        first += _unchosen(1, counters, ground.fields, kinds) * third + _unchosen(2, counters, ground.fields, kinds)
        while at < end:
            row, stop = first, at + lanes[here + 2]
            while at < stop:
                for lane in range(lanes[here + 1]):
                    sums[row + lane * both] += rows[last % 2, at + lane] * each
                at += lanes[here + 1]
                row += third
            first += 1


@part
def list_case_files(choice: Whole, kinds: Whole, binomial: Values, sums: Values, joint: Values) -> None:
    """The number of every case file, in the order of the deck, from the sums by choices."""
    third = kinds[CHOICES, 2] + 1
    both = third * (kinds[CHOICES, 1] + 1)
    at = 0
    for suspect in range(kinds[FIRST_CARD, 0], kinds[FIRST_CARD, 0] + kinds[CARDS, 0]):
        for weapon in range(kinds[FIRST_CARD, 1], kinds[FIRST_CARD, 1] + kinds[CARDS, 1]):
            row = choice[suspect] * both + choice[weapon] * third
            if choice[suspect] < 0 or choice[weapon] < 0:
                for index in range(at, at + kinds[CARDS, 2]):
                    joint[index] = binomial[0, 1]
            else:
                for room in range(kinds[CARDS, 2]):
                    chosen = choice[kinds[FIRST_CARD, 2] + room]
                    joint[at + room] = sums[row + chosen] if chosen >= 0 else binomial[0, 1]
            at += kinds[CARDS, 2]
