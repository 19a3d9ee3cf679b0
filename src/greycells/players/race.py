"""The race: how near the others are, what it is worth to wait, and what it costs to call somebody over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp

import numpy as np
from numpy.typing import NDArray

from greycells.players.journeys import Journeys
from greycells.rules.scene import Scene

ALMOST = -2.0, 2.0
"""Where the chance to win with the next turn is even, in bits that are missing, and how slowly it changes."""

LEAD = 0.2
"""How many bits somebody is ahead for each suggestion that he has made more."""

SHARE, BETTER = 1.38, 0.45
"""What waiting is worth if nobody wins before: so many players' shares, and so much of what one knows already.

These and the numbers above were fitted to how some 640 games of an earlier superintendent, against chiefs or
inspectors, went on from each of its turns.
"""

KNOWN_ROOM = 0.5
"""What it is worth to an opponent to ask in a room of which everybody knows that it is not the place."""


def rivals_win(bits: float, leads: Iterable[int]) -> float:
    """How likely somebody else wins before one's next turn.

    He lacks about as many bits as oneself, less what he has asked more often: that is all that the table can see of it.
    """
    nobody = 1.0
    even, slope = ALMOST
    for lead in leads:
        nobody *= 1 - 1 / (1 + exp((bits - LEAD * lead - even) / slope))
    return 1 - nobody


def enough(bits: float, leads: Sequence[int]) -> float:
    """How likely a theory must be for an accusation to be worth as much as another turn."""
    left = 1 - rivals_win(bits, leads)
    players = len(leads) + 1
    return left * SHARE / players / (1 - left * BETTER)


def ease(scene: Scene, way: Journeys, seat: int, rooms: Sequence[float]) -> NDArray[np.float64]:
    """How much nearer to a suggestion it brings a seat to be called into each room (SUG-9); below 0: called away."""
    place = scene.pawn(scene.seats[seat])
    here = max(worth * near for worth, near in zip(rooms, way.pull[place.index], strict=True))
    return np.array([worth - here for worth in rooms])
