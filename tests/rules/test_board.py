"""Reading a drawing: what is on the board, what places are called, and where a drawing is wrong."""

from __future__ import annotations

from collections import deque

import pytest
from tests.rules.walked_boards import GAITS, venue
from tests.rules.wrong_boards import WRONG

from greycells.rules.board import Board, DrawingError, Place, Side
from greycells.rules.cards import Room

COTTAGE = """\
; a comment
AA.1#
AA<?s
#..Xb
"""


def cottage() -> Board:
    return Board.parse(
        COTTAGE,
        rooms={"A": ("The Attic", Room(0, "Attic", "The Attic"))},
        spaces={"s": "Stairs", "b": "Back Yard"},
        scenery={"X": "Well"},
        starts="1",
        passages=[("back yard", "TheAttic")],
    )


def names(places: tuple[Place, ...]) -> list[str]:
    return [place.name for place in places]


def test_places_come_squares_before_spaces_before_rooms() -> None:
    board = cottage()
    assert names(board.places) == ["c1", "d1", "c2", "d2", "b3", "c3", "Stairs", "Back Yard", "The Attic"]
    assert [place.index for place in board.places] == list(range(9))
    assert [place.name for place in board.places if place.spyglass] == ["d2"]
    assert board.standing == 0b11111111
    assert board.starts == {"1": board.place("d1")}
    assert board.scenery == {"X": "Well"}
    assert board.letters["b"] is board.place("Back Yard")
    assert board.rows == ("AA.1#", "AA<?s", "#..Xb")
    assert repr(board) == "<Board of 6 squares and 1 rooms>"


def test_what_is_one_step_away() -> None:
    """Squares beside squares and spaces, rooms by their doors only; never diagonally, never through the scenery."""
    board = cottage()
    beside = {place.name: names(near) for place, near in zip(board.places, board.neighbours, strict=True)}
    assert beside == {
        "c1": ["d1", "c2"],
        "d1": ["c1", "d2"],
        "c2": ["c1", "d2", "c3", "The Attic"],
        "d2": ["d1", "c2", "Stairs"],
        "b3": ["c3"],
        "c3": ["c2", "b3"],
        "Stairs": ["d2"],
        "Back Yard": [],
        "The Attic": ["c2"],
    }
    assert [(door.square.name, door.side, door.room.name) for door in board.doors] == [("c2", Side.WEST, "The Attic")]
    assert board.passage_from(board.place("the attic")) is board.place("BackYard")
    assert board.passage_from(board.place("BackYard")) is board.place("the attic")
    assert board.passage_from(board.place("Stairs")) is None
    assert board.room_before(board.place("c2")) is board.place("the attic")
    assert board.room_before(board.place("c1")) is None


def test_the_room_of_a_card() -> None:
    board = cottage()
    attic = board.place("The Attic")
    assert attic.room == Room(0, "Attic", "The Attic")
    assert board.place_of(Room(0, "Attic", "The Attic")) is attic
    assert board.place_of(Room(1, "Cellar", "Cellar")) is None


@pytest.mark.parametrize("text", ["Dining Room", "dining room", "DiningRoom", " DINING  ROOM "])
def test_names_are_read_in_any_case_and_with_any_spaces(text: str) -> None:
    board = venue("classic").board
    assert board.place(text).name == "Dining Room"
    assert board.place("Q7") is board.place("q 7")
    with pytest.raises(LookupError, match="There's no place called 'q77' on this board"):
        board.place("q77")


def test_columns_after_z() -> None:
    board = venue("master-detective").board
    assert board.place("aa9").name == "aa9"
    assert board.room_before(board.place("aa9")) is board.place("Courtyard")
    assert names(board.neighbours[board.place("Garden Walk").index]) == ["al10", "al15"]
    assert names(board.neighbours[board.place("Basement Stairs").index]) == ["n13"]


def test_a_board_on_which_nobody_walks() -> None:
    board = Board.parse("P\n", rooms={"P": ("Parlour", None)})
    assert names(board.places) == ["Parlour"]
    assert board.neighbours == ((),)


DOORS = {
    "classic": {
        "Study": "g5", "Hall": "i5 l8 m8", "Lounge": "r7", "Dining Room": "r9 p13", "Kitchen": "t18",
        "Ballroom": "j17 o17 h20 q20", "Conservatory": "f20", "Billiard Room": "b12 g16", "Library": "h9 d12",
    },
    "getaway": {
        "Spa": "f7", "Theatre": "n3 k9", "Living Room": "n6 q10", "Observatory": "v9", "Hall": "w11 s14 s15",
        "Guest House": "u21", "Dining Room": "m19 q22", "Kitchen": "g22", "Patio": "f11 i13 i17 f19",
    },
    "master-detective": {
        "Carriage House": "e12 e13", "Trophy Room": "i9 f12 n12 f13 n13 i16", "Kitchen": "m7",
        "Dining Room": "w2 o4 s9", "Drawing Room": "x5", "Gazebo": "aj9", "Fountain": "aj16",
        "Courtyard": "aa9 w10 aj11 aj14 w15 aa16", "Library": "z19", "Billiard Room": "v18 r23 x23",
        "Studio": "o17 r21 l23", "Conservatory": "k18", "Cloak Room": "p10 v13 s16",
    },
}  # fmt: skip
STARTS = {
    "classic": {"1": "q1", "2": "x8", "3": "o25", "4": "j25", "5": "a19", "6": "a6"},
    "getaway": {"1": "s29", "2": "h29", "3": "a20", "4": "a10", "5": "g1", "6": "u1"},
    "master-detective": {},
}
SPYGLASSES = {"classic": "", "getaway": "", "master-detective": "o5 v6 ab7 l9 ak9 ak16 ab18 l20 x21"}
SQUARES = {"classic": 188, "getaway": 232, "master-detective": 175}
DISTANCES = [
    ("classic", "Lounge", "Hall", 8),
    ("classic", "Lounge", "Dining Room", 4),
    ("classic", "Kitchen", "Study", 28),
    ("classic", "q1", "Lounge", 8),
    ("getaway", "Spa", "Guest House", 31),
    ("getaway", "s29", "Kitchen", 26),
    ("master-detective", "Library", "Courtyard", 6),
    ("master-detective", "Carriage House", "Trophy Room", 3),
]


