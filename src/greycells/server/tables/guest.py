"""A guest as tables know them: they need no more of one, and run without a server."""

from __future__ import annotations

from typing import NamedTuple


class Guest(NamedTuple):
    """A player with a cookie and a name."""

    id: str
    name: str
