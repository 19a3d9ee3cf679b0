"""Seconds in what people count time in."""

DAY = 24 * 3600.0
YEAR = 365 * 24 * 3600
