"""What the operator of a server reads and writes in its database: bans, maintenance, reports, and lists."""

from __future__ import annotations

from typing import NamedTuple

from greycells.server.storage.appends import LOBBY_COLUMNS
from greycells.server.storage.database import SqlConnection
from greycells.server.storage.store import Store, lobby_row_of
from greycells.server.tables.table_log import LobbyRow

MOST_LISTED = 1000
MOST_UNFINISHED = 100_000
TABLE_FACTS = (
    f"SELECT {', '.join(f'tables.{name}' for name in LOBBY_COLUMNS.split(', '))}, tables.node, tables.epoch,"
    " nodes.address, nodes.until FROM tables LEFT JOIN nodes ON nodes.id = tables.node"
)


class BanRow(NamedTuple):
    """A ban by the operator: `kind` is guest or address."""

    kind: str
    who: str
    at: float
    why: str


class GuestRow(NamedTuple):
    """A guest as the operator sees one: the name if one was chosen, how many games, and when the last one changed."""

    guest: str
    name: str | None
    games: int
    touched: float


class ReportRow(NamedTuple):
    """What a player reported; `lines` is the chat around it, as JSON."""

    id: str
    at: float
    reporter: str
    reported: str
    game: str
    reason: str
    lines: str


class TableFacts(NamedTuple):
    """A table as the database has it: the node that runs it, if there are several and one does, and until when that
    node's lease is good, by the database's clock; None if the node is forgotten.
    """

    line: LobbyRow
    node: str
    epoch: int
    address: str | None
    until: float | None


class OperatorStore:
    """The operator's part of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def bans(self) -> list[BanRow]:
        rows = await self._read("SELECT kind, who, at, why FROM bans ORDER BY at DESC")
        return [BanRow(str(kind), str(who), float(str(at)), str(why)) for kind, who, at, why in rows]

    async def ban(self, row: BanRow) -> None:
        await self._write(
            "INSERT INTO bans (kind, who, at, why) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (kind, who) DO UPDATE SET at = excluded.at, why = excluded.why",
            *row,
        )

    async def unban(self, kind: str, who: str) -> bool:
        """Lift a ban; False if there was none."""
        return await self._write("DELETE FROM bans WHERE kind = ? AND who = ?", kind, who) > 0

    async def maintenance(self) -> float | None:
        """When maintenance begins."""
        rows = await self._read("SELECT begins FROM maintenance")
        return float(str(rows[0][0])) if rows else None

    async def set_maintenance(self, begins: float | None) -> None:
        if begins is None:
            await self._write("DELETE FROM maintenance")
        else:
            await self._write(
                "INSERT INTO maintenance (id, begins) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET begins = ?",
                begins,
                begins,
            )

    async def tables(self, *, limit: int = MOST_LISTED) -> list[TableFacts]:
        """The tables that are open or running, public or not, and the latest of the others."""
        active = "state IN ('open', 'running')"
        rows = await self._read(
            f"{TABLE_FACTS} WHERE {active} ORDER BY tables.touched LIMIT ?", max(limit, MOST_UNFINISHED)
        )
        rows += await self._read(f"{TABLE_FACTS} WHERE NOT {active} ORDER BY tables.touched DESC LIMIT ?", limit)
        return list(map(_facts, rows))

    async def table(self, name: str) -> TableFacts | None:
        """A table by its id or room code."""
        rows = await self._read(f"{TABLE_FACTS} WHERE tables.id = ?", name)
        if not rows:
            rows = await self._read(f"{TABLE_FACTS} WHERE tables.code = ?", name.upper()[:6])
        return _facts(rows[0]) if rows else None

    async def length(self, table: str) -> int:
        """The number of the last entry in a table's log."""
        rows = await self._read("SELECT max(seq) FROM log WHERE game = ?", table)
        return int(str(rows[0][0] or 0))

    async def guests(self, *, limit: int = MOST_LISTED) -> list[GuestRow]:
        """All guests who have sat at a table, the latest first."""
        rows = await self._read(
            "SELECT sitting.guest, max(guests.name), count(*), max(tables.touched) FROM sitting"
            " JOIN tables ON tables.id = sitting.game LEFT JOIN guests ON guests.id = sitting.guest"
            " GROUP BY sitting.guest ORDER BY max(tables.touched) DESC LIMIT ?",
            limit,
        )
        return [
            GuestRow(str(guest), None if name is None else str(name), int(str(games)), float(str(touched)))
            for guest, name, games, touched in rows
        ]

    async def knows(self, guest: str) -> bool:
        """Whether anything is stored about this guest."""
        rows = await self._read(
            "SELECT 1 FROM guests WHERE id = ? UNION SELECT 1 FROM sitting WHERE guest = ?"
            " UNION SELECT 1 FROM documents WHERE guest = ? UNION SELECT 1 FROM uploads WHERE guest = ?",
            *(guest,) * 4,
        )
        return bool(rows)

    async def report(self, row: ReportRow) -> None:
        await self._write(
            "INSERT INTO reports (id, at, reporter, reported, game, reason, lines) VALUES (?, ?, ?, ?, ?, ?, ?)", *row
        )

    async def reports(self, *, limit: int = MOST_LISTED) -> list[ReportRow]:
        """What players reported, the latest first."""
        query = "SELECT id, at, reporter, reported, game, reason, lines FROM reports ORDER BY at DESC LIMIT ?"
        return [
            ReportRow(str(row[0]), float(str(row[1])), *map(str, row[2:])) for row in await self._read(query, limit)
        ]

    async def reports_by(self, guest: str) -> list[tuple[float, str, str]]:
        """When a guest reported somebody, at which table, and why."""
        rows = await self._read("SELECT at, game, reason FROM reports WHERE reporter = ? ORDER BY at", guest)
        return [(float(str(at)), str(game), str(reason)) for at, game, reason in rows]

    async def keep_device_code(self, digest: str, *, guest: str, expires: float) -> None:
        """Store a code for a guest; an older one no longer works."""

        def work(connection: SqlConnection) -> None:
            connection.execute("DELETE FROM device_codes WHERE guest = ?", (guest,))
            connection.execute(
                "INSERT INTO device_codes (hash, guest, expires) VALUES (?, ?, ?)", (digest, guest, expires)
            )

        await self._store.database.write(work)

    async def use_device_code(self, digest: str, *, now: float) -> str | None:
        """The guest of a code that is still good, which it is once; codes that have expired are deleted, too."""

        def work(connection: SqlConnection) -> str | None:
            connection.execute("DELETE FROM device_codes WHERE expires < ?", (now,))
            # One statement: two nodes that read first and deleted then could both use the code.
            used = "DELETE FROM device_codes WHERE hash = ? RETURNING guest"
            found = connection.execute(used, (digest,)).fetchall()
            return str(found[0][0]) if found else None

        return await self._store.database.write(work)

    async def _read(self, query: str, *values: str | float | None) -> list[tuple[object, ...]]:
        return await self._store.database.read(lambda connection: connection.execute(query, values).fetchall())

    async def _write(self, query: str, *values: str | float | None) -> int:
        return await self._store.database.write(lambda connection: connection.execute(query, values).rowcount)


def _facts(row: tuple[object, ...]) -> TableFacts:
    *line, node, epoch, address, until = row
    return TableFacts(
        lobby_row_of(tuple(line)),
        str(node),
        int(str(epoch)),
        None if address is None else str(address),
        None if until is None else float(str(until)),
    )
