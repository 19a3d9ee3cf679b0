"""Puzzles as pages draw them, and what is stored about a guest's daily cases and practice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple, TypeVar

from greycells.analysis.puzzles.case_puzzle import CasePuzzle
from greycells.analysis.puzzles.frozen_game import PuzzleEvent
from greycells.analysis.puzzles.hints import PuzzleHint, hints_for
from greycells.analysis.puzzles.judge import certain_boxes
from greycells.analysis.puzzles.sources import FIRST_DAY, PuzzleError, puzzle_by_id
from greycells.analysis.puzzles.techniques import CellMark
from greycells.language.sentences import using_language
from greycells.protocol.puzzle_messages import (
    BoxMark,
    DailyRecord,
    DaySolved,
    PuzzleView,
    StepHint,
    StoryAnswer,
    StoryCard,
)
from greycells.rules.cards import surname
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.system.earth_dates import earliest_day

SENT_LATER = timedelta(days=2)
"""A case that was solved on its day without a connection still counts when it's sent so much later."""

OPEN = -1
T = TypeVar("T")


def asked_for(work: Callable[[], T]) -> T:
    """Do what was asked for, or decline it with the puzzle's own sentence."""
    try:
        return work()
    except PuzzleError as error:
        raise Declined("no such puzzle", DeclineReason.INVALID, why=str(error)) from None


@lru_cache(maxsize=128)
def view_of(name: str, language: str) -> PuzzleView:
    """A puzzle by its id, in a language; a PuzzleError if there is none."""
    puzzle = puzzle_by_id(name)
    with using_language(language):
        return PuzzleView(
            id=puzzle.id,
            date=puzzle.day.isoformat() if puzzle.day else None,
            edition=puzzle.edition,
            grade=puzzle.grade,
            themes=puzzle.themes,
            seats=tuple(seat.suspect.word for seat in puzzle.seats),
            players=tuple(surname(seat.suspect) for seat in puzzle.seats),
            sizes=puzzle.cut.table.sizes,
            you=puzzle.you.suspect.word,
            hand=tuple(card.word for card in puzzle.hand),
            question=str(puzzle.question),
            asked=puzzle.cut.asked,
            events=tuple(_story(puzzle, event) for event in puzzle.cut.events),
            rows=tuple(card.word for card in puzzle.deck),
            boxes=tuple(tuple(OPEN if has is None else int(has) for has in row) for row in certain_boxes(puzzle)),
            goals=tuple(_box(puzzle, goal) for goal in puzzle.cut.goals if goal.here),
            hints=tuple(_hint(puzzle, hint) for hint in hints_for(puzzle)),
        )


def _story(puzzle: CasePuzzle, event: PuzzleEvent) -> StoryCard:
    words = [seat.suspect.word for seat in puzzle.seats]
    seen = dict(zip(event.showed, event.seen, strict=True))
    order = ((event.by + step) % len(words) for step in range(1, len(words)))
    suspect, weapon, room = puzzle.theory(event)
    return StoryCard(
        turn=event.turn,
        by=words[event.by],
        theory=(suspect.word, weapon.word, room.word),
        answers=tuple(
            StoryAnswer(
                seat=words[seat],
                showed=seat in seen,
                card=puzzle.deck.cards[seen[seat]].word if seen.get(seat, OPEN) >= 0 else None,
            )
            for seat in order
            if seat in seen or seat in event.passed
        ),
        text=" ".join(map(str, puzzle.story(event))),
    )


def _box(puzzle: CasePuzzle, mark: CellMark) -> BoxMark:
    return BoxMark(row=mark.card, column=min(mark.hand, puzzle.cut.table.seats), has=mark.here)


def _hint(puzzle: CasePuzzle, hint: PuzzleHint) -> StepHint:
    return StepHint(
        marks=tuple(_box(puzzle, mark) for mark in hint.marks),
        turns=tuple(sorted(set(hint.turns))),
        look=str(hint.look),
        think=str(hint.think),
        answer=str(hint.answer),
        needs=hint.needs,
    )


def counts_for_streak(day: date, on: date, now: float) -> bool:
    """Whether a case was solved on its own day, and sent soon enough to be believed."""
    return on == day and day >= earliest_day(now) - SENT_LATER


class Streak(NamedTuple):
    """Days in a row: up to today or yesterday, and the most ever."""

    current: int
    best: int


def streak_of(days: Iterable[date], today: date) -> Streak:
    """How many days in a row; today may still be solved, so a streak that ended yesterday stands."""
    solved = sorted(set(days))
    best = run = 0
    last: date | None = None
    for day in solved:
        run = run + 1 if last is not None and day - last == timedelta(days=1) else 1
        best, last = max(best, run), day
    alive = last is not None and today - last <= timedelta(days=1)
    return Streak(run if alive else 0, best)


def daily_record(solved: Mapping[date, DaySolved], today: date) -> DailyRecord:
    """A guest's daily cases, latest first."""
    streak = streak_of((day for day, one in solved.items() if one.counts), today)
    days = tuple(solved[day] for day in sorted(solved, reverse=True))
    return DailyRecord(first=FIRST_DAY.isoformat(), days=days, streak=streak.current, best=streak.best)
