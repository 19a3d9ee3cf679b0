"""How the log is written: to standard error, as text or as JSON, every line with its time and the id of its request.

Everything in the process writes this way, libraries and warnings too. What fails names no card and no guest: an error
is told by its kinds and its place in the code, never by its message. A request is told by its route: `/seat/{link}`,
never the secret link.
"""

from __future__ import annotations

import asyncio
import logging
import logging.config
import time
from collections.abc import Callable, Mapping

import msgspec

from greycells.server.errors.causes import cause_of, frames_of
from greycells.server.web.request_ids import current_request

TIMES = "%Y-%m-%dT%H:%M:%S%z"
log = logging.getLogger("greycells.server")
start_log = logging.getLogger("greycells.start")
"""What a server says when it starts, at any level."""


class LoggedLine(msgspec.Struct, omit_defaults=True):
    """A line of the log as JSON. `duration` is in seconds, `error` is a place in the code."""

    time: str
    level: str
    logger: str
    message: str
    request: str = ""
    node: str = ""
    table: str = ""
    epoch: int = 0
    method: str = ""
    route: str = ""
    status: int = 0
    duration: float | None = None
    cause: str = ""
    error: str = ""


GIVEN = ("table", "epoch", "method", "route", "status", "duration", "cause", "error")
"""The fields that a caller hands over as `extra`."""


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


class JsonLines(logging.Formatter):
    """One JSON object per line; `node` is the name of this node, which changes when its lease is lost."""

    def __init__(self, node: Callable[[], str] = str) -> None:
        super().__init__()
        self._node = node

    def format(self, record: logging.LogRecord) -> str:
        given = vars(record)
        fields = {name: given[name] for name in GIVEN if given.get(name)}
        if (error := _error_of(record)) is not None:
            fields.setdefault("cause", cause_of(error))
            fields.setdefault("error", frames_of(error))
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = LoggedLine(
            time=f"{moment}.{int(record.msecs):03d}Z",
            level=record.levelname.lower(),
            logger=record.name,
            message=record.getMessage(),
            request=current_request(),
            node=self._node(),
            **fields,
        )
        return msgspec.json.encode(line).decode()


class TextLines(logging.Formatter):
    """One line of text, or several where a place in the code follows."""

    def format(self, record: logging.LogRecord) -> str:
        self.usesTime()
        record.message, record.asctime = record.getMessage(), self.formatTime(record, self.datefmt)
        error, name = _error_of(record), current_request()
        text = self.formatMessage(record) + (f" [{name}]" if name else "")
        if error is not None:
            return f"{text}\n{cause_of(error)}\n{frames_of(error)}".rstrip()
        place = str(vars(record).get("error", ""))
        return f"{text}\n{place}".rstrip() if place else text


def logs(kind: str, level: str, node: Callable[[], str]) -> dict[str, object]:
    """The configuration of the standard library's logging: `text` or `json`, from `warning` or `info` on."""
    formatters = {
        "text": {"()": TextLines, "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s", "datefmt": TIMES},
        "json": {"()": JsonLines, "node": node},
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": kind, "stream": "ext://sys.stderr"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {"greycells": {"level": level.upper()}, start_log.name: {"level": "INFO"}},
    }


def set_up_logs(kind: str, level: str, node: Callable[[], str] = str) -> None:
    """From now on whatever this process logs, or warns of, is written in this form."""
    logging.config.dictConfig(logs(kind, level, node))
    logging.captureWarnings(True)  # noqa: FBT003


def log_loop_error(_: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
    """An error that nobody waits for. The event loop itself would print it with its message and its task's result."""
    error = context.get("exception")
    log.error("event loop: %s", context.get("message"), exc_info=error if isinstance(error, BaseException) else None)
