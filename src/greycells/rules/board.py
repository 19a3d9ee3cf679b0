"""The board: squares, rooms, doors and passages, parsed from a drawing.

Its `walks` compute where a pawn may go, and how other pawns affect a move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from greycells.language.sentences import Sentence
from greycells.rules.board_drawing import MARKS, SPYGLASS, SQUARE, BoardDrawing, Cell, DrawingError, name_of
from greycells.rules.cards import Room
from greycells.rules.movement.reach import Movement
from greycells.rules.places import Door, Fault, Kind, Place, Reach, Side, Stride

__all__ = ["Board", "Door", "DrawingError", "Fault", "Kind", "Movement", "Place", "Reach", "Side", "Stride"]

SIDES = {side.value: side for side in Side}
NO_ROOM = {
    Side.NORTH: "door north",
    Side.SOUTH: "door south",
    Side.WEST: "door west",
    Side.EAST: "door east",
}
"""What to say of a door that leads into no room, by its side of the square."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The board as it is printed.

    `places` lists squares, then spaces, then rooms, each in reading order or in the order of the legend. `neighbours`
    are the places one step away from each, directly or through a door. `rows` is the drawing, `letters` maps its
    letters to rooms and spaces, `scenery` can't be entered, and `starts` maps the start symbols to their places.
    """

    rows: tuple[str, ...]
    places: tuple[Place, ...]
    doors: tuple[Door, ...]
    neighbours: tuple[tuple[Place, ...], ...]
    passages: Mapping[Place, Place]
    starts: Mapping[str, Place]
    letters: Mapping[str, Place]
    scenery: Mapping[str, str]
    standing: int = field(init=False, repr=False)
    """The places that hold only one pawn: all except the rooms (MOVE-18)."""

    _names: dict[str, Place] = field(init=False, repr=False)
    _of_cards: dict[Room, Place] = field(init=False, repr=False)
    _behind_doors: dict[Place, Place] = field(init=False, repr=False)
    _walks: dict[Stride, Movement] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        standing = sum(place.bit for place in self.places if place.kind != "room")
        object.__setattr__(self, "standing", standing)
        object.__setattr__(self, "_names", {plain(place.name): place for place in self.places})
        object.__setattr__(self, "_of_cards", {place.room: place for place in self.places if place.room is not None})
        object.__setattr__(self, "_behind_doors", {door.square: door.room for door in self.doors})
        object.__setattr__(self, "_walks", {})

    def __repr__(self) -> str:
        squares = sum(place.kind == "square" for place in self.places)
        return f"<Board of {squares} squares and {sum(place.kind == 'room' for place in self.places)} rooms>"

    @classmethod
    def parse(
        cls,
        drawing: str,
        *,
        rooms: Mapping[str, tuple[str, Room | None]],
        spaces: Mapping[str, str] | None = None,
        scenery: Mapping[str, str] | None = None,
        starts: Iterable[str] = (),
        passages: Sequence[tuple[str, str]] = (),
        without_article: Collection[str] = (),
    ) -> Board:
        """Parse a drawn board, one character per square.

        `.` is a square, `^ v < >` a square with a door on that side, `?` one with a spyglass and `#` wall; the legend
        gives the letters of rooms (name and card), of single spaces and of scenery, and the symbols of start squares.
        A passage joins two rooms or spaces by name; those `without_article` are spoken of by their names alone. A
        DrawingError says where the drawing is wrong; a legend that contradicts itself is a plain ValueError.
        """
        return _Survey(drawing, rooms, spaces or {}, scenery or {}, tuple(starts), without_article).board(passages)

    def place(self, text: str) -> Place:
        """The place with this name, ignoring case and spaces: q7, Q7, DiningRoom, dining room."""
        found = self._names.get(plain(text))
        if found is None:
            raise LookupError(Sentence("lookup.no such place", place=repr(text)))
        return found

    def place_of(self, room: Room) -> Place | None:
        """The place of a room card; None if the room isn't on the board."""
        return self._of_cards.get(room)

    def passage_from(self, place: Place) -> Place | None:
        """The other end of the secret passage that starts here, if there is one (PASS-1 to PASS-3)."""
        return self.passages.get(place)

    def room_before(self, square: Place) -> Place | None:
        """The room whose door is next to this square, if any (MOVE-11, ACC-7)."""
        return self._behind_doors.get(square)

    def walks(self, stride: Stride) -> Movement:
        """Movement under these rules; computed once per board and stride, and cached."""
        if stride not in self._walks:
            self._walks[stride] = Movement(self, stride)
        return self._walks[stride]


