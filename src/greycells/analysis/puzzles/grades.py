"""The grade of a puzzle: the hardest technique that a person needs to solve it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Technique(IntEnum):
    """The rungs of the ladder, easiest first; each is also a grade."""

    SEEN_AND_PASSED = 1
    LAST_OF_A_KIND = 2
    ONE_OF_THREE = 3
    FULL_HAND = 4
    OVERLAP = 5
    PIGEONHOLE = 6
    CASE_SPLIT = 7


def grade_of(needed: Iterable[Technique]) -> int:
    """The grade of a puzzle, by the techniques of its steps."""
    return max(needed)
