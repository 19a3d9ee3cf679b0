"""Where the scenes are played: the same kind of spot on each of the three boards."""

from __future__ import annotations

from typing import NamedTuple

from greycells.rules.edition import Edition


class Venue(NamedTuple):
    """Some places of a board.

    `approach` are three squares in a row that lead to the Kitchen, the last of them in front of its only door;
    `passage` is where the Kitchen's passage leads. The Dining Room has no passage, and `dining` are the squares before
    all its doors. `pair` is a room with two doors beside one another, and the squares before them. `blind` is a blind
    alley: its end, and the only squares that lead there. `block` are four squares around a corner, clockwise; `wall`
    is a square that touches a room where it has no door. `start` is a start square, its owner and a square beside it.
    """

    approach: tuple[str, str, str]
    passage: str
    dining: tuple[str, ...]
    pair: tuple[str, str, str]
    blind: tuple[str, str, str]
    block: tuple[str, str, str, str]
    wall: tuple[str, str]
    start: tuple[str, str, str]


CLASSIC = Venue(
    approach=("s17", "t17", "t18"),
    passage="Study",
    dining=("r9", "p13"),
    pair=("Hall", "l8", "m8"),
    blind=("o25", "o24", "p24"),
    block=("t8", "u8", "u9", "t9"),
    wall=("q5", "Lounge"),
    start=("x8", "Mustard", "w8"),
)
GETAWAY = Venue(
    approach=("g20", "g21", "g22"),
    passage="Observatory",
    dining=("m19", "q22"),
    pair=("Hall", "s14", "s15"),
    blind=("n1", "n2", "n3"),
    block=("h9", "i9", "i10", "h10"),
    wall=("g3", "Spa"),
    start=("a10", "Green", "b10"),
)
MASTER_DETECTIVE = Venue(
    approach=("o7", "n7", "m7"),
    passage="Library",
    dining=("o4", "w2", "s9"),
    pair=("Trophy Room", "n12", "n13"),
    blind=("o2", "o3", "o4"),
    block=("l16", "m16", "m17", "l17"),
    wall=("n11", "Trophy Room"),
    start=("Cloak Room", "Scarlet", "p10"),
)


def venue(edition: Edition) -> Venue:
    """The places of this edition's board."""
    return {"master-detective": MASTER_DETECTIVE, "getaway": GETAWAY}.get(edition.key, CLASSIC)
