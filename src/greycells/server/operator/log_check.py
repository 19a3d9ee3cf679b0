"""Reads every table of a backup as a server would, so that one that can't be read is known before it is needed."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from greycells.server.errors.causes import cause_of
from greycells.server.storage.archive_folder import ARCHIVE, ArchivedFile, ArchiveError, ArchiveFolder
from greycells.server.storage.data_folder import DATABASE
from greycells.server.tables.new_tables import read_history
from greycells.server.tables.table_log import GuestWords

CLOSED = "closed"
"""A table in this state is not read: the operator closes those that can't be."""


def unreadable_tables(backup: Path) -> Iterator[tuple[str, str]]:
    """The tables of a backup that can't be read, by their ids, each with its cause.

    An archived game whose file is lost is not among them: the check of the archive names it.
    """
    where = f"{(backup / DATABASE).absolute().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(where, uri=True)) as connection:
        columns = _columns(connection, "tables")
        archived = "archive_file, archive_hash" if "archive_file" in columns else "'', ''"
        query = f"SELECT id, {archived} FROM tables WHERE state <> ? ORDER BY id"
        for table, place, digest in connection.execute(query, (CLOSED,)).fetchall():
            try:
                _read(connection, backup, str(table), ArchivedFile(str(place), str(digest)))
            except ArchiveError:
                pass
            except Exception as error:
                yield str(table), cause_of(error)


def _read(connection: sqlite3.Connection, backup: Path, table: str, file: ArchivedFile) -> None:
    def rows(columns: str, source: str) -> list[tuple[str | int | bytes, ...]]:
        """What is beside the log, unless the database is from before it was there."""
        if not _columns(connection, source):
            return []
        return connection.execute(f"SELECT {columns} FROM {source} WHERE game = ?", (table,)).fetchall()

    log = connection.execute("SELECT entry FROM log WHERE game = ? ORDER BY seq", (table,)).fetchall()
    words = [
        GuestWords(int(seq), int(place), str(guest), str(name), str(said))
        for seq, place, guest, name, said in rows("seq, place, guest, name, said", "guest_words")
    ]
    hidden = {str(guest) for (guest,) in rows("guest", "erased")}
    secret = next((bytes(text).decode() for (text,) in rows("secret", "secrets") if isinstance(text, bytes)), "")
    record = ArchiveFolder(backup / ARCHIVE).text(file) if file.place else None
    read_history([entry for (entry,) in log], secret, words=words, hidden=hidden, archived=record)


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")}
