"""Logs of tables in memory, where a table needs no server: everything that a `TableLog` keeps, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from greycells.server.tables.table_log import ALONE, Fence, GuestWords, LobbyRow, StoredLog, TableMoved


class MemoryLog:
    """The logs of all tables, by their ids."""

    def __init__(self) -> None:
        self.rows: dict[str, LobbyRow] = {}
        self._kept: dict[str, StoredLog] = {}
        self._sitting: set[tuple[str, str]] = set()

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
        before = self._kept.get(row.id, StoredLog())
        if first != len(before.entries) + 1 or fence != ALONE:
            raise TableMoved(row.id)
        self._kept[row.id] = before._replace(
            entries=(*before.entries, *entries),
            words=(*before.words, *words),
            secret=before.secret if secret is None else secret.decode(),
        )
        self.rows[row.id] = row
        self._sitting |= {(guest, row.id) for guest in guests}

    async def read(self, game: str) -> StoredLog:
        return self._kept.get(game, StoredLog())

    async def set_auto_answer(self, game: str, chair: int, *, on: bool, fence: Fence = ALONE) -> None:
        del fence
        kept = self._kept[game]
        self._kept[game] = kept._replace(auto=kept.auto | {chair} if on else kept.auto - {chair})

    async def draw_anew(self, game: str, sketch: str) -> None:
        self.rows[game] = self.rows[game]._replace(sketch=sketch)

    async def not_abandoned(self, game: str) -> None:
        """Nobody counts for how long nothing has happened."""

    async def with_code(self, code: str) -> str | None:
        return next((row.id for row in self.rows.values() if row.code == code), None)

    async def share_origin(self, game: str, *, of: str) -> None:
        """There are no lists that two tables could share a place in."""

    async def games_of(self, guest: str, *, limit: int = 200) -> list[LobbyRow]:
        rows = [row for row in self.rows.values() if (guest, row.id) in self._sitting]
        return sorted(rows, key=lambda row: -row.touched)[:limit]
