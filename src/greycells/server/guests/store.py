"""One-time codes that carry a guest over to another device, as hashes: nobody who reads the database can use one."""

from __future__ import annotations

from greycells.server.storage.database import Database, SqlConnection


async def keep_device_code(database: Database, digest: str, *, guest: str, expires: float) -> None:
    """Store a code for a guest; an older one no longer works."""

    def work(connection: SqlConnection) -> None:
        connection.execute("DELETE FROM device_codes WHERE guest = ?", (guest,))
        connection.execute("INSERT INTO device_codes (hash, guest, expires) VALUES (?, ?, ?)", (digest, guest, expires))

    await database.write(work)


async def use_device_code(database: Database, digest: str, *, now: float) -> str | None:
    """The guest of a code that is still good, which it is once; codes that have expired are deleted, too."""

    def work(connection: SqlConnection) -> str | None:
        connection.execute("DELETE FROM device_codes WHERE expires < ?", (now,))
        # One statement: two nodes that read first and deleted then could both use the code.
        used = "DELETE FROM device_codes WHERE hash = ? RETURNING guest"
        found = connection.execute(used, (digest,)).fetchall()
        return str(found[0][0]) if found else None

    return await database.write(work)
