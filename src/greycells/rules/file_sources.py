"""How `Game.new` and `Game.from_record` find editions and records, and who draws a game: `rules` itself does neither.

`rules` imports nothing else of greycells, so the readers are registered here: `import greycells` does it, with
`greycells.library`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from greycells.rules.edition import Edition
from greycells.rules.events import Event
from greycells.rules.scene import GameTable

if TYPE_CHECKING:
    from greycells.rules.record import Record
    from greycells.rules.scene import Scene
    from greycells.rules.views import View


class Sources(Protocol):
    """Reads editions and records."""

    def edition(self, name: str | Path) -> Edition:
        """The edition with this name, or in this folder."""
        ...

    def record(self, record: str | Path, edition: Edition | None) -> tuple[GameTable, Sequence[Event]]:
        """The table and the events of a complete record, each event checked by the referee."""
        ...

    def text(self, record: Record) -> str:
        """A record as `.case` text."""
        ...


class Drawings(Protocol):
    """Shows games and views to people who print them, or have them in a notebook."""

    def game_text(self, record: Record) -> str: ...
    def view_text(self, view: View) -> str: ...
    def svg(self, scene: Scene) -> str: ...
    def html(self, text: str, scene: Scene) -> str: ...


_shelves: list[Sources] = []
_pencils: list[Drawings] = []


def read_from(shelves: Sources) -> None:
    """Register what reads editions and records."""
    _shelves[:] = [shelves]


def draw_with(pencils: Drawings) -> None:
    """Register what draws games and views."""
    _pencils[:] = [pencils]


def drawings() -> Drawings:
    """What draws games and views."""
    return _pencils[0]


def written(record: Record) -> str:
    """A record as `.case` text."""
    return _shelves[0].text(record)


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
