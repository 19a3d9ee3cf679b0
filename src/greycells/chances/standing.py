"""Where every seat stands in the race: the input of the winning chances, as rows of numbers.

It uses only the public scene and what each seat knows, or is believed to know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from greycells.chances.travel_times import Journeys, journeys
from greycells.deduction.problem import Triple
from greycells.rules.cards import Deck
from greycells.rules.edition import AfterShown, Answering
from greycells.rules.scene import Scene

Rows: TypeAlias = NDArray[np.float64]
"""Numbers by seat and column; any axes before them are positions."""

TURN_DISCOUNT = 0.7
"""The discount for each turn of the way to a room."""

FAR = 6.0
"""More turns than this from a room make no difference."""

MOST_MISSED = 3
"""More own turns than this without accusing, though the case was certain, make no difference."""


class SeatStanding(NamedTuple):
    """What one seat knows: the entropy of the case file in bits, and how likely each room is to be in it.

    `rooms` are in deck order. `asked` counts its suggestions, `missed` its own turns that it ended without accusing
    although it could have known, `slips` the suspects and weapons that it named although it could have known who holds
    them.
    """

    bits: float
    rooms: tuple[float, ...]
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
    ROOM_TURNS = 17
    """The expected turns to the room in the case file, averaged over the rooms as likely as the seat thinks them."""
    ROOM_PULL = 18
    """The same with every turn of the way discounted: 1 for somebody who is certainly there."""
    ROOM_HERE = 19
    """How likely the seat thinks the room where its pawn stands."""
    ACCUSES = 20
    """Whether it is the seat's turn and it may still accuse in it, whatever the others answer."""


def standings_array(scene: Scene, seats: Sequence[SeatStanding]) -> Rows:
    """The rows of one position, by seat."""
    table, turn = scene.table, scene.turn
    number, way = len(seats), journeys(table.edition, TURN_DISCOUNT)
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
        place = scene.pawns[scene.seats[index].suspect.index]
        stand_at(row, scene, way, place.index, standing.rooms, here=here or called)
        row[Column.HAND] = scene.sizes[index]
        row[Column.MISSED] = min(standing.missed, MOST_MISSED)
        row[Column.ASKED] = standing.asked
        row[Column.SLIPS] = standing.slips
        row[Column.OUT] = scene.out >> index & 1
        row[Column.CALLED] = called
        row[Column.ACCUSES] = moves and may_accuse(scene)
    rows[:, Column.SEATS] = number
    rows[:, Column.DECK] = len(table.edition.deck)
    rows[:, Column.EVERYBODY] = table.rules.answering is Answering.EVERYBODY
    rows[:, Column.DICE] = table.rules.dice
    rows[:, Column.TURN] = turn.number
    rows[:, Column.TURN_ENDS] = table.rules.after_shown is AfterShown.TURN_ENDS
    if ends_the_turn(scene):
        pass_turn(rows, turn.mover.index)
    return rows


def may_accuse(scene: Scene) -> bool:
    """Whether the mover may still accuse in this turn, whatever the others answer."""
    turn = scene.turn
    risky = turn.phase == "answering" and scene.table.rules.after_shown is AfterShown.TURN_ENDS
    return not (scene.is_out(turn.mover) or risky)


def ends_the_turn(scene: Scene) -> bool:
    """Whether a card was shown that ends the turn, so that the mover has nothing more to choose (SHOW-7)."""
    return scene.turn.shown and scene.table.rules.after_shown is AfterShown.TURN_ENDS


def pass_turn(rows: Rows, mover: int) -> None:
    """Change rows to those after the mover's turn; any axes before the seats are positions."""
    alive = rows[..., Column.OUT] < 0.5
    rows[..., Column.WAIT] -= alive
    rows[..., mover, Column.WAIT] = alive.sum(axis=-1) - 1
    rows[..., mover, Column.ASKS] = 0
    rows[..., Column.ACCUSES] = alive & (rows[..., Column.WAIT] < 0.5)


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


def room_shares(files: Mapping[Triple, float], deck: Deck) -> tuple[float, ...]:
    """How likely each room is to be in the case file, in deck order."""
    first = deck.rooms[0].index
    shares = [0.0] * len(deck.rooms)
    for (_, _, room), number in files.items():
        shares[room - first] += number
    total = sum(shares)
    return tuple([share / total for share in shares])


def stand_at(row: Rows, scene: Scene, way: Journeys, place: int, rooms: Sequence[float], *, here: bool) -> None:
    """Set the columns of a seat's row that depend on where its pawn stands; `here` if it may suggest there.

    `rooms` is how likely the seat thinks each room.
    """
    edition = scene.table.edition
    room = edition.board.places[place].room
    first = edition.deck.rooms[0].index
    likely = 0.0 if room is None else rooms[room.index - first]
    row[Column.ROOM_HERE] = likely
    if not edition.rules.dice:
        row[[Column.NEAR, Column.NEAR_OPEN, Column.ROOM_TURNS]] = 0.0
        row[Column.ROOM_PULL] = 1.0
        return
    turns = way.turns[place]
    row[Column.NEAR] = 0.0 if here else min(FAR, *turns)
    possible = [far for far, share in zip(turns, rooms, strict=True) if share]
    row[Column.NEAR_OPEN] = 0.0 if here and likely else min([FAR, *possible])
    row[Column.ROOM_TURNS] = sum(share * min(far, FAR) for far, share in zip(turns, rooms, strict=True))
    row[Column.ROOM_PULL] = sum(share * pull for share, pull in zip(rooms, way.pull[place], strict=True))
