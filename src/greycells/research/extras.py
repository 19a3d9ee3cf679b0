"""What a part of `research` needs and may not be installed: a sentence instead of a traceback."""

from __future__ import annotations

from importlib.util import find_spec

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence


class MissingExtra(GreycellsError, ImportError):
    """A library isn't installed; the message says which command installs it."""


def need(*modules: str) -> None:
    """Raise a MissingExtra unless these modules can be imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtra(Sentence("research.missing", modules=", ".join(missing)))
