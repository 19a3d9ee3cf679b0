"""Puzzles over HTTP: the daily case, practice, and what is stored about them for a guest."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from greycells.protocol.vocabulary import Message, Stored

PuzzleId = Annotated[str, Meta(max_length=60)]
IsoDate = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", max_length=10)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Times = Annotated[int, Meta(ge=0, le=1_000)]


class BoxMark(Message, frozen=True):
    """A box of the notebook by row and column, and whether the card is there; the last column is the case file."""

    row: int
    column: int
    has: bool


class StoryAnswer(Message, frozen=True):
    """A seat's answer: the card that you saw, or that it showed one, or that it couldn't."""

    seat: str
    showed: bool
    card: str | None = None


class StoryCard(Message, frozen=True):
    """A suggestion with its answers, and the same in words."""

    turn: int
    by: str
    theory: tuple[str, str, str]
    answers: tuple[StoryAnswer, ...]
    text: str


class StepHint(Message, frozen=True):
    """One step on the way to the answer as a hint in three parts, with the marks that it gives.

    `needs` are the hints that it rests on, by their places in the list.
    """

    marks: tuple[BoxMark, ...]
    turns: tuple[int, ...]
    look: str
    think: str
    answer: str
    needs: tuple[int, ...] = ()


class PuzzleView(Message, frozen=True):
    """A puzzle as a page draws it.

    `seats` are the words of the players' suspects, `players` what they are called. `rows` are the cards of its
    notebook, `boxes` what is certain about each: 1 if the card is there, 0 if it isn't, -1 if nothing proves either.
    `goals` are the boxes that answer the question.
    """

    id: str
    date: str | None
    edition: str
    grade: int
    themes: tuple[str, ...]
    seats: tuple[str, ...]
    players: tuple[str, ...]
    sizes: tuple[int, ...]
    you: str
    hand: tuple[str, ...]
    question: str
    asked: int
    events: tuple[StoryCard, ...]
    rows: tuple[str, ...]
    boxes: tuple[tuple[int, ...], ...]
    goals: tuple[BoxMark, ...]
    hints: tuple[StepHint, ...]


class PuzzleProof(Message, frozen=True):
    """Why a box is certain, line by line; nothing if it isn't."""

    lines: tuple[str, ...]


class PuzzleResult(Message, frozen=True):
    """How a puzzle was solved. `on` is the player's own date, `answer` are the cards."""

    id: PuzzleId
    on: IsoDate
    seconds: Seconds
    slips: Times
    hints: Times
    answer: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=3)]


class DaySolved(Stored, frozen=True):
    """A daily case that a guest has solved; `counts` if it was on its own day."""

    date: str
    seconds: int
    slips: int
    hints: int
    counts: bool


class DailyRecord(Message, frozen=True):
    """A guest's daily cases: the days, how many in a row up to today, and the most in a row ever."""

    first: str
    days: tuple[DaySolved, ...]
    streak: int
    best: int


class PracticeRecord(Message, frozen=True):
    """A guest's practice: the rating, how it changed last, how many puzzles, and the best storm."""

    rating: int
    change: int
    played: int
    storm: int


class StormResult(Message, frozen=True):
    """How many puzzles somebody solved in three minutes."""

    solved: Annotated[int, Meta(ge=0, le=200)]
