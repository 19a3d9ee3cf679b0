"""Movement written once more, from the rules alone: a drawing read cell by cell, and every walk walked to its end.

Nothing here comes from the engine. Places are their names, and what is slow is left slow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

STEPS = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}


def square_name(row: int, column: int) -> str:
    return (chr(96 + column // 26) if column > 25 else "") + chr(97 + column % 26) + str(row + 1)


class Plan:
    """A drawn board: what is next to what."""

    def __init__(
        self,
        drawing: str,
        *,
        rooms: Mapping[str, str],
        spaces: Mapping[str, str],
        passages: Iterable[Sequence[str]],
    ) -> None:
        rows = [line for line in drawing.splitlines() if line and line[0] != ";"]
        self.rooms, self.spaces = set(rooms.values()), set(spaces.values())
        self.squares: set[str] = set()
        self.spyglasses: set[str] = set()
        at: dict[tuple[int, int], str] = {}
        for row, line in enumerate(rows):
            for column, mark in enumerate(line):
                area = rooms.get(mark) or spaces.get(mark)
                if area:
                    at[row, column] = area
                elif mark in ".?^v<>" or mark.isdigit():
                    at[row, column] = square_name(row, column)
                    self.squares.add(at[row, column])
                    if mark == "?":
                        self.spyglasses.add(at[row, column])
        self.beside: dict[str, set[str]] = {name: set() for name in at.values()}
        for (row, column), name in at.items():
            for mark, (down, right) in STEPS.items():
                other = at.get((row + down, column + right))
                by_door = rows[row][column] == mark
                if other and other != name and (by_door or not {name, other} & self.rooms):
                    if self.spaces.issuperset((name, other)):
                        continue
                    self.beside[name].add(other)
                    self.beside[other].add(name)
        self.passages = {one: other for a, b in passages for one, other in ((a, b), (b, a))}


class Gait(NamedTuple):
    """How pawns walk: the engine's Stride, in the tests' own words."""

    jumping: bool
    passing: bool
    passages: bool
    reentry: bool


class Scene(NamedTuple):
    """A pawn about to walk: from where, past whom, and what its turn has entered already."""

    start: str
    occupied: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()


class Answer(NamedTuple):
    """Where a move may end and pause, and how many steps it takes."""

    ends: set[str]
    pauses: set[str]
    steps: int


def walk_everywhere(plan: Plan, gait: Gait, scene: Scene, *, steps: int, visit: Callable[[list[str]], None]) -> None:
    """Call `visit` with every walk of 1 to `steps` steps, as all its places and the start before them."""
    start, occupied, used = scene
    ways = {
        place: (*beside, plan.passages[place]) if gait.passages and place in plan.passages else tuple(beside)
        for place, beside in plan.beside.items()
    }
    entered = set(used)
    if used or not gait.reentry or start not in plan.squares:
        entered.add(start)
    walk = [start]

    def go_on() -> None:
        for place in ways[walk[-1]]:
            if place in entered or (place in occupied and not gait.jumping):
                continue
            walk.append(place)
            entered.add(place)
            visit(walk)
            if len(walk) <= steps and (gait.passing or place not in plan.rooms):
                go_on()
            entered.remove(place)
            walk.pop()

    if steps:
        go_on()


def stop_of(walk: Sequence[str], occupied: frozenset[str]) -> int:
    """How many steps of a walk are really taken: it stops behind the tokens on which its count would end (MOVE-7)."""
    taken = len(walk) - 1
    while taken and walk[taken] in occupied:
        taken -= 1
    return taken


def answers(plan: Plan, gait: Gait, scene: Scene, *, most: int) -> list[Answer]:
    """The answer for every roll from 0 to `most`."""
    ends: list[set[str]] = [set() for _ in range(most + 1)]
    pauses: list[set[str]] = [set() for _ in range(most + 1)]
    spyglasses, occupied = plan.spyglasses - scene.occupied, scene.occupied

    def visit(walk: list[str]) -> None:
        taken = len(walk) - 1
        if walk[-1] in plan.rooms:
            for roll in range(taken, most + 1):
                ends[roll].add(walk[-1])
                pauses[roll].update(spyglasses.intersection(walk[1:-1]))
        else:
            ends[taken].add(walk[stop_of(walk, occupied)] if occupied else walk[-1])
            if spyglasses:
                pauses[taken].update(spyglasses.intersection(walk[1:-1]))

    walk_everywhere(plan, gait, scene, steps=most, visit=visit)
    found = [Answer({scene.start}, set(), 0)]
    for roll in range(1, most + 1):
        found.append(Answer(ends[roll], pauses[roll], roll) if ends[roll] else found[-1])
    return found


def paths(plan: Plan, gait: Gait, scene: Scene, *, roll: int) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """Every path that is a complete move, and every one that stops at a spyglass to go on."""
    steps = answers(plan, gait, scene, most=roll)[roll].steps
    moves: set[tuple[str, ...]] = set() if steps else {()}
    stops: set[tuple[str, ...]] = set()

    def visit(walk: list[str]) -> None:
        if walk[-1] in plan.rooms or len(walk) - 1 == steps:
            moves.add(tuple(walk[1 : 1 + stop_of(walk, scene.occupied)]))
            stops.update(
                tuple(walk[1 : number + 1])
                for number in range(1, len(walk) - 1)
                if walk[number] in plan.spyglasses - scene.occupied
            )

    walk_everywhere(plan, gait, scene, steps=steps, visit=visit)
    return moves, stops
