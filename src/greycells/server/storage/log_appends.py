"""An append: all that a table writes when something has happened, all or nothing, in SQLite and PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from greycells.server.storage.database import SqlConnection
from greycells.server.tables.table_log import ALONE, Fence, GuestWords, LobbyRow, TableMoved


class Append(NamedTuple):
    """New entries of a table's log, from number `first` on, with its row in the lobby and what is kept beside the log.

    `guests` have sat down in these entries, `words` are what guests wrote in them, and `secret` is that of a new table.
    """

    row: LobbyRow
    first: int
    entries: Sequence[bytes]
    words: Sequence[GuestWords] = ()
    guests: Sequence[str] = ()
    secret: bytes | None = None
    fence: Fence = ALONE


LOBBY_COLUMNS = ", ".join(LobbyRow._fields)
UNLESS_MOVED = (
    " ON CONFLICT (id) DO UPDATE SET state = excluded.state, edition = excluded.edition, public = excluded.public,"
    " watched = excluded.watched, touched = excluded.touched, wake = excluded.wake, sketch = excluded.sketch, idle = 0"
    " WHERE tables.node = excluded.node AND (tables.epoch = excluded.epoch OR excluded.node = '')"
)
"""The table's row is written if its node and epoch are those of the append."""
INSERT_ROW = f"INSERT INTO tables ({LOBBY_COLUMNS}, node, epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?){UNLESS_MOVED}"


def write_append(connection: SqlConnection, append: Append) -> None:
    """Write an append in the transaction of this connection. Its row stays locked until the commit, so nobody can take
    the table over in between; raises TableMoved if another has."""
    row, first, entries, words, guests, secret, fence = append
    held = connection.execute(INSERT_ROW, (*row, *fence))
    connection.executemany(
        "INSERT INTO log (game, seq, entry, epoch) VALUES (?, ?, ?, ?)",
        [(row.id, seq, entry, fence.epoch) for seq, entry in enumerate(entries, first)],
    )
    if guests:
        sitting = [(guest, row.id) for guest in guests]
        connection.executemany("INSERT INTO sitting VALUES (?, ?) ON CONFLICT DO NOTHING", sitting)
    if words:
        connection.executemany("INSERT INTO guest_words VALUES (?, ?, ?, ?, ?, ?)", [(row.id, *said) for said in words])
    if secret is not None:
        connection.execute("INSERT INTO secrets VALUES (?, ?)", (row.id, secret))
        if fence.epoch:
            connection.execute("INSERT INTO leases VALUES (?, ?, ?, ?)", (row.id, *fence[::-1], row.touched))
    if held.rowcount != 1:
        raise TableMoved(row.id)
