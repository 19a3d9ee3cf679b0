"""What the operator of a server reads in its database: lists of tables and guests."""

from __future__ import annotations

from typing import NamedTuple

from greycells.server.storage.database import row_as
from greycells.server.storage.log_appends import LOBBY_COLUMNS
from greycells.server.storage.table_store import Store
from greycells.server.tables.table_log import LobbyRow

MOST_LISTED = 1000
MOST_UNFINISHED = 100_000
TABLE_FACTS = (
    f"SELECT {', '.join(f'tables.{name}' for name in LOBBY_COLUMNS.split(', '))}, tables.node, tables.epoch,"
    " nodes.address, nodes.until FROM tables LEFT JOIN nodes ON nodes.id = tables.node"
)


class GuestRow(NamedTuple):
    """A guest as the operator sees one: the name if one was chosen, how many games, and when the last one changed."""

    guest: str
    name: str | None
    games: int
    touched: float


class TableFacts(NamedTuple):
    """A table as the database has it: the node that runs it, if there are several and one does, and until when that
    node's lease is good, by the database's clock; None if the node is forgotten.
    """

    row: LobbyRow
    node: str
    epoch: int
    address: str | None
    until: float | None


class OperatorStore:
    """The operator's part of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def tables(self, *, limit: int = MOST_LISTED) -> list[TableFacts]:
        """The tables that are open or running, public or not, and the latest of the others."""
        active = "state IN ('open', 'running')"
        rows = await self._store.rows(
            f"{TABLE_FACTS} WHERE {active} ORDER BY tables.touched LIMIT ?", max(limit, MOST_UNFINISHED)
        )
        rows += await self._store.rows(f"{TABLE_FACTS} WHERE NOT {active} ORDER BY tables.touched DESC LIMIT ?", limit)
        return list(map(_facts, rows))

    async def table(self, name: str) -> TableFacts | None:
        """A table by its id or room code."""
        rows = await self._store.rows(f"{TABLE_FACTS} WHERE tables.id = ?", name)
        if not rows:
            rows = await self._store.rows(f"{TABLE_FACTS} WHERE tables.code = ?", name.upper()[:6])
        return _facts(rows[0]) if rows else None

    async def length(self, table: str) -> int:
        """The number of the last entry in a table's log."""
        rows = await self._store.rows("SELECT max(seq) FROM log WHERE game = ?", table)
        return row_as(tuple[int | None], rows[0])[0] or 0

    async def guests(self, *, limit: int = MOST_LISTED) -> list[GuestRow]:
        """All guests who have sat at a table, the latest first."""
        rows = await self._store.rows(
            "SELECT sitting.guest, max(guests.name), count(*), max(tables.touched) FROM sitting"
            " JOIN tables ON tables.id = sitting.game LEFT JOIN guests ON guests.id = sitting.guest"
            " GROUP BY sitting.guest ORDER BY max(tables.touched) DESC LIMIT ?",
            limit,
        )
        return [row_as(GuestRow, row) for row in rows]

    async def knows(self, guest: str) -> bool:
        """Whether anything is stored about this guest."""
        rows = await self._store.rows(
            "SELECT 1 FROM guests WHERE id = ? UNION SELECT 1 FROM sitting WHERE guest = ?"
            " UNION SELECT 1 FROM documents WHERE guest = ? UNION SELECT 1 FROM uploads WHERE guest = ?",
            *(guest,) * 4,
        )
        return bool(rows)


def _facts(row: tuple[object, ...]) -> TableFacts:
    columns = len(LobbyRow._fields)
    return row_as(TableFacts, (row[:columns], *row[columns:]))
