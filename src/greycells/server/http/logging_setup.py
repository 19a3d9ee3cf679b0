"""How the log is written: to standard error, every line with its time; what fails names no card and no guest."""

from __future__ import annotations

LOGS: dict[str, object] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "timed": {
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
            "datefmt": "%Y-%m-%dT%H:%M:%S%z",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "timed", "stream": "ext://sys.stderr"}},
    "loggers": {
        "greycells": {"handlers": ["stderr"], "level": "WARNING"},
        "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}
