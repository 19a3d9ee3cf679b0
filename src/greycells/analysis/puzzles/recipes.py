"""The recipes: which tables each edition, grade and day are made from. Needs the standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from greycells.analysis.puzzles.generator import CutGame, Recipe, make_puzzle

DAILY_EDITION = "classic"
GRADES = range(1, 8)
"""Easy to hard: a daily case is as hard as its weekday, from Monday to Sunday."""


@dataclass(frozen=True, slots=True)
class PuzzleEdition:
    """An edition in numbers, frozen with the generator: a later change of the edition's file changes no puzzle."""

    number: int
    kinds: tuple[int, int, int]
    seats: Mapping[int, int]
    all_answer: bool = False


_THREE_THEN_FOUR = {1: 3, 2: 3, 3: 3, 4: 3, 5: 4, 6: 4, 7: 4}
_ALWAYS_THREE = dict.fromkeys(GRADES, 3)
PUZZLE_EDITIONS: Mapping[str, PuzzleEdition] = {
    "classic": PuzzleEdition(1, (6, 6, 9), _THREE_THEN_FOUR),
    "anniversary": PuzzleEdition(2, (6, 6, 9), _THREE_THEN_FOUR),
    "luxury": PuzzleEdition(3, (6, 6, 9), _THREE_THEN_FOUR),
    "getaway": PuzzleEdition(4, (6, 6, 9), _ALWAYS_THREE),
    "master-detective": PuzzleEdition(5, (10, 8, 12), _ALWAYS_THREE, all_answer=True),
    "parlour": PuzzleEdition(6, (6, 6, 9), _THREE_THEN_FOUR),
    "cottage": PuzzleEdition(7, (3, 3, 4), dict.fromkeys(range(1, 6), 3)),
}
"""The seats by grade. Where an edition lays out cards that can't be dealt evenly, three always come out even."""


def grade_of_day(day: date) -> int:
    """Easy on Monday, hard on Sunday."""
    return day.isoweekday()


def cut_of_day(day: date) -> CutGame:
    """The daily case in numbers."""
    grade, edition = grade_of_day(day), PUZZLE_EDITIONS[DAILY_EDITION]
    return make_puzzle(Recipe(edition.kinds, edition.seats[grade], grade), (0, day.toordinal()))
