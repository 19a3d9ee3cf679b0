"""Logs of tables that are damaged on purpose."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def spoil(folder: Path, table: str, *, wake: float) -> None:
    with sqlite3.connect(folder / "greycells.db") as connection:
        connection.execute("UPDATE log SET entry = ? WHERE game = ? AND seq = 2", (b'{"type":"sat","at":', table))
        connection.execute("UPDATE tables SET wake = ? WHERE id = ?", (wake, table))
    connection.close()


def awake(folder: Path, table: str) -> None:
    with sqlite3.connect(folder / "greycells.db") as connection:
        connection.execute("UPDATE tables SET wake = 1 WHERE id = ?", (table,))
    connection.close()
