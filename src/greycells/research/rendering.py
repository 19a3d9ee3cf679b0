"""A table as a spectator sees it: as text, and as a picture of the board in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from greycells.notation.story import tell
from greycells.rules.board import Board, Place
from greycells.rules.board_drawing import STEPS, Cell, name_of
from greycells.rules.cards import Suspect
from greycells.rules.scene import Scene
from greycells.rules.views import View

Picture: TypeAlias = NDArray[np.uint8]
CELL = 12
"""The width of a square in pixels."""
LATEST = 6
"""How many of the latest events the text tells."""

FLOOR, ROOM, WALL, DOOR = (222, 205, 165), (178, 148, 112), (58, 52, 47), (120, 84, 50)


def drawn_text(view: View) -> str:
    """The board with the pawns' letters on it, and what happened last."""
    scene = view.scene
    rows = [list(row) for row in scene.edition.board.rows]
    for suspect, (row, column) in _standing(scene):
        rows[row][column] = suspect.symbol
    pawns = ", ".join(
        f"{suspect.symbol} {suspect.word} {place.name}"
        for suspect, place in zip(scene.edition.deck.suspects, scene.pawns, strict=True)
    )
    story = [str(tell(event, view.seat)) for _, event in view.sightings[-LATEST:]]
    return "\n".join(["".join(row) for row in rows] + [f"Turn {scene.turn.number}. {pawns}", *story])


def drawn_picture(scene: Scene) -> Picture:
    """The board seen from above, a disc in a suspect's colour for each pawn."""
    board = scene.edition.board
    picture = _empty_board(board).copy()
    disc = _disc()
    for suspect, (row, column) in _standing(scene):
        square = picture[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        square[disc] = _colour(suspect)
    return picture


def _colour(suspect: Suspect) -> tuple[int, int, int]:
    red, green, blue = (int(suspect.colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _disc() -> NDArray[np.bool_]:
    middle = (CELL - 1) / 2
    rows, columns = np.ogrid[:CELL, :CELL]
    inside: NDArray[np.bool_] = (rows - middle) ** 2 + (columns - middle) ** 2 <= (middle - 0.5) ** 2
    return inside


@lru_cache(maxsize=16)
def _empty_board(board: Board) -> Picture:
    picture = np.zeros((len(board.rows) * CELL, len(board.rows[0]) * CELL, 3), np.uint8)
    doors = {door.square: STEPS[door.side] for door in board.doors}
    for place, (row, column) in _cells(board):
        square = picture[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        square[:] = WALL if place is None else FLOOR if place.kind == "square" else ROOM
        if place is not None and place.kind == "square":
            square[0, :] = square[:, 0] = WALL
        if place in doors:
            down, right = doors[place]
            edge = {-1: slice(0, 3), 0: slice(None), 1: slice(-3, None)}
            square[edge[down], edge[right]] = DOOR
    return picture


def _cells(board: Board) -> Iterator[tuple[Place | None, Cell]]:
    """Every cell of the drawing with its place; None for walls and scenery."""
    squares = {place.name: place for place in board.places if place.kind == "square"}
    for row, line in enumerate(board.rows):
        for column, mark in enumerate(line):
            place = board.letters.get(mark) or squares.get(name_of((row, column)))
            yield place, (row, column)


@lru_cache(maxsize=16)
def _cells_of(board: Board) -> dict[Place, tuple[Cell, ...]]:
    cells: dict[Place, list[Cell]] = {}
    for place, cell in _cells(board):
        if place is not None:
            cells.setdefault(place, []).append(cell)
    return {place: tuple(found) for place, found in cells.items()}


def _standing(scene: Scene) -> Iterator[tuple[Suspect, Cell]]:
    """A cell for each pawn: those in one room stand beside one another, from its middle on."""
    cells = _cells_of(scene.edition.board)
    taken: dict[Place, int] = {}
    for suspect, place in zip(scene.edition.deck.suspects, scene.pawns, strict=True):
        room = cells[place]
        at = (len(room) // 2 + taken.get(place, 0)) % len(room)
        taken[place] = taken.get(place, 0) + 1
        yield suspect, room[at]
