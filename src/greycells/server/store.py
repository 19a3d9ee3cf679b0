"""The event log on disk: one SQLite file, a thread that writes, one that reads; what is acknowledged is safe.

The log's primary key is (game, seq): two writers of the same entry cannot both succeed, so an action is there once.
"""

from __future__ import annotations

import asyncio
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


class Line(NamedTuple):
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


def migrations() -> list[str]:
    """The numbered steps from an empty file to the present form, in order."""
    folder = files("greycells.server").joinpath("migrations")
    steps = sorted((step for step in folder.iterdir() if step.name.endswith(".sql")), key=lambda step: step.name)
    return [step.read_text(encoding="utf-8") for step in steps]


def inspect(path: Path) -> int:
    """The version of a database file, without touching it; a StoreError if it is not ours, newer, or damaged."""
    try:
        with sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        connection.close()
    except sqlite3.DatabaseError as error:
        raise StoreError(Sentence("store.no database", file=str(path), why=str(error))) from error
    if application != APPLICATION:
        raise StoreError(Sentence("store.other program", file=str(path)))
    if found != "ok":
        raise StoreError(Sentence("store.damaged", file=str(path), why=str(found)))
    if version > len(migrations()):
        raise StoreError(Sentence("store.newer", file=str(path), form=int(version), known=len(migrations())))
    return int(version)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a database to the present form, one whole step at a time."""
    for number, step in enumerate(migrations()[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE;\n{step}\nPRAGMA user_version = {number};\nCOMMIT;")


def connect(path: Path) -> sqlite3.Connection:
    """A connection that is safe against a lost process and a lost machine (`synchronous=FULL`)."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 10000")
    return connection


class Job(Generic[T]):
    """Something to do in a transaction, and whoever waits for it."""

    __slots__ = ("answer", "error", "loop", "result", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], T]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[T] = self.loop.create_future()
        self.result: T | None = None
        self.error: Exception | None = None

    def do(self, connection: sqlite3.Connection) -> None:
        """A job that fails undoes itself, and only itself."""
        connection.execute("SAVEPOINT job")
        try:
            self.result = self.work(connection)
        except sqlite3.IntegrityError as error:
            self.error = error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def settle(self) -> None:
        """Tell whoever waits, in the thread of the loop."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        if self.answer.cancelled():
            return
        if self.error is not None:
            self.answer.set_exception(self.error)
        else:
            self.answer.set_result(cast(T, self.result))


class Clerk(threading.Thread):
    """A thread with a connection of its own that does one job after another; those that wait share a transaction."""

    def __init__(self, path: Path, *, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._connection = connect(path)
        self._jobs: SimpleQueue[Job[object] | None] = SimpleQueue()
        self.start()

    def run(self) -> None:
        open_for_jobs = True
        while open_for_jobs:
            jobs: list[Job[object]] = []
            while not jobs or (len(jobs) < 500 and not self._jobs.empty()):
                job = self._jobs.get()
                if job is None:
                    open_for_jobs = False
                    break
                jobs.append(job)
            self._do(jobs)
        self._connection.close()

    def _do(self, jobs: Sequence[Job[object]]) -> None:
        """One transaction. When the disk fails, everybody who waited is told, and nothing has happened."""
        try:
            self._connection.execute("BEGIN")
            for job in jobs:
                job.do(self._connection)
            self._connection.execute("COMMIT")
        except Exception as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for job in jobs:
                job.error = error
        for job in jobs:
            job.settle()

    def ask(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Do this in the thread's next transaction; the answer comes once it is on disk."""
        job = Job(work)
        self._jobs.put(cast("Job[object]", job))
        return job.answer

    def stop(self) -> None:
        """Finish what was asked, and end."""
        self._jobs.put(None)
        self.join()


