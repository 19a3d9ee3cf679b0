"""How much room uploaded records may take: a guest's, an address's, and all together. What is unused makes room."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from greycells.errors import GreycellsError
from greycells.server.storage.database import Database, SqlConnection, Value, row_as
from greycells.server.system.durations import DAY

UNUSED_OWN, UNUSED = DAY, 30 * DAY
"""After so many seconds without being opened, a record makes room for others of its guest, or for anybody's."""
Scope: TypeAlias = Literal["guest", "address", "server"]


class Quotas(NamedTuple):
    """The most bytes of uploaded records."""

    guest: int
    address: int
    server: int


class Upload(NamedTuple):
    """A record that a guest uploads. `origin` is what those of one address have in common."""

    id: str
    guest: str
    at: float
    edition: str
    record: str
    origin: int = -1


class _Full(GreycellsError):
    """Undoes the transaction: there is no room."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self.scope: Scope = scope


async def keep_upload(database: Database, upload: Upload, quotas: Quotas) -> Scope | None:
    """Keep an uploaded record; where it needs room, those go that haven't been opened for longest.

    Returns whose room is full, if all that is kept there was opened lately; then nothing has changed.
    """
    size = len(upload.record.encode())

    limits: tuple[tuple[Scope, str, Value, int, float], ...] = (
        ("guest", "guest = ?", upload.guest, quotas.guest, UNUSED_OWN),
        ("address", "origin = ?", upload.origin, quotas.address, UNUSED),
        ("server", "used >= ?", 0.0, quotas.server, UNUSED),
    )

    def work(connection: SqlConnection) -> None:
        for scope, which, who, most, unused in limits:
            if scope == "address" and upload.origin < 0:
                continue
            sizes = f"SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM uploads WHERE {which}"
            (kept,) = row_as(tuple[int], connection.execute(sizes, (who,)).fetchall()[0])
            over = kept + size - most
            oldest = f"SELECT id, size FROM uploads WHERE {which} AND used < ? ORDER BY used, id"
            for row in connection.execute(oldest, (who, upload.at - unused)).fetchall() if over > 0 else ():
                name, length = row_as(tuple[str, int], row)
                if over > 0:
                    connection.execute("DELETE FROM uploads WHERE id = ?", (name,))
                    over -= length
            if over > 0:
                raise _Full(scope)
        connection.execute(
            "INSERT INTO uploads (id, guest, at, edition, record, origin, size, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*upload, size, upload.at),
        )

    try:
        await database.write(work)
    except _Full as full:
        return full.scope
    return None


async def opened_upload(database: Database, record_id: str, *, now: float) -> str | None:
    """An uploaded record that is opened, which is noted once a day."""
    read = "SELECT record, used FROM uploads WHERE id = ?"
    rows = await database.read(lambda connection: connection.execute(read, (record_id,)).fetchall())
    if not rows:
        return None
    record, opened = row_as(tuple[str, float], rows[0])
    if now - opened > DAY:
        used = "UPDATE uploads SET used = ? WHERE id = ?"
        await database.write(lambda connection: connection.execute(used, (now, record_id)).rowcount)
    return record


async def uploaded(database: Database, record_id: str) -> str | None:
    """An uploaded record."""
    query = "SELECT record FROM uploads WHERE id = ?"
    rows = await database.read(lambda connection: connection.execute(query, (record_id,)).fetchall())
    return str(rows[0][0]) if rows else None


async def uploads_of(database: Database, guest: str, *, limit: int = 200) -> list[tuple[str, float, str]]:
    """Id, time and edition of a guest's uploads, the latest first."""
    query = "SELECT id, at, edition FROM uploads WHERE guest = ? ORDER BY at DESC LIMIT ?"
    rows = await database.read(lambda connection: connection.execute(query, (guest, limit)).fetchall())
    return [row_as(tuple[str, float, str], row) for row in rows]
