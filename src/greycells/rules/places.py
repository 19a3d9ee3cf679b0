"""Where a pawn can stand, how it walks, and why it may not go somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from greycells.rules.cards import Room

Kind: TypeAlias = Literal["square", "room", "space"]
"""What a place is: a square, a room, or a single space that is not a square (MOVE-20)."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Somewhere a pawn can stand, and only on its own board. `room` is the card that a suggestion made there names."""

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


class Side(Enum):
    """Which side of a square its door is on."""

    NORTH = "^"
    SOUTH = "v"
    WEST = "<"
    EAST = ">"


class Door(NamedTuple):
    """A door leads from the square in front of it into a room (MOVE-9); it is no space of its own."""

    square: Place
    side: Side
    room: Place


class Stride(NamedTuple):
    """How a pawn walks: an edition's answers about other pawns, rooms and passages on the way."""

    jumping: bool
    passing: bool
    passages: bool
    reentry: bool


class Reach(NamedTuple):
    """Where a move may go: the places where it may end, in board order, and those where it may pause.

    `pauses` are the free spyglass squares where it may stop with steps left, to snoop and go on (SNOOP-4). `steps` is
    what the move really takes: the roll, or the longest way that there is when nothing uses all of it (MOVE-8).
    """

    ends: tuple[Place, ...]
    pauses: tuple[Place, ...]
    steps: int


class Fault(NamedTuple):
    """Why a pawn may not walk like that: the rule, the key of the sentence that says so, and where it fails."""

    rule: str
    key: str
    place: Place
