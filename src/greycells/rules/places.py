"""Places on the board, how pawns move, and why a move isn't allowed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from greycells.language.sentences import Noun
from greycells.rules.cards import Room

Kind: TypeAlias = Literal["square", "room", "space"]
"""What a place is: a square, a room, or a single space that is not a square (MOVE-20)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Place:
    """A place on one board where a pawn can be. `room` is the card that a suggestion there names.

    Without an `article` it is spoken of by its name alone: *in Greece*, not *in the Greece*.
    """

    index: int
    name: str
    kind: Kind
    room: Room | None = None
    spyglass: bool = False
    article: bool = field(default=True, repr=False)
    bit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", 1 << self.index)

    def __hash__(self) -> int:
        return self.index

    def __repr__(self) -> str:
        return f"Place({self.name})"

    def __str__(self) -> str:
        return self.name

    def in_words(self) -> Noun:
        kinds = {"square": "square", "space": "space", "room": "thing"}
        return Noun(self.name, kinds[self.kind] if self.article or self.kind == "square" else "name")


class Side(Enum):
    """Which side of a square its door is on."""

    NORTH = "^"
    SOUTH = "v"
    WEST = "<"
    EAST = ">"


class Door(NamedTuple):
    """A door leads from the square in front of it into a room (MOVE-9); it isn't a space itself."""

    square: Place
    side: Side
    room: Place


class Stride(NamedTuple):
    """How a pawn moves: an edition's answers about other pawns, rooms and passages on the way."""

    jumping: bool
    passing: bool
    passages: bool
    reentry: bool


class Reach(NamedTuple):
    """Where a move may end, in board order, and where it may pause.

    `pauses` are the free spyglass squares where it may stop with steps left, to snoop and continue (SNOOP-4). `steps`
    is the length of the move: the roll, or the longest possible path if none uses all of it (MOVE-8).
    """

    ends: tuple[Place, ...]
    pauses: tuple[Place, ...]
    steps: int


class Fault(NamedTuple):
    """Why a move is illegal: the rule, the key of its sentence, and the place where it fails."""

    rule: str
    key: str
    place: Place
