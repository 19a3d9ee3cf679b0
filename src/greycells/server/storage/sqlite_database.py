"""SQLite as the store's database: one file, a thread that writes, one that reads; what is acknowledged is safe."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from typing import Generic, TypeVar, cast

from greycells.language.sentences import Sentence
from greycells.server.storage.database import AlreadyThere, DatabaseError, SqlConnection, StoreError, migration_steps
from greycells.server.storage.gathered_writes import GATHER_FOR, Gathering
from greycells.server.storage.log_appends import Append, write_append
from greycells.server.storage.sqlite_sweep import FileSweep

T = TypeVar("T")

APPLICATION = 0x63617365
"""Marks the file as ours: the letters *case*."""
AT_ONCE = 500
"""From so many jobs on, a transaction takes no more."""


def migrations() -> list[str]:
    """The numbered migrations, in order."""
    return migration_steps("sqlite")


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
    """Migrate a database to the current schema in one transaction: if the process is killed, it is old or new."""
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


def as_database_error(error: Exception) -> Exception:
    """SQLite's errors as the store's; any other is a bug, and stays what it is."""
    if not isinstance(error, sqlite3.Error):
        return error
    kind = AlreadyThere if isinstance(error, sqlite3.IntegrityError) else DatabaseError
    told = kind(str(error))
    told.__cause__ = error
    return told


class DatabaseJob(Generic[T]):
    """Work to do in a transaction, or `alone` outside of one, and the future that waits for it."""

    __slots__ = ("alone", "answer", "error", "loop", "result", "work")

    def __init__(self, work: Callable[[SqlConnection], T], *, alone: bool = False) -> None:
        self.work = work
        self.alone = alone
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
            self.result = self.work(cast(SqlConnection, connection))
        except Exception as error:
            self.error = error
            if not connection.in_transaction:
                raise
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def do_alone(self, connection: sqlite3.Connection) -> None:
        try:
            self.result = self.work(cast(SqlConnection, connection))
        except Exception as error:
            self.error = error

    def settle(self) -> None:
        """Set the future; called in the thread of its event loop."""
        if self.answer.cancelled():
            return
        if self.error is not None:
            self.answer.set_exception(as_database_error(self.error))
        else:
            self.answer.set_result(cast(T, self.result))


def settle(jobs: Sequence[DatabaseJob[object]]) -> None:
    """Set the futures of jobs that were done together, all in one step of their event loop."""
    for loop, same in groupby(jobs, key=lambda job: job.loop):
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle_all, list(same))


def _settle_all(jobs: Sequence[DatabaseJob[object]]) -> None:
    for job in jobs:
        job.settle()


class DatabaseThread(threading.Thread):
    """A thread with a connection of its own that does one job after another; those that wait share a transaction.

    What is asked of it is gathered for so many seconds before.
    """

    def __init__(self, path: Path, *, name: str, gather_for: float = 0.0) -> None:
        super().__init__(name=name, daemon=True)
        self._connection = connect(path)
        self._jobs: SimpleQueue[list[DatabaseJob[object]] | None] = SimpleQueue()
        self._gathering = Gathering(self._queue, seconds=gather_for)
        self._asked = self._taken = 0
        self.start()

    def run(self) -> None:
        open_for_jobs = True
        while open_for_jobs:
            jobs: list[DatabaseJob[object]] = []
            while not jobs or (len(jobs) < AT_ONCE and not self._jobs.empty()):
                more = self._jobs.get()
                if more is None:
                    open_for_jobs = False
                    break
                jobs += more
            self._taken += len(jobs)
            if together := [job for job in jobs if not job.alone]:
                self._do(together)
            if alone := [job for job in jobs if job.alone]:
                for job in alone:
                    job.do_alone(self._connection)
                settle(alone)
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
        settle(jobs)

    def _transact(self, jobs: Sequence[DatabaseJob[object]]) -> None:
        try:
            self._connection.execute("BEGIN")
            for job in jobs:
                job.do(self._connection)
            self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    @property
    def waiting(self) -> int:
        """How many jobs are queued."""
        return self._asked - self._taken

    def ask(self, work: Callable[[SqlConnection], T], *, source: str = "") -> asyncio.Future[T]:
        """Run this in the thread's next transaction; the future resolves once it is on disk."""
        job = DatabaseJob(work)
        self._asked += 1
        self._gathering.add(cast("DatabaseJob[object]", job), source=source)
        return job.answer

    def ask_alone(self, work: Callable[[SqlConnection], T]) -> asyncio.Future[T]:
        """Run this outside a transaction, behind the jobs that are queued."""
        job = DatabaseJob(work, alone=True)
        self._asked += 1
        self._jobs.put([cast("DatabaseJob[object]", job)])
        return job.answer

    def _queue(self, jobs: list[DatabaseJob[object]]) -> None:
        for start in range(0, len(jobs), AT_ONCE):
            self._jobs.put(jobs[start : start + AT_ONCE])

    def stop(self) -> None:
        """Finish the queued jobs and end."""
        self._gathering.hand_on()
        self._jobs.put(None)
        self.join()


class SqliteDatabase:
    """One SQLite file."""

    def __init__(self, path: Path) -> None:
        """Open the file, make it or bring it up to date; a StoreError says why not."""
        version = inspect(path) if path.exists() and path.stat().st_size else 0
        try:
            with contextlib.closing(connect(path)) as connection:
                migrate(connection, version)
        except sqlite3.Error as error:
            raise StoreError(Sentence("store.unusable", file=str(path), why=str(error))) from error
        self._files = FileSweep(path)
        self.writer = DatabaseThread(path, name="store writer", gather_for=GATHER_FOR)
        self.reader = DatabaseThread(path, name="store reader")

    def read(self, work: Callable[[SqlConnection], T]) -> asyncio.Future[T]:
        return self.reader.ask(work)

    def write(self, work: Callable[[SqlConnection], T]) -> asyncio.Future[T]:
        return self.writer.ask(work)

    def append(self, append: Append) -> asyncio.Future[None]:
        return self.writer.ask(partial(write_append, append=append), source=append.row.id)

    async def sweep(self) -> None:
        """Overwrite what deleted rows have left in the files, a few pages at a time between the writes of others.

        Raises DatabaseError if another process, such as a backup, is reading: then it can be tried again.
        """
        page: int | None = 0
        while page is not None:
            page = await self.writer.ask_alone(partial(self._step, page))

    def _step(self, first: int, connection: SqlConnection) -> int | None:
        return self._files.step(cast(sqlite3.Connection, connection), first)

    def close(self) -> None:
        self.writer.stop()
        self.reader.stop()
        self._files.close()
