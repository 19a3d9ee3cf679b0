"""Where games are reviewed: a process of its own, which is given a record and tells how far it is, then what it found.

It ends with the review, and so does everything that it loaded. One line of JSON in, several out.
"""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from greycells.analysis.review.game_review import NO_REVIEW, GameReview, review_record
from greycells.editions.compact_pickles import dumps
from greycells.errors import GreycellsError
from greycells.notation import read
from greycells.server.workers.review_news import ReviewNews
from greycells.server.workers.work_process import limit_process

POLITE = 10
"""How much the tables come first."""
MEMORY = 1024 * 1024 * 1024
"""How many bytes a review may have; that of the longest game has some 300 MiB."""
PROCESSOR_SECONDS = 120
"""A review that needs more time on the processor is given up."""


def tell(news: ReviewNews) -> None:
    """One line to the server."""
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()


def work(text: str) -> GameReview | GreycellsError:
    """Review a record for everybody who may ever read the review."""
    try:
        return review_record(read(text), progress=lambda part: tell(ReviewNews(part=min(part, 0.99))))
    except NO_REVIEW as why_not:
        return why_not


def main() -> None:
    """Review one record from stdin."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    if hasattr(os, "setpgid"):
        # In a group of its own the system hangs it up when it is paused and the server is gone; after `nohup` that
        # would be ignored.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.setpgid(0, 0)
    limit_process(memory=MEMORY, processor_seconds=PROCESSOR_SECONDS)
    tell(ReviewNews())
    text = msgspec.json.decode(sys.stdin.buffer.readline(), type=str)
    tell(ReviewNews(1.0, facts=dumps(work(text))))


if __name__ == "__main__":
    main()
