"""How a failure is logged: without naming a card or a guest."""

from __future__ import annotations

import logging

from greycells.server.errors.causes import cause_of, frames_of

log = logging.getLogger("greycells.server")


def report(what: str, error: Exception, *, table: str = "", **about: str) -> None:
    """Log a failure: what failed and where in the code, without the message, which may name a card or a guest."""
    cause = cause_of(error)
    log.error("%s: %s", what, cause, extra={**about, "table": table, "cause": cause, "error": frames_of(error)})
