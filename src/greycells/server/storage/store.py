"""The event log on disk: one SQLite file, a thread that writes, one that reads; what is acknowledged is safe.

The log's primary key is (game, seq): two writers of the same entry cannot both succeed, so an action is there once.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from queue import SimpleQueue
from typing import Generic, NamedTuple, TypeVar, cast

from greycells.rules.sentences import Sentence

T = TypeVar("T")

APPLICATION = 0x63617365
"""Marks the file as ours: the letters *case*."""


class StoreError(Exception):
    """Why a database cannot be used, in a sentence; the file is as it was."""


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


class Document(NamedTuple):
    """Something kept for a guest: its name among those of its kind, how often it has changed, when last, and what."""

    kind: str
    name: str
    version: int
    changed: float
    body: bytes


LOBBY_COLUMNS = ", ".join(LobbyRow._fields)
ERASING = (
    "DELETE FROM guest_words WHERE guest = ?",
    "DELETE FROM sitting WHERE guest = ?",
    "DELETE FROM uploads WHERE guest = ?",
    "DELETE FROM documents WHERE guest = ?",
    "DELETE FROM reports WHERE reporter = ?",
    "DELETE FROM reports WHERE reported = ?",
    "DELETE FROM device_codes WHERE guest = ?",
    "DELETE FROM guests WHERE id = ?",
)
"""How all that is found by a guest's number is deleted."""


def migrations() -> list[str]:
    """The numbered migrations, in order."""
    folder = files("greycells.server.storage").joinpath("migrations")
    steps = sorted((step for step in folder.iterdir() if step.name.endswith(".sql")), key=lambda step: step.name)
    return [step.read_text(encoding="utf-8") for step in steps]


def inspect(path: Path) -> int:
    """The version of a database file, without touching it; a StoreError if it is not ours, newer, or damaged.

    0 is a file in which nothing was ever made. A first start that was killed leaves one, with or without our mark, and
    perhaps with a rollback journal, which SQLite has to be allowed to undo before it can read anything.
    """
    mode = "rw" if path.with_name(f"{path.name}-journal").exists() else "ro"
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
        ) as connection:
            (made,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise StoreError(Sentence("store.no database", file=str(path), why=str(error))) from error
    if application != APPLICATION and (application or version or made):
        raise StoreError(Sentence("store.other program", file=str(path)))
    if found != "ok":
        raise StoreError(Sentence("store.damaged", file=str(path), why=str(found)))
    if version > len(migrations()):
        raise StoreError(Sentence("store.newer", file=str(path), form=int(version), known=len(migrations())))
    return int(version)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a database to the present form in one transaction: whenever the process is killed, it is old or new."""
    steps = migrations()
    if version < len(steps):
        mark = f"PRAGMA application_id = {APPLICATION};\nPRAGMA user_version = {len(steps)};"
        connection.executescript("\n".join(["BEGIN IMMEDIATE;", *steps[version:], mark, "COMMIT;"]))


def connect(path: Path) -> sqlite3.Connection:
    """A connection that is safe against a lost process and a lost machine (`synchronous=FULL`)."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA secure_delete = ON")  # What a guest has deleted is not left in free pages.
    return connection


class DatabaseJob(Generic[T]):
    """Work to do in a transaction, and the future that waits for it."""

    __slots__ = ("answer", "error", "loop", "result", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], T]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[T] = self.loop.create_future()
        self.result: T | None = None
        self.error: Exception | None = None

    def do(self, connection: sqlite3.Connection) -> None:
        """A job that fails, whatever it raises, undoes itself and only itself.

        Some errors (a full disk) make SQLite give up the whole transaction: then there is no savepoint to go back to,
        and the error goes on to the worker, which runs every job of the batch again by itself.
        """
        self.result = self.error = None
        connection.execute("SAVEPOINT job")
        try:
            self.result = self.work(connection)
        except Exception as error:
            self.error = error
            if not connection.in_transaction:
                raise
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def settle(self) -> None:
        """Set the future, in the thread of its event loop."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        if self.answer.cancelled():
            return
        if self.error is not None:
            self.answer.set_exception(self.error)
        else:
            self.answer.set_result(cast(T, self.result))


class DatabaseThread(threading.Thread):
    """A thread with a connection of its own that does one job after another; those that wait share a transaction."""

    def __init__(self, path: Path, *, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._connection = connect(path)
        self._jobs: SimpleQueue[DatabaseJob[object] | None] = SimpleQueue()
        self.start()

    def run(self) -> None:
        open_for_jobs = True
        while open_for_jobs:
            jobs: list[DatabaseJob[object]] = []
            while not jobs or (len(jobs) < 500 and not self._jobs.empty()):
                job = self._jobs.get()
                if job is None:
                    open_for_jobs = False
                    break
                jobs.append(job)
            self._do(jobs)
        self._connection.close()

    def _do(self, jobs: Sequence[DatabaseJob[object]]) -> None:
        """All jobs in one transaction. If it fails as a whole, each is tried again alone, so none fails for another."""
        try:
            self._transact(jobs)
        except Exception:
            for job in jobs:
                try:
                    self._transact([job])
                except Exception as error:
                    job.error = error
        for job in jobs:
            job.settle()

    def _transact(self, jobs: Sequence[DatabaseJob[object]]) -> None:
        try:
            self._connection.execute("BEGIN")
            for job in jobs:
                job.do(self._connection)
            self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def ask(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Run this in the thread's next transaction; the future resolves once it is on disk."""
        job = DatabaseJob(work)
        self._jobs.put(cast("DatabaseJob[object]", job))
        return job.answer

    def stop(self) -> None:
        """Finish the queued jobs and end."""
        self._jobs.put(None)
        self.join()


