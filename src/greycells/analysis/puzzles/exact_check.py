"""Whether any deal fits, by propagation and search on whole numbers: the generator's own exact check.

It uses neither the compiled kernel nor the counting of `deduction`, so no change there changes a day. Hands are the
seats, then the three places of the case file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from greycells.analysis.puzzles.frozen_game import PLACES, PuzzleEvent, PuzzleTable, cards_in


@dataclass(frozen=True, slots=True)
class Constraints:
    """What each hand may hold, how many cards it has, and the sets of which it has at least one."""

    may: tuple[int, ...]
    sizes: tuple[int, ...]
    clauses: tuple[tuple[int, int], ...]


class SuggestionEffect(NamedTuple):
    """What one suggestion says: the cards that each hand can't have, and the sets of which a hand has one."""

    never: tuple[int, ...]
    clauses: tuple[tuple[int, int], ...]


@lru_cache(maxsize=4096)
def effect_of(table: PuzzleTable, event: PuzzleEvent) -> SuggestionEffect:
    """What a suggestion says to the observer."""
    never = [0] * (table.seats + PLACES)
    clauses: list[tuple[int, int]] = []
    for seat in event.passed:
        never[seat] |= event.mask
    for seat, card in zip(event.showed, event.seen, strict=True):
        if seat == table.observer:
            continue
        if card < 0:
            clauses.append((seat, event.mask))
        else:
            never = [mask if hand == seat else mask | 1 << card for hand, mask in enumerate(never)]
    return SuggestionEffect(tuple(never), tuple(clauses))


def constraints_of(table: PuzzleTable, own: int, events: Iterable[PuzzleEvent]) -> Constraints:
    """The constraints of the observer's hand and some suggestions."""
    return combined(table, own, [effect_of(table, event) for event in events])


def combined(table: PuzzleTable, own: int, effects: Iterable[SuggestionEffect]) -> Constraints:
    """The constraints of the observer's hand and what some suggestions say."""
    everything = (1 << table.cards) - 1
    may = [everything & ~own] * table.seats + [mask & ~own for mask in table.kind_masks]
    may[table.observer] = own
    clauses: list[tuple[int, int]] = []
    for never, more in effects:
        may = [mask & ~cards for mask, cards in zip(may, never, strict=True)]
        clauses += more
    return Constraints(tuple(may), (*table.sizes, *(1,) * PLACES), tuple(clauses))


def can_be(constraints: Constraints, *, card: int, hand: int, here: bool) -> bool:
    """Whether a deal fits in which this card is in this hand, or is not."""
    may = list(constraints.may)
    if not may[hand] >> card & 1:
        return not here and _search(may, constraints.sizes, list(constraints.clauses))
    if here:
        may = [mask if each == hand else mask & ~(1 << card) for each, mask in enumerate(may)]
    else:
        may[hand] &= ~(1 << card)
    return _search(may, constraints.sizes, list(constraints.clauses))


def _search(may: list[int], sizes: tuple[int, ...], clauses: list[tuple[int, int]]) -> bool:
    sure = _settle(may, sizes, clauses)
    if sure is None:
        return False
    still_open = [(hand, mask & may[hand]) for hand, mask in clauses if not mask & sure[hand]]
    if not still_open:
        return _enough_cards(may, sizes)
    hand, mask = min(still_open, key=lambda clause: clause[1].bit_count())
    for card in cards_in(mask):
        bit = 1 << card
        branch = [each if other == hand else each & ~bit for other, each in enumerate(may)]
        if _search(branch, sizes, still_open):
            return True
        may[hand] &= ~bit
    return False


def _settle(may: list[int], sizes: tuple[int, ...], clauses: list[tuple[int, int]]) -> list[int] | None:
    """Draw the simple conclusions in place; the cards that are sure in each hand, or None if no deal fits."""
    cards = sum(sizes)
    while True:
        before = tuple(may)
        once = twice = 0
        for mask in may:
            twice |= once & mask
            once |= mask
        if once.bit_count() != cards:
            return None
        single = once & ~twice
        for hand, size in enumerate(sizes):
            sure = may[hand] & single
            if sure.bit_count() > size or may[hand].bit_count() < size:
                return None
            if sure.bit_count() == size:
                may[hand] = sure
            elif may[hand].bit_count() == size:
                _only(may, hand, may[hand])
        for hand, mask in clauses:
            left = mask & may[hand]
            if not left:
                return None
            if not left & left - 1:
                _only(may, hand, left)
        if tuple(may) == before:
            return [mask & single for mask in may]


def _only(may: list[int], hand: int, cards: int) -> None:
    for other in range(len(may)):
        if other != hand:
            may[other] &= ~cards


def _enough_cards(may: list[int], sizes: tuple[int, ...]) -> bool:
    """Hall's condition: every group of hands may hold at least as many cards as it needs."""
    unions, needs = [0], [0]
    for mask, size in zip(may, sizes, strict=True):
        if mask.bit_count() == size:  # settled: no other hand may hold these
            continue
        for group in range(len(unions)):
            unions.append(unions[group] | mask)
            needs.append(needs[group] + size)
            if unions[-1].bit_count() < needs[-1]:
                return False
    return True
