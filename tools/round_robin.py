"""The round robin: ratings of many players on one scale, from counts of wins between every two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import NamedTuple

import msgspec
import numpy as np

from greycells.arena.standings import SURE

ELO = 400 / log(10)
"""Points for each natural unit of strength: 400 points are odds of ten to one, as in chess."""

STEPS = 100
"""The maximum number of Newton steps of the fit; it takes about ten."""

CLOSE = 1e-9


class PairCount(NamedTuple):
    """How often one player won against another; `wrong` counts its wrong accusations."""

    edition: str
    one: str
    other: str
    games: int
    wins: int
    wrong: int = 0


class LadderCounts(msgspec.Struct, frozen=True):
    """The measurements of a ladder: one against three of the level below, and a round robin of two against two."""

    pairs: list[PairCount] = []
    round_robin: list[PairCount] = []


class Rating(NamedTuple):
    """A rating in points and the half-width of its 95 % interval."""

    points: float
    reach: float


def ratings(counts: Iterable[PairCount], *, first: str, points: float = 1000.0) -> dict[str, Rating]:
    """Bradley-Terry ratings: with equal seats, one wins with odds of 10 to the difference / 400.

    `first` has the given points, and the others are rated relative to it. Each pair counts half a win for either side
    more than it had, so that a pair without a loss doesn't make a rating infinite.
    """
    lines = [(line.one, line.other, line.wins + 0.5, line.games - line.wins + 0.5) for line in counts if line.games]
    names = list(dict.fromkeys((first, *(name for line in lines for name in line[:2]))))
    strength = np.zeros(len(names))
    curvature = np.eye(len(names))
    for _ in range(STEPS):
        slope, curvature = _derivatives(names, lines, strength)
        step = np.linalg.solve(curvature, slope)
        strength += np.clip(step, -1, 1)
        if float(np.abs(step).max()) < CLOSE:
            break
    spread = np.sqrt(np.diag(np.linalg.inv(curvature)))
    spread[0] = 0
    return {
        name: Rating(points + ELO * float(strength[at]), SURE * ELO * float(spread[at]))
        for at, name in enumerate(names)
    }


def _derivatives(
    names: Sequence[str], lines: Sequence[tuple[str, str, float, float]], strength: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The gradient of the log-likelihood and its negative Hessian; the first player is held at 0."""
    at = {name: number for number, name in enumerate(names)}
    slope, curvature = np.zeros(len(names)), np.zeros((len(names), len(names)))
    for one, other, wins, losses in lines:
        left, right = at[one], at[other]
        chance = 1 / (1 + exp(strength[right] - strength[left]))
        surplus = wins - (wins + losses) * chance
        weight = (wins + losses) * chance * (1 - chance)
        slope[left] += surplus
        slope[right] -= surplus
        curvature[left, left] += weight
        curvature[right, right] += weight
        curvature[left, right] -= weight
        curvature[right, left] -= weight
    slope[0] = 0
    curvature[0, :] = curvature[:, 0] = 0
    curvature[0, 0] = 1
    return slope, curvature
