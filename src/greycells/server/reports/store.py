"""What players reported, in the database."""

from __future__ import annotations

from typing import NamedTuple

from greycells.server.storage.database import row_as
from greycells.server.storage.table_store import Store

MOST_LISTED = 1000


class ReportRow(NamedTuple):
    """What a player reported; `lines` is the chat around it, as JSON."""

    id: str
    at: float
    reporter: str
    reported: str
    game: str
    reason: str
    lines: str


class ReportStore:
    """The part of a store that holds reports."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, row: ReportRow) -> None:
        await self._store.change(
            "INSERT INTO reports (id, at, reporter, reported, game, reason, lines) VALUES (?, ?, ?, ?, ?, ?, ?)", *row
        )

    async def latest(self, *, limit: int = MOST_LISTED) -> list[ReportRow]:
        """What players reported, the latest first."""
        query = "SELECT id, at, reporter, reported, game, reason, lines FROM reports ORDER BY at DESC LIMIT ?"
        return [row_as(ReportRow, row) for row in await self._store.rows(query, limit)]

    async def of(self, guest: str) -> list[tuple[float, str, str]]:
        """When a guest reported another, at which table, and why."""
        rows = await self._store.rows("SELECT at, game, reason FROM reports WHERE reporter = ? ORDER BY at", guest)
        return [row_as(tuple[float, str, str], row) for row in rows]
