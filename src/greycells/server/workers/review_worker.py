"""Where games are reviewed: a process of its own, which is given one record and tells how far it is, then the review.

It ends with the review, and so does everything that it loaded. One line of JSON in, several out.
"""

from __future__ import annotations

import os
import sys

import msgspec

from greycells.analysis.review import NoSeat, review_events
from greycells.analysis.review_message import review_message
from greycells.analysis.reviewed_game import NotOver
from greycells.analysis.seat_knowledge import Contradictory
from greycells.deduction.problem import TooHard
from greycells.language.sentences import using_language
from greycells.notation import read
from greycells.protocol.reviews import FullReview

POLITE = 10
"""How much the tables come first."""


class ReviewTask(msgspec.Struct, frozen=True):
    """A record as text, and the language of whoever reads the review.

    `seat` reviews one seat, called *you*; `reader` all seats, of which that one is called *you*. `letters` is whether
    squares are named by their coordinates.
    """

    record: str
    language: str
    seat: str | None = None
    reader: str | None = None
    letters: bool = False


class ReviewNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a review is, from 0 to 1; then the review itself, or the sentence why there is none."""

    part: float = 0.0
    review: FullReview | None = None
    problem: str | None = None


def tell(news: ReviewNews) -> None:
    """One line to whoever asked."""
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()


def work(task: ReviewTask) -> ReviewNews:
    """Review the record of a task."""
    record = read(task.record)
    viewer = None if record.copy is None else record.copy.seat
    named = {str(each): each for each in record.table.seats}
    seat, reader = named.get(task.seat or ""), named.get(task.reader or "")
    with using_language(task.language):
        try:
            if record.copy is not None and viewer is None:
                raise NoSeat
            review = review_events(
                record.table, record.events, viewer=viewer, progress=lambda part: tell(ReviewNews(part=min(part, 0.99)))
            )
        except (NotOver, NoSeat, Contradictory, TooHard) as why_not:
            return ReviewNews(problem=str(why_not))
        return ReviewNews(1.0, review=review_message(review, seat=seat, reader=reader, letters=task.letters))


def main() -> None:
    """Review one record from stdin."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    tell(work(msgspec.json.decode(sys.stdin.buffer.readline(), type=ReviewTask)))


if __name__ == "__main__":
    main()