class Store:
    """The server's memory: the log of every table, and what is kept beside it."""

    def __init__(self, path: Path) -> None:
        """Open the file, make it or bring it up to date; a StoreError says why not."""
        version = inspect(path) if path.exists() and path.stat().st_size else 0
        try:
            with contextlib.closing(connect(path)) as connection:
                migrate(connection, version)
        except sqlite3.Error as error:
            raise StoreError(Sentence("store.unusable", file=str(path), why=str(error))) from error
        self.writer = DatabaseThread(path, name="store writer")
        self.reader = DatabaseThread(path, name="store reader")

    def close(self) -> None:
        self.writer.stop()
        self.reader.stop()

    async def append(
        self,
        line: LobbyRow,
        first: int,
        entries: Sequence[bytes],
        *,
        words: Sequence[GuestWords] = (),
        guests: Iterable[str] = (),
        secret: bytes | None = None,
    ) -> None:
        """Add entries to a table's log, all or none, with its line in the lobby; returns when they are on disk.

        `words` are what guests wrote in these entries, which is kept beside the log.
        """
        who = tuple(guests)

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "INSERT INTO log VALUES (?, ?, ?)", [(line.id, first + n, entry) for n, entry in enumerate(entries)]
            )
            connection.execute(
                f"INSERT INTO tables ({LOBBY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET state = excluded.state, edition = excluded.edition,"
                " public = excluded.public,"
                " watched = excluded.watched, touched = excluded.touched, wake = excluded.wake,"
                " sketch = excluded.sketch, idle = 0",
                line,
            )
            connection.executemany(
                "INSERT INTO guest_words VALUES (?, ?, ?, ?, ?, ?)", [(line.id, *row) for row in words]
            )
            connection.executemany("INSERT OR IGNORE INTO sitting VALUES (?, ?)", [(guest, line.id) for guest in who])
            if secret is not None:
                connection.execute("INSERT INTO secrets VALUES (?, ?)", (line.id, secret))

        await self.writer.ask(work)

    async def log(self, game: str) -> list[bytes]:
        """Everything that happened at a table, from the first entry on; empty if there is no such table."""

        def work(connection: sqlite3.Connection) -> list[bytes]:
            return [
                entry for (entry,) in connection.execute("SELECT entry FROM log WHERE game = ? ORDER BY seq", (game,))
            ]

        return await self.reader.ask(work)

    async def words(self, game: str) -> tuple[list[GuestWords], frozenset[str]]:
        """What guests wrote at a table, and which guests who sat there have been erased."""
        rows = await self._all("SELECT seq, place, guest, name, said FROM guest_words WHERE game = ?", game)
        erased = await self._all("SELECT guest FROM erased WHERE game = ?", game)
        return [_words(row) for row in rows], frozenset(str(guest) for (guest,) in erased)

    async def words_of(self, guest: str) -> list[tuple[str, GuestWords]]:
        """What a guest wrote at all tables, each with its table."""
        query = "SELECT game, seq, place, guest, name, said FROM guest_words WHERE guest = ? ORDER BY game, seq"
        return [(str(row[0]), _words(row[1:])) for row in await self._all(query, guest)]

    async def secret(self, game: str) -> bytes:
        """The dealer's secret of a game."""
        (secret,) = await self._one("SELECT secret FROM secrets WHERE game = ?", game) or (b"",)
        assert isinstance(secret, bytes)
        return secret

    async def with_code(self, code: str) -> str | None:
        """The table with this six-letter code."""
        row = await self._one("SELECT id FROM tables WHERE code = ?", code)
        return str(row[0]) if row else None

    async def due(self, now: float, *, limit: int = 1000) -> list[str]:
        """The tables that want to be woken by now."""
        query = "SELECT id FROM tables WHERE wake <= ? ORDER BY wake LIMIT ?"
        return [str(game) for (game,) in await self._all(query, now, limit)]

    async def wake_at(self, game: str, wake: float | None) -> None:
        """When a table wants to be woken next."""
        await self._put("UPDATE tables SET wake = ? WHERE id = ?", wake, game)

    async def pass_time(self, seconds: float) -> None:
        """So much time has passed at every table that is open or running; an entry in its log sets it back to none."""
        await self._put("UPDATE tables SET idle = idle + ? WHERE state IN ('open', 'running')", seconds)

    async def abandoned(self, open_for: float, play_for: float, *, limit: int = 100) -> list[str]:
        """The tables at which nothing has happened for so long."""
        query = (
            "SELECT id FROM tables WHERE (state = 'open' AND idle >= ?) OR (state = 'running' AND idle >= ?) LIMIT ?"
        )
        return [str(game) for (game,) in await self._all(query, open_for, play_for, limit)]

    async def not_abandoned(self, game: str) -> None:
        """Reset the idle time: somebody is connected, or a clock runs."""
        await self._put("UPDATE tables SET idle = 0 WHERE id = ?", game)

    async def beat(self, now: float) -> None:
        """Write something, to find out whether the disk can be written."""
        await self._put("INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", now)

    async def listed(self, state: str, *, limit: int = 50) -> list[LobbyRow]:
        """The public tables in this state, the latest first."""
        query = f"SELECT {LOBBY_COLUMNS} FROM tables WHERE state = ? AND public ORDER BY touched DESC LIMIT ?"
        return [_line(row) for row in await self._all(query, state, limit)]

    async def all_tables(self, *, limit: int) -> list[LobbyRow]:
        """All tables, the latest first."""
        rows = await self._all(f"SELECT {LOBBY_COLUMNS} FROM tables ORDER BY touched DESC LIMIT ?", limit)
        return [_line(row) for row in rows]

    async def games_of(self, guest: str, *, limit: int = 200) -> list[LobbyRow]:
        """The tables where a guest has sat, the latest first."""
        query = (
            f"SELECT {LOBBY_COLUMNS} FROM sitting JOIN tables ON tables.id = sitting.game WHERE sitting.guest = ?"
            " ORDER BY touched DESC LIMIT ?"
        )
        return [_line(row) for row in await self._all(query, guest, limit)]

    async def name_of(self, guest: str) -> str | None:
        """The name that a guest goes by."""
        row = await self._one("SELECT name FROM guests WHERE id = ?", guest)
        return str(row[0]) if row else None

    async def rename(self, guest: str, name: str) -> None:
        await self._put(
            "INSERT INTO guests VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name", guest, name
        )

    async def erased_since(self, at: float) -> list[str]:
        """The guests who had everything deleted since then: their cookies are no longer good."""
        rows = await self._all("SELECT guest FROM erased WHERE game = '' AND at >= ?", at)
        return [str(guest) for (guest,) in rows]

    async def erase_guest(
        self, guest: str, *, at: float, chairs: Sequence[tuple[str, int]], sketches: Sequence[tuple[str, str]]
    ) -> None:
        """Delete all that is kept of a guest, in one transaction: with the notebooks of `chairs`, each (game, chair).

        `sketches` are the new summaries of the tables where the guest sat. The logs stay as they are.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO erased (game, guest, at) SELECT game, guest, ? FROM sitting WHERE guest = ?"
                " ON CONFLICT (game, guest) DO NOTHING",
                (at, guest),
            )
            connection.execute(
                "INSERT INTO erased (game, guest, at) VALUES ('', ?, ?) ON CONFLICT (game, guest) DO NOTHING",
                (guest, at),
            )
            for query in ERASING:
                connection.execute(query, (guest,))
            for table in ("notebooks", "auto_answers"):
                connection.executemany(f"DELETE FROM {table} WHERE game = ? AND chair = ?", chairs)
            connection.executemany(
                "UPDATE tables SET sketch = ? WHERE id = ?", [(sketch, game) for game, sketch in sketches]
            )

        await self.writer.ask(work)

    async def draw_anew(self, game: str, sketch: str) -> None:
        """Another summary of a table at which nothing has happened."""
        await self._put("UPDATE tables SET sketch = ? WHERE id = ?", sketch, game)

    async def notebook(self, game: str, chair: int) -> tuple[int, bytes] | None:
        """The pages that a seat has written, and how often they have changed."""
        row = await self._one("SELECT version, pages FROM notebooks WHERE game = ? AND chair = ?", game, chair)
        return (int(str(row[0])), bytes(row[1])) if row and isinstance(row[1], bytes) else None

    async def write_notebook(self, game: str, chair: int, *, version: int, pages: bytes) -> bool:
        """Keep the next version of a seat's notebook; False if somebody has written that version already."""

        def work(connection: sqlite3.Connection) -> bool:
            written = connection.execute(
                "INSERT INTO notebooks VALUES (?, ?, ?, ?) ON CONFLICT (game, chair) DO UPDATE"
                " SET version = excluded.version, pages = excluded.pages WHERE version = excluded.version - 1",
                (game, chair, version, pages),
            )
            return written.rowcount == 1

        return await self.writer.ask(work)

    async def auto_answers(self, game: str) -> frozenset[int]:
        """The chairs of a table whose forced answers the server gives."""
        rows = await self._all("SELECT chair FROM auto_answers WHERE game = ?", game)
        return frozenset(int(str(chair)) for (chair,) in rows)

    async def set_auto_answer(self, game: str, chair: int, *, on: bool) -> None:
        """Give a chair's forced answers from now on, or no longer."""
        query = (
            "INSERT OR IGNORE INTO auto_answers VALUES (?, ?)"
            if on
            else "DELETE FROM auto_answers WHERE game = ? AND chair = ?"
        )
        await self._put(query, game, chair)

    async def upload(self, record: str, *, number: str, guest: str, at: float, edition: str) -> None:
        """Save an uploaded record."""
        await self._put("INSERT INTO uploads VALUES (?, ?, ?, ?, ?)", number, guest, at, edition, record)

    async def uploaded(self, number: str) -> str | None:
        """An uploaded record."""
        row = await self._one("SELECT record FROM uploads WHERE id = ?", number)
        return str(row[0]) if row else None

    async def uploads_of(self, guest: str, *, limit: int = 200) -> list[tuple[str, float, str]]:
        """Number, time and edition of a guest's uploads, the latest first."""
        query = "SELECT id, at, edition FROM uploads WHERE guest = ? ORDER BY at DESC LIMIT ?"
        rows = await self._all(query, guest, limit)
        return [(str(number), float(str(at)), str(edition)) for number, at, edition in rows]

    async def document(self, guest: str, kind: str, name: str) -> Document | None:
        """One thing that is kept for a guest."""
        query = "SELECT kind, name, version, changed, body FROM documents WHERE guest = ? AND kind = ? AND name = ?"
        row = await self._one(query, guest, kind, name)
        return _document(row) if row else None

    async def documents_of(self, guest: str, kind: str | None = None, *, limit: int = 1000) -> list[Document]:
        """What is kept for a guest, of one kind or of all, the latest first."""
        query = (
            "SELECT kind, name, version, changed, body FROM documents WHERE guest = ? AND kind = coalesce(?, kind)"
            " ORDER BY changed DESC, kind, name LIMIT ?"
        )
        return [_document(row) for row in await self._all(query, guest, kind, limit)]

    async def write_document(self, guest: str, document: Document) -> bool:
        """Keep the next version of a thing, the first being 1; False if somebody has written that version already."""

        def work(connection: sqlite3.Connection) -> bool:
            written = connection.execute(
                "INSERT INTO documents (guest, kind, name, version, changed, body) SELECT ?, ?, ?, ?, ?, ?"
                " WHERE ? = 1 OR EXISTS (SELECT 1 FROM documents WHERE guest = ? AND kind = ? AND name = ?)"
                " ON CONFLICT (guest, kind, name) DO UPDATE SET version = excluded.version, changed = excluded.changed,"
                " body = excluded.body WHERE documents.version = excluded.version - 1",
                (guest, *document, document.version, guest, document.kind, document.name),
            )
            return written.rowcount == 1

        return await self.writer.ask(work)

    async def delete_document(self, guest: str, kind: str, name: str) -> None:
        """Forget a thing."""
        await self._put("DELETE FROM documents WHERE guest = ? AND kind = ? AND name = ?", guest, kind, name)

    async def _one(self, query: str, *values: str | float | None) -> tuple[object, ...] | None:
        rows = await self._all(query, *values)
        return rows[0] if rows else None

    async def _all(self, query: str, *values: str | float | None) -> list[tuple[object, ...]]:
        return await self.reader.ask(lambda connection: connection.execute(query, values).fetchall())

    async def _put(self, query: str, *values: str | float | bytes | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(query, values)

        await self.writer.ask(work)


def _words(row: tuple[object, ...]) -> GuestWords:
    seq, place, guest, name, said = row
    return GuestWords(int(str(seq)), int(str(place)), str(guest), str(name), str(said))


def _document(row: tuple[object, ...]) -> Document:
    kind, name, version, changed, body = row
    assert isinstance(body, bytes)
    return Document(str(kind), str(name), int(str(version)), float(str(changed)), body)


def _line(row: tuple[object, ...]) -> LobbyRow:
    table, code, state, edition, public, watched, touched, wake, sketch = row
    return LobbyRow(
        str(table),
        str(code),
        str(state),
        str(edition),
        bool(public),
        bool(watched),
        float(str(touched)),
        None if wake is None else float(str(wake)),
        str(sketch),
    )
