"""A board drawn as text, one character per square: parsing it, and locating errors in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from greycells.errors import GreycellsError
from greycells.language.sentences import Argument, Sentence
from greycells.rules.places import Side

SQUARE = "."
SPYGLASS = "?"
WALL = "#"
COMMENT = ";"
MARKS = frozenset((SQUARE, SPYGLASS, WALL, COMMENT, *(side.value for side in Side)))
"""The characters with a fixed meaning; the legend defines the others."""

LARGEST = 64
"""The maximum number of rows and columns. The largest real board has 39; a wrong file may have thousands."""

Cell: TypeAlias = tuple[int, int]
"""Row and column from the top left, starting at 0."""

STEPS: dict[Side, Cell] = {Side.NORTH: (-1, 0), Side.SOUTH: (1, 0), Side.WEST: (0, -1), Side.EAST: (0, 1)}


class DrawingError(GreycellsError, ValueError):
    """An error in the drawing at this line and column, both from 1; `expected` says what should be there."""

    def __init__(self, line: int, column: int, expected: Sentence) -> None:
        super().__init__(line, column, expected)
        self.line = line
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        return str(Sentence("drawing.wrong", line=self.line, column=self.column, expected=self.expected))


class BoardDrawing(NamedTuple):
    """The rows of a drawing without comments, and the line number of each in the file."""

    rows: tuple[str, ...]
    lines: tuple[int, ...]

    @classmethod
    def read(cls, text: str, *, known: Iterable[str]) -> BoardDrawing:
        """Parse a rectangle of known characters; lines that begin with `;` are comments."""
        numbered = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
        drawn = [(number, line) for number, line in numbered if not line.startswith(COMMENT)]
        while drawn and not drawn[-1][1]:
            drawn.pop()
        while drawn and not drawn[0][1]:
            drawn.pop(0)
        if not drawn:
            raise DrawingError(1, 1, Sentence("drawing.a board"))
        drawing = cls(tuple(line for _, line in drawn), tuple(number for number, _ in drawn))
        drawing._check(MARKS - {COMMENT} | frozenset(known))
        return drawing

    def _check(self, known: frozenset[str]) -> None:
        width = len(self.rows[0])
        for row, line in enumerate(self.rows):
            for column, mark in enumerate(line[: LARGEST + 1]):
                if row >= LARGEST or column >= LARGEST:
                    raise self.error((row, column), "at most", largest=LARGEST)
                if mark not in known:
                    raise self.error((row, column), "one of", known=" ".join(sorted(known)), got=repr(mark))
            if len(line) != width:
                raise self.error((row, min(len(line), width)), "a line", width=width, got=len(line))

    def error(self, cell: Cell, expected: str, /, **arguments: Argument) -> DrawingError:
        """An error at a cell, with its line in the file; `key` is from the `drawing` section of the words."""
        row, column = cell
        return DrawingError(self.lines[row], column + 1, Sentence(f"drawing.{expected}", **arguments))

    def missing(self, expected: str, /, **arguments: Argument) -> DrawingError:
        """An error about something missing, reported at the end of the drawing."""
        wanted = Sentence(f"drawing.{expected}", **arguments)
        return DrawingError(self.lines[-1], len(self.rows[-1]) + 1, Sentence("drawing.missing", wanted=wanted))

    def marks(self) -> Iterator[tuple[Cell, str]]:
        """Every cell with its character, in reading order."""
        for row, line in enumerate(self.rows):
            for column, mark in enumerate(line):
                yield (row, column), mark

    def cells(self, mark: str) -> list[Cell]:
        """The cells with this character."""
        return [cell for cell, shown in self.marks() if shown == mark]

    def beside(self, cell: Cell) -> Iterator[Cell]:
        """The cells next to this one, never diagonally (MOVE-3)."""
        return (near for side in STEPS if (near := self.at(cell, side)) is not None)

    def at(self, cell: Cell, side: Side) -> Cell | None:
        """The cell on that side of this one; None at the edge of the drawing."""
        row, column = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
        return (row, column) if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]) else None

    def one_piece(self, mark: str, *, called: str) -> list[Cell]:
        """The cells of a room or a space; an error if there are none or they aren't connected."""
        cells = self.cells(mark)
        if not cells:
            raise self.missing("area", name=called, mark=mark)
        joined, edge = {cells[0]}, [cells[0]]
        while edge:
            for near in self.beside(edge.pop()):
                if self.rows[near[0]][near[1]] == mark and near not in joined:
                    joined.add(near)
                    edge.append(near)
        for cell in cells:
            if cell not in joined:
                raise self.error(cell, "one piece", name=called)
        return cells


def name_of(cell: Cell) -> str:
    """A square's name: column letters and row number from the top left; after z come aa, ab, ...

    >>> name_of((6, 16)), name_of((0, 26))
    ('q7', 'aa1')
    """
    row, column = cell
    letters = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        letters = chr(ord("a") + letter) + letters
        column -= 1
    return f"{letters}{row + 1}"
