"""How the log is written: to standard error, as text or as JSON, every line with its time and the id of its request.

What fails names no card and no guest, and requests are logged by their route: `/seat/{link}`, never the secret link.
"""

from __future__ import annotations

import logging
import time

import msgspec

from greycells.server.web.request_ids import current_request

TIMES = "%Y-%m-%dT%H:%M:%S%z"


class LogFields(msgspec.Struct, omit_defaults=True):
    """A line of the log as JSON."""

    time: str
    level: str
    logger: str
    message: str
    request: str = ""
    error: str = ""


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        fields = LogFields(
            time=f"{moment}.{int(record.msecs):03d}Z",
            level=record.levelname.lower(),
            logger=record.name,
            message=record.getMessage(),
            request=current_request(),
            error=self.formatException(record.exc_info) if record.exc_info else "",
        )
        return msgspec.json.encode(fields).decode()


class TextLines(logging.Formatter):
    """One line of text, or several where a traceback follows."""

    def format(self, record: logging.LogRecord) -> str:
        name = current_request()
        return super().format(record) + (f" [{name}]" if name else "")


def logs(kind: str = "text", level: str = "warning") -> dict[str, object]:
    """The configuration of the standard library's logging: `text` or `json`, from `warning` or `info` on."""
    formatters = {
        "text": {"()": TextLines, "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s", "datefmt": TIMES},
        "json": {"()": JsonLines},
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": kind, "stream": "ext://sys.stderr"}},
        "loggers": {
            "greycells": {"handlers": ["stderr"], "level": level.upper()},
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        },
    }


LOGS = logs()
