"""Where puzzles come from: a date gives the daily case; an edition, a grade and a number give one for practice."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from greycells.analysis.puzzles.case_puzzle import THEMES, CasePuzzle
from greycells.analysis.puzzles.generator import VERSION, NoSuchPuzzle, Recipe, make_puzzle
from greycells.analysis.puzzles.grades import Technique
from greycells.analysis.puzzles.recipes import DAILY_EDITION, PUZZLE_EDITIONS, PuzzleEdition, cut_of_day
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence

FIRST_DAY = date(2026, 1, 1)
"""The first daily case."""

LARGEST_SEED = (1 << 53) - 1
"""The largest number that every JSON reader keeps exactly."""

TRIED = 12
"""So many puzzles are made to find one with a technique: most have several."""

_PRACTICE = re.compile(r"v(\d{1,4})-([a-z][a-z-]{0,30})-(\d)-(\d{1,16})")
_DAILY = re.compile(r"v(\d{1,4})-(\d{4}-\d{2}-\d{2})")


class PuzzleError(GreycellsError, ValueError):
    """Why there is no such puzzle, as a sentence."""

    def __init__(self, key: str, /, **arguments: str | int) -> None:
        super().__init__(str(Sentence(f"puzzle.{key}", **arguments)))


def daily_case(day: date) -> CasePuzzle:
    """The case of a day, the same everywhere."""
    return _daily(day.toordinal())


@lru_cache(maxsize=64)
def _daily(ordinal: int) -> CasePuzzle:
    day = date.fromordinal(ordinal)
    cut = cut_of_day(day)
    return CasePuzzle(f"v{VERSION}-{day.isoformat()}", day, DAILY_EDITION, cut)


@lru_cache(maxsize=64)
def practice_case(edition: str, grade: int, seed: int) -> CasePuzzle:
    """A puzzle for practice; a PuzzleError says why there is none."""
    kept = edition_of(edition)
    if grade not in kept.seats:
        raise PuzzleError("no such grade", grade=grade, edition=edition, most=max(kept.seats))
    if not 0 <= seed <= LARGEST_SEED:
        raise PuzzleError("no such seed", seed=str(seed), most=str(LARGEST_SEED))
    recipe = Recipe(kept.kinds, kept.seats[grade], grade, kept.all_answer)
    try:
        cut = make_puzzle(recipe, (kept.number, grade, seed))
    except NoSuchPuzzle:
        raise PuzzleError("none found", grade=grade, edition=edition) from None
    return CasePuzzle(f"v{VERSION}-{edition}-{grade}-{seed}", None, edition, cut)


def edition_of(name: str) -> PuzzleEdition:
    """The numbers of an edition, or a PuzzleError."""
    if name not in PUZZLE_EDITIONS:
        raise PuzzleError("no such edition", edition=name, editions=", ".join(PUZZLE_EDITIONS))
    return PUZZLE_EDITIONS[name]


def practice_with_theme(edition: str, grade: int, seed: int, *, theme: str) -> CasePuzzle:
    """The first puzzle from this number on that needs a technique."""
    if theme not in THEMES.values():
        raise PuzzleError("no such theme", theme=theme, themes=", ".join(THEMES.values()))
    if grade in edition_of(edition).seats and all(
        THEMES[technique] != theme for technique in Technique if technique <= grade
    ):
        raise PuzzleError("no theme at grade", theme=theme, grade=grade, edition=edition)
    for number in range(seed, seed + TRIED):
        puzzle = practice_case(edition, grade, number % (LARGEST_SEED + 1))
        if theme in puzzle.themes:
            return puzzle
    raise PuzzleError("no theme at grade", theme=theme, grade=grade, edition=edition)


def read_day(text: str) -> date:
    """A date as it is typed, 2026-11-17; a PuzzleError says what is wrong with it."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        raise PuzzleError("no date", text=text[:40])
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PuzzleError("no date", text=text[:40]) from None


def puzzle_by_id(name: str) -> CasePuzzle:
    """The puzzle of an id; a PuzzleError if there is none, or if it's of another version of the generator."""
    if found := _DAILY.fullmatch(name):
        _check_version(found[1])
        return daily_case(read_day(found[2]))
    if found := _PRACTICE.fullmatch(name):
        _check_version(found[1])
        return practice_case(found[2], int(found[3]), int(found[4]))
    raise PuzzleError("no such puzzle", id=name[:60])


def _check_version(version: str) -> None:
    if int(version) != VERSION:
        raise PuzzleError("another version", version=int(version), ours=VERSION)
