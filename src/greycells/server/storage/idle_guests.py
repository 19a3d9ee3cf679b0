"""Guests who took a name and did nothing else: a program can take hundreds of names a second, so they don't stay."""

from __future__ import annotations

from greycells.server.storage.database import Database, SqlConnection

AT_ONCE = 500
"""So many guests are looked at in one transaction."""
TRACES = (
    ("sitting", "guest"),
    ("uploads", "guest"),
    ("documents", "guest"),
    ("guest_words", "guest"),
    ("case_tries", "guest"),
    ("shared_cases", "guest"),
    ("reports", "reporter"),
    ("reports", "reported"),
    ("device_codes", "guest"),
)
"""Where anything is kept of a guest who did something; a test compares them with what *Delete my data* deletes."""
NOTHING_ELSE = " AND ".join(f"NOT EXISTS (SELECT 1 FROM {table} WHERE {who} = guests.id)" for table, who in TRACES)


async def forget_idle_guests(database: Database, *, before: float) -> bool:
    """Forget the names of guests who took them before then and did nothing; whether there may be more of them.

    A guest who did something is not looked at again.
    """

    def work(connection: SqlConnection) -> bool:
        query = "SELECT id FROM guests WHERE named < ? ORDER BY named LIMIT ?"
        found = [(str(guest),) for (guest,) in connection.execute(query, (before, AT_ONCE)).fetchall()]
        connection.executemany(f"DELETE FROM guests WHERE id = ? AND {NOTHING_ELSE}", found)
        connection.executemany("UPDATE guests SET named = NULL WHERE id = ?", found)
        return len(found) == AT_ONCE

    return await database.write(work)
