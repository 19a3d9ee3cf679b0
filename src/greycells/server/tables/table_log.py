"""What tables need of whatever keeps their logs: on a server a database does, and a test keeps them in memory.

Nothing is shown to anybody before it is safe there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from greycells.errors import GreycellsError


class LobbyRow(NamedTuple):
    """What the lobby needs to know of a table without reading its log."""

    id: str
    code: str
    state: str
    edition: str
    public: bool
    watched: bool
    touched: float
    wake: float | None
    sketch: str = ""


class GuestWords(NamedTuple):
    """What a guest wrote in an entry of a table's log, kept beside it: a name, and perhaps something said.

    `place` tells several guests of one entry apart.
    """

    seq: int
    place: int
    guest: str
    name: str
    said: str


class Fence(NamedTuple):
    """Who runs a table: a node, in an epoch. With one node there is neither a name nor an epoch.

    A table that was copied from a database of several nodes keeps its epoch, so that it grows on after a copy back.
    """

    node: str = ""
    epoch: int = 0


ALONE = Fence()


class TableMoved(GreycellsError):
    """A table that another node runs by now: what its old node wants to write is refused."""


class StoredLog(NamedTuple):
    """All that is kept of a table: its log, the record of a game whose choices are archived, and what is beside it.

    `erased` are guests who sat there and had everything deleted; `auto` are the chairs whose forced answers are given
    for them. Without entries there is no such table.
    """

    entries: Sequence[bytes] = ()
    archived: str | None = None
    words: Sequence[GuestWords] = ()
    erased: frozenset[str] = frozenset()
    secret: str = ""
    auto: frozenset[int] = frozenset()


class TableLog(Protocol):
    """Keeps the logs of tables. What `append` has acknowledged is safe."""

    async def append(
        self,
        row: LobbyRow,
        first: int,
        entries: Sequence[bytes],
        *,
        words: Sequence[GuestWords] = (),
        guests: Iterable[str] = (),
        secret: bytes | None = None,
        fence: Fence = ALONE,
    ) -> None:
        """Add entries to a table's log from number `first` on, all or none, with the table's row in the lobby.

        `words` are what guests wrote in these entries, and `guests` have sat down in them. Raises TableMoved, and
        writes nothing, if the table has another node or epoch than `fence`.
        """
        ...

    async def read(self, game: str) -> StoredLog:
        """All that is kept of a table."""
        ...

    async def set_auto_answer(self, game: str, chair: int, *, on: bool, fence: Fence = ALONE) -> None:
        """Give a chair's forced answers from now on, or no longer; raises TableMoved as `append` does."""
        ...

    async def draw_anew(self, game: str, sketch: str) -> None:
        """Another summary of a table at which nothing has happened."""
        ...

    async def not_abandoned(self, game: str) -> None:
        """A viewer is connected, or a clock runs: begin anew to count for how long nothing has happened."""
        ...

    async def with_code(self, code: str) -> str | None:
        """The table with this room code."""
        ...

    async def share_origin(self, game: str, *, of: str) -> None:
        """A table takes up another one's place in the lobby's lists."""
        ...

    async def games_of(self, guest: str, *, limit: int = 200) -> list[LobbyRow]:
        """The tables where a guest has sat, the latest first."""
        ...
