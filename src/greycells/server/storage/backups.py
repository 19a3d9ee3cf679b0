"""Backups of a data folder, made while the server runs, and restored while it doesn't.

A backup is a folder with the database, the signing key, and the archived games. Whatever happens on the way, there is a
whole backup, a whole data folder, or a marker that says what to do (`UNFINISHED`): never half of one that looks whole.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sqlite3
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from greycells.language.sentences import Sentence
from greycells.server.storage.archive_folder import ARCHIVE, ArchivedFile, ArchiveError, ArchiveFolder
from greycells.server.storage.data_folder import DATABASE, KEY, KEY_LENGTH, UNFINISHED, DataFolder, owner, sync_folder
from greycells.server.storage.database import StoreError
from greycells.server.storage.sqlite_database import inspect

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database. It belongs to that database and to no other."""


@dataclass(frozen=True, slots=True)
class BackupReport:
    """What a backup holds, read from the copy itself; `lost` are the archived games whose file isn't whole."""

    folder: Path
    tables: int
    entries: int
    size: int
    has_key: bool
    archived: int = 0
    lost: tuple[str, ...] = ()


def back_up(data: Path, target: Path, *, archive: Path | None = None) -> BackupReport:
    """Copy the database, the key and the archived games into a new folder, also while the server runs.

    A StoreError says why not. SQLite's backup API reads one consistent state in one go; in WAL mode nobody who writes
    waits for it. The archive comes after the database: its files are written before anything refers to them.
    """
    if target.exists():
        raise StoreError(Sentence("backup.exists", folder=str(target)))
    if not (data / DATABASE).exists():
        raise StoreError(Sentence("backup.nothing", folder=str(data)))
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        partial.mkdir(mode=0o700)
        _copy_database(data / DATABASE, partial / DATABASE)
        if (data / KEY).exists():
            _write_private(partial / KEY, (data / KEY).read_bytes())
        _copy_archive(partial / DATABASE, archive or data / ARCHIVE, partial / ARCHIVE)
        report = verify(partial)
        sync_folder(partial)
        partial.rename(target)
        sync_folder(target.parent)
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise StoreError(Sentence("backup.failed", folder=str(target), why=why or "")) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return replace(report, folder=target)


def verify(backup: Path) -> BackupReport:
    """Open a backup and read all of it; a StoreError says what is wrong with it."""
    database, key = backup / DATABASE, backup / KEY
    if not database.is_file():
        raise StoreError(Sentence("backup.no backup", folder=str(backup)))
    inspect(database)
    try:
        with contextlib.closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise StoreError(Sentence("store.damaged", file=str(database), why=str(found)))
            (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
            (entries,) = connection.execute("SELECT count(*) FROM log").fetchone()
            archived = archived_files(connection)
    except sqlite3.Error as error:
        raise StoreError(Sentence("store.damaged", file=str(database), why=str(error))) from error
    if key.exists() and len(key.read_bytes().strip()) < KEY_LENGTH:
        length = len(key.read_bytes().strip())
        raise StoreError(Sentence("store.short key", file=str(key), length=length, full=KEY_LENGTH))
    lost = tuple(ArchiveFolder(backup / ARCHIVE).lost(archived))
    return BackupReport(backup, tables, entries, database.stat().st_size, key.exists(), len(archived), lost)


def archived_files(connection: sqlite3.Connection) -> list[ArchivedFile]:
    """The archived games that a database refers to; one from before there was an archive has none."""
    columns = {row[1] for row in connection.execute("PRAGMA table_info(tables)")}
    if "archive_file" not in columns:
        return []
    return [
        ArchivedFile(place, digest)
        for place, digest in connection.execute(
            "SELECT archive_file, archive_hash FROM tables WHERE archive_file <> '' ORDER BY archive_file"
        )
    ]


def _copy_archive(database: Path, source: Path, target: Path) -> None:
    """Copy what the database refers to, as far as it is whole; what isn't is told when the copy is verified."""
    with contextlib.closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        files = archived_files(connection)
    for file in files:
        with contextlib.suppress(ArchiveError):
            ArchiveFolder(target).take_over(file, ArchiveFolder(source))


def restore(
    backup: Path, data: Path, *, archive: Path | None = None, force: bool = False
) -> tuple[BackupReport, Path | None]:
    """Put a backup into a data folder; what was there before is kept, in the folder that comes back with the report.

    Archived games are added to those that are there. A StoreError says why not: a server is running there, the backup
    is damaged, or a database would be replaced.
    """
    report = verify(backup)
    _check_owner(data)
    unfinished = (data / UNFINISHED).exists()
    folder = DataFolder(data, finished=False)
    try:
        names = [DATABASE, *(DATABASE + end for end in BESIDE), *([KEY] if report.has_key else [])]
        present = [name for name in names if (data / name).exists()]
        if present and not force and not unfinished:
            raise StoreError(Sentence("backup.would overwrite", folder=str(data)))
        _copy_archive(backup / DATABASE, backup / ARCHIVE, archive or data / ARCHIVE)
        return report, _put_back(backup, data, names, present)
    except OSError as error:
        raise StoreError(Sentence("backup.failed", folder=str(data), why=error.strerror or "")) from error
    finally:
        folder.close()


def _check_owner(data: Path) -> None:
    """A StoreError if root would leave files that the server can't open: they belong to the user that runs it."""
    if sys.platform == "win32" or not data.exists() or os.geteuid() == data.stat().st_uid:
        return
    raise StoreError(Sentence("backup.other owner", folder=str(data), owner=owner(data)))


def _put_back(backup: Path, data: Path, names: list[str], present: list[str]) -> Path | None:
    """Copy the new files beside their places, move the old ones away, and rename the new ones."""
    new = {name: data / f"{name}.new" for name in (DATABASE, KEY) if name in names}
    for name, path in new.items():
        path.unlink(missing_ok=True)
        _write_private(path, None, copy=backup / name)
    _write_private(data / UNFINISHED, b"", exclusive=False)
    sync_folder(data)
    replaced = data / time.strftime("replaced-%Y%m%d-%H%M%S", time.gmtime()) if present else None
    if replaced is not None:
        replaced.mkdir(mode=0o700, exist_ok=True)
        for name in present:
            (data / name).rename(replaced / name)
    for name, path in new.items():
        path.rename(data / name)
    sync_folder(data)
    (data / UNFINISHED).unlink()
    sync_folder(data)
    return replaced


def _copy_database(source: Path, target: Path) -> None:
    _write_private(target, b"")
    with (
        contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as origin,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        origin.execute("PRAGMA busy_timeout = 10000")
        origin.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # One file, without any beside it.
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _write_private(path: Path, content: bytes | None, *, copy: Path | None = None, exclusive: bool = True) -> None:
    """Write a file that only its owner can read, and bring it to disk."""
    flags = os.O_WRONLY | os.O_CREAT | (os.O_EXCL if exclusive else 0)
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        if copy is not None:
            with copy.open("rb") as source:
                shutil.copyfileobj(source, file)
        else:
            file.write(content or b"")
        file.flush()
        os.fsync(file.fileno())
