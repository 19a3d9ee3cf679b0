"""The notebook of a seat on a server, as a terminal reads and writes it: the same marks and notes as in a browser."""

from __future__ import annotations

from typing import Protocol

from greycells.deduction.facts import CASE_FILE, Holder
from greycells.deduction.notebook import Box, Mark, Notebook
from greycells.free_text.name_matching import Unclear
from greycells.protocol.notebook_messages import LONGEST_NOTES, NotebookPages
from greycells.rules.scene import GameTable
from greycells.terminal.typed_notebook import TypedNotebook


class SharedPages(Protocol):
    """A seat's pages, which other devices write, too; what is written here is saved in the background."""

    @property
    def pages(self) -> NotebookPages:
        """The pages with everything that was written here."""
        ...

    @property
    def trouble(self) -> str:
        """What there is to say about saving, once; or nothing."""
        ...

    def mark(self, cell: str, mark: str) -> None:
        """Write a mark in a cell; an empty one erases it."""
        ...

    def note(self, line: str) -> None:
        """Add a line to the notes."""
        ...


class OnlineNotebook(TypedNotebook):
    """A notebook whose every mark is on the server. Signs that only a browser can write stay there, unseen here."""

    def __init__(self, table: GameTable, shared: SharedPages) -> None:
        super().__init__(table)
        self._shared = shared
        holders: list[Holder] = [*table.seats, CASE_FILE]
        self._boxes = {_cell(box): box for card in table.edition.deck for box in (Box(card, one) for one in holders)}

    @property
    def notebook(self) -> Notebook:
        """What is written on any device of this seat."""
        pages = self._shared.pages
        signs = {mark.value: mark for mark in Mark}
        written = ((self._boxes.get(cell), signs.get(_sign(mark))) for cell, mark in pages.marks.items())
        marks = {box: mark for box, mark in written if box is not None and mark is not None}
        return Notebook(marks, tuple(line for line in pages.notes.splitlines() if line.strip()))

    @property
    def trouble(self) -> str:
        """What there is to say about saving, once; or nothing."""
        return self._shared.trouble

    def write(self, box: Box, mark: Mark | None) -> None:
        """Write a mark in a box. The same sign in a colour stays as it is."""
        cell, sign = _cell(box), "" if mark is None else mark.value
        if _sign(self._shared.pages.marks.get(cell, "")) != sign:
            self._shared.mark(cell, sign)

    def note(self, text: str) -> None:
        """Add a note, as a line of its own."""
        if len(self._shared.pages.notes) + 1 + len(text) > LONGEST_NOTES:
            raise Unclear("notes full", most=LONGEST_NOTES)
        self._shared.note(text)


def _cell(box: Box) -> str:
    return f"{box.card.word}|{box.holder}"


def _sign(mark: str) -> str:
    """The sign of a mark, without the colour that a browser may have written it in."""
    return mark.partition(".")[0]
