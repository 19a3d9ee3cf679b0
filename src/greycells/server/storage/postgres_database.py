"""PostgreSQL as the store's database: a pool of connections; appends share transactions, every other job has its own.

The statements of a job are sent in pipeline mode: a job that needs no answer in between costs one trip to the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import TypeAlias, TypeVar

try:
    import psycopg
    from psycopg_pool import ConnectionPool, PoolTimeout
except ImportError as error:  # pragma: no cover
    raise ModuleNotFoundError("pip install 'greycells[postgres]'") from error

from greycells.language.sentences import Sentence
from greycells.server.storage.data_folder import KEY_LENGTH
from greycells.server.storage.database import (
    AlreadyThere,
    DatabaseError,
    Rows,
    SqlConnection,
    StoreError,
    Value,
    migration_steps,
    reason,
)
from greycells.server.storage.gathered_writes import Gathering
from greycells.server.storage.log_appends import Append, write_append
from greycells.server.storage.postgres_log_appends import AT_ONCE, append_all, is_plain
from greycells.server.tables.table_log import TableMoved

T = TypeVar("T")
Connection = psycopg.Connection[tuple[object, ...]]
Pool: TypeAlias = ConnectionPool[Connection]
WaitingAppend: TypeAlias = tuple[Append, asyncio.Future[None]]
LOCK = 0x63617365
"""The advisory lock of a migration: nodes that start together migrate one after the other."""
CONNECTION_TIME_LIMIT = 4.0
"""After so many seconds without an answer a connection is given up: the other side may be frozen, or cut off."""
APPENDING = 2
"""So many transactions of appends run at a time; what comes meanwhile goes into the next."""
SETTINGS = (
    # A node that is frozen in the middle of a transaction must not keep its table's row locked.
    "SET idle_in_transaction_session_timeout = '2s'",
    "SET statement_timeout = '4s'",
    "SET client_min_messages = warning",
    # What is acknowledged is on disk. A stricter setting of the server's (remote_apply) stays.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)


@lru_cache(maxsize=256)
def translated(sql: str) -> bytes:
    """A statement with psycopg's placeholders."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


def _storable(values: Sequence[Value]) -> list[Value]:
    """PostgreSQL's text holds no NUL: whatever looks for one finds nothing."""
    return [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]


class PostgresRows:
    """What a statement gave; in pipeline mode its count is waited for when it is asked for."""

    __slots__ = ("_cursor", "_pipeline")

    def __init__(self, cursor: psycopg.Cursor[tuple[object, ...]], pipeline: psycopg.Pipeline | None) -> None:
        self._cursor = cursor
        self._pipeline = pipeline

    @property
    def rowcount(self) -> int:
        if self._pipeline is not None:
            self._pipeline.sync()
        return self._cursor.rowcount

    def fetchall(self) -> list[tuple[object, ...]]:
        return self._cursor.fetchall()


class PostgresConnection:
    """A connection that reads the store's SQL."""

    __slots__ = ("_pipeline", "_real")

    def __init__(self, real: Connection, pipeline: psycopg.Pipeline | None = None) -> None:
        self._real = real
        self._pipeline = pipeline

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> Rows:
        return PostgresRows(self._real.execute(translated(sql), _storable(values)), self._pipeline)

    def executemany(self, sql: str, rows: Iterable[Sequence[Value]], /) -> None:
        for values in rows:
            self._real.execute(translated(sql), _storable(values))


class _Watch(threading.Thread):
    """Drops connections that haven't answered for too long: the thread that waits there gets an error."""

    def __init__(self) -> None:
        super().__init__(name="database watch", daemon=True)
        self._since: dict[Connection, float] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.start()

    def begin(self, connection: Connection) -> None:
        with self._lock:
            self._since[connection] = time.monotonic()

    def end(self, connection: Connection) -> None:
        with self._lock:
            del self._since[connection]

    def run(self) -> None:
        while not self._ended.wait(0.5):
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """Drop what hasn't answered until now. One that can't be dropped is looked at again, and keeps no other one."""
        with self._lock:  # Held, so that no descriptor is closed, and used again, while it is shut down here.
            for connection, since in self._since.items():
                if now - since > CONNECTION_TIME_LIMIT and not connection.closed:
                    with contextlib.suppress(psycopg.Error, OSError):  # It breaks just now, or no file can be opened.
                        _shut_down(connection)

    def stop(self) -> None:
        self._ended.set()
        self.join()


