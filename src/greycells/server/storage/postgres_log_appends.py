"""The appends of several tables as one statement of PostgreSQL: one trip, one transaction, one wait for the disk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import psycopg
from msgspec.json import encode

from greycells.server.storage.log_appends import LOBBY_COLUMNS, UNLESS_MOVED, Append

Connection: TypeAlias = psycopg.Connection[tuple[object, ...]]
AT_ONCE = 200
"""The most appends in one statement."""
APPEND_ALL = (
    "WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset(%s::json) AS given"
    " (id text, code text, state text, edition text, public boolean, watched boolean, touched float8, wake float8,"
    " sketch text, node text, epoch bigint, entries json)),"
    f" held AS (INSERT INTO tables ({LOBBY_COLUMNS}, node, epoch) SELECT {LOBBY_COLUMNS}, node, epoch FROM given"
    f"{UNLESS_MOVED} RETURNING id),"
    " written AS (INSERT INTO log (game, seq, entry, epoch)"
    " SELECT id, (entry ->> 0)::bigint, convert_to(entry ->> 1, 'UTF8'), epoch"
    " FROM given, json_array_elements(entries) AS entry WHERE id IN (SELECT id FROM held))"
    " SELECT id FROM held"
).encode()
"""All appends come as one JSON text, which is a fourth of the work of a statement for each. What is not in `held` has
another node or epoch, and nothing of it is written."""


def is_plain(append: Append) -> bool:
    """Whether an append has nothing but entries of a table that exists: nearly all have."""
    return not append.words and not append.guests and append.secret is None


def append_all(connection: Connection, appends: Sequence[Append]) -> set[str]:
    """Write plain appends of different tables; gives the tables that were written, the others have moved.

    If it fails, nothing is written at all. Rows are locked in the order of their ids, by every node.
    """
    given = [
        {
            **append.row._asdict(),
            **append.fence._asdict(),
            "entries": [(seq, entry.decode()) for seq, entry in enumerate(append.entries, append.first)],
        }
        for append in sorted(appends, key=lambda append: append.row.id)
    ]
    rows = connection.execute(APPEND_ALL, (encode(given).decode(),)).fetchall()
    return {str(table) for (table,) in rows}
