"""The review of a game that is over: `review_record` makes it, for the command, pages, the server and programs."""

from __future__ import annotations

from greycells.extras import need

need("numpy")

from greycells.analysis.review.game_review import NO_REVIEW, GameReview, SeatReview, review_record

__all__ = ["NO_REVIEW", "GameReview", "SeatReview", "review_record"]
