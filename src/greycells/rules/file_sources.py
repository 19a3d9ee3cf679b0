"""How `Game.new` and `Game.from_record` find editions and records, which `rules` itself can't read.

`rules` imports nothing else of greycells, so the readers are registered here: `import greycells` does it, with
`greycells.library`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from greycells.rules.edition import Edition
from greycells.rules.events import Event
from greycells.rules.scene import GameTable


class Sources(Protocol):
    """Reads editions and records."""

    def edition(self, name: str | Path) -> Edition:
        """The edition with this name, or in this folder."""
        ...

    def record(self, record: str | Path, edition: Edition | None) -> tuple[GameTable, Sequence[Event]]:
        """The table and the events of a complete record, each event checked by the referee."""
        ...


_shelves: list[Sources] = []


def read_from(shelves: Sources) -> None:
    """Register what reads editions and records."""
    _shelves[:] = [shelves]


def edition_of(edition: object) -> Edition:
    """An edition as it is, or by its name or folder; anything else is a TypeError."""
    if isinstance(edition, Edition):
        return edition
    if isinstance(edition, str | Path):
        return _shelves[0].edition(edition)
    raise TypeError(f"Expected an edition, its name such as 'classic', or its folder, not {type(edition).__name__}.")


def record_of(record: object, edition: Edition | None) -> tuple[GameTable, Sequence[Event]]:
    """The table and the events of a record, from its text or its file; anything else is a TypeError."""
    if isinstance(record, str | Path):
        return _shelves[0].record(record, edition)
    raise TypeError(f"Expected the text of a record or the path of its file, not {type(record).__name__}.")