def _shut_down(connection: Connection) -> None:
    with socket.socket(fileno=os.dup(connection.fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)


class PostgresDatabase:
    """One PostgreSQL database, shared with other nodes."""

    def __init__(self, url: str, *, connections: int) -> None:
        """Connect, and bring the database up to date; a StoreError says why not."""
        self._pool = _pool(url, _configure, least=1, most=connections)
        self._append_pool = _pool(url, _configure_for_appends, least=0, most=APPENDING)
        try:
            with psycopg.connect(url, connect_timeout=10) as connection:
                migrate(connection)
                self.signing_key = shared_key(connection)
            self._pool.open(wait=True, timeout=10.0)
            self._append_pool.open()
        except (psycopg.Error, PoolTimeout) as error:
            self._pool.close()
            raise StoreError(Sentence("store.unreachable", why=reason(error))) from error
        except StoreError:
            self._pool.close()
            raise
        self._connections = connections
        self._unfinished = 0
        self._appends: list[WaitingAppend] = []
        self._appending = 0
        self._gathering = Gathering(self._append_soon)
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="database")
        self._watch = _Watch()

    def read(self, work: Callable[[SqlConnection], T]) -> asyncio.Future[T]:
        return self._queued(lambda: self._read(work))

    def write(self, work: Callable[[SqlConnection], T]) -> asyncio.Future[T]:
        return self._queued(lambda: self._write(work))

    def append(self, append: Append) -> asyncio.Future[None]:
        """Nearly all appends are moves, and share a transaction; what else is written has one of its own."""
        if not is_plain(append):
            return self.write(partial(write_append, append=append))
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._gathering.add((append, answer), source=append.row.id)
        return answer

    def _append_soon(self, more: list[WaitingAppend]) -> None:
        self._appends += more
        while self._appends and self._appending < APPENDING:
            group = self._next_group()
            self._appending += 1
            appends = [append for append, _ in group]
            written = self._queued(
                partial(self._with_connection, partial(append_all, appends=appends), self._append_pool)
            )
            written.add_done_callback(partial(self._appended, group))

    def _next_group(self) -> list[WaitingAppend]:
        """The appends that have waited longest, one of each table."""
        group: dict[str, WaitingAppend] = {}
        left: list[WaitingAppend] = []
        for waiting in self._appends:
            table = waiting[0].row.id
            if table in group or len(group) == AT_ONCE:
                left.append(waiting)
            else:
                group[table] = waiting
        self._appends = left
        return list(group.values())

    def _appended(self, group: Sequence[WaitingAppend], written: asyncio.Future[set[str]]) -> None:
        """Tell each table whether its append is on disk, and begin the next transaction.

        If a statement of all fails, each append is tried alone, so that none fails for another.
        """
        self._appending -= 1
        failure = written.exception()
        for append, answer in group:
            if failure is None:
                _settle(answer, None if append.row.id in written.result() else TableMoved(append.row.id))
            elif isinstance(failure, psycopg.Error) and failure.sqlstate is None:
                _settle(answer, _translated_error(failure))  # The connection was lost: no other way is better.
            else:
                alone = self.write(partial(write_append, append=append))
                alone.add_done_callback(partial(_pass_on, answer))
        self._append_soon([])

    def _queued(self, job: Callable[[], T]) -> asyncio.Future[T]:
        """Counted in the event loop's thread; a job that nobody waits for any more counts as finished."""
        self._unfinished += 1
        answer = asyncio.get_running_loop().run_in_executor(self._threads, job)
        answer.add_done_callback(self._finished)
        return answer

    def _finished(self, _: asyncio.Future[T]) -> None:
        self._unfinished -= 1

    @property
    def waiting(self) -> int:
        """How many jobs wait for a connection."""
        return max(0, self._unfinished - self._connections)

    @property
    def open_connections(self) -> int:
        """How many connections the pool has."""
        return self._pool.get_stats().get("pool_size", 0)

    @property
    def idle_connections(self) -> int:
        """How many of them nobody uses."""
        return self._pool.get_stats().get("pool_available", 0)

    def _read(self, work: Callable[[SqlConnection], T]) -> T:
        """A connection that the server has closed meanwhile is only noticed when it is used: reading is tried again."""
        for _ in range(2):
            try:
                return self._with_connection(lambda connection: work(PostgresConnection(connection)))
            except psycopg.OperationalError:
                self._pool.check()
            except (psycopg.Error, PoolTimeout) as error:
                raise _translated_error(error) from error
        try:
            return self._with_connection(lambda connection: work(PostgresConnection(connection)))
        except (psycopg.Error, PoolTimeout) as error:
            raise _translated_error(error) from error

    def _write(self, work: Callable[[SqlConnection], T]) -> T:
        try:
            return self._with_connection(lambda connection: _transact(connection, work))
        except (psycopg.Error, PoolTimeout) as error:
            raise _translated_error(error) from error

    def _with_connection(self, work: Callable[[Connection], T], pool: Pool | None = None) -> T:
        with (pool or self._pool).connection() as connection:
            self._watch.begin(connection)
            try:
                return work(connection)
            finally:
                self._watch.end(connection)

    def close(self) -> None:
        self._threads.shutdown()
        self._watch.stop()
        self._pool.close()
        self._append_pool.close()


