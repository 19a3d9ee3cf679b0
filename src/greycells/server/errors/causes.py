"""Why something failed, in words that are safe to print: the kinds of errors and their codes, never a message.

A message may name a card, a guest, or what a guest wrote; the name of a class, a code of the system and a place in our
own code can't.
"""

from __future__ import annotations

import errno
import traceback
from collections.abc import Iterator

MOST = 4
"""So many errors of a chain are named; what comes before them explains nothing more."""


def cause_of(error: BaseException) -> str:
    """An error and what it came from: `DatabaseError: OperationalError (SQLITE_FULL)`."""
    return ": ".join(map(_named, _chain(error)))


def _chain(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    for _ in range(MOST):
        if found is None:
            return
        yield found
        found = found.__cause__


def _named(error: BaseException) -> str:
    code = _code(error)
    return f"{type(error).__name__} ({code})" if code else type(error).__name__


def _code(error: BaseException) -> str:
    """What the system or a database calls an error."""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "")
    state = getattr(error, "sqlite_errorname", getattr(error, "sqlstate", ""))  # A database's, without its driver.
    return state if isinstance(state, str) and state.replace("_", "").isalnum() else ""


def frames_of(error: BaseException) -> str:
    """Where in the code an error was raised, without its message."""
    return "".join(traceback.format_tb(error.__traceback__))
