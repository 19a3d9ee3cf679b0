"""Which sightings something can be concluded from, and in which turns they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from greycells.rules.edition import Answers
from greycells.rules.events import (
    Began,
    CouldNotShow,
    Dealt,
    Finished,
    LaidOpen,
    Opened,
    Shown,
    Snooped,
    TurnEnded,
)
from greycells.rules.scene import GameTable
from greycells.rules.views import Sighting

TELLING = (Dealt, LaidOpen, CouldNotShow, Shown, Snooped, Opened)
"""The events from which something can be concluded about who holds what."""


def conclusive(table: GameTable, sightings: Sequence[Sighting]) -> Iterator[Sighting]:
    """What may be concluded from: no look into the case file, and no denial where answers are not checked (SHOW-9)."""
    unchecked = table.rules.answers is Answers.UNCHECKED
    for number, event in sightings:
        match event:
            case Finished():
                return
            case Opened():
                yield Sighting(number, replace(event, case_file=None))
            case CouldNotShow() if unchecked:
                pass
            case _:
                yield Sighting(number, event)


def turns_of(sightings: Sequence[Sighting]) -> dict[int, int]:
    """In which turn each sighting was; the set-up counts as the first."""
    turn, turns = 1, dict[int, int]()
    for number, event in sightings:
        turns[number] = turn
        match event:
            case Began():
                turn = 1
            case TurnEnded():
                turn += 1
            case _:
                pass
    return turns
