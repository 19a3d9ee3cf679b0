"""Processes that a server has started, as Linux lists them."""

from __future__ import annotations

from pathlib import Path


def children_of(process: int) -> list[int]:
    """The processes that any thread of a process has started."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for each in lists for child in each.read_text().split()]


def is_running(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