@pytest.mark.parametrize("key", GAITS)
def test_the_three_boards(key: str) -> None:
    board = venue(key).board
    doors: dict[str, list[str]] = {}
    for door in board.doors:
        doors.setdefault(door.room.name, []).append(door.square.name)
    assert doors == {room: squares.split() for room, squares in DOORS[key].items()}
    assert {symbol: square.name for symbol, square in board.starts.items()} == STARTS[key]
    assert sum(place.kind == "square" for place in board.places) == SQUARES[key]
    spyglasses = [place.name for place in board.places if place.spyglass]
    assert spyglasses == SPYGLASSES[key].split()


@pytest.mark.parametrize(("key", "here", "there", "steps"), DISTANCES)
def test_distances_measured_on_the_printed_boards(key: str, here: str, there: str, steps: int) -> None:
    """Steps from one place into a room, through no other room and no passage."""
    board = venue(key).board
    start, end = board.place(here), board.place(there)
    away, edge = {start: 0}, deque([start])
    while edge:
        place = edge.popleft()
        if place is start or place.kind != "room":
            for near in board.neighbours[place.index]:
                if near not in away:
                    away[near] = away[place] + 1
                    edge.append(near)
    assert away[end] == steps


@pytest.mark.parametrize(("drawing", "line", "column", "expected"), WRONG)
def test_where_a_drawing_is_wrong(drawing: str, line: int, column: int, expected: str) -> None:
    rooms: dict[str, tuple[str, Room | None]] = {"K": ("Kitchen", None)} if "x" not in drawing else {}
    rooms |= {"L": ("Larder", None)} if "L" in drawing else {}
    spaces = {"s": "Stairs"} if "s" in drawing else {}
    with pytest.raises(DrawingError) as wrong:
        Board.parse(drawing, rooms=rooms, spaces=spaces, starts="1" if "1" in drawing else "")
    assert (wrong.value.line, wrong.value.column) == (line, column)
    assert expected in str(wrong.value.expected)
    assert str(wrong.value) == f"line {line}, column {column}: expected {wrong.value.expected}"


def test_a_start_square_that_is_not_drawn() -> None:
    with pytest.raises(
        DrawingError, match="line 1, column 4: expected the start square 2 before the end of the drawing"
    ):
        Board.parse("K<1", rooms={"K": ("Kitchen", None)}, starts="12")


@pytest.mark.parametrize(
    ("passages", "expected"),
    [
        (
            [("Kitchen", "Cellar")],
            "a room or a space called 'Cellar', since a passage leads there before the end of the drawing",
        ),
        ([("Kitchen", "b1")], "a room or a space called 'b1'"),
        ([("Kitchen", "kitchen")], "one passage from the Kitchen to another place"),
        ([("Kitchen", "Larder"), ("Larder", "Study")], "one passage from the Larder to another place"),
    ],
)
def test_passages_that_cannot_be(passages: list[tuple[str, str]], expected: str) -> None:
    rooms = {"K": ("Kitchen", None), "L": ("Larder", None), "S": ("Study", None)}
    with pytest.raises(DrawingError) as wrong:
        Board.parse("K<.>L\n##v##\n##S##\n", rooms=rooms, passages=passages)
    assert expected in str(wrong.value.expected)


@pytest.mark.parametrize(
    ("rooms", "scenery", "sentence"),
    [
        ({"K": ("Kitchen", None)}, {"K": "Well"}, "two meanings to K"),
        ({"v": ("Vault", None)}, {}, "The character v has a meaning in every drawing"),
        ({"KK": ("Kitchen", None)}, {}, "one character, not 'KK'"),
        ({" ": ("Kitchen", None)}, {}, "one character, not ' '"),
    ],
)
def test_a_legend_that_contradicts_itself(
    rooms: dict[str, tuple[str, Room | None]], scenery: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        Board.parse("K<.", rooms=rooms, scenery=scenery)


def test_every_place_has_a_name_of_its_own() -> None:
    rooms = {"K": ("B1", None)}
    with pytest.raises(DrawingError, match="a different name for every place, got 'B1' again"):
        Board.parse("K<.", rooms=rooms)
