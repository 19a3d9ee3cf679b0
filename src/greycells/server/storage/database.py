"""What the store needs from a database: jobs that read or write, each all or nothing, and one kind of error."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

import msgspec

from greycells.errors import GreycellsError

if TYPE_CHECKING:
    from greycells.server.storage.log_appends import Append

T = TypeVar("T")
Value: TypeAlias = str | float | bytes | None
"""What a column holds; whole numbers and truth values are numbers too."""


class StoreError(GreycellsError):
    """Why a database can't be used, in a sentence; the database is unchanged."""


def reason(error: Exception) -> str:
    """What a database says of an error, in one line, and without the full stop."""
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


class FolderInUse(StoreError):
    """Another server uses this data folder."""


class DatabaseError(GreycellsError):
    """A job that failed, whatever the database calls it. Nothing was done, unless the commit's reply was lost."""


class AlreadyThere(DatabaseError):
    """A row with this key exists: another connection has written it."""


class Rows(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> list[tuple[object, ...]]: ...


class SqlConnection(Protocol):
    """A connection in a transaction. Both databases read the same SQL, with a question mark for each value."""

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> Rows: ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Value]], /) -> object: ...


class Database(Protocol):
    """A database that does jobs in threads of its own."""

    def read(self, work: Callable[[SqlConnection], T]) -> asyncio.Future[T]:
        """Do a job that only reads; raises DatabaseError."""
        ...

    def write(self, work: Callable[[SqlConnection], T]) -> asyncio.Future[T]:
        """Do a job in a transaction; the answer comes once it is on disk. Raises DatabaseError."""
        ...

    def append(self, append: Append) -> asyncio.Future[None]:
        """Write what has happened at a table, in one transaction with what other tables append at the same time.

        The answer comes once it is on disk. If it fails, it fails alone; raises DatabaseError.
        """
        ...

    def close(self) -> None:
        """Finish the queued jobs and end."""
        ...


def row_as(kind: type[T], row: Sequence[object]) -> T:
    """A row as what it is: its columns are the fields of a named tuple, in order. Truth values may be 0 and 1."""
    return msgspec.convert(row, kind, strict=False)


def migration_steps(kind: str) -> list[str]:
    """The numbered steps from an empty database to the current schema, in order."""
    folder = files("greycells.server.storage").joinpath("migrations", kind)
    steps = sorted((step for step in folder.iterdir() if step.name.endswith(".sql")), key=lambda step: step.name)
    return [step.read_text(encoding="utf-8") for step in steps]
