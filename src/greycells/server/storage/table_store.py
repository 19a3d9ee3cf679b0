"""The event log and what is kept beside it, in SQLite or PostgreSQL; what is acknowledged is safe.

The log's primary key is (game, seq): two writers of the same entry cannot both succeed, so an action is there once.
Every statement here is one that both databases read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from greycells.language.sentences import Sentence
from greycells.server.storage.archive_folder import ArchivedFile, ArchiveFolder
from greycells.server.storage.database import AlreadyThere, SqlConnection, StoreError, Value, row_as
from greycells.server.storage.database_url import is_database_url
from greycells.server.storage.log_appends import LOBBY_COLUMNS, Append
from greycells.server.storage.sqlite_database import SqliteDatabase
from greycells.server.tables.table_log import ALONE, Fence, GuestWords, LobbyRow, StoredLog, TableMoved

if TYPE_CHECKING:
    from greycells.server.storage.postgres_database import PostgresDatabase


class Document(NamedTuple):
    """Something stored for a guest: its kind, name within that kind, version, last change, and content."""

    kind: str
    name: str
    version: int
    changed: float
    body: bytes


def open_database(where: Path | str, *, connections: int = 8) -> SqliteDatabase | PostgresDatabase:
    """A SQLite file by its path, or PostgreSQL by its URL; a StoreError says why not."""
    if isinstance(where, Path):
        return SqliteDatabase(where)
    if not is_database_url(where):
        raise StoreError(Sentence("store.database url"))
    try:
        from greycells.server.storage.postgres_database import PostgresDatabase
    except ModuleNotFoundError as error:
        raise StoreError(Sentence("store.no driver", why=str(error))) from error
    return PostgresDatabase(where, connections=connections)


class Store:
    """The server's memory: the log of every table, and what is kept beside it."""

    def __init__(self, where: Path | str, *, archive: ArchiveFolder | None = None) -> None:
        """Open the database, make it or bring it up to date; a StoreError says why not."""
        self.database: SqliteDatabase | PostgresDatabase = open_database(where)
        self._archive = archive

    @property
    def shared_key(self) -> str | None:
        """The signing key, where all nodes find it; None where it is a file beside the database."""
        return None if isinstance(self.database, SqliteDatabase) else self.database.signing_key

    def close(self) -> None:
        self.database.close()

    async def append(
        self,
        row: LobbyRow,
        first: int,
        entries: Sequence[bytes],
        *,
        words: Sequence[GuestWords] = (),
        guests: Iterable[str] = (),
        secret: bytes | None = None,
        fence: Fence = ALONE,
    ) -> None:
        """Add entries to a table's log, all or none, with its row in the lobby; returns when they are on disk.

        `words` are what guests wrote in these entries, which is kept beside the log.
        Raises TableMoved, and writes nothing, if the table has another node or epoch than `fence`. Its row stays locked
        until the commit, so nobody can take the table over in between.
        """
        try:
            await self.database.append(Append(row, first, entries, words, tuple(guests), secret, fence))
        except AlreadyThere as error:
            if fence.epoch and first > 1:
                raise TableMoved(row.id) from error  # Only another node can have written it.
            raise

    async def log(self, game: str) -> list[bytes]:
        """Everything that happened at a table, from the first entry on; empty if there is no such table."""

        rows = await self.rows("SELECT entry FROM log WHERE game = ? ORDER BY seq", game)
        return [entry for (entry,) in rows if isinstance(entry, bytes)]

    async def read(self, game: str) -> StoredLog:
        """All that is kept of a table, read at once; an ArchiveError if its archived record can't be read."""

        def work(connection: SqlConnection) -> tuple[str, str, StoredLog] | None:
            def rows(query: str) -> list[tuple[object, ...]]:
                return connection.execute(query, (game,)).fetchall()

            table = rows("SELECT archive_file, archive_hash FROM tables WHERE id = ?")
            if not table:
                return None
            log = rows("SELECT entry FROM log WHERE game = ? ORDER BY seq")
            words = rows("SELECT seq, place, guest, name, said FROM guest_words WHERE game = ?")
            secret = rows("SELECT secret FROM secrets WHERE game = ?")
            file, digest = map(str, table[0])
            kept = StoredLog(
                [entry for (entry,) in log if isinstance(entry, bytes)],
                words=[row_as(GuestWords, row) for row in words],
                erased=frozenset(str(guest) for (guest,) in rows("SELECT guest FROM erased WHERE game = ?")),
                secret="".join(kept.decode() for (kept,) in secret if isinstance(kept, bytes)),
                auto=frozenset(
                    row_as(tuple[int], row)[0] for row in rows("SELECT chair FROM auto_answers WHERE game = ?")
                ),
            )
            return file, digest, kept

        found = await self.database.read(work)
        if found is None:
            return StoredLog()
        file, digest, kept = found
        if not file:
            return kept
        assert self._archive is not None
        return kept._replace(archived=await asyncio.to_thread(self._archive.text, ArchivedFile(file, digest)))

    async def with_code(self, code: str) -> str | None:
        """The table with this six-letter code."""
        row = await self._one("SELECT id FROM tables WHERE code = ?", code)
        return str(row[0]) if row else None

    async def due(self, now: float, *, limit: int = 1000, node: str = "", at: float = 0.0) -> list[str]:
        """The tables that want to be woken by now, and that no other node runs whose lease is good `at` this time."""
        query = (
            "SELECT id FROM tables WHERE wake <= ?"
            " AND (node = ? OR node NOT IN (SELECT id FROM nodes WHERE until > ?)) ORDER BY wake LIMIT ?"
        )
        return [str(game) for (game,) in await self.rows(query, now, node, at, limit)]

    async def wake_at(self, game: str, wake: float | None) -> None:
        """When a table wants to be woken next."""
        await self.change("UPDATE tables SET wake = ? WHERE id = ?", wake, game)

    async def pass_time(self, seconds: float) -> None:
        """Add this much idle time to every table that is open or running; an entry in its log resets it."""
        await self.change("UPDATE tables SET idle = idle + ? WHERE state IN ('open', 'running')", seconds)

    async def abandoned(self, open_for: float, play_for: float, *, limit: int = 100) -> list[str]:
        """The tables at which nothing has happened for this long."""
        query = (
            "SELECT id FROM tables WHERE (state = 'open' AND idle >= ?) OR (state = 'running' AND idle >= ?) LIMIT ?"
        )
        return [str(game) for (game,) in await self.rows(query, open_for, play_for, limit)]

    async def not_abandoned(self, game: str) -> None:
        """Reset the idle time: a viewer is connected, or a clock runs."""
        await self.change("UPDATE tables SET idle = 0 WHERE id = ?", game)

    async def beat(self, now: float) -> None:
        """Write something, to find out whether the disk is writable."""
        await self.change("INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", now)

    async def listed(self, state: str, *, limit: int = 50) -> list[LobbyRow]:
        """The public tables in this state: the latest of every origin, then the second latest of each, and so on."""
        turns = "ROW_NUMBER() OVER (PARTITION BY origin ORDER BY touched DESC) AS turn"
        lines = f"SELECT {LOBBY_COLUMNS}, {turns} FROM tables WHERE state = ? AND public"
        query = f"SELECT {LOBBY_COLUMNS} FROM ({lines}) AS lines ORDER BY turn, touched DESC LIMIT ?"
        return [row_as(LobbyRow, row) for row in await self.rows(query, state, limit)]

    async def set_origin(self, game: str, origin: int) -> None:
        """Remember which tables share the lobby's lines."""
        await self.change("UPDATE tables SET origin = ? WHERE id = ?", origin, game)

    async def share_origin(self, game: str, *, of: str) -> None:
        """A table takes up another one's lines."""
        await self.change("UPDATE tables SET origin = (SELECT origin FROM tables WHERE id = ?) WHERE id = ?", of, game)

    async def games_of(self, guest: str, *, limit: int = 200) -> list[LobbyRow]:
        """The tables where a guest has sat, the latest first."""
        query = (
            f"SELECT {LOBBY_COLUMNS} FROM sitting JOIN tables ON tables.id = sitting.game WHERE sitting.guest = ?"
            " ORDER BY touched DESC LIMIT ?"
        )
        return [row_as(LobbyRow, row) for row in await self.rows(query, guest, limit)]

    async def name_of(self, guest: str) -> str | None:
        """The name that a guest goes by."""
        row = await self._one("SELECT name FROM guests WHERE id = ?", guest)
        return str(row[0]) if row else None

    async def rename(self, guest: str, name: str, *, at: float) -> None:
        await self.change(
            "INSERT INTO guests (id, name, named) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE"
            " SET name = excluded.name, named = excluded.named",
            *(guest, name, at),
        )

    async def erased_since(self, at: float) -> list[str]:
        """The guests who had everything deleted since then: their cookies are no longer good."""
        rows = await self.rows("SELECT guest FROM erased WHERE game = '' AND at >= ?", at)
        return [str(guest) for (guest,) in rows]

    async def sweep(self) -> None:
        """Overwrite what deleted rows have left in SQLite's files; PostgreSQL does it with its vacuum."""
        if isinstance(self.database, SqliteDatabase):
            await self.database.sweep()

    async def draw_anew(self, game: str, sketch: str) -> None:
        """Another summary of a table at which nothing has happened."""
        await self.change("UPDATE tables SET sketch = ? WHERE id = ?", sketch, game)

    async def notebook(self, game: str, chair: int) -> tuple[int, bytes] | None:
        """The pages that a seat has written, and how often they have changed."""
        row = await self._one("SELECT version, pages FROM notebooks WHERE game = ? AND chair = ?", game, chair)
        return row_as(tuple[int, bytes], row) if row else None

    async def write_notebook(self, game: str, chair: int, *, version: int, pages: bytes) -> bool:
        """Save the next version of a seat's notebook; False if that version is there already."""

        def work(connection: SqlConnection) -> bool:
            written = connection.execute(
                "INSERT INTO notebooks VALUES (?, ?, ?, ?) ON CONFLICT (game, chair) DO UPDATE"
                " SET version = excluded.version, pages = excluded.pages"
                " WHERE notebooks.version = excluded.version - 1",
                (game, chair, version, pages),
            )
            return written.rowcount == 1

        return await self.database.write(work)

    async def set_auto_answer(self, game: str, chair: int, *, on: bool, fence: Fence = ALONE) -> None:
        """Give a chair's forced answers from now on, or no longer; raises TableMoved as `append` does."""
        query = (
            "INSERT INTO auto_answers VALUES (?, ?) ON CONFLICT DO NOTHING"
            if on
            else "DELETE FROM auto_answers WHERE game = ? AND chair = ?"
        )
        held = "UPDATE tables SET idle = 0 WHERE id = ? AND node = ? AND epoch = ?"

        def work(connection: SqlConnection) -> None:
            connection.execute(query, (game, chair))
            if fence.epoch and connection.execute(held, (game, *fence)).rowcount != 1:
                raise TableMoved(game)

        await self.database.write(work)

    async def opening(self, game: str) -> bytes | None:
        """The first entry of a table's log."""
        row = await self._one("SELECT entry FROM log WHERE game = ? AND seq = 1", game)
        return row[0] if row and isinstance(row[0], bytes) else None

    async def document(self, guest: str, kind: str, name: str) -> Document | None:
        """One document that is stored for a guest."""
        query = "SELECT kind, name, version, changed, body FROM documents WHERE guest = ? AND kind = ? AND name = ?"
        row = await self._one(query, guest, kind, name)
        return row_as(Document, row) if row else None

    async def documents_of(self, guest: str, kind: str | None = None, *, limit: int = 1000) -> list[Document]:
        """The documents stored for a guest, of one kind or of all, the latest first."""
        query = (
            "SELECT kind, name, version, changed, body FROM documents WHERE guest = ? AND kind = coalesce(?, kind)"
            " ORDER BY changed DESC, kind, name LIMIT ?"
        )
        return [row_as(Document, row) for row in await self.rows(query, guest, kind, limit)]

    async def number_of_documents(self, guest: str) -> int:
        """How many documents are stored for a guest."""
        row = await self._one("SELECT count(*) FROM documents WHERE guest = ?", guest)
        return row_as(tuple[int], row)[0] if row else 0

    async def write_document(self, guest: str, document: Document) -> bool:
        """Save the next version of a document, starting at 1; False if that version is there already."""

        def work(connection: SqlConnection) -> bool:
            written = connection.execute(
                "INSERT INTO documents (guest, kind, name, version, changed, body) SELECT ?, ?, ?, ?, ?, ?"
                " WHERE ? = 1 OR EXISTS (SELECT 1 FROM documents WHERE guest = ? AND kind = ? AND name = ?)"
                " ON CONFLICT (guest, kind, name) DO UPDATE SET version = excluded.version, changed = excluded.changed,"
                " body = excluded.body WHERE documents.version = excluded.version - 1",
                (guest, *document, document.version, guest, document.kind, document.name),
            )
            return written.rowcount == 1

        return await self.database.write(work)

    async def delete_document(self, guest: str, kind: str, name: str) -> None:
        """Delete a document."""
        await self.change("DELETE FROM documents WHERE guest = ? AND kind = ? AND name = ?", guest, kind, name)

    async def _one(self, query: str, *values: Value) -> tuple[object, ...] | None:
        rows = await self.rows(query, *values)
        return rows[0] if rows else None

    async def rows(self, query: str, *values: Value) -> list[tuple[object, ...]]:
        """What a query finds."""
        return await self.database.read(lambda connection: connection.execute(query, values).fetchall())

    async def change(self, query: str, *values: Value) -> int:
        """Write rows, in a transaction of its own; returns how many."""
        return await self.database.write(lambda connection: connection.execute(query, values).rowcount)
