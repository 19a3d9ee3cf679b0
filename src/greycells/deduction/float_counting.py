"""The joint distribution over case files in floating point, for when exact integers with soft evidence get too long."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TypeAlias

from greycells.extras import need

need("numpy")

import numpy as np
from numpy.typing import NDArray

from greycells.deduction.count_plan import CARD, FIELD, HAND, PLACES
from greycells.deduction.problem import CountProblem, TooHard, Triple
from greycells.deduction.python_counting import MOST_LANE_BYTES, TOO_MUCH, Placements, cards_of

LANE_BYTES = 16
"""The memory of a lane in the kernel: two rows of 8 bytes. Used here too, so that both refuse the same problems."""

Lanes: TypeAlias = NDArray[np.float64]
"""The ways to one state of the counters, with an axis for each place of the case file.

An axis has an entry for each individually placed card of that kind if the place is filled, and length 1 if it is open.
"""


def case_file_shares(problem: CountProblem, found: Placements) -> dict[Triple, float]:
    """The probability of each case file, ignoring wrong theories: one pass over a problem that is already expanded."""
    return _Pass(problem, found).case_files()


class _Pass:
    def __init__(self, problem: CountProblem, found: Placements) -> None:
        self._found = found
        self._seats = problem.seats
        places = range(problem.seats, problem.seats + PLACES)
        placed = found.layout.levels[CARD][: len(found.steps)]
        self._choices = [[card for card in placed if found.puzzle.may[place] >> card & 1] for place in places]
        self._fields = [found.layout.fields[FIELD][place] for place in places]

    def case_files(self) -> dict[Triple, float]:
        ways = {self._found.start: np.ones((1,) * PLACES)}
        for level in range(len(self._found.steps)):
            ways = self._place_next(level, ways)
            # Only proportions matter: rescaled at every level, so that no number overflows.
            most = max(float(row.max()) for row in ways.values())
            ways = {counters: row / most for counters, row in ways.items()}
        return self._named(ways)

    def _place_next(self, level: int, ways: dict[int, Lanes]) -> dict[int, Lanes]:
        found = self._found
        shapes = {counters: self._shape(counters) for counters in found.ways_from[level + 1]}
        if sum(map(prod, shapes.values())) * LANE_BYTES > MOST_LANE_BYTES:
            raise TooHard(TOO_MUCH)
        following = {counters: np.zeros(shape) for counters, shape in shapes.items()}
        card = found.layout.levels[CARD][level]
        hands = found.layout.options[HAND]
        for before, after, option, weight in found.steps[level]:
            row = following.get(after)
            if row is None:
                continue
            place = hands[option] - self._seats
            if place >= 0:
                row = self._sealed(row, place, card)
            row += ways[before] * float(weight)
        return following

    def _sealed(self, row: Lanes, place: int, card: int) -> Lanes:
        """The part of a state's lanes that has this card in this place of the case file."""
        at: list[slice] = [slice(None)] * PLACES
        choice = self._choices[place].index(card)
        at[place] = slice(choice, choice + 1)
        return row[tuple(at)]

    def _shape(self, counters: int) -> tuple[int, ...]:
        return tuple(
            1 if counters & field else len(cards) or 1 for field, cards in zip(self._fields, self._choices, strict=True)
        )

    def _named(self, ways: dict[int, Lanes]) -> dict[Triple, float]:
        """Deal the free cards after every lane, and add up each case file's share.

        The last entry of each axis stands for all free cards, or for the card that is certain.
        """
        found, choices = self._found, self._choices
        sums = np.zeros([len(cards) + 1 for cards in choices])
        for counters, row in ways.items():
            at = tuple(
                slice(len(cards), len(cards) + 1) if counters & field or not cards else slice(len(cards))
                for field, cards in zip(self._fields, choices, strict=True)
            )
            sums[at] += row * float(found.group.ways_each(counters))
        sums /= sums.sum()
        may, sure = found.puzzle.may[self._seats :], found.puzzle.sure[self._seats :]
        files: dict[Triple, float] = {}
        for suspect, weapon, room in product(*(cards_of(here | known) for here, known in zip(may, sure, strict=True))):
            chosen = zip((suspect, weapon, room), choices, strict=True)
            share = sums[tuple(cards.index(card) if card in cards else len(cards) for card, cards in chosen)]
            if share > 0:
                files[suspect, weapon, room] = float(share)
        return files
