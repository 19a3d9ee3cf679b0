"""The race: how close the others are, what waiting is worth, and what it costs to move somebody's pawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp

from greycells.chances.travel_times import Journeys
from greycells.rules.scene import Scene

ALMOST = -2.0, 2.0
"""The logistic curve of winning with the next turn: the missing bits at 50 %, and its scale."""

LEAD = 0.2
"""The bits that a player is ahead for each additional suggestion."""

SHARE, BETTER = 1.38, 0.45
"""The value of waiting if nobody else wins: a number of players' shares, plus a part of what is already known.

These constants and those above were fitted to some 640 games of an earlier superintendent against chiefs or inspectors.
"""

KNOWN_ROOM = 0.5
"""The value for an opponent of suggesting in a room that everyone knows is ruled out."""


def rivals_win(bits: float, leads: Iterable[int]) -> float:
    """The probability that another player wins before our next turn.

    Others are assumed to lack as many bits as we do, minus a bonus for additional suggestions: no more is visible.
    """
    nobody = 1.0
    even, slope = ALMOST
    for lead in leads:
        nobody *= 1 - 1 / (1 + exp((bits - LEAD * lead - even) / slope))
    return 1 - nobody


def enough(bits: float, leads: Sequence[int]) -> float:
    """The probability of a theory at which an accusation is worth as much as another turn."""
    left = 1 - rivals_win(bits, leads)
    players = len(leads) + 1
    return left * SHARE / players / (1 - left * BETTER)


def ease(scene: Scene, way: Journeys, seat: int, rooms: Sequence[float]) -> list[float]:
    """How much closer to a suggestion a seat gets by being moved into each room (SUG-9); negative if further away."""
    place = scene.pawn(scene.seats[seat])
    here = max(worth * near for worth, near in zip(rooms, way.pull[place.index], strict=True))
    return [worth - here for worth in rooms]
