"""An append: everything that a table writes when something has happened there, all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from greycells.server.storage.database import DatabaseError, SqlConnection


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


class TableMoved(DatabaseError):
    """A table that another node runs by now: what its old node wants to write is refused."""


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
    the table over in between; raises TableMoved if somebody has."""
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
