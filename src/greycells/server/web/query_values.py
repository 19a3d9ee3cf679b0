"""Values of a query string or a path, checked, for requests and WebSockets."""

from __future__ import annotations

from datetime import date

from greycells.analysis.puzzles.sources import FIRST_DAY, PuzzleError, read_day
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.system.earth_dates import latest_day


def whole_number(name: str, text: str | None) -> int | None:
    """A whole number that is not negative; None if it was not given."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Declined("bad message", DeclineReason.UNREADABLE, why=f"{name} is a whole number")
    return int(text)


def time_of(text: str | None) -> float | None:
    """The time of a frame, as it was sent; None if it was not given."""
    try:
        return None if text is None else float(text[:40])
    except ValueError:
        raise Declined("bad message", DeclineReason.UNREADABLE, why="a time was expected") from None


def open_day(text: str, now: float) -> date:
    """A date as it was asked for, if it has started somewhere on Earth."""
    try:
        day = read_day(text)
    except PuzzleError as error:
        raise Declined("no such puzzle", DeclineReason.INVALID, why=str(error)) from None
    if day < FIRST_DAY:
        raise Declined("day too early", DeclineReason.INVALID, first=FIRST_DAY.isoformat())
    if day > latest_day(now):
        raise Declined("day not begun", DeclineReason.FORBIDDEN)
    return day
