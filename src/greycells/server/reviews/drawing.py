"""A review as each reader gets it: in their language, of their seat, with squares named in their way."""

from __future__ import annotations

import msgspec

from greycells.analysis.review.game_review import GameReview
from greycells.editions.compact_pickles import loads
from greycells.errors import GreycellsError
from greycells.protocol.review_messages import ReviewProgress
from greycells.server.reviews.message import review_message
from greycells.server.workers.slow_work import slow_work


@slow_work
def drawn_review(facts: bytes, seat: str | None, reader: str | None, *, letters: bool) -> bytes:
    """The review as JSON, or the sentence why there is none, in the current language.

    `seat` reviews one seat, called *you*; `reader` all seats, of which that one is called *you*. `letters` is whether
    squares are named by their coordinates.
    """
    review = loads(facts)
    if isinstance(review, GreycellsError):
        return msgspec.json.encode(ReviewProgress(part=1.0, problem=str(review)))
    assert isinstance(review, GameReview)
    named = {str(each): each for each in review.table.seats}
    if seat is not None:
        review = review.read_by(named.get(seat))
    else:
        review = review.read_by(named.get(reader or ""), alone=False)
    return msgspec.json.encode(ReviewProgress(part=1.0, review=review_message(review, letters=letters)))
