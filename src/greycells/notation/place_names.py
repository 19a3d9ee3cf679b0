"""Squares in words: *the corridor outside the Hall* instead of *q7*.

Records and the terminal name a square by its coordinates, because every square has its own. A player at the board
thinks in rooms, so pages name a square by the room whose door is nearest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache

from greycells.language.sentences import Argument, Sentence
from greycells.rules.board import Board, Place


def nearest_rooms(board: Board) -> Mapping[Place, Place]:
    """The room whose door is the fewest steps away, for every square from which there is a way to one.

    Where two are equally near, it is the one that is first in the list of doors.
    """
    found: dict[Place, Place] = {}
    for door in board.doors:
        found.setdefault(door.square, door.room)
    to_visit = deque(found)
    while to_visit:
        square = to_visit.popleft()
        for beside in board.neighbours[square.index]:
            if beside.kind == "square" and beside not in found:
                found[beside] = found[square]
                to_visit.append(beside)
    return {place: room for place, room in found.items() if place.kind == "square"}


@lru_cache(maxsize=64)
def _kept(board: Board) -> Mapping[Place, Place]:
    """Boards are compared by identity, and a server has a handful of them."""
    return nearest_rooms(board)


def square_name(place: Place, board: Board) -> Argument:
    """A place as a page names it: a square by its nearest room, everything else by its own name."""
    rooms = _kept(board)
    return Sentence("place.corridor", room=rooms[place]) if place in rooms else place


def by_rooms(sentence: Sentence, board: Board) -> Sentence:
    """The same sentence with every square named by its nearest room."""
    return sentence.mapped(lambda value: square_name(value, board) if isinstance(value, Place) else value)


def compared_by_rooms(sentence: Sentence, board: Board) -> Sentence:
    """`by_rooms` for a sentence that holds the `best` choice against the `chosen` one.

    Two squares outside the same room would have the same name, so the better one is *another square there*.
    """
    chosen, best = (sentence.arguments.get(name) for name in ("chosen", "best"))
    named = by_rooms(sentence, board)
    if isinstance(chosen, Place) and isinstance(best, Place) and chosen != best:
        rooms = _kept(board)
        if best in rooms and rooms[best] == rooms.get(chosen):
            return Sentence(named.key, **{**named.arguments, "best": Sentence("place.same corridor")})
    return named
