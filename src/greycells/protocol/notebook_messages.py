"""A seat's notebook, and how it came about."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from greycells.protocol.vocabulary import Message

NotebookCell = Annotated[str, Meta(max_length=60)]
"""A cell of a notebook: a card's word and a column, such as `Rope|Plum` or `Rope|CaseFile`."""


NotebookMark = Annotated[
    str, Meta(max_length=12, pattern=r"^(yes|no|maybe|star|dot|ring|bang)(\.(red|blue|green|violet))?$")
]
"""What stands in a cell: a sign, and its colour after a dot unless it is that of the ink."""


FormerMark = Annotated[
    str, Meta(max_length=12, pattern=r"^((yes|no|maybe|star|dot|ring|bang)(\.(red|blue|green|violet))?)?$")
]
"""What stood in a cell, or nothing."""


LONGEST_NOTES = 4000
"""So many characters the notes of a seat may have."""


class NotebookPages(Message, frozen=True):
    """What a seat wrote down: a mark by card and column, notes, and the state before each change, for undo."""

    version: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    marks: Annotated[dict[NotebookCell, NotebookMark], Meta(max_length=400)] = field(default_factory=dict[str, str])
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)] = ""
    undo: Annotated[tuple[tuple[NotebookCell, FormerMark], ...], Meta(max_length=500)] = ()


class NotebookHistory(Message, frozen=True):
    """How a seat's marks came about: after how many events which cell got which mark; an empty one was removed."""

    changes: tuple[tuple[int, str, str], ...]
