"""A database that can be held up or broken at any statement of a write, for tests of what is seen meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import cast

from greycells.server.storage.sqlite_database import SqliteDatabase
from greycells.server.storage.table_store import Store

STATEMENTS = (
    "BEGIN",
    "SAVEPOINT",
    "INSERT INTO tables",
    "INSERT INTO log",
    "INSERT INTO sitting",
    "INSERT INTO guest_words",
    "RELEASE",
    "COMMIT",
)
"""Every statement of an append, in order, by its first words."""


class Faulty:
    """A connection that stops or fails where it is told to, and otherwise does what it is asked."""

    def __init__(self, real: sqlite3.Connection) -> None:
        self._real = real
        self.fail: str | None = None
        self.fail_after: str | None = None
        self.hold: str | None = None
        self.held, self.go = threading.Event(), threading.Event()

    @property
    def in_transaction(self) -> bool:
        return self._real.in_transaction

    def execute(self, sql: str, values: Iterable[object] = ()) -> sqlite3.Cursor:
        self._before(sql)
        cursor = self._real.execute(sql, cast("tuple[str, ...]", tuple(values)))
        if self.fail_after is not None and sql.startswith(self.fail_after):
            raise sqlite3.OperationalError("disk I/O error")
        return cursor

    def executemany(self, sql: str, rows: Iterable[Iterable[object]]) -> sqlite3.Cursor:
        self._before(sql)
        return self._real.executemany(sql, [cast("tuple[str, ...]", tuple(row)) for row in rows])

    def _before(self, sql: str) -> None:
        if self.hold is not None and sql.startswith(self.hold):
            self.held.set()
            self.go.wait(20)
        if self.fail is not None and sql.startswith(self.fail):
            raise sqlite3.OperationalError("database or disk is full")

    def close(self) -> None:
        self._real.close()

    @contextlib.contextmanager
    def failing(self, statement: str, *, after: bool = False) -> Generator[None]:
        """Every time this statement comes, it fails: before it is carried out, or after."""
        if after:
            self.fail_after = statement
        else:
            self.fail = statement
        try:
            yield
        finally:
            self.fail = self.fail_after = None

    @contextlib.contextmanager
    def holding(self, statement: str) -> Generator[None]:
        """This statement waits until the block ends."""
        self.held.clear()
        self.go.clear()
        self.hold = statement
        try:
            yield
        finally:
            self.hold = None
            self.go.set()

    async def reached(self) -> bool:
        """Whether the statement that is held was reached, soon."""
        return await asyncio.to_thread(self.held.wait, 5)


def faulty(store: Store) -> Faulty:
    """Put a faulty connection under the writer of a store."""
    assert isinstance(store.database, SqliteDatabase)
    worker = store.database.writer
    broken = Faulty(worker._connection)  # pyright: ignore[reportPrivateUsage]
    worker._connection = cast("sqlite3.Connection", broken)  # pyright: ignore[reportPrivateUsage]
    return broken


def on_disk(path: Path, table: str) -> int:
    """The number of the last entry that another process would find in a table's log."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM log WHERE game = ?", (table,)).fetchone()
        return int(last)