class Store:
    """The server's memory: the log of every table, and what is kept beside it."""

    def __init__(self, path: Path) -> None:
        """Open the file, make it or bring it up to date; a StoreError says why not."""
        version = inspect(path) if path.exists() and path.stat().st_size else 0
        try:
            connection = connect(path)
            if version == 0:
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
            migrate(connection, version)
            connection.close()
        except sqlite3.Error as error:
            raise StoreError(Sentence("store.unusable", file=str(path), why=str(error))) from error
        self.writer = Clerk(path, name="store writer")
        self.reader = Clerk(path, name="store reader")

    def close(self) -> None:
        self.writer.stop()
        self.reader.stop()

    async def append(
        self,
        line: Line,
        first: int,
        entries: Sequence[bytes],
        *,
        guests: Iterable[str] = (),
        secret: bytes | None = None,
    ) -> None:
        """Add entries to a table's log, all or none, with its line in the lobby; returns when they are on disk."""
        who = tuple(guests)

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "INSERT INTO log VALUES (?, ?, ?)", [(line.id, first + n, entry) for n, entry in enumerate(entries)]
            )
            connection.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " state = excluded.state, edition = excluded.edition, public = excluded.public,"
                " watched = excluded.watched, touched = excluded.touched, wake = excluded.wake,"
                " sketch = excluded.sketch",
                line,
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

    async def secret(self, game: str) -> bytes:
        """The dealer's secret of a game."""
        (secret,) = await self._one("SELECT secret FROM secrets WHERE game = ?", game) or (b"",)
        assert isinstance(secret, bytes)
        return secret

    async def with_code(self, code: str) -> str | None:
        """The table with this six-letter code."""
        row = await self._one("SELECT id FROM tables WHERE code = ?", code)
        return str(row[0]) if row else None

    async def due(self, now: float) -> list[str]:
        """The tables that want to be woken by now."""
        return [str(game) for (game,) in await self._all("SELECT id FROM tables WHERE wake <= ? LIMIT 1000", now)]

    async def listed(self, state: str, *, limit: int = 50) -> list[Line]:
        """The public tables in this state, the latest first."""
        query = "SELECT * FROM tables WHERE state = ? AND public ORDER BY touched DESC LIMIT ?"
        return [_line(row) for row in await self._all(query, state, limit)]

    async def games_of(self, guest: str, *, limit: int = 200) -> list[Line]:
        """The tables where a guest has sat, the latest first."""
        query = (
            "SELECT tables.* FROM sitting JOIN tables ON tables.id = sitting.game WHERE sitting.guest = ?"
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

    async def upload(self, record: str, *, number: str, guest: str, at: float, edition: str) -> None:
        """Keep a record that somebody brought."""
        await self._put("INSERT INTO uploads VALUES (?, ?, ?, ?, ?)", number, guest, at, edition, record)

    async def uploaded(self, number: str) -> str | None:
        """A record that somebody brought."""
        row = await self._one("SELECT record FROM uploads WHERE id = ?", number)
        return str(row[0]) if row else None

    async def uploads_of(self, guest: str, *, limit: int = 200) -> list[tuple[str, float, str]]:
        """Number, time and edition of the records that a guest brought, the latest first."""
        query = "SELECT id, at, edition FROM uploads WHERE guest = ? ORDER BY at DESC LIMIT ?"
        rows = await self._all(query, guest, limit)
        return [(str(number), float(str(at)), str(edition)) for number, at, edition in rows]

    async def _one(self, query: str, *values: str | float) -> tuple[object, ...] | None:
        rows = await self._all(query, *values)
        return rows[0] if rows else None

    async def _all(self, query: str, *values: str | float) -> list[tuple[object, ...]]:
        return await self.reader.ask(lambda connection: connection.execute(query, values).fetchall())

    async def _put(self, query: str, *values: str | float | bytes) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(query, values)

        await self.writer.ask(work)


def _line(row: tuple[object, ...]) -> Line:
    table, code, state, edition, public, watched, touched, wake, sketch = row
    return Line(
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
