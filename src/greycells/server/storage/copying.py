"""Moves a whole server from one database to another: SQLite to PostgreSQL, and back, with its archived games."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from greycells.language.sentences import Sentence
from greycells.server.storage.archive_folder import ARCHIVE, ArchivedFile, ArchiveError, ArchiveFolder
from greycells.server.storage.data_folder import DataFolder
from greycells.server.storage.database import StoreError, Value
from greycells.server.storage.table_store import open_database

PASSING = frozenset({"nodes", "heartbeat", "shared", "greycells_version", "sqlite_sequence"})
"""Tables that belong to a running server, and not to what it keeps."""
AT_ONCE = 1000


class ServerStorage(Protocol):
    """Everything that one server keeps, row by row, and its signing key."""

    def tables(self) -> dict[str, list[str]]:
        """The columns of every table."""
        ...

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Value]]: ...

    def add(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> None: ...

    def key(self) -> str: ...

    def set_key(self, key: str) -> None: ...


class SqliteStorage:
    """A data folder with its file and its key."""

    def __init__(self, folder: DataFolder, connection: sqlite3.Connection) -> None:
        self._folder = folder
        self._connection = connection

    def tables(self) -> dict[str, list[str]]:
        names = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        return {
            name: [row[1] for row in self._connection.execute(f"PRAGMA table_info({name})")]
            for (name,) in names
            if name not in PASSING
        }

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Value]]:
        yield from self._connection.execute(f"SELECT {', '.join(columns)} FROM {table}")

    def add(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> None:
        signs = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({signs})", rows)

    def key(self) -> str:
        return self._folder.signing_key()

    def set_key(self, key: str) -> None:
        self._folder.keep_key(key)


@contextlib.contextmanager
def opened(where: str, *, new: bool) -> Generator[ServerStorage]:
    """A server's storage by its folder or URL, for reading or, all or nothing, for writing to an empty one."""
    if "://" in where:
        from greycells.server.storage.postgres_copying import opened_postgres

        open_database(where).close()  # In the present form.
        with opened_postgres(where) as kept:
            yield kept
        return
    if not new and not (Path(where) / "greycells.db").exists():
        raise StoreError(Sentence("store.no server", folder=where))
    folder = DataFolder(Path(where))
    try:
        open_database(folder.database).close()
        with contextlib.closing(sqlite3.connect(folder.database)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            yield SqliteStorage(folder, connection)
            connection.commit()
    finally:
        folder.close()


class CopyReport(NamedTuple):
    """What was copied; `lost` are the archived games whose file isn't whole."""

    tables: int
    archived: int
    lost: tuple[str, ...]


def copy_server(
    source: str, target: str, *, archive: Path | None = None, target_archive: Path | None = None
) -> CopyReport:
    """Copy everything to an empty database, all or nothing, and the archived games to the target's folder.

    The archives are those of the data folders, unless others are named; PostgreSQL has none of its own. Without one, a
    server with archived games is refused. The files come first: none is missing once a database refers to it.
    """
    with opened(source, new=False) as old, opened(target, new=True) as new:
        columns = old.tables()
        fresh = new.tables()
        if any(next(new.rows(table, names), None) is not None for table, names in fresh.items()):
            raise StoreError(Sentence("store.not empty", target=target.rpartition("@")[2]))
        files = _archived_files(old)
        lost = _copy_archive(files, archive or _archive_of(source), target_archive or _archive_of(target))
        games = 0
        for table in sorted(columns.keys() & fresh.keys()):
            names = [name for name in columns[table] if name in fresh[table] and (table, name) != ("tables", "node")]
            rows = old.rows(table, names)
            while batch := list(islice(rows, AT_ONCE)):
                new.add(table, names, batch)
                games += len(batch) if table == "tables" else 0
        new.set_key(old.key())
    return CopyReport(games, len(files), lost)


def _archive_of(where: str) -> Path | None:
    """The archive that a data folder has, unless its settings name another one."""
    return None if "://" in where else Path(where) / ARCHIVE


def _archived_files(storage: ServerStorage) -> list[ArchivedFile]:
    rows = storage.rows("tables", ["archive_file", "archive_hash"])
    return sorted(ArchivedFile(str(place), str(digest)) for place, digest in rows if place)


def _copy_archive(files: Sequence[ArchivedFile], source: Path | None, target: Path | None) -> tuple[str, ...]:
    """Copy the archived games as far as they are whole; returns the others."""
    if not files:
        return ()
    if source is None or not source.is_dir():
        raise StoreError(Sentence("store.archive of source", archived=len(files)))
    if target is None:
        raise StoreError(Sentence("store.archive of target", archived=len(files)))
    lost: list[str] = []
    for file in files:
        try:
            ArchiveFolder(target).take_over(file, ArchiveFolder(source))
        except ArchiveError:
            lost.append(file.place)
        except OSError as error:
            raise StoreError(Sentence("store.folder", folder=str(target), why=error.strerror or "")) from error
    return tuple(lost)
