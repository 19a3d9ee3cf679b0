"""Winning chances in whole points of 100, as every screen shows them."""

from __future__ import annotations

from math import floor

DIGITS = 4
"""How many digits after the point a winning chance is told with."""


def percent(share: float) -> int:
    """A share as a whole number of hundredths, rounded as browsers round the numbers beside the graph."""
    return floor(100 * round(share, DIGITS) + 0.5)


def whole_points(share: float) -> int:
    """Winning chances in whole points, alike for a gain and for a loss."""
    return percent(share) if share >= 0 else -percent(-share)


def signed(share: float) -> str:
    """Points of winning chances with their sign: +12, -3; a real minus."""
    return signed_points(whole_points(share))


def signed_points(points: int) -> str:
    """Whole points with their sign."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points < 0 else "0"
