"""Where every seat stands in the race: the input of the winning chances, as rows of numbers.

It uses only the public scene and what each seat knows, or is believed to know.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from greycells.chances.travel_times import Journeys, journeys
from greycells.rules.edition import AfterShown, Answering
from greycells.rules.scene import Scene

Rows: TypeAlias = NDArray[np.float64]
"""Numbers by seat and column; any axes before them are positions."""

PATIENCE = 0.7
"""Irrelevant here: the discount that the players' travel times are kept with."""

FAR = 6.0
"""More turns than this from a room make no difference."""

MOST_MISSED = 3
"""More own turns than this without accusing, though the case was certain, make no difference."""


class SeatStanding(NamedTuple):
    """What one seat knows: the entropy of the case file in bits, and the rooms that may be in it, as a mask of cards.

    `asked` counts its suggestions, `missed` its own turns that it ended without accusing although it could have known,
    `slips` the suspects and weapons that it named although it could have known who holds them.
    """

    bits: float
    rooms: int
    asked: int = 0
    missed: int = 0
    slips: int = 0


class Column(IntEnum):
    """The columns of a row."""

    BITS = 0
    WAIT = 1
    """Turns until the seat's own turn: 0 during it."""
    ASKS = 2
    """Whether the seat may still suggest in this turn."""
    NEAR = 3
    """The expected turns to a room, 0 for a seat that stands in one and may suggest there."""
    NEAR_OPEN = 4
    """The same to a room that may be in the case file, as far as the seat knows."""
    HAND = 5
    MISSED = 6
    ASKED = 7
    OUT = 8
    CALLED = 9
    """Whether its pawn was moved by a suggestion, so that it may suggest where it stands (SUG-9)."""
    SEATS = 10
    DECK = 11
    EVERYBODY = 12
    """Whether everybody answers a suggestion (SHOW-5)."""
    DICE = 13
    TURN = 14
    SLIPS = 15
    TURN_ENDS = 16
    """Whether a shown card ends the turn, so that nobody can accuse after it (SHOW-7)."""


def standings_array(scene: Scene, seats: Sequence[SeatStanding]) -> Rows:
    """The rows of one position, by seat."""
    table, turn = scene.table, scene.turn
    number, way = len(seats), journeys(table.edition, PATIENCE)
    rows = np.zeros((number, len(Column)))
    wait = _waits(scene)
    for index, standing in enumerate(seats):
        row = rows[index]
        moves = index == turn.mover.index and turn.phase not in ("setting up", "over")
        asks = moves and turn.theory is None and not (turn.phase == "moved" and not turn.entered)
        row[Column.BITS] = standing.bits
        row[Column.WAIT] = wait[index]
        row[Column.ASKS] = asks
        called = bool(scene.called >> index & 1)
        here = asks and (turn.entered or (called and turn.phase == "starting"))
        row[Column.NEAR : Column.NEAR_OPEN + 1] = distances(scene, way, index, standing.rooms, here=here or called)
        row[Column.HAND] = scene.sizes[index]
        row[Column.MISSED] = min(standing.missed, MOST_MISSED)
        row[Column.ASKED] = standing.asked
        row[Column.SLIPS] = standing.slips
        row[Column.OUT] = scene.out >> index & 1
        row[Column.CALLED] = called
    rows[:, Column.SEATS] = number
    rows[:, Column.DECK] = len(table.edition.deck)
    rows[:, Column.EVERYBODY] = table.rules.answering is Answering.EVERYBODY
    rows[:, Column.DICE] = table.rules.dice
    rows[:, Column.TURN] = turn.number
    rows[:, Column.TURN_ENDS] = table.rules.after_shown is AfterShown.TURN_ENDS
    if ends_the_turn(scene):
        pass_turn(rows, turn.mover.index)
    return rows


def ends_the_turn(scene: Scene) -> bool:
    """Whether a card was shown that ends the turn, so that the mover has nothing more to choose (SHOW-7)."""
    return scene.turn.shown and scene.table.rules.after_shown is AfterShown.TURN_ENDS


def pass_turn(rows: Rows, mover: int) -> None:
    """Change rows to those after the mover's turn; any axes before the seats are positions."""
    alive = rows[..., Column.OUT] < 0.5
    rows[..., Column.WAIT] -= alive
    rows[..., mover, Column.WAIT] = alive.sum(axis=-1) - 1
    rows[..., mover, Column.ASKS] = 0


def _waits(scene: Scene) -> list[int]:
    """How many turns of others come before each seat's own; for an eliminated seat, as many as there are seats."""
    seats, mover = len(scene.seats), scene.turn.mover.index
    waits, before = [seats] * seats, 0
    for step in range(seats):
        index = (mover + step) % seats
        if not scene.out >> index & 1:
            waits[index] = before
        if step == 0 or not scene.out >> index & 1:
            before += 1
    return waits


def distances(scene: Scene, way: Journeys, seat: int, rooms: int, *, here: bool) -> tuple[float, float]:
    """The expected turns of a seat to any room, and to one of these rooms; `here` if it may suggest where it stands."""
    place = scene.pawns[scene.seats[seat].suspect.index]
    return place_distances(scene, way, place.index, rooms, here=here)


def place_distances(scene: Scene, way: Journeys, place: int, rooms: int, *, here: bool) -> tuple[float, float]:
    """The same from a place."""
    edition = scene.table.edition
    if not edition.rules.dice:
        return 0.0, 0.0
    turns = way.turns[place]
    room = edition.board.places[place].room
    first = edition.deck.rooms[0].index
    near = 0.0 if here else min(FAR, *turns)
    if here and room is not None and rooms & room.bit:
        return near, 0.0
    possible = [far for number, far in enumerate(turns) if rooms >> first + number & 1]
    return near, min([FAR, *possible])
