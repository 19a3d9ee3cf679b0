"""Cheap conclusions about a deal, drawn before anything is counted: the count stays the same and becomes easier.

A set of cards is a bit mask. Plain Python runs this module on lists; `kernel` compiles the same functions for numpy
arrays, so they use only what both support.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Row: TypeAlias = list[int]


class Puzzle(NamedTuple):
    """Who may hold what: three rows with an entry for each hand, two for each fact, two for each table.

    `may` are the cards that a hand may hold besides those that are `sure`; it takes `left` more.
    `one_of[fact]` are cards of which hand `owner[fact]` holds at least one (0 once it is satisfied);
    `counted[table]` are cards whose number in hand `keeper[table]` determines a weight.
    """

    may: Row
    sure: Row
    left: Row
    owner: Row
    one_of: Row
    keeper: Row
    counted: Row


def count_bits(number: int) -> int:
    """How many cards these are."""
    return number.bit_count()


def settle(cards: int, puzzle: Puzzle) -> int:
    """Draw the cheap conclusions until there are no more; the count stays the same.

    Moves the one-of facts that still say something to the front, in their order; the others become 0. Returns how many
    are left, or a negative number if nothing fits.
    """
    unplaced = cards
    places = 0
    for hand in range(len(puzzle.may)):
        unplaced &= ~puzzle.sure[hand]
        places += puzzle.left[hand]
    if places != count_bits(unplaced):
        return -1
    facts = len(puzzle.one_of)
    while True:
        before = unplaced
        unplaced = _place(unplaced, puzzle)
        if unplaced < 0:
            return -1
        facts, narrowed = _narrow(facts, puzzle)
        if facts < 0:
            return -1
        if unplaced == before and narrowed == 0:
            break
    facts = _drop_weaker(facts, puzzle)
    for fact in range(facts, len(puzzle.one_of)):
        puzzle.one_of[fact] = 0
    return facts


def _place(unplaced: int, puzzle: Puzzle) -> int:
    """Place the cards that only one hand may hold, and all that a hand may hold if it needs them all.

    Returns the unplaced cards, or a negative number on a contradiction.
    """
    may, sure, left = puzzle.may, puzzle.sure, puzzle.left
    once = 0
    twice = 0
    for hand in range(len(may)):
        twice |= once & may[hand]
        once |= may[hand]
    if once != unplaced:
        return -1
    placed = 0
    for hand in range(len(may)):
        here = may[hand] & ~placed
        if count_bits(here) < left[hand]:
            return -1
        if count_bits(here) > left[hand]:
            here &= ~twice
        if here != 0:
            if count_bits(here) > left[hand]:
                return -1
            left[hand] -= count_bits(here)
            sure[hand] |= here
            placed |= here
        if left[hand] == 0:
            may[hand] = 0
    if placed != 0:
        for hand in range(len(may)):
            may[hand] &= ~placed
    return unplaced & ~placed


def _narrow(facts: int, puzzle: Puzzle) -> tuple[int, int]:
    """Apply the one-of facts, and keep those that still say something in front.

    Returns how many facts are kept, or a negative number on a contradiction; and how many ruled something out.
    """
    may, owner, one_of = puzzle.may, puzzle.owner, puzzle.one_of
    narrowed = 0
    kept = 0
    for fact in range(facts):
        hand = owner[fact]
        cards = one_of[fact]
        if cards == 0 or cards & puzzle.sure[hand] != 0:
            continue
        cards &= may[hand]
        if cards == 0:
            return -1, narrowed
        if cards & (cards - 1) == 0:
            for other in range(len(may)):
                if other != hand and may[other] & cards != 0:
                    may[other] &= ~cards
                    narrowed += 1
            continue
        owner[kept] = hand
        one_of[kept] = cards
        kept += 1
    for fact in range(kept):
        hand = owner[fact]
        used = one_of[fact]
        number = 1
        for other in range(kept):
            if owner[other] == hand and one_of[other] & used == 0:
                used |= one_of[other]
                number += 1
        if number > puzzle.left[hand]:
            return -1, narrowed
        if number == puzzle.left[hand] and may[hand] & ~used != 0:
            may[hand] &= used
            narrowed += 1
    return kept, narrowed


def _drop_weaker(facts: int, puzzle: Puzzle) -> int:
    """Drop each one-of fact that says less than another about the same hand; returns how many are kept, in front."""
    owner, one_of = puzzle.owner, puzzle.one_of
    for weaker in range(facts):
        for other in range(facts):
            same = other != weaker and owner[other] == owner[weaker] and one_of[other] != 0
            if same and one_of[other] & ~one_of[weaker] == 0:
                one_of[weaker] = 0
                break
    kept = 0
    for fact in range(facts):
        if one_of[fact] != 0:
            owner[kept] = owner[fact]
            one_of[kept] = one_of[fact]
            kept += 1
    return kept


CONCLUSIONS = _place, _narrow, _drop_weaker
"""The parts of `settle`."""
