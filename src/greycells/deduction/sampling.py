"""Sampling deals that fit, uniformly or by weight: a random walk along the counted ways."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, islice
from random import Random
from typing import TypeAlias

from greycells.deduction.count_plan import CARD, HAND, PLACES
from greycells.deduction.problem import CountProblem, Triple
from greycells.deduction.python_counting import MOST_STEPS, Placements, cards_of, count, spread

Choices: TypeAlias = tuple[list[int], list[tuple[int, int]]]


def below(rng: Random, limit: int) -> int:
    """A number from 0 up to, not including, the limit: the same as `rng.randrange`, in a third of the time.

    Written out, it also stays the same whatever later Pythons do, and samples depend on the seed only.
    """
    size = limit.bit_length()
    number = rng.getrandbits(size)
    while number >= limit:
        number = rng.getrandbits(size)
    return number


class Draws:
    """Samples from one problem without wrong theories."""

    def __init__(self, found: Placements) -> None:
        self._found = found
        self._cards = [1 << card for card in found.layout.levels[CARD][: len(found.steps)]]
        # The steps from a state follow one another, so their first one is enough to find them.
        self._first = [
            dict(zip([step[0] for step in reversed(taken)], range(len(taken) - 1, -1, -1), strict=True))
            for taken in found.steps
        ]
        self._onward: list[dict[int, Choices]] = [{} for _ in found.steps]

    def draw(self, rng: Random) -> list[int]:
        """The cards of every hand, the case file's places last."""
        hands = list(self._found.puzzle.sure)
        counters = self._found.start
        for level, (card, onward) in enumerate(zip(self._cards, self._onward, strict=True)):
            choices = onward.get(counters)
            if choices is None:
                choices = onward[counters] = self._choices(level, counters)
            sums, places = choices
            counters, hand = places[bisect_right(sums, below(rng, sums[-1]))]
            hands[hand] |= card
        self._deal_free(hands, counters, rng)
        return hands

    def _choices(self, level: int, counters: int) -> Choices:
        """Where a state leads: the sums of the ways up to each step, and the states and hands."""
        found = self._found
        ways_from, hands = found.ways_from[level + 1], found.layout.options[HAND]
        ways_on: list[int] = []
        places: list[tuple[int, int]] = []
        for before, after, option, weight in islice(found.steps[level], self._first[level][counters], None):
            if before != counters:
                break
            ways = weight * ways_from.get(after, 0)
            if ways:
                ways_on.append(ways)
                places.append((after, hands[option]))
        return list(accumulate(ways_on)), places

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
    """Samples from any problem. If there are wrong theories, the case file is drawn first, from the others."""

    def __init__(self, problem: CountProblem, *, most_steps: int = MOST_STEPS) -> None:
        self._problem = problem
        self._most_steps = most_steps
        self._draws: dict[int, Draws] = {}
        self._case_files: list[int] = []
        self._sums: list[int] = []
        if problem.wrong:
            left: dict[Triple, int] = count(problem, most_steps=most_steps).case_files
            self._case_files = [sum(1 << card for card in theory) for theory in left]
            self._sums = list(accumulate(left.values()))

    def draw(self, rng: Random) -> list[int]:
        """Sample the cards of every hand, the case file's places last; a ValueError if no deal fits."""
        theory = 0
        if self._sums:
            theory = self._case_files[bisect_right(self._sums, below(rng, self._sums[-1]))]
        if theory not in self._draws:
            given = self._problem.given(theory) if theory else self._problem
            found = spread(given, most_steps=self._most_steps)
            if found is None or not found.total or (self._problem.wrong and not theory):
                raise ValueError("No deal fits.")
            self._draws[theory] = Draws(found)
        return self._draws[theory].draw(rng)
