"""Writing a record as text, in a process of its own: it takes a while for a long game."""

from __future__ import annotations

from typing import Protocol

from greycells.notation import Record, write
from greycells.server.workers.slow_work import slow_work


class RecordSource(Protocol):
    """Where a record comes from."""

    def record(self) -> Record: ...


@slow_work
def written(source: RecordSource) -> str:
    """A record as a .case file."""
    return write(source.record())
