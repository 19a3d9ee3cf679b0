"""The review of a finished game, as the command line prints it and the server sends it, and its guide."""

from __future__ import annotations

from greycells.protocol.vocabulary import Message


class ProofTurns(Message, frozen=True):
    """In which turn a seat could first have proved each card of the case file, and all three; nothing if never."""

    seat: str
    name: str
    suspect: int | None
    weapon: int | None
    room: int | None
    everything: int | None


class Review(Message, frozen=True):
    """Who could have proved what when, for every seat."""

    turns: int
    case_file: tuple[str, str, str]
    insights: tuple[ProofTurns, ...]


class ReviewLuck(Message, frozen=True):
    """What chance was worth to a seat, in winning chances from -1 to 1."""

    deal: float
    dice: float
    answers: float


class ReviewDecision(Message, frozen=True, omit_defaults=False):
    """One unforced choice beside the best one.

    `event` is the number of the event that it led to. `win` is what it left of `best_win`. `loss` is what it cost in
    the end: at most 1 in a game, and nothing for the winner. `label` is inaccuracy, mistake, blunder or null: it judges
    the decision by itself. `bits` is the information that the choice could be expected to give, or to give away.
    """

    turn: int
    event: int
    kind: str
    chosen: str
    best: str
    loss: float
    label: str | None
    win: float
    best_win: float
    bits: float | None
    best_bits: float | None
    text: str


class ReviewedSeat(Message, frozen=True, omit_defaults=False):
    """One seat: `result = par + luck + skill + rest`, to the last digit.

    `adjusted` is the result without the luck, for means over many games: for one game it may lie below 0 or above 1.

    `proof` is why the case was certain at `provable_event`, step by step, and empty if it never was. `certain` is
    everything that the seat could know, in order: from which event on, which card, who, and whether they
    have it.
    """

    seat: str
    name: str
    accuracy: float
    provable_turn: int | None
    provable_event: int | None
    par: float
    luck: ReviewLuck
    skill: float
    rest: float
    result: float
    adjusted: float
    decisions: tuple[ReviewDecision, ...]
    summary: str
    certain: tuple[tuple[int, str, str, bool], ...]
    proof: tuple[str, ...]


class ReviewStanding(Message, frozen=True, omit_defaults=False):
    """One seat at one moment; what a copy can't tell about others is null."""

    seat: str
    possible: int | None
    bits: float | None
    win: float


class ReviewMoment(Message, frozen=True, omit_defaults=False):
    """All seats after one event."""

    event: int
    turn: int
    seats: tuple[ReviewStanding, ...]


class ReviewTurningPoint(Message, frozen=True, omit_defaults=False):
    """An event that moved somebody's winning chances."""

    event: int
    turn: int
    seat: str
    before: float
    after: float
    text: str


class FullReview(Message, frozen=True, omit_defaults=False):
    """The whole review: `viewer` is the seat whose copy it was, null for a whole record; `model` tells its versions.

    `decided` is the turning point that decided the game, one of `turning_points`, in a sentence for the top.
    """

    edition: str
    turns: int
    case_file: tuple[str, str, str]
    winner: str | None
    viewer: str | None
    model: str
    ending: str
    seats: tuple[ReviewedSeat, ...]
    timeline: tuple[ReviewMoment, ...]
    decided: ReviewTurningPoint | None
    turning_points: tuple[ReviewTurningPoint, ...]


class ReviewProgress(Message, frozen=True, omit_defaults=False):
    """How far a review is, from 0 to 1; at 1 the review, or the sentence why there is none."""

    part: float
    review: FullReview | None = None
    problem: str | None = None


class GuideFigure(Message, frozen=True, omit_defaults=False):
    """One number: `text` in plain words, perhaps `points` of it, then the lines of its formula, and its limits."""

    key: str
    title: str
    text: str
    points: tuple[str, ...]
    formula: tuple[str, ...]
    limits: tuple[str, ...]


class ReviewGuide(Message, frozen=True, omit_defaults=False):
    """The whole page; `contents`, `formula` and `limits` are the headings of the list and of the parts of a figure."""

    title: str
    lead: str
    contents: str
    formula: str
    limits: str
    figures: tuple[GuideFigure, ...]
