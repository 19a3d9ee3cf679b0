"""The board in a terminal: two characters for each square, rooms with walls and doors, pawns, and places in reach."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from greycells.language.sentences import called, printed
from greycells.rules.board import Board, Place, Side
from greycells.rules.board_drawing import SPYGLASS, SQUARE, STEPS, WALL, Cell, name_of
from greycells.rules.cards import Suspect, surname
from greycells.rules.edition import Edition
from greycells.rules.scene import Scene

MARGIN = 3
"""The width of the row numbers."""


UP, DOWN, LEFT, RIGHT = 8, 4, 2, 1


class Glyphs(NamedTuple):
    """What the board is drawn with: `walls` by which of UP, DOWN, LEFT and RIGHT they join."""

    square: str
    scenery: str
    walls: Mapping[int, str]
    symbols: bool


JOINS = (UP | DOWN, LEFT | RIGHT, DOWN | RIGHT, DOWN | LEFT, UP | RIGHT, UP | LEFT)
FINE = Glyphs("·", "░", dict(zip(JOINS, "│─┌┐└┘", strict=True)), symbols=True)
PLAIN = Glyphs(".", ":", dict(zip(JOINS, "|-++++", strict=True)), symbols=False)
MARKED = "bold #000000 on #8fce8f"


class Stroke(NamedTuple):
    """One character of the drawing, and how it is coloured."""

    character: str
    style: str = ""


class Run(NamedTuple):
    """Room to write: a stretch of free characters inside a room."""

    row: int
    start: int
    length: int


def chip(suspect: Suspect) -> str:
    """The style of a suspect's pawn: its colour behind a letter that can be read on it."""
    red, green, blue = (int(suspect.colour[at : at + 2], 16) for at in (1, 3, 5))
    light = 299 * red + 587 * green + 114 * blue > 140_000
    return f"bold {'#000000' if light else '#ffffff'} on {suspect.colour}"


def pawn_codes(edition: Edition, glyphs: Glyphs) -> dict[Suspect, str]:
    """Two characters for each pawn: its symbol and its initial, or two letters where symbols cannot be shown."""
    suspects = edition.deck.suspects
    if glyphs.symbols:
        return {suspect: suspect.symbol + surname(suspect)[0] for suspect in suspects}
    return dict(zip(suspects, short_names([surname(suspect) for suspect in suspects]), strict=True))


def weapon_codes(edition: Edition) -> list[str]:
    """Two small letters for each weapon."""
    return [code.lower() for code in short_names([called(weapon) for weapon in edition.deck.weapons])]


def short_names(words: Sequence[str]) -> list[str]:
    """Two letters for each word, no two alike: the first, and the earliest other one that is free.

    >>> short_names(["Peacock", "Peach", "Plum"])
    ['Pe', 'Pa', 'Pl']
    """
    taken: list[str] = []
    for word in words:
        codes = [word[0] + letter for letter in (*word[1:], *"123456789")]
        taken.append(next(code for code in codes if code not in taken))
    return taken


def width_of(edition: Edition) -> int:
    """How many columns the board needs."""
    return MARGIN + 2 * len(edition.board.rows[0])


def draw(scene: Scene, *, marks: Mapping[Place, str] | None = None, glyphs: Glyphs = FINE) -> Text:
    """The board with its pawns and weapons; `marks` are the labels, two characters at most, of the places in reach."""
    canvas = _Canvas(scene.edition, glyphs)
    canvas.print_board()
    canvas.furnish(scene, marks or {})
    return canvas.text()


def sketch(scene: Scene, *, marks: Iterable[Place] = ()) -> Text:
    """The board with one character for each square, for a narrow window: places in reach are starred."""
    board, reached = scene.edition.board, {place.name for place in marks}
    pawns = {place.name: suspect for suspect, place in zip(scene.edition.deck.suspects, scene.pawns, strict=True)}
    text = Text(no_wrap=True)
    for row, line in enumerate(board.rows):
        text.append(f"{row + 1:>2} ", "dim")
        for column, mark in enumerate(line):
            name = name_of((row, column))
            if name in pawns:
                text.append(surname(pawns[name])[0], chip(pawns[name]))
            elif name in reached:
                text.append("*", "bold green")
            else:
                text.append(" " if mark == WALL else SQUARE if mark.isdigit() else mark)
        text.append("\n")
    return text


