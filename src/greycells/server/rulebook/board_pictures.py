"""A small picture of each edition's board, to choose an edition by: an SVG of a few kilobytes, drawn from its plan."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from functools import cache

from starlette.responses import Response

from greycells.editions import load, names
from greycells.rules.board import Board
from greycells.rules.cards import Suspect
from greycells.rules.edition import Edition
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.rulebook.board_colours import CORRIDOR, DOOR, FLOORS, FRAMES, GARDEN, OUTSIDE, POOL, STAIRS, WALL
from greycells.server.rulebook.preview_pictures import preview_picture
from greycells.server.web.assets import asset_prefix
from greycells.server.web.endpoints import Endpoint, GuestRequest

SVG, PNG = "image/svg+xml", "image/png"
Cell = tuple[int, int]


@cache
def board_picture(key: str) -> str:
    """The board of an edition seen from above: rooms in colours, walls, doors, and where the suspects start."""
    edition = load(key)
    board = edition.board
    wide, high = max(map(len, board.rows)), len(board.rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {wide + 2} {high + 2}">'
        f'<rect x="-1" y="-1" width="{wide + 2}" height="{high + 2}" rx="1" fill="{FRAMES.get(key, GARDEN)}"/>'
        f"{''.join(_floors(board))}{''.join(_walls(board))}{''.join(_starts(edition))}</svg>"
    )


def _cells(board: Board) -> dict[str, list[Cell]]:
    """The cells of each area by its letter; squares, doors and starts are all corridor, under a dot."""
    areas: dict[str, list[Cell]] = {}
    for y, row in enumerate(board.rows):
        for x, letter in enumerate(row):
            if letter != OUTSIDE:
                known = letter in board.letters or letter in board.scenery
                areas.setdefault(letter if known else ".", []).append((x, y))
    return areas


def _floors(board: Board) -> Iterator[str]:
    floors = iter(FLOORS * 3)
    for letter, cells in sorted(_cells(board).items()):
        if letter in board.scenery:
            colour = POOL if "Pool" in board.scenery[letter] else STAIRS
        else:
            colour = CORRIDOR if letter == "." else next(floors)
        yield f'<path fill="{colour}" d="{_filled(cells)}"/>'


def _filled(cells: Iterable[Cell]) -> str:
    """Cells as one shape, a rectangle for each run in a row."""
    runs: list[list[int]] = []
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        if runs and runs[-1][1] == y and runs[-1][0] + runs[-1][2] == x:
            runs[-1][2] += 1
        else:
            runs.append([x, y, 1])
    return "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in runs)


def _walls(board: Board) -> Iterator[str]:
    """The outlines of rooms, and the doors in them."""
    outlines = "".join(_edges(set(cells)) for letter, cells in sorted(_cells(board).items()) if letter in board.letters)
    yield f'<path fill="none" stroke="{WALL}" stroke-width=".35" stroke-linecap="square" d="{outlines}"/>'
    rows = enumerate(board.rows)
    marks = ((x, y, letter) for y, row in rows for x, letter in enumerate(row) if letter in "^v<>")
    sides = {"^": "M{x} {y}h1", "v": "M{x} {down}h1", "<": "M{x} {y}v1", ">": "M{right} {y}v1"}
    doors = "".join(sides[side].format(x=x, y=y, right=x + 1, down=y + 1) for x, y, side in marks)
    if doors:
        yield f'<path fill="none" stroke="{DOOR}" stroke-width=".6" d="{doors}"/>'


def _edges(cells: set[Cell]) -> str:
    """The outer edges of an area, with those that continue each other as one line."""
    across = [(y, x) for x, y in cells if (x, y - 1) not in cells]
    across += [(y + 1, x) for x, y in cells if (x, y + 1) not in cells]
    down = [(x, y) for x, y in cells if (x - 1, y) not in cells]
    down += [(x + 1, y) for x, y in cells if (x + 1, y) not in cells]
    return "".join(f"M{x} {y}h{length}" for y, x, length in _joined(across)) + "".join(
        f"M{x} {y}v{length}" for x, y, length in _joined(down)
    )


def _joined(edges: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    runs: list[list[int]] = []
    for line, start in sorted(edges):
        if runs and runs[-1][0] == line and runs[-1][1] + runs[-1][2] == start:
            runs[-1][2] += 1
        else:
            runs.append([line, start, 1])
    for line, start, length in runs:
        yield line, start, length


def _starts(edition: Edition) -> Iterator[str]:
    """A dot in the colour of each suspect on its start square."""
    where = {letter: (x, y) for y, row in enumerate(edition.board.rows) for x, letter in enumerate(row)}
    squares = {place.name: where[letter] for letter, place in edition.board.starts.items()}
    suspects: Iterable[Suspect] = edition.deck.suspects
    for suspect, start in zip(suspects, edition.starts, strict=True):
        if start.name in squares:
            x, y = squares[start.name]
            spot = f'cx="{x + 0.5}" cy="{y + 0.5}" r=".75"'
            yield f'<circle {spot} fill="{suspect.colour}" stroke="#fff" stroke-width=".2"/>'


def _asked(request: GuestRequest) -> str:
    """The edition of the path."""
    key = request.path("edition")
    if key not in names():
        raise Declined("no such plan", DeclineReason.INVALID, what=key[:24])
    return key


async def picture(request: GuestRequest) -> Response:
    """The board of an edition, as a small picture that a browser keeps for good."""
    return Response(board_picture(_asked(request)), media_type=SVG)


async def preview(request: GuestRequest) -> Response:
    """The picture of an edition's previews, drawn off the event loop: it takes a quarter of a second, once."""
    return Response(await asyncio.to_thread(preview_picture, _asked(request)), media_type=PNG)


PAGES: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        asset_prefix() + "boards/{edition}.svg",
        picture,
        "A small picture of a board",
        reply=SVG,
        counted="files",
        fixed="by path",
    ),
    Endpoint(
        "GET",
        asset_prefix() + "previews/{edition}.png",
        preview,
        "The picture of a link's preview",
        reply=PNG,
        counted="files",
        fixed="by path",
    ),
)
