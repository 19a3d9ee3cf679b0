"""Calls in one line, over the layers below: review a game, take the puzzle of a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from greycells.rules.game import Game
from greycells.rules.record import Record
from greycells.rules.seats import Seat

if TYPE_CHECKING:
    from greycells.analysis.puzzles.case_puzzle import CasePuzzle
    from greycells.analysis.review import GameReview


def review(
    game: Game | Record | str | Path,
    seat: Seat | int | None = None,
    *,
    progress: Callable[[float], None] | None = None,
) -> GameReview:
    """How well everybody played a game that is over: a game, its record, or the text or file of one.

    With `seat`, as that player reads it. It takes some seconds; `progress` is told the part that is done, from 0 to 1.
    Needs the extra `fast`. Raises a GreycellsError for a game that isn't over.
    """
    from greycells.analysis.review import review_record
    from greycells.notation import decode, read

    match game:
        case Game():
            record = game.to_record()
        case Record():
            record = game
        case _:
            whole = isinstance(game, str) and "\n" in game
            record = read(str(game) if whole else decode(Path(game).read_bytes()))
    return review_record(record, record.table.seat(seat), progress=progress)


def puzzle(
    day: date | str | None = None, *, edition: str = "classic", grade: int = 3, seed: int | None = None
) -> CasePuzzle:
    """The daily case of a date, today's by default; with a `seed`, a puzzle of that grade for practice.

    >>> puzzle("2026-03-14").grade
    6
    """
    from greycells.analysis.puzzles.sources import daily_case, practice_case, read_day

    if seed is not None:
        return practice_case(edition, grade, seed)
    today = datetime.now().astimezone().date()
    return daily_case(today if day is None else day if isinstance(day, date) else read_day(day))
