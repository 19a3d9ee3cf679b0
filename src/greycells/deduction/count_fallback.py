"""Counting that never fails: exact if possible, otherwise with less evidence, otherwise an estimate.

A player must choose in every legal position, however many deals fit. So players count through this module and never
through the engine itself. If the exact count takes too long, evidence is left out until the rest can be counted: first
soft evidence, then the weakest answers, half of them at a time. Leaving out evidence only lets more deals fit, so what
such a count calls certain is certain. The last resort is an estimate from who may hold what and the sizes of the hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from greycells.deduction import exact_counting as engine
from greycells.deduction.cheap_conclusions import Puzzle, settle
from greycells.deduction.count_plan import PLACES
from greycells.deduction.problem import Count, CountProblem, TooHard, Triple
from greycells.deduction.python_counting import MOST_STEPS, cards_of, puzzle_of
from greycells.deduction.sampling import Sampler

if TYPE_CHECKING:
    from greycells.deduction.share_arrays import ShareArrays

MOST = MOST_STEPS
"""The maximum number of steps of the exact count."""

FEW = 1 << 16
"""The maximum number of steps of a count with less evidence: a fifth of a second in plain Python."""

ROUNDS = 30
"""The iterations of an estimate; hand sizes are then accurate to a few hundredths of a card."""


def weigh(problem: CountProblem) -> Count[float]:
    """The probabilities of every card's holder and every case file. At least one deal must fit."""
    for tried, most_steps in _easier(problem):
        with suppress(TooHard):
            return engine.weigh(tried, most_steps=most_steps)
    return estimate(problem)


def share_arrays(problems: Sequence[CountProblem]) -> ShareArrays:
    """The same for many related problems at once, in arrays."""
    from greycells.deduction.share_arrays import arrays_of

    with suppress(TooHard):
        return engine.share_arrays(problems, most_steps=MOST)
    return arrays_of(problems, [weigh(problem) for problem in problems])


def count(problem: CountProblem) -> Count[int]:
    """The number of deals in which each holder has each card; none or all of them means certain.

    The numbers themselves are exact only if the exact count was possible.
    """
    for tried, most_steps in _easier(problem):
        with suppress(TooHard):
            return engine.count(tried, joint=False, most_steps=most_steps)
    return _settled(problem)


def draw(problem: CountProblem, number: int, *, seed: int) -> list[list[int]]:
    """This many deals that fit, sampled by weight; empty if they can't be counted.

    All of them fit all facts: only soft evidence is left out if necessary.
    """
    tried = [problem, problem._replace(weights=(), tables=())] if problem.soft else [problem]
    for one, most_steps in zip(tried, (MOST, FEW), strict=False):
        rng = Random(seed)
        with suppress(TooHard):
            sampler = Sampler(one, most_steps=most_steps)
            return [sampler.draw(rng) for _ in range(number)]
    return []


def _easier(problem: CountProblem) -> Iterator[tuple[CountProblem, int]]:
    """The problem and easier versions of it, each with its maximum number of steps."""
    yield problem, MOST
    if problem.soft:
        problem = problem._replace(weights=(), tables=())
        yield problem, FEW
    facts = sorted(problem.one_of, key=lambda fact: (fact[1] & problem.may[fact[0]]).bit_count())
    while facts:
        facts = facts[: len(facts) // 2]
        yield problem._replace(one_of=tuple(facts)), FEW


def estimate(problem: CountProblem) -> Count[float]:
    """Approximate probabilities by fitting alone: always fast, but not exact.

    Every card is distributed over its possible holders in proportion to its soft evidence, and every hand has its size.
    One-of facts count only as far as they settle something. The three cards of the case file are treated as
    independent.
    """
    puzzle = puzzle_of(problem)
    settle(problem.cards, puzzle)
    shares = _fitted(problem, puzzle)
    seats = problem.seats
    marginals = [[*row[:seats], sum(row[seats:])] for row in shares]
    places = [
        [(card, row[place]) for card, row in enumerate(shares) if row[place] > 0]
        for place in range(seats, seats + PLACES)
    ]
    case_files: dict[Triple, float] = {}
    for (suspect, one), (weapon, two), (room, three) in product(*places):
        if (1 << suspect | 1 << weapon | 1 << room) not in problem.wrong:
            case_files[suspect, weapon, room] = one * two * three
    total = sum(case_files.values())
    return Count(1.0, marginals, {theory: share / total for theory, share in case_files.items()})


def _fitted(problem: CountProblem, puzzle: Puzzle) -> list[list[float]]:
    """The probability of each card in each hand: rows sum to 1, columns (nearly) to the size of the hand.

    Iterative proportional fitting: scale the columns, scale the rows, repeat.
    """
    hands = range(len(puzzle.may))
    shares = [[float(puzzle.may[hand] >> card & 1) for hand in hands] for card in range(problem.deck)]
    for card, hand, factor in problem.weights:
        shares[card][hand] *= factor
    for _ in range(ROUNDS):
        for hand in hands:
            column = sum(row[hand] for row in shares)
            if column:
                scale = puzzle.left[hand] / column
                for row in shares:
                    row[hand] *= scale
        for row in shares:
            whole = sum(row)
            if whole:
                row[:] = [share / whole for share in row]
    for hand in hands:
        for card in cards_of(puzzle.sure[hand]):
            shares[card][hand] = 1.0
    return shares


def _settled(problem: CountProblem) -> Count[int]:
    """The cheap conclusions in the form of a count: uncertain cards count in one of two deals."""
    puzzle = puzzle_of(problem)
    settle(problem.cards, puzzle)
    seats = problem.seats
    marginals = [[0] * (seats + 1) for _ in range(problem.deck)]
    for hand, (may, sure) in enumerate(zip(puzzle.may, puzzle.sure, strict=True)):
        for card in cards_of(may | sure):
            marginals[card][min(hand, seats)] = 2 if sure >> card & 1 else 1
    return Count(2, marginals, {})
