"""How a seat's notebook came about: every version adds what it changed, so that a replay can show it as it was.

The history is worked out here and not sent by the client: a page sends only the notebook, and can't invent a past.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.json import Decoder, Encoder

from greycells.protocol.notebook_messages import NotebookPages

MOST_CHANGES = 1000
"""When a history has more changes, the older half keeps only the last change of each cell: at most 400."""
MarkChange = tuple[int, str, str]
"""After how many events, in which cell, which mark; an empty mark if it was removed."""


class StoredNotebook(Struct, frozen=True, omit_defaults=True):
    """A notebook as the database has it: the pages and their history. Older ones have none, and any text as a mark."""

    version: int = 0
    marks: dict[str, str] = field(default_factory=dict[str, str])
    notes: str = ""
    undo: tuple[tuple[str, str], ...] = ()
    history: tuple[MarkChange, ...] = ()

    @property
    def pages(self) -> NotebookPages:
        """The notebook without its history, as its owner's page has it."""
        return NotebookPages(version=self.version, marks=self.marks, notes=self.notes, undo=self.undo)


encode = Encoder().encode
decode = Decoder(StoredNotebook).decode


def next_version(before: StoredNotebook, pages: NotebookPages, *, events: int) -> StoredNotebook:
    """The notebook after its owner wrote these pages, when so many events had happened."""
    changes = tuple((events, *change) for change in _difference(before.marks, pages.marks))
    return StoredNotebook(
        version=pages.version,
        marks=pages.marks,
        notes=pages.notes,
        undo=pages.undo,
        history=_shortened(_joined(before.history, changes)),
    )


def whole_history(notebook: StoredNotebook, *, events: int) -> tuple[MarkChange, ...]:
    """Every change of a notebook. Marks older than its history have no date: they come last, with the last event."""
    rest = tuple((events, *change) for change in _difference(marks_after(notebook.history), notebook.marks))
    return (*notebook.history, *rest)


def marks_after(changes: Sequence[MarkChange]) -> dict[str, str]:
    """The marks that a series of changes leads to."""
    marks = {cell: mark for _, cell, mark in changes}
    return {cell: mark for cell, mark in marks.items() if mark}


def _difference(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for cell in (*after, *(cell for cell in before if cell not in after)):
        if before.get(cell, "") != after.get(cell, ""):
            yield cell, after.get(cell, "")


def _joined(history: tuple[MarkChange, ...], changes: tuple[MarkChange, ...]) -> tuple[MarkChange, ...]:
    """The history with more changes. A cell that changed before since the same event has only the latest mark."""
    fresh = {(events, cell) for events, cell, _ in changes}
    return (*(change for change in history if change[:2] not in fresh), *changes)


def _shortened(history: tuple[MarkChange, ...]) -> tuple[MarkChange, ...]:
    if len(history) <= MOST_CHANGES:
        return history
    older, newer = history[: MOST_CHANGES // 2], history[MOST_CHANGES // 2 :]
    last = {cell: place for place, (_, cell, _) in enumerate(older)}
    return (*(change for place, change in enumerate(older) if last[change[1]] == place), *newer)
