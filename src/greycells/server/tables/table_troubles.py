"""What last went wrong at each table, for the operator: kept in memory, and in words that name no card and no guest."""

from __future__ import annotations

from collections import OrderedDict
from typing import Literal, TypeAlias

from msgspec import Struct

from greycells.server.errors.causes import cause_of

MOST = 1000
"""So many tables are remembered; the one whose trouble is oldest is dropped first."""
TroubleKind: TypeAlias = Literal["stopped", "unreadable", "untaken", "bot"]
"""A table's task ended, its log couldn't be read, the database couldn't be asked for it, or a bot of it failed."""


class Trouble(Struct, frozen=True):
    """Something that failed at a table: when, what, and a cause that is safe to print."""

    at: float
    what: TroubleKind
    cause: str


class Troubles:
    """The latest trouble of each table of this process."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, Trouble] = OrderedDict()

    def note(self, table: str, what: TroubleKind, error: BaseException, *, at: float) -> None:
        """Something failed at a table."""
        self._latest[table] = Trouble(at, what, cause_of(error))
        self._latest.move_to_end(table)
        if len(self._latest) > MOST:
            self._latest.popitem(last=False)

    def latest(self, table: str) -> Trouble | None:
        """What last failed at a table; None if nothing has since this process started."""
        return self._latest.get(table)
