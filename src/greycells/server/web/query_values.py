"""Values of a query string, checked, for requests and WebSockets."""

from __future__ import annotations

from greycells.server.errors.declined import Declined, DeclineReason


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
