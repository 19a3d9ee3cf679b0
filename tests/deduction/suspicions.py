"""Counting problems with suspicions, and one that nobody can count."""

from __future__ import annotations

from random import Random

from tests.deduction.states import mask

from greycells.deduction import python_counting as counting
from greycells.deduction.problem import CountProblem, Weight


def suspected(rng: Random, problem: CountProblem) -> CountProblem:
    """The same with a suspicion about every other card, and two theories that are wrong, one of them twice."""
    weights = [
        Weight(card, hand, rng.uniform(0.05, 1))
        for card in range(0, problem.deck, 2)
        for hand, may in enumerate(problem.may)
        if may >> card & 1
    ]
    wrong = [mask(theory) for theory in list(counting.count(problem).case_files)[:3:2]]
    return problem._replace(weights=tuple(weights), wrong=(*problem.wrong, *wrong, *wrong[:1]))


def sixty_cards() -> CountProblem:
    """No two facts alike: more than anybody can count."""
    rng = Random(1)
    cards = (1 << 60) - 1
    kinds = (1 << 20) - 1, (1 << 40) - (1 << 20), (1 << 60) - (1 << 40)
    one_of = tuple((rng.randrange(6), mask(rng.sample(range(60), 4))) for _ in range(60))
    return CountProblem(kinds, cards, (cards,) * 6 + kinds, (10, 10, 10, 9, 9, 9, 1, 1, 1), one_of)
