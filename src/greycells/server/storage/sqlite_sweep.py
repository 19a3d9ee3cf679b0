"""Overwriting what deleted rows leave behind in the files of a SQLite database.

With `secure_delete` SQLite overwrites a row where it is deleted. Copies of it lie elsewhere: in the write-ahead log,
whose old frames stay until others take their place, and in the unused middle of pages whose rows SQLite has moved to
other pages to balance a tree. VACUUM would remove them, but it writes everything anew while nobody can write: 3.4 s for
112 MB, where a sweep takes a tenth of a second, in steps.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from greycells.server.storage.database import DatabaseError

PAGES = 4096
"""So many pages are swept in one step: 16 MB, which takes about as long as a write."""
BUSY_MILLISECONDS = 50
"""So many milliseconds a step waits for readers of the write-ahead log, and the writer with it."""
LEAVES, INSIDE = (10, 13), (2, 5)
"""The first byte of a page in a tree. Other pages begin with the high byte of a page's number: 0 below 64 GB."""


class FileSweep:
    """Sweeps a database file. From then on it stays open: closing it would release the locks that SQLite has on it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: FileIO | None = None

    @property
    def _file(self) -> FileIO:
        self._opened = self._opened or FileIO(self._path, "r+")
        return self._opened

    def step(self, connection: sqlite3.Connection, first: int) -> int | None:
        """Sweep some pages, from this one on, and tell where to go on; None at the end.

        `connection` is the only one that writes, and outside a transaction. Once the write-ahead log is empty, a page
        is in the file and nowhere else, so what is overwritten there is gone. A DatabaseError if others are reading.
        """
        (timeout,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        try:
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.execute(f"PRAGMA busy_timeout = {timeout}")
        if busy:
            raise DatabaseError("the write-ahead log is being read")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        self._file.seek(first * size)
        pages = self._file.read(size * PAGES)
        gaps = [
            (start, end) for start, end in _gaps(pages, size, first=first) if pages.count(0, start, end) < end - start
        ]
        for start, end in gaps:
            self._file.seek(first * size + start)
            self._file.write(bytes(end - start))
        if gaps:
            os.fsync(self._file.fileno())
            connection.execute("PRAGMA shrink_memory")  # Pages in its cache still have what was overwritten.
        return first + PAGES if len(pages) == size * PAGES else None

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()


def _gaps(pages: bytes, size: int, *, first: int) -> Iterator[tuple[int, int]]:
    """The unused middle of each page: behind the list of its cells, and before the first of them."""
    for page in range(0, len(pages) - size + 1, size):
        header = page + (100 if first + page == 0 else 0)
        kind = pages[header]
        if kind not in LEAVES and kind not in INSIDE:
            continue
        cells = int.from_bytes(pages[header + 3 : header + 5], "big")
        content = int.from_bytes(pages[header + 5 : header + 7], "big") or 65536
        start, end = header + (8 if kind in LEAVES else 12) + 2 * cells, page + content
        if start < end <= page + size:
            yield start, end
