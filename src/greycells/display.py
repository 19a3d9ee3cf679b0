"""How games and views show themselves: as text for `print`, as SVG and HTML in a notebook.

`import greycells` registers `Display` with `rules`, which draws nothing itself. The terminal is imported when something
is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from io import StringIO
from typing import TYPE_CHECKING

from greycells.language.sentences import called
from greycells.rules.board import Board, Place
from greycells.rules.board_drawing import STEPS, Cell, name_of
from greycells.rules.record import Record
from greycells.rules.scene import Scene
from greycells.rules.views import View

if TYPE_CHECKING:
    from greycells.terminal.screen import Screen

WIDTH = 100
"""The columns of printed text."""
CELL = 22
"""The width of a square in pixels."""
INK, PAPER, FLOOR, ROOM, DOOR = "#2b2620", "#faf6ec", "#ecdfc3", "#d9c7a3", "#8a5a33"


class Display:
    """Shows games and views for `rules/file_sources.py`."""

    def game_text(self, record: Record) -> str:
        """The board, and who holds what."""
        from greycells.terminal.replay_viewer import show_now

        screen, written = _page()
        show_now(record, screen)
        return written.getvalue().rstrip()

    def view_text(self, view: View) -> str:
        """The board, one's own hand, and everything that follows from what this seat has seen."""
        from greycells.deduction.knowledge import knowledge
        from greycells.deduction.notebook import Box, Notebook
        from greycells.terminal.notebook_sheet import sheet
        from greycells.terminal.player_console import players_table, show_board
        from greycells.terminal.replay_viewer import hand_of

        screen, written = _page()
        show_board(screen, view.scene, you=view.seat)
        screen.show(players_table(view.scene, screen, you=view.seat))
        if view.seat is not None:
            screen.say(hand_of(view.seat, view.hand))
        known = {Box(claim.card, claim.holder): claim.has for claim in knowledge(view)}
        screen.show(sheet(view, Notebook(), known, glyphs=screen.glyphs))
        return written.getvalue().rstrip()

    def svg(self, scene: Scene) -> str:
        """The board from above, with a disc for each pawn."""
        board = scene.edition.board
        width, height = CELL * max(map(len, board.rows)), CELL * len(board.rows)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">'
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{_floor(board)}{"".join(_pawns(scene))}</svg>'
        )

    def html(self, text: str, scene: Scene) -> str:
        """The board, and below it what `print` says below its own."""
        lines, last = text.splitlines(), f"{len(scene.edition.board.rows):2} "
        drawn = next(number for number, line in enumerate(lines, 1) if line.startswith(last))
        below = "\n".join(lines[drawn:])
        return f"{self.svg(scene)}<pre>{escape(below)}</pre>"


def _page() -> tuple[Screen, StringIO]:
    """A screen that is a text."""
    from rich.console import Console

    from greycells.terminal.screen import Screen

    written = StringIO()
    console = Console(file=written, width=WIDTH, color_system=None, highlight=False, markup=False, emoji=False)
    return Screen(console, input), written


def _cells(board: Board) -> Iterator[tuple[Place, Cell]]:
    """Every cell of the drawing that is a place or part of one."""
    squares = {place.name: place for place in board.places if place.kind == "square"}
    for row, line in enumerate(board.rows):
        for column, mark in enumerate(line):
            place = board.letters.get(mark) or squares.get(name_of((row, column)))
            if place is not None:
                yield place, (row, column)


@lru_cache(maxsize=16)
def _cells_of(board: Board) -> dict[Place, tuple[Cell, ...]]:
    cells: dict[Place, list[Cell]] = {}
    for place, cell in _cells(board):
        cells.setdefault(place, []).append(cell)
    return {place: tuple(found) for place, found in cells.items()}


def _floor(board: Board) -> str:
    """Squares, doors and rooms with their names."""
    doors = {door.square: STEPS[door.side] for door in board.doors}
    drawn: list[str] = []
    for place, (row, column) in _cells(board):
        fill, edge = (FLOOR, f' stroke="{INK}" stroke-opacity=".25"') if place.kind == "square" else (ROOM, "")
        drawn.append(f'<rect x="{column * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}" fill="{fill}"{edge}/>')
    for square, (down, right) in doors.items():
        ((row, column),) = _cells_of(board)[square]
        x, y = (column + 0.5 + right / 2) * CELL, (row + 0.5 + down / 2) * CELL
        across, along = (CELL * 0.4, 2) if down else (2, CELL * 0.4)
        at = f'x="{x - across:.1f}" y="{y - along:.1f}"'
        drawn.append(f'<rect {at} width="{2 * across:.1f}" height="{2 * along:.1f}" fill="{DOOR}"/>')
    for place, cells in _cells_of(board).items():
        if place.kind == "room":
            x, y = _middle(cells)
            name = escape(called(place))
            drawn.append(f'<text x="{x:.0f}" y="{y:.0f}" {_font(CELL * 0.55)} fill="{INK}">{name}</text>')
    return "".join(drawn)


def _pawns(scene: Scene) -> Iterator[str]:
    """A disc in the colour of each suspect; pawns in one room stand beside one another, under its name."""
    cells = _cells_of(scene.edition.board)
    taken: dict[Place, int] = {}
    for suspect, place in zip(scene.edition.deck.suspects, scene.pawns, strict=True):
        x, y = _middle(cells[place])
        if place.kind == "room":
            x, y = x + (taken.get(place, 0) - 1) * CELL, y + CELL * 0.8
            taken[place] = taken.get(place, 0) + 1
        yield (
            f"<g><title>{escape(called(suspect))}</title>"
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{CELL * 0.42:.1f}" fill="{suspect.colour}" stroke="{INK}"/>'
            f'<text x="{x:.1f}" y="{y + CELL * 0.18:.1f}" {_font(CELL * 0.5)}>{escape(suspect.symbol)}</text></g>'
        )


def _middle(cells: tuple[Cell, ...]) -> tuple[float, float]:
    rows, columns = zip(*cells, strict=True)
    return (min(columns) + max(columns) + 1) * CELL / 2, (min(rows) + max(rows) + 1) * CELL / 2


def _font(size: float) -> str:
    return f'font-family="Georgia, serif" font-size="{size:.0f}" text-anchor="middle"'
