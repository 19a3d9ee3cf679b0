"""The extras: what `pip install greycells` leaves out, and a sentence instead of a traceback where it is missing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "fast": ("numpy", "numba", "openskill"),
    "server": ("httptools", "itsdangerous", "starlette", "uvicorn", "uvloop", "websockets"),
    "postgres": ("psycopg", "psycopg_pool"),
    "research": ("gymnasium", "mcp", "pettingzoo", "pyarrow", "pyspiel"),
    "ray": ("ray",),
}
"""The modules that each extra of `pyproject.toml` brings."""


class MissingExtra(GreycellsError, ImportError):
    """A library isn't installed; the message says which command installs it."""

    def __init__(self, module: str, extra: str) -> None:
        package = module.partition(".")[0]
        super().__init__(Sentence("extra.missing", module=package, extra=extra), name=package)


def need(*modules: str) -> None:
    """Raise a MissingExtra unless all these modules can be imported. They aren't imported yet."""
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(module, extra_with(module) or "all")


def extra_with(module: str | None) -> str | None:
    """The extra that brings this module; None for a module that none of them brings."""
    package = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if package in modules), None)


def installed(extra: str) -> bool:
    """Whether everything of an extra can be imported that every system needs."""
    return all(find_spec(module) is not None for module in EXTRAS[extra] if module != "uvloop")
