"""Travel times: the expected number of turns from a place to a room, by dice and secret passages."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from greycells.rules.board import Board, Place
from greycells.rules.edition import Edition

BACK_IN = 2
"""The approximate distance of a pawn that has left a room to re-enter it."""


class Journeys:
    """Expected turns from every place to every room, on an empty board, by the indices of places and rooms.

    `afoot` begins with a roll, `turns` may begin with a passage. `pull` and `pull_afoot` are the discount factors for
    these turns, by the player's patience.
    """

    def __init__(self, edition: Edition, patience: float) -> None:
        board, rooms = edition.board, edition.deck.rooms
        passing = edition.rules.stride.passing
        needed = turns_needed(edition.rules.dice, len(board.places))
        far = float(len(board.places))
        self.afoot = [[far] * len(rooms) for _ in board.places]
        for number, room in enumerate(rooms):
            target = board.place_of(room)
            if target is not None:
                for place, steps in steps_to(board, target, passing=passing).items():
                    self.afoot[place.index][number] = needed[steps]
                if board.neighbours[target.index]:
                    self.afoot[target.index][number] = 1 + needed[BACK_IN]
        self.turns = [list(row) for row in self.afoot]
        for _ in board.passages:
            for near, beyond in board.passages.items():
                row, onward = self.turns[near.index], self.turns[beyond.index]
                for number, room in enumerate(rooms):
                    row[number] = min(row[number], 1.0 if beyond.room == room else 1 + onward[number])
        self.pull = [[patience**turns for turns in row] for row in self.turns]
        self.pull_afoot = [[patience ** (turns - 1) for turns in row] for row in self.afoot]


def steps_to(board: Board, target: Place, *, passing: bool) -> dict[Place, int]:
    """The distance in steps of every place from a room; through rooms and passages only if the edition allows it."""
    steps, edge = {target: 0}, [target]
    for place in edge:
        if place.kind == "room" and place is not target and not passing:
            continue
        beyond = board.passages.get(place) if passing else None
        for near in board.neighbours[place.index] if beyond is None else (*board.neighbours[place.index], beyond):
            if near not in steps:
                steps[near] = steps[place] + 1
                edge.append(near)
    return steps


def turns_needed(dice: int, furthest: int) -> list[float]:
    """The expected turns for a path of this many steps; a room needs no exact count (MOVE-10)."""
    if not dice:
        return [1.0] * (furthest + 1)
    rolls = [sum(throw) for throw in product(range(1, 7), repeat=dice)]
    needed = [0.0]
    for steps in range(1, furthest + 1):
        needed.append(1 + sum(needed[max(0, steps - roll)] for roll in rolls) / len(rolls))
    return needed


@lru_cache(maxsize=16)
def journeys(edition: Edition, patience: float) -> Journeys:
    """The travel times of an edition, cached."""
    return Journeys(edition, patience)
