"""How good a decision was: labels by the loss of winning chances, and an accuracy from 0 to 100.

At a table of n everybody begins with a chance of 1/n, so a loss is measured against that: half of 1/n at a table of ten
weighs as much as half of 1/2 between two. The curve of the accuracy is the one that lichess uses for chess.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import exp
from statistics import fmean, harmonic_mean, pstdev


class Label(Enum):
    """How bad a decision was; the values are keys of the words files."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = ((Label.BLUNDER, 0.30), (Label.MISTAKE, 0.20), (Label.INACCURACY, 0.10))
"""From which loss on a decision gets a label, as a part of 1/n."""

LEAST_WEIGHT, MOST_WEIGHT = 0.5, 12.0
"""The bounds of a decision's weight: how much the winning chances moved around it, in points at a table of two."""

NEIGHBOURS = 2
"""How many decisions before and after are looked at for that."""


def label_of(loss: float, seats: int) -> Label | None:
    """The label of a decision that lost this much of the winning chances; None for a good one."""
    return next((label for label, least in THRESHOLDS if loss * seats >= least), None)


def decision_accuracy(loss: float, seats: int) -> float:
    """The accuracy of one decision, from 0 to 100."""
    points = 100 * loss * seats / 2
    return min(100.0, max(0.0, 103.1668 * exp(-0.04354 * points) - 3.1669))


def game_accuracy(losses: Sequence[float], chances: Sequence[float], seats: int) -> float:
    """The accuracy of a game: the mean of a weighted and a harmonic mean; 100 if there was nothing to decide.

    `chances` are those of the same seat at each decision: where they moved much, a decision weighs more.
    """
    if not losses:
        return 100.0
    found = [decision_accuracy(loss, seats) for loss in losses]
    weights: list[float] = []
    for place in range(len(chances)):
        near = chances[max(0, place - NEIGHBOURS) : place + NEIGHBOURS + 1]
        weights.append(min(MOST_WEIGHT, max(LEAST_WEIGHT, 100 * pstdev(near) * seats / 2)))
    weighted = sum(weight * one for weight, one in zip(weights, found, strict=True)) / sum(weights)
    return fmean((weighted, harmonic_mean([max(one, 1.0) for one in found])))
