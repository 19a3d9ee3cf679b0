"""The rating of who solves puzzles: Elo against a fixed value for each grade.

A puzzle of grade *g* is worth 600 + 200 *g* points. A solver with rating *R* is expected to score
1 / (1 + 10^((worth - R) / 400)). A clean solution scores 1, each slip or hint takes off a quarter, giving up scores 0.
The rating moves by *K* times the difference: 40 for the first twenty puzzles, 20 afterwards.
"""

from __future__ import annotations

FIRST_RATING = 1000
LEAST, MOST = 100, 3000
NEWCOMER = 20


def worth(grade: int) -> int:
    """The fixed rating of a puzzle of this grade."""
    return 600 + 200 * grade


def rated(rating: int, played: int, grade: int, *, faults: int, solved: bool) -> int:
    """The rating after a puzzle; `faults` are slips and hints together."""
    score = max(0.0, 1 - faults / 4) if solved else 0.0
    expected = 1 / (1 + 10 ** ((worth(grade) - rating) / 400))
    change = (40 if played < NEWCOMER else 20) * (score - expected)
    return min(MOST, max(LEAST, rating + round(change)))
