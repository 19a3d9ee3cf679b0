"""Drawing deals that fit, each equally likely (or by its weight): a walk along the counted ways."""

from __future__ import annotations

from itertools import accumulate
from random import Random

from greycells.deduction.counting import Spread, cards_of, count, spread
from greycells.deduction.plan import CARD, HAND, PLACES
from greycells.deduction.problem import Problem, Triple


class Draws:
    """Draws from one problem without wrong theories."""

    def __init__(self, found: Spread) -> None:
        self._found = found
        self._onward: list[dict[int, tuple[list[int], list[tuple[int, int]]]]] = [{} for _ in found.steps]
        for level, taken in enumerate(found.steps):
            choices: dict[int, list[tuple[int, int, int]]] = {}
            for before, after, option, weight in taken:
                ways = weight * found.ways_from[level + 1].get(after, 0)
                if ways:
                    choices.setdefault(before, []).append((ways, after, found.layout.options[HAND][option]))
            for before, ways_on in choices.items():
                sums = list(accumulate(ways for ways, _, _ in ways_on))
                self._onward[level][before] = sums, [(after, hand) for _, after, hand in ways_on]

    def draw(self, rng: Random) -> list[int]:
        """The cards of every hand, the case file's places last."""
        found = self._found
        hands = list(found.puzzle.sure)
        counters = found.start
        for level, onward in enumerate(self._onward):
            sums, choices = onward[counters]
            point = rng.randrange(sums[-1])
            counters, hand = choices[next(index for index, most in enumerate(sums) if point < most)]
            hands[hand] |= 1 << found.layout.levels[CARD][level]
        self._deal_free(hands, counters, rng)
        return hands

    def _deal_free(self, hands: list[int], counters: int, rng: Random) -> None:
        group = self._found.group
        rest = group.cards
        seats = len(hands) - PLACES
        for place, (field, cards) in enumerate(group.places, seats):
            if counters & field:
                sealed = 1 << rng.choice(cards_of(cards))
                hands[place] |= sealed
                rest &= ~sealed
        shuffled = cards_of(rest)
        rng.shuffle(shuffled)
        for hand, (field, shift) in enumerate(group.seats):
            for _ in range((counters & field) >> shift):
                hands[hand] |= 1 << shuffled.pop()


class Sampler:
    """Draws from any problem. Where theories are known to be wrong, the case file is drawn first from those left."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._draws: dict[int, Draws] = {}
        self._case_files: list[int] = []
        self._sums: list[int] = []
        if problem.wrong:
            left: dict[Triple, int] = count(problem).case_files
            self._case_files = [sum(1 << card for card in theory) for theory in left]
            self._sums = list(accumulate(left.values()))

    def draw(self, rng: Random) -> list[int]:
        """The cards of every hand, the case file's places last; a ValueError if no deal fits."""
        theory = 0
        if self._sums:
            point = rng.randrange(self._sums[-1])
            theory = self._case_files[next(index for index, most in enumerate(self._sums) if point < most)]
        if theory not in self._draws:
            found = spread(self._problem.given(theory) if theory else self._problem)
            if found is None or not found.total or (self._problem.wrong and not theory):
                raise ValueError("No deal fits.")
            self._draws[theory] = Draws(found)
        return self._draws[theory].draw(rng)
