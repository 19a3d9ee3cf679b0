"""What a record contains besides events: whose copy it is, and the pledge of a fair deal."""

from __future__ import annotations

from typing import NamedTuple

from greycells.rules.seats import Seat


class Copy(NamedTuple):
    """Marks a record as a copy of what this seat saw; without a seat, of what a spectator saw."""

    seat: Seat | None


class Pledge(NamedTuple):
    """A fair deal: the dealer's commitment, a nonce from every seat, and the secret once it is revealed."""

    commitment: str
    nonces: tuple[str, ...]
    secret: str | None = None