def _settle(answer: asyncio.Future[None], error: Exception | None) -> None:
    if answer.cancelled():
        return
    if error is None:
        answer.set_result(None)
    else:
        answer.set_exception(error)


def _pass_on(answer: asyncio.Future[None], written: asyncio.Future[None]) -> None:
    """Only what was written counts as written: not a write that was given up, whatever ended it."""
    error = DatabaseError("given up") if written.cancelled() else written.exception()
    _settle(answer, error if error is None or isinstance(error, Exception) else DatabaseError(type(error).__name__))


def _transact(connection: Connection, work: Callable[[SqlConnection], T]) -> T:
    """All of a job or nothing: if a statement fails, the commit after it in the pipeline is not carried out."""
    try:
        with connection.pipeline() as pipeline:
            connection.execute("BEGIN")
            result = work(PostgresConnection(connection, pipeline))
            connection.execute("COMMIT")
    except BaseException:
        if not connection.closed:
            connection.rollback()
        raise
    return result


def _translated_error(error: Exception) -> DatabaseError:
    kind = AlreadyThere if isinstance(error, psycopg.errors.UniqueViolation) else DatabaseError
    return kind(str(error).strip())


def _pool(url: str, configure: Callable[[Connection], None], *, least: int, most: int) -> Pool:
    return ConnectionPool(
        url,
        min_size=least,
        max_size=most,
        open=False,
        configure=configure,
        timeout=CONNECTION_TIME_LIMIT,
        reconnect_timeout=2.0,  # Then it is tried anew: its pauses would grow to many seconds.
        kwargs={"autocommit": True, "connect_timeout": 3, "application_name": "greycells"},
    )


def _configure(connection: Connection) -> None:
    for setting in SETTINGS:
        connection.execute(setting.encode())


def _configure_for_appends(connection: Connection) -> None:
    """Appends that share a transaction don't wait for one whose row is locked: each is tried alone then."""
    _configure(connection)
    connection.execute("SET lock_timeout = '250ms'")


def shared_key(connection: Connection) -> str:
    """The key that signs cookies and seat links, made once for all nodes."""
    connection.execute(
        "INSERT INTO shared VALUES ('signing key', %s) ON CONFLICT DO NOTHING", (secrets.token_hex(KEY_LENGTH // 2),)
    )
    (key,) = connection.execute("SELECT body FROM shared WHERE name = 'signing key'").fetchone() or ("",)
    if len(str(key)) < KEY_LENGTH:
        raise StoreError(Sentence("store.short key", file="shared", length=len(str(key)), full=KEY_LENGTH))
    return str(key)


def migrate(connection: Connection) -> None:
    """Migrate a database to the current schema in one transaction; one that is not ours, or newer, is left alone."""
    steps = migration_steps("postgres")
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
    (known,) = connection.execute("SELECT to_regclass('greycells_version') IS NOT NULL").fetchone() or (False,)
    if not known:
        query = "SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()"
        (others,) = connection.execute(query.encode()).fetchone() or (0,)
        if others:
            raise StoreError(Sentence("store.other program in database"))
        connection.execute("CREATE TABLE greycells_version (version BIGINT NOT NULL)")
        connection.execute("INSERT INTO greycells_version VALUES (0)")
    (version,) = connection.execute("SELECT version FROM greycells_version").fetchone() or (0,)
    assert isinstance(version, int)
    if version > len(steps):
        raise StoreError(Sentence("store.newer database", form=version, known=len(steps)))
    for step in steps[version:]:
        connection.execute(step.encode())
    connection.execute("UPDATE greycells_version SET version = %s", (len(steps),))
