"""The picture of a link's preview: an edition's board as a PNG, since messengers show no SVG; drawn once."""

from __future__ import annotations

import struct
import zlib
from functools import cache

from greycells.editions import load
from greycells.server.rulebook.board_colours import CORRIDOR, FLOORS, FRAMES, GARDEN, OUTSIDE, POOL, STAIRS, WALL
from greycells.server.web.link_previews import HIGH, WIDE

MARGIN = 15
"""Pixels above and below the board."""


class Canvas:
    """A picture of few colours: one byte for each pixel, which is the number of its colour."""

    def __init__(self, background: str) -> None:
        self.colours: dict[str, int] = {}
        self.rows = [bytearray([self.number(background)]) * WIDE for _ in range(HIGH)]

    def number(self, colour: str) -> int:
        return self.colours.setdefault(colour, len(self.colours))

    def fill(self, colour: str, left: int, top: int, wide: int, high: int) -> None:
        """Fill a rectangle."""
        line = bytes([self.number(colour)]) * wide
        for row in self.rows[top : top + high]:
            row[left : left + wide] = line

    def disc(self, colour: str, x: int, y: int, radius: int) -> None:
        """Fill a disc around a point."""
        for above in range(-radius, radius + 1):
            half = int((radius * radius - above * above) ** 0.5)
            self.fill(colour, x - half, y + above, 2 * half + 1, 1)

    def png(self) -> bytes:
        """The picture as a file: its colours, and then its rows."""
        palette = b"".join(bytes.fromhex(colour.removeprefix("#")) for colour in self.colours)
        header = struct.pack(">IIBBBBB", WIDE, HIGH, 8, 3, 0, 0, 0)
        rows = zlib.compress(b"".join(b"\0" + row for row in self.rows))
        parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", rows), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@cache
def preview_picture(key: str) -> bytes:
    """The board of an edition from above: its rooms in colours, their walls, and where the suspects start."""
    edition = load(key)
    board = edition.board
    across, down = max(map(len, board.rows)), len(board.rows)
    cell = min((HIGH - 2 * MARGIN) // down, (WIDE - 2 * MARGIN) // across)
    left, top = (WIDE - cell * across) // 2, (HIGH - cell * down) // 2
    canvas = Canvas(FRAMES.get(key, GARDEN))
    floors = dict(zip(sorted({*"".join(board.rows)} & {*board.letters}), FLOORS * 3, strict=False))

    def area(x: int, y: int) -> str:
        """The room of a cell, or nothing."""
        letter = board.rows[y][x] if 0 <= y < down and 0 <= x < len(board.rows[y]) else OUTSIDE
        return letter if letter in board.letters else ""

    for y, row in enumerate(board.rows):
        for x, letter in enumerate(row):
            if letter == OUTSIDE:
                continue
            scenery = board.scenery.get(letter, "")
            floor = (POOL if "Pool" in scenery else STAIRS) if scenery else floors.get(letter, CORRIDOR)
            canvas.fill(floor, left + x * cell, top + y * cell, cell, cell)
    for y in range(down + 1):
        for x in range(across + 1):
            if area(x, y) != area(x, y - 1):
                canvas.fill(WALL, left + x * cell - 2, top + y * cell - 2, cell + 4, 4)
            if area(x, y) != area(x - 1, y):
                canvas.fill(WALL, left + x * cell - 2, top + y * cell - 2, 4, cell + 4)
    where = {letter: (x, y) for y, row in enumerate(board.rows) for x, letter in enumerate(row)}
    squares = {place.name: where[letter] for letter, place in board.starts.items()}
    for suspect, start in zip(edition.deck.suspects, edition.starts, strict=True):
        if start.name in squares:
            x, y = (edge + at * cell + cell // 2 for edge, at in zip((left, top), squares[start.name], strict=True))
            canvas.disc("#ffffff", x, y, cell * 9 // 20)
            canvas.disc(suspect.colour, x, y, cell * 7 // 20)
    return canvas.png()
