"""The moves of a game as choices: steps that were taken back don't count, and several in a row are one walk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from greycells.rules.events import Event, Moved, Snooped, TakenBack, TookPassage


class WalkLeg(NamedTuple):
    """One choice where to walk, made in one or more moves: `first` and `last` are the numbers of their events.

    A leg ends where the pawn stays, or at a spyglass where a card is drawn before the move continues (SNOOP-4); then
    `looks` is true. So passing through a room (MOVE-13) is no choice of that room.
    """

    first: int
    last: int
    looks: bool


def taken_back(events: Sequence[Event]) -> frozenset[int]:
    """The numbers of the events that were taken back, and those of the events that did so."""
    made, gone = list[int](), set[int]()
    for number, event in enumerate(events):
        match event:
            case Moved() | TookPassage():
                made.append(number)
            case TakenBack():
                gone.add(number)
                if made:
                    gone.add(made.pop())
            case _:
                made.clear()
    return frozenset(gone)


def walk_legs(events: Sequence[Event]) -> dict[int, WalkLeg]:
    """Every choice where to walk, by the number of its first event."""
    gone = taken_back(events)
    found: dict[int, WalkLeg] = {}
    leg: WalkLeg | None = None
    for number, event in enumerate(events):
        if number in gone:
            continue
        match event:
            case Moved():
                leg = WalkLeg(number, number, looks=False) if leg is None else leg._replace(last=number)
                found[leg.first] = leg
            case Snooped():
                if leg is not None:
                    found[leg.first] = leg._replace(looks=True)
                leg = None
            case _:
                leg = None
    return found
