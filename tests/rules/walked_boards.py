"""The boards that the tests of movement walk on, each as the engine reads it and as the tests do."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tests.rules.independent_walks import Gait, Plan, Scene

from greycells.rules.board import Board, DrawingError, Place, Stride

BLOCKED = Gait(jumping=False, passing=False, passages=False, reentry=False)
MASTER_DETECTIVE = Gait(jumping=True, passing=True, passages=True, reentry=False)
GAITS = {"classic": BLOCKED, "getaway": BLOCKED, "master-detective": MASTER_DETECTIVE}


class Venue(NamedTuple):
    """One drawing, read twice."""

    board: Board
    plan: Plan

    def mask(self, names: frozenset[str]) -> int:
        return sum(self.board.place(name).bit for name in names)

    def places(self, names: tuple[str, ...]) -> tuple[Place, ...]:
        return tuple(self.board.place(name) for name in names)


@cache
def venue(key: str) -> Venue:
    """The board of an edition."""
    folder = files("greycells.editions").joinpath(key)
    edition = tomllib.loads(folder.joinpath("edition.toml").read_text(encoding="utf-8"))
    rooms = {room["letter"]: room["name"] for room in edition["rooms"]}
    spaces = {space["letter"]: space["name"] for space in edition.get("spaces", [])}
    scenery = {piece["letter"]: piece["name"] for piece in edition.get("scenery", [])}
    starts = [suspect["start"] for suspect in edition["suspects"] if len(suspect["start"]) == 1]
    drawing = folder.joinpath("board.txt").read_text(encoding="utf-8")
    return build(
        drawing, rooms=rooms, spaces=spaces, scenery=scenery, starts=starts, passages=edition.get("passages", [])
    )


def build(
    drawing: str,
    *,
    rooms: dict[str, str],
    spaces: dict[str, str] | None = None,
    scenery: dict[str, str] | None = None,
    starts: list[str] | None = None,
    passages: list[tuple[str, str]] | None = None,
) -> Venue:
    """A board from a drawing; its rooms have no cards."""
    board = Board.parse(
        drawing,
        rooms={letter: (name, None) for letter, name in rooms.items()},
        spaces=spaces,
        scenery=scenery,
        starts=starts or [],
        passages=passages or [],
    )
    return Venue(board, Plan(drawing, rooms=rooms, spaces=spaces or {}, passages=passages or []))


def small_venues(chance: random.Random) -> Iterator[Venue]:
    """Small boards without end: rooms with a few doors, spaces, spyglasses, passages, dead ends."""
    while True:
        height, width = chance.randint(2, 5), chance.randint(3, 6)
        grid = [[chance.choice("........?#") for _ in range(width)] for _ in range(height)]
        rooms, spaces = "ABC"[: chance.randint(1, 3)], "st"[: chance.randint(0, 2)]
        for letter in rooms + spaces:
            grid[chance.randrange(height)][chance.randrange(width)] = letter
        for row, line in enumerate(grid):
            for column, mark in enumerate(line):
                if mark in ".?" and (door := _door(grid, row, column, rooms)) and chance.random() < 0.6:
                    line[column] = door
        joined = chance.sample([*rooms, *spaces], 2) if len(rooms + spaces) > 1 and chance.random() < 0.6 else None
        try:
            yield build(
                "\n".join("".join(line) for line in grid),
                rooms={letter: f"room {letter}" for letter in rooms},
                spaces={letter: f"space {letter}" for letter in spaces},
                passages=[(_called(joined[0]), _called(joined[1]))] if joined else [],
            )
        except DrawingError:
            continue


def _called(letter: str) -> str:
    return f"room {letter}" if letter.isupper() else f"space {letter}"


def _door(grid: list[list[str]], row: int, column: int, rooms: str) -> str | None:
    for mark, down, right in (("^", -1, 0), ("v", 1, 0), ("<", 0, -1), (">", 0, 1)):
        if (
            0 <= row + down < len(grid)
            and 0 <= column + right < len(grid[0])
            and grid[row + down][column + right] in rooms
        ):
            return mark
    return None


def any_gait(chance: random.Random) -> Gait:
    return Gait(*(chance.random() < 0.5 for _ in range(4)))


def stride(gait: Gait) -> Stride:
    return Stride(**gait._asdict())


def any_scene(plan: Plan, chance: random.Random, *, pawns: int) -> Scene:
    """A pawn anywhere, others anywhere or in a row close by, and now and then a turn that has begun already."""
    start = chance.choice(sorted(plan.beside))
    free = sorted((plan.squares | plan.spaces) - {start})
    occupied = set(chance.sample(free, min(len(free), chance.randint(0, pawns))))
    if chance.random() < 0.5:
        here = start
        for _ in range(chance.randint(1, 5)):
            here = chance.choice(sorted(plan.beside[here]) or [here])
            if here in free and chance.random() < 0.7:
                occupied.add(here)
    used: set[str] = set()
    if chance.random() < 0.3:
        here, used = start, {start}
        for _ in range(chance.randint(1, 6)):
            here = chance.choice(sorted(plan.beside[here]) or [here])
            used.add(here)
    return Scene(start, frozenset(occupied), frozenset(used))
