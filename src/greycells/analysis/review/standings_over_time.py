"""Where all seats stood after every event of a game: the input of the winning chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from greycells.analysis.review.seat_knowledge import KnowledgePoint, KnowledgeTimeline
from greycells.chances.standing import Rows, SeatStanding, ends_the_turn, standings_array
from greycells.rules.cards import Theory
from greycells.rules.events import Accused, Event, Suggested, TurnEnded
from greycells.rules.scene import GameTable, Scene, after
from greycells.rules.seats import Seat


class GamePoint(NamedTuple):
    """The scene after an event, and where every seat stood."""

    event: int
    scene: Scene
    standings: tuple[SeatStanding, ...]

    @property
    def rows(self) -> Rows:
        return standings_array(self.scene, self.standings)


def game_points(table: GameTable, events: Sequence[Event], knowledge: Sequence[KnowledgeTimeline]) -> list[GamePoint]:
    """The position after every event, from the first that follows the set-up on."""
    scene, points = Scene.empty(table), list[GamePoint]()
    seats = len(table.seats)
    asked, missed, slips = [0] * seats, [0] * seats, [0] * seats
    accused, suggested = False, 0
    for number, event in enumerate(events):
        match event:
            case Suggested(seat, theory):
                suggested = number
                asked[seat.index] += 1
                slips[seat.index] += _slips(knowledge[seat.index].at(number), seat, theory)
            case Accused():
                accused = True
            case TurnEnded(seat):
                # Where a shown card ends the turn (SHOW-7), the last chance to accuse was before the suggestion.
                chose = suggested - 1 if ends_the_turn(scene) else number
                solved = knowledge[seat.index].at(chose).bits < 1e-9
                missed[seat.index] += solved and not accused
                accused = False
            case _:
                pass
        scene = after(scene, event)
        if scene.turn.phase != "setting up":
            done = list(zip(asked, missed, slips, strict=True))
            points.append(GamePoint(number, scene, _standings(knowledge, number, done)))
    return points


def _slips(known: KnowledgePoint, seat: Seat, theory: Theory) -> int:
    """How many of the suspect and the weapon the seat could have known to be in somebody else's hand."""
    others = sum(has for index, has in enumerate(known.has[:-1]) if index != seat.index)
    return (others & (theory.suspect.bit | theory.weapon.bit)).bit_count()


def _standings(
    knowledge: Sequence[KnowledgeTimeline], number: int, done: Sequence[tuple[int, int, int]]
) -> tuple[SeatStanding, ...]:
    points = [known.at(number) for known in knowledge]
    return tuple(SeatStanding(point.bits, point.rooms, *counts) for point, counts in zip(points, done, strict=True))


def rows_of(points: Sequence[GamePoint]) -> Rows:
    """The rows of many positions of one game."""
    return np.stack([point.rows for point in points])
