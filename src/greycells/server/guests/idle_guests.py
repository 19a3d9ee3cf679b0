"""Guests who took a name and did nothing else: a program can take hundreds of names a second, so they don't stay."""

from __future__ import annotations

from collections.abc import Callable, Collection

from greycells.server.errors.report import report
from greycells.server.storage.database import Database, SqlConnection
from greycells.server.storage.table_store import Store
from greycells.server.system.system_clock import SystemClock

KEPT_FOR = 7 * 24 * 3600.0
"""Seconds that a name is kept whose guest never sat down, wrote, uploaded or solved anything."""
LOOK_EVERY = 600.0
AT_ONCE = 500
"""So many guests are looked at in one transaction."""


async def keep_guests(
    store: Store, clock: SystemClock, leads: Callable[[], bool], traces: Collection[tuple[str, str]]
) -> None:
    """Forget those who did nothing, for ever; where there are several nodes, one of them does it."""
    while True:
        try:
            before = clock.now() - KEPT_FOR
            while leads() and await forget_idle_guests(store.database, before=before, traces=traces):
                await clock.sleep(0.1)
        except Exception as error:
            report("guests who did nothing could not be forgotten", error)
        await clock.sleep(LOOK_EVERY)


async def forget_idle_guests(database: Database, *, before: float, traces: Collection[tuple[str, str]]) -> bool:
    """Forget the names of guests who took them before then and did nothing; whether there may be more of them.

    `traces` are the tables and columns where anything is kept of a guest who did something. Who did is not looked at
    again.
    """
    nothing_else = " AND ".join(f"NOT EXISTS (SELECT 1 FROM {table} WHERE {who} = guests.id)" for table, who in traces)

    def work(connection: SqlConnection) -> bool:
        query = "SELECT id FROM guests WHERE named < ? ORDER BY named LIMIT ?"
        found = [(str(guest),) for (guest,) in connection.execute(query, (before, AT_ONCE)).fetchall()]
        connection.executemany(f"DELETE FROM guests WHERE id = ? AND {nothing_else}", found)
        connection.executemany("UPDATE guests SET named = NULL WHERE id = ?", found)
        return len(found) == AT_ONCE

    return await database.write(work)