def plain(name: str) -> str:
    """A name without case, spaces and punctuation, for lookups."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


class _Survey:
    """Parses one drawing: finds the places cell by cell, then their neighbours."""

    def __init__(
        self,
        text: str,
        rooms: Mapping[str, tuple[str, Room | None]],
        spaces: Mapping[str, str],
        scenery: Mapping[str, str],
        starts: Sequence[str],
        without_article: Collection[str],
    ) -> None:
        self.without_article = without_article
        _check_legend([*rooms, *spaces, *scenery, *starts])
        self.drawing = BoardDrawing.read(text, known=[*rooms, *spaces, *scenery, *starts])
        self.scenery = scenery
        self.places: list[Place] = []
        self.at: dict[Cell, Place] = {}
        self.names: dict[str, Place] = {}
        self.letters: dict[str, Place] = {}
        self.doors: list[Door] = []
        self._find_squares(starts)
        for letter, name in spaces.items():
            self._find_area(letter, name, "space", None)
        for letter, (name, room) in rooms.items():
            self._find_area(letter, name, "room", room)
        self.starts = {symbol: self._start(symbol) for symbol in starts}
        self.neighbours: list[list[Place]] = [[] for _ in self.places]

    def _add(self, cell: Cell, place: Place) -> None:
        if plain(place.name) in self.names or not plain(place.name):
            raise self.drawing.error(cell, "name twice", name=repr(place.name))
        self.names[plain(place.name)] = place
        self.places.append(place)
        self.at[cell] = place

    def _find_squares(self, starts: Sequence[str]) -> None:
        for cell, mark in self.drawing.marks():
            if mark in (SQUARE, SPYGLASS, *SIDES, *starts):
                square = Place(len(self.places), name_of(cell), "square", spyglass=mark == SPYGLASS)
                self._add(cell, square)

    def _find_area(self, letter: str, name: str, kind: Kind, room: Room | None) -> None:
        cells = self.drawing.one_piece(letter, called=name)
        area = Place(len(self.places), name, kind, room, article=name not in self.without_article)
        self._add(cells[0], area)
        self.letters[letter] = area
        self.at.update(dict.fromkeys(cells, area))

    def _start(self, symbol: str) -> Place:
        cells = self.drawing.cells(symbol)
        if not cells:
            raise self.drawing.missing("start", symbol=symbol)
        if len(cells) > 1:
            raise self.drawing.error(cells[1], "start once", symbol=symbol)
        return self.at[cells[0]]

    def board(self, passages: Sequence[tuple[str, str]]) -> Board:
        for cell, place in self.at.items():
            if place.kind == "square":
                self._join_beside(cell, place)
        self._join_doors()
        joined = self._join_passages(passages)
        self._check_doors()
        self._check_connected(joined)
        return Board(
            self.drawing.rows,
            tuple(self.places),
            tuple(self.doors),
            tuple(tuple(sorted(set(near), key=lambda place: place.index)) for near in self.neighbours),
            joined,
            self.starts,
            self.letters,
            dict(self.scenery),
        )

    def _join(self, one: Place, other: Place) -> None:
        self.neighbours[one.index].append(other)
        self.neighbours[other.index].append(one)

    def _join_beside(self, cell: Cell, square: Place) -> None:
        """Connect squares to adjacent squares and single spaces (MOVE-3, MOVE-20)."""
        for beside in self.drawing.beside(cell):
            near = self.at.get(beside)
            if near is not None and near.kind != "room":
                self._join(square, near)

    def _join_doors(self) -> None:
        for cell, mark in self.drawing.marks():
            if mark in SIDES:
                beyond = self.drawing.at(cell, SIDES[mark])
                room = self.at.get(beyond) if beyond is not None else None
                if room is None or room.kind != "room":
                    raise self.drawing.error(cell, NO_ROOM[SIDES[mark]])
                self.doors.append(Door(self.at[cell], SIDES[mark], room))
                self._join(self.at[cell], room)

    def _join_passages(self, passages: Sequence[tuple[str, str]]) -> dict[Place, Place]:
        joined: dict[Place, Place] = {}
        for ends in passages:
            found = [self.names.get(plain(name)) for name in ends]
            for name, place in zip(ends, found, strict=True):
                if place is None or place.kind == "square":
                    raise self.drawing.missing("passage to", name=repr(name))
                if place in joined or found[0] is found[1]:
                    raise self.drawing.error(self._cell(place), "one passage", place=place)
            one, other = found
            assert one is not None
            assert other is not None
            joined |= {one: other, other: one}
        return joined

    def _cell(self, place: Place) -> Cell:
        return next(cell for cell, found in self.at.items() if found is place)

    def _check_doors(self) -> None:
        """Check that every room has a door, unless the board has no movement at all."""
        for room in self.letters.values():
            if room.kind == "room" and not self.neighbours[room.index] and self.places[0].kind == "square":
                raise self.drawing.error(self._cell(room), "a door", room=room)

    def _check_connected(self, passages: Mapping[Place, Place]) -> None:
        if not self.places:
            raise self.drawing.missing("a square")
        reached, edge = {self.places[0]}, [self.places[0]]
        while edge:
            place = edge.pop()
            for near in (*self.neighbours[place.index], passages.get(place, place)):
                if near not in reached:
                    reached.add(near)
                    edge.append(near)
        for cell, place in self.at.items():
            if place not in reached:
                raise self.drawing.error(cell, "a way", start=self.places[0].name, place=place.name)


def _check_legend(symbols: Sequence[str]) -> None:
    for symbol in symbols:
        if len(symbol) != 1 or symbol.isspace():
            raise ValueError(f"A symbol of the legend is one character, not {symbol!r}.")
        if symbol in MARKS:
            raise ValueError(f"The character {symbol} has a meaning in every drawing and cannot be in the legend.")
        if symbols.count(symbol) > 1:
            raise ValueError(f"The legend gives two meanings to {symbol}.")
