"""The error above all errors: `except GreycellsError` catches whatever this library raises on purpose."""

from __future__ import annotations


class GreycellsError(Exception):
    """What was asked for can't be done. `str()` says why, in the current language where players can meet it."""
