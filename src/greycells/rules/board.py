"""The board: squares, rooms, doors and passages, and where a pawn may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from greycells.rules.cards import Room


class Kind(Enum):
    """What a place is: a square, a room, or a single space that is not a square (MOVE-20)."""

    SQUARE = "square"
    ROOM = "room"
    SPACE = "space"


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere a pawn can stand. `room` is the card that a suggestion made there names, if there is one."""

    index: int
    name: str
    kind: Kind
    room: Room | None = None
    spyglass: bool = False
    bit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", 1 << self.index)

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.name


class Stride(NamedTuple):
    """How a pawn walks: an edition's answers about other pawns, rooms and passages on the way."""

    jumping: bool
    passing: bool
    passages: bool
    reentry: bool
