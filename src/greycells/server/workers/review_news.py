"""What the process of a review tells the server."""

from __future__ import annotations

import msgspec


class ReviewNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a review is, from 0 to 1; then the review, or why there is none, pickled."""

    part: float = 0.0
    facts: bytes | None = None
