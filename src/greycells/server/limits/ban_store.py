"""Whom the operator keeps out, and when maintenance begins, in the database."""

from __future__ import annotations

from typing import NamedTuple

from greycells.server.storage.database import row_as
from greycells.server.storage.table_store import Store


class BanRow(NamedTuple):
    """A ban by the operator: `kind` is guest or address."""

    kind: str
    who: str
    at: float
    why: str


class BanStore:
    """The part of a store that holds bans."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def bans(self) -> list[BanRow]:
        rows = await self._store.rows("SELECT kind, who, at, why FROM bans ORDER BY at DESC")
        return [row_as(BanRow, row) for row in rows]

    async def ban(self, row: BanRow) -> None:
        await self._store.change(
            "INSERT INTO bans (kind, who, at, why) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (kind, who) DO UPDATE SET at = excluded.at, why = excluded.why",
            *row,
        )

    async def unban(self, kind: str, who: str) -> bool:
        """Lift a ban; False if there was none."""
        return await self._store.change("DELETE FROM bans WHERE kind = ? AND who = ?", kind, who) > 0

    async def maintenance(self) -> float | None:
        """When maintenance begins."""
        rows = await self._store.rows("SELECT begins FROM maintenance")
        return row_as(tuple[float], rows[0])[0] if rows else None

    async def set_maintenance(self, begins: float | None) -> None:
        if begins is None:
            await self._store.change("DELETE FROM maintenance")
        else:
            await self._store.change(
                "INSERT INTO maintenance (id, begins) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET begins = ?",
                begins,
                begins,
            )
