"""Dates on Earth: a player's own date is one that it is somewhere, and a date ends when it has ended everywhere."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

FARTHEST_EAST = timezone(timedelta(hours=14))
FARTHEST_WEST = timezone(timedelta(hours=-12))
"""Where on Earth a date begins first, and where it ends last."""


def latest_day(now: float) -> date:
    """The latest date that it is anywhere on Earth."""
    return datetime.fromtimestamp(now, FARTHEST_EAST).date()


def earliest_day(now: float) -> date:
    """The earliest date that it still is anywhere on Earth."""
    return datetime.fromtimestamp(now, FARTHEST_WEST).date()


def utc_day(now: float) -> date:
    """The date in UTC, for those who don't say theirs."""
    return datetime.fromtimestamp(now, UTC).date()


def has_ended(day: date, now: float) -> bool:
    """Whether a date has ended everywhere on Earth."""
    return day < earliest_day(now)
