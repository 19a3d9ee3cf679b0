"""Shared cases in the database: what is played, and each guest's one try at it."""

from __future__ import annotations

from typing import NamedTuple

from greycells.server.storage.database import row_as
from greycells.server.storage.table_store import Store
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock

TRY = (
    "SELECT case_id, guest, game, at, shown, hints, result, state FROM case_tries"
    " LEFT JOIN tables ON tables.id = case_tries.game"
)


class CaseRow(NamedTuple):
    """A shared case: its id, who made it and from which table, both empty for a day's, when, and what is played."""

    id: str
    guest: str
    game: str
    at: float
    body: bytes


class TryRow(NamedTuple):
    """A guest's try: the table and its state, None if it was never opened; `result` is empty until it is worked out."""

    case: str
    guest: str
    game: str
    at: float
    shown: bool = False
    hints: int = 0
    result: str = ""
    state: str | None = None


class CaseStore:
    """The part of a store that holds shared cases."""

    def __init__(self, store: Store, clock: SystemClock = SYSTEM_CLOCK) -> None:
        self._store = store
        self.now = clock.now

    async def case(self, case: str) -> CaseRow | None:
        rows = await self._store.rows("SELECT id, guest, game, at, body FROM shared_cases WHERE id = ?", case)
        return row_as(CaseRow, rows[0]) if rows else None

    async def keep_case(self, row: CaseRow) -> None:
        """Keep a case, unless there is one with this id: of a day, the first one stays."""
        await self._store.change(
            "INSERT INTO shared_cases (id, guest, game, at, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", *row
        )

    async def cases_of(self, guest: str) -> list[CaseRow]:
        """The challenges that a guest has made."""
        return [
            row_as(CaseRow, row)
            for row in await self._store.rows(
                "SELECT id, guest, game, at, body FROM shared_cases WHERE guest = ? ORDER BY at", guest
            )
        ]

    async def cases_since(self, at: float) -> list[CaseRow]:
        """All cases that were begun or made from then on."""
        return [
            row_as(CaseRow, row)
            for row in await self._store.rows("SELECT id, guest, game, at, body FROM shared_cases WHERE at >= ?", at)
        ]

    async def try_of(self, case: str, guest: str) -> TryRow | None:
        rows = await self._store.rows(f"{TRY} WHERE case_id = ? AND guest = ?", case, guest)
        return row_as(TryRow, rows[0]) if rows else None

    async def try_at(self, game: str) -> TryRow | None:
        """The try that is played at a table."""
        rows = await self._store.rows(f"{TRY} WHERE game = ?", game)
        return row_as(TryRow, rows[0]) if rows else None

    async def tries(self, case: str, *, limit: int) -> list[TryRow]:
        """All tries at a case, the earliest first."""
        return [
            row_as(TryRow, row)
            for row in await self._store.rows(f"{TRY} WHERE case_id = ? ORDER BY at LIMIT ?", case, limit)
        ]

    async def tries_of(self, guest: str) -> list[TryRow]:
        return [row_as(TryRow, row) for row in await self._store.rows(f"{TRY} WHERE guest = ? ORDER BY at", guest)]

    async def begin(self, row: TryRow) -> bool:
        """Keep a guest's try; False if there is one already."""
        written = await self._store.change(
            "INSERT INTO case_tries (case_id, guest, game, at, shown) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            *(row.case, row.guest, row.game, row.at, int(row.shown)),
        )
        return written == 1

    async def begin_again(self, row: TryRow, *, game: str, at: float) -> bool:
        """Another table for a try whose table was never opened; False if another request was quicker."""
        written = await self._store.change(
            "UPDATE case_tries SET game = ?, at = ? WHERE case_id = ? AND guest = ? AND game = ?",
            *(game, at, row.case, row.guest, row.game),
        )
        return written == 1

    async def show(self, case: str, guest: str, *, shown: bool) -> bool:
        """Whether others see a guest's name and replay; False if the guest hasn't played."""
        written = await self._store.change(
            "UPDATE case_tries SET shown = ? WHERE case_id = ? AND guest = ?", int(shown), case, guest
        )
        return written == 1

    async def keep_result(self, row: TryRow, result: str) -> None:
        await self._store.change(
            "UPDATE case_tries SET result = ? WHERE case_id = ? AND guest = ?", result, row.case, row.guest
        )

    async def count_hint(self, game: str) -> None:
        """A hint was asked for at this table."""
        await self._store.change("UPDATE case_tries SET hints = hints + 1 WHERE game = ?", game)
