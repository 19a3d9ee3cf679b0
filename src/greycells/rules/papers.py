"""What comes with a game beside its events: whose eyes saw it, and what the dealer and the seats pledged."""

from __future__ import annotations

from typing import NamedTuple

from greycells.rules.seats import Seat


class Copy(NamedTuple):
    """Not the whole truth, but what this seat saw of it; without a seat, what a spectator saw."""

    seat: Seat | None


class Pledge(NamedTuple):
    """A fair deal: the dealer's commitment, one nonce from every seat, and the secret once it has been opened."""

    commitment: str
    nonces: tuple[str, ...]
    secret: str | None = None