class _Canvas:
    """The characters of one drawing."""

    def __init__(self, edition: Edition, glyphs: Glyphs) -> None:
        self.edition, self.board, self.glyphs = edition, edition.board, glyphs
        rows = self.board.rows
        self.strokes = [[Stroke(" ")] * (2 * len(rows[0])) for _ in rows]
        self.walls: set[tuple[int, int]] = set()

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        for offset, character in enumerate(text):
            self.strokes[row][column + offset] = Stroke(character, style)

    def print_board(self) -> None:
        """All that is printed on the board: squares, walls, doors, and the names of rooms and scenery."""
        for row, line in enumerate(self.board.rows):
            for column, mark in enumerate(line):
                self._print_cell((row, column), mark)
        for cell, beyond, side in _doorways(self.board):
            self._open_door(beyond, side)
            self.put(cell[0], 2 * cell[1] + 1, side.value, "bold yellow")
        for letter, name in self.board.scenery.items():
            told = printed(name)
            self._write(_middle(self._runs(letter), told), told, "dim")

    def _print_cell(self, cell: Cell, mark: str) -> None:
        row, column = cell
        if mark in self.board.scenery:
            self.put(row, 2 * column, self.glyphs.scenery * 2, "dim")
        elif mark in self.board.letters:
            if self.board.letters[mark].kind == "space":
                self.put(row, 2 * column, "==", "yellow")
            else:
                self._print_wall(cell, mark)
        elif mark == SPYGLASS:
            self.put(row, 2 * column, " ?", "bold cyan")
        elif mark != WALL:
            self.put(row, 2 * column, f" {self.glyphs.square}", "dim")

    def _print_wall(self, cell: Cell, letter: str) -> None:
        """A room's wall runs inside its outermost cells: each half of a cell joins what it has to."""
        row, column = cell
        for half, outward in ((0, -1), (1, 1)):
            above, below = (self._is(letter, row + step, column) for step in (-1, 1))
            beside = self._is(letter, row, column + outward)
            inner, outer = (RIGHT, LEFT) if half == 0 else (LEFT, RIGHT)
            joins = 0
            if not beside:
                joins = UP * above | DOWN * below | inner * (not (above and below))
            elif not (above and below):
                joins = LEFT | RIGHT
            elif not self._is(letter, row - 1, column + outward):
                joins = UP | outer
            elif not self._is(letter, row + 1, column + outward):
                joins = DOWN | outer
            if joins:
                self.put(row, 2 * column + half, self.glyphs.walls.get(joins, "|" if not beside else "="), "green")
                self.walls.add((row, 2 * column + half))

    def _is(self, letter: str, row: int, column: int) -> bool:
        rows = self.board.rows
        return 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column] == letter

    def _open_door(self, cell: Cell, side: Side) -> None:
        row, column = cell[0], 2 * cell[1]
        match side:
            case Side.NORTH | Side.SOUTH:
                level = self.glyphs.walls[LEFT | RIGHT]
                for at in (column, column + 1):
                    if self.strokes[row][at].character == level:
                        self.put(row, at, " ")
            case Side.WEST:
                self.put(row, column + 1, " ")
            case Side.EAST:
                self.put(row, column, " ")

    def _runs(self, letter: str) -> list[Run]:
        """The longest free stretch of each row of a room, from top to bottom; one that is all wall has its walls."""
        return self._stretches_of(letter, self.walls) or self._stretches_of(letter, set())

    def _stretches_of(self, letter: str, walls: Collection[tuple[int, int]]) -> list[Run]:
        found: list[Run] = []
        for row, line in enumerate(self.board.rows):
            free = [at for at in range(2 * len(line)) if line[at // 2] == letter and (row, at) not in walls]
            runs = list(_stretches(row, free))
            if runs:
                found.append(max(runs, key=lambda run: run.length))
        return found

    def furnish(self, scene: Scene, marks: Mapping[Place, str]) -> None:
        """Put pawns and weapons where they are, and label what can be reached."""
        pawns = pawn_codes(self.edition, self.glyphs)
        weapons = weapon_codes(self.edition)
        inside: dict[Place, list[tuple[str, str]]] = {}
        cells = self._cells()
        for place, label in marks.items():
            if place in cells:
                self.put(cells[place][0], 2 * cells[place][1], f"{label:>2}", MARKED)
        for suspect, place in zip(self.edition.deck.suspects, scene.pawns, strict=True):
            if place in cells:
                self.put(cells[place][0], 2 * cells[place][1], pawns[suspect], chip(suspect))
            else:
                inside.setdefault(place, []).append((pawns[suspect], chip(suspect)))
        for code, where in zip(weapons, scene.weapons, strict=True):
            if where is not None:
                inside.setdefault(where, []).append((code, "italic"))
        for letter, place in self.board.letters.items():
            if place.kind == "room":
                self._furnish_room(self._runs(letter), place, inside.get(place, []), marks.get(place))

    def _cells(self) -> dict[Place, Cell]:
        """Where the squares are, and the middle of each single space."""
        names = {place.name: place for place in self.board.places if place.kind == "square"}
        found: dict[Place, Cell] = {}
        spaces: dict[Place, list[Cell]] = {}
        for row, line in enumerate(self.board.rows):
            for column, mark in enumerate(line):
                cell = (row, column)
                if mark in self.board.letters:
                    place = self.board.letters[mark]
                    if place.kind == "space":
                        spaces.setdefault(place, []).append(cell)
                elif name_of(cell) in names:
                    found[names[name_of(cell)]] = cell
        return found | {place: cells[(len(cells) - 1) // 2] for place, cells in spaces.items()}

    def _furnish_room(self, runs: list[Run], room: Place, tokens: list[tuple[str, str]], label: str | None) -> None:
        """The room's name in the middle, its label before it, and who and what is in it around that."""
        title = f"{label} {called(room)}" if label else called(room)
        lines = _middle(runs, title)
        if label and any(len(line) > run.length for run, line in zip(lines, _lines(title, len(lines)), strict=True)):
            title, tokens = called(room), [(f"{label:>2}", MARKED), *tokens]
            lines = _middle(runs, title)
        self._write(lines, title, MARKED if label else "bold")
        named = {run.row for run in lines}
        after = [run for run in runs if lines and run.row > lines[-1].row]
        free = after + [run for run in reversed(runs) if run.row not in named and run not in after]
        for run in free:
            fits = min(len(tokens), run.length // 2)
            gap = 3 if 3 * fits - 1 <= run.length else 2
            at = run.start + max(0, (run.length - (gap * fits - (gap - 2))) // 2)
            for code, style in tokens[:fits]:
                self.put(run.row, at, code, style)
                at += gap
            tokens = tokens[fits:]
        if not free and (runs[-1].row, runs[-1].start) in self.walls:
            fits = min(len(tokens), runs[-1].length // 2)
            for number, (code, style) in enumerate(tokens[:fits], 1):
                self.put(runs[-1].row, runs[-1].start + runs[-1].length - 2 * number, code, style)

    def _write(self, runs: Sequence[Run], text: str, style: str) -> None:
        for run, line in zip(runs, _lines(text, len(runs)), strict=True):
            cut = line if len(line) <= run.length else f"{line[: run.length - 1]}."
            self.put(run.row, run.start + (run.length - len(cut)) // 2, cut, style)

    def text(self) -> Text:
        """The finished drawing, with the letters of its columns and the numbers of its rows."""
        header = " " * MARGIN + "".join(_column_name(column) for column in range(len(self.board.rows[0])))
        text = Text(no_wrap=True)
        text.append(f"{header.rstrip()}\n", "dim")
        for row, strokes in enumerate(self.strokes):
            text.append(f"{row + 1:>2} ", "dim")
            for character, style in strokes:
                text.append(character, style)
            text.append("\n")
        text.rstrip()
        return text


def _doorways(board: Board) -> Iterator[tuple[Cell, Cell, Side]]:
    """Each door: the square before it, the room's cell behind it, and on which side that is."""
    sides = {side.value: side for side in Side}
    for row, line in enumerate(board.rows):
        for column, mark in enumerate(line):
            if mark in sides:
                down, right = STEPS[sides[mark]]
                yield (row, column), (row + down, column + right), sides[mark]


def _stretches(row: int, free: Sequence[int]) -> Iterator[Run]:
    start = 0
    for number in range(1, len(free) + 1):
        if number == len(free) or free[number] != free[number - 1] + 1:
            yield Run(row, free[start], number - start)
            start = number


def _middle(runs: Sequence[Run], text: str) -> list[Run]:
    """The rows in the middle of a room that take a name on one line, or else a line for each of its words."""
    if not runs:
        return []
    widest = max(run.length for run in runs)
    count = 1 if len(text) <= widest else min(len(_words(text)), len(runs))
    starts = range(len(runs) - count + 1)
    centre = (len(runs) - count - 0.5) / 2
    best = min(starts, key=lambda at: (-min(run.length for run in runs[at : at + count]) // 4, abs(at - centre)))
    return list(runs[best : best + count])


def _words(text: str) -> list[str]:
    """The words of a room's title; a label stays with the first of them."""
    words = text.split()
    return [" ".join(words[:2]), *words[2:]] if words[0].isdigit() and len(words) > 1 else words


def _lines(text: str, count: int) -> list[str]:
    words = _words(text)
    return [text] if count == 1 else [*words[: count - 1], " ".join(words[count - 1 :])]


def _column_name(column: int) -> str:
    """A column's letters over it; of those with two letters every other one."""
    name = name_of((0, column))[:-1]
    return f"{name:>2}" if len(name) < 2 or column % 2 == 0 else "  "
