"""The expected information of the answers to every suggestion, compiled.

The same sums as in `players.suggestion_values`, suggestion by suggestion, without the arrays in between.
"""

from __future__ import annotations

from math import log2

from greycells.deduction.kernel.numba_compat import Real, Whole, compiled, inlined

TINY = 1e-14
"""Smaller probabilities are rounding errors around 0."""


@inlined
def _first_alike(joint: Real, held: Real, alike: Whole) -> None:
    """For every card, the first card of its kind with the same probabilities."""
    suspects, weapons, rooms = joint.shape
    flat = joint.reshape(suspects * weapons * rooms)
    for card in range(suspects + weapons + rooms):
        first, number, stride = 0, suspects, weapons * rooms
        if card >= suspects + weapons:
            first, number, stride = suspects + weapons, rooms, 1
        elif card >= suspects:
            first, number, stride = suspects, weapons, rooms
        alike[card] = card
        for other in range(first, card):
            same = alike[other] == other
            for seat in range(held.shape[1]):
                same = same and held[card, seat] == held[other, seat]
            if same:
                here, there = (card - first) * stride, (other - first) * stride
                for block in range(0, len(flat), number * stride):
                    for at in range(block, block + stride):
                        same = same and flat[at + here] == flat[at + there]
            if same:
                alike[card] = other
                break


@inlined
def _pattern(pattern: int, suspect: int, weapon: int, room: int, joint: Real, sums: Real) -> float:
    """The probability of a pattern: which of the three cards are in the case file; `sums` are those of the joint."""
    suspects, weapons, rooms = joint.shape
    pair_rooms = suspects * weapons
    pair_weapons = pair_rooms + suspects * rooms
    singles = pair_weapons + weapons * rooms
    both = sums[suspect * weapons + weapon]
    with_room = sums[pair_rooms + suspect * rooms + room]
    other = sums[pair_weapons + weapon * rooms + room]
    every = joint[suspect, weapon, room]
    one, two = sums[singles + suspect], sums[singles + suspects + weapon]
    three = sums[singles + suspects + weapons + room]
    share: float = every
    if pattern == 0:
        share = sums[singles + suspects + weapons + rooms] - one - two - three + both + with_room + other - every
    elif pattern == 1:
        share = one - both - with_room + every
    elif pattern == 2:
        share = two - both - other + every
    elif pattern == 3:
        share = both - every
    elif pattern == 4:
        share = three - with_room - other + every
    elif pattern == 5:
        share = with_room - every
    elif pattern == 6:
        share = other - every
    return share


@inlined
def _add_up(joint: Real, sums: Real) -> None:
    """The sums of the joint probabilities over rooms, weapons, suspects; over two of them; over all."""
    suspects, weapons, rooms = joint.shape
    pair_rooms = suspects * weapons
    pair_weapons = pair_rooms + suspects * rooms
    singles = pair_weapons + weapons * rooms
    for index in range(singles + suspects + weapons + rooms + 1):
        sums[index] = 0.0
    for suspect in range(suspects):
        for weapon in range(weapons):
            for room in range(rooms):
                share = joint[suspect, weapon, room]
                if share != 0.0:
                    sums[suspect * weapons + weapon] += share
                    sums[pair_rooms + suspect * rooms + room] += share
                    sums[pair_weapons + weapon * rooms + room] += share
                    sums[singles + suspect] += share
                    sums[singles + suspects + weapon] += share
                    sums[singles + suspects + weapons + room] += share
                    sums[singles + suspects + weapons + rooms] += share


@inlined
def _add_answers(
    share: float, pattern: int, cards: Whole, held: Real, asker: int, is_public: int, answers: Real
) -> float:
    """Add the probability of each answer in this pattern: each card that each opponent may show, or only who shows one.

    Returns the sum of logarithms.
    """
    seats = held.shape[1]
    one, two, three = 1.0, 1.0, 1.0
    silence: float = 1.0
    told: float = 0.0
    for step in range(1, seats):
        seat = (asker + step) % seats
        here = float(held[int(cards[0]), seat]) if pattern & 1 == 0 else 0.0
        there = float(held[int(cards[1]), seat]) if pattern & 2 == 0 else 0.0
        where = float(held[int(cards[2]), seat]) if pattern & 4 == 0 else 0.0
        one -= here
        two -= there
        three -= where
        for which in range(1 if is_public != 0 else 3):
            if is_public != 0:
                likely = silence - one * two * three
                silence = one * two * three
            elif which == 0:
                likely = here * (two * three + (there * three + two * where) / 2 + there * where / 3)
            elif which == 1:
                likely = there * (one * three + (here * three + one * where) / 2 + here * where / 3)
            else:
                likely = where * (one * two + (here * two + one * there) / 2 + here * there / 3)
            if likely * share > TINY:
                silence -= likely if is_public == 0 else 0.0
                answers[3 * step + which] += likely * share
                told += likely * share * log2(likely)
    if silence * share > TINY:
        answers[0] += silence * share
        told += silence * share * log2(silence)
    return told


@compiled
def answer_gains(
    joint: Real, held: Real, asker: int, hands: float, is_public: int, ints: Whole, sums: Real, gain: Real
) -> None:
    """The gain of every suggestion in the rooms of `gain`; `ints` and `sums` are scratch rows of `scratch_sizes`."""
    suspects, weapons, _ = joint.shape
    cards, alike = ints[:3], ints[3:]
    answers = sums[len(sums) - 3 * held.shape[1] :]
    _first_alike(joint, held, alike)
    _add_up(joint, sums)
    for suspect in range(suspects):
        for weapon in range(weapons):
            for room in range(gain.shape[2]):
                cards[0], cards[1], cards[2] = suspect, suspects + weapon, suspects + weapons + room
                a, b, c = alike[cards[0]], alike[cards[1]] - suspects, alike[cards[2]] - suspects - weapons
                if a != suspect or b != weapon or c != room:
                    gain[suspect, weapon, room] = gain[a, b, c]
                    continue
                for index in range(len(answers)):
                    answers[index] = 0.0
                bits = 0.0
                for pattern in range(8):
                    share = _pattern(pattern, suspect, weapon, room, joint, sums)
                    if share > TINY:
                        bits += _add_answers(share, pattern, cards, held, asker, is_public, answers)
                for index in range(len(answers)):
                    if answers[index] > TINY:
                        said = answers[index] * log2(answers[index])
                        bits -= said if index == 0 else said * (1 + hands)
                gain[suspect, weapon, room] = bits


def scratch_sizes(suspects: int, weapons: int, rooms: int, seats: int) -> tuple[int, int]:
    """The lengths of the scratch rows of integers and of floats."""
    cards = suspects + weapons + rooms
    pairs = suspects * weapons + suspects * rooms + weapons * rooms
    return 3 + cards, pairs + cards + 1 + 3 * seats
