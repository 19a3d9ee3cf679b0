"""How long people may take for a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from greycells.protocol.plans import Clock, Correspondence, NoClock, PerDecision
from greycells.rules.events import Cleared, Event, FalseWitness, Opened, TurnEnded
from greycells.rules.views import Sighting

OPENING = 9.0
"""Seconds in which pages open the case file after an accusation: the next player watches it and loses no time."""


def how_it_ended(seen: Sequence[Sighting]) -> Event | None:
    """How the last suggestion or accusation ended, if nothing else has happened since."""
    after = (TurnEnded, Cleared, FalseWitness)
    return next((sighting.event for sighting in reversed(seen) if not isinstance(sighting.event, after)), None)


def time_to_watch(seen: Sequence[Sighting]) -> float:
    """Extra seconds for a decision that follows an accusation: pages tell how it ended only after showing it."""
    return OPENING if isinstance(how_it_ended(seen), Opened) else 0.0


def time_limit(clock: Clock) -> float | None:
    """How many seconds a person has for a decision."""
    match clock:
        case NoClock():
            return None
        case PerDecision(seconds=seconds):
            return float(seconds)
        case Correspondence(days=days):
            return days * 24 * 3600.0
    assert_never(clock)
