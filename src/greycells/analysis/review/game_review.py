"""The review of a game that is over: knowledge, winning chances, decisions, luck and turning points, seat by seat.

A whole record is reviewed for all seats, a seat's copy for that seat alone: then the others' hands are unknown, and the
winning chances are means over a few whole games that fit the copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from greycells.analysis.conclusions.telling_sightings import turns_of
from greycells.analysis.review.accuracy import game_accuracy
from greycells.analysis.review.completions import completions
from greycells.analysis.review.costs import as_one_game
from greycells.analysis.review.decisions import Decision, choices_of
from greycells.analysis.review.luck import Balance, LuckParts, balances, luck_of
from greycells.analysis.review.reviewed_game import NotOver, ReviewedGame, case_file_of
from greycells.analysis.review.seat_knowledge import Contradictory, KnowledgeTimeline
from greycells.chances.model import default_model, model_versions
from greycells.chances.standing import Rows
from greycells.deduction.exact_counting import warm_up
from greycells.deduction.problem import TooHard
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.notation.record import Record
from greycells.rules.cards import Theory
from greycells.rules.events import Event, Finished
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting


@dataclass(frozen=True, slots=True, repr=False)
class SeatReview:
    """One seat's game: what it could know, how well it decided, and what luck did for it."""

    seat: Seat
    knowledge: KnowledgeTimeline
    decisions: tuple[Decision, ...]
    accuracy: float
    balance: Balance

    def __repr__(self) -> str:
        return f"SeatReview({self.seat}, {self.accuracy:.0f} %, {len(self.decisions)} decisions)"

    @property
    def provable_turn(self) -> int | None:
        """The first turn in which the seat could have proved the case; None: never."""
        return self.knowledge.provable_turn


@dataclass(frozen=True, slots=True, repr=False)
class GameReview:
    """Everything about a game that is over: `viewer` is the seat whose copy it was, None for a whole record.

    `chances` are the winning chances of all seats after each event, from the event with the number `first` on. `seats`
    are all seats of a whole record, or the viewer alone. The `reader` is called *you*; of a review that a seat reads
    `alone`, the others' parts aren't told.
    """

    table: GameTable
    events: tuple[Event, ...]
    case_file: Theory
    turns: int
    first: int
    chances: Rows
    seats: tuple[SeatReview, ...]
    viewer: Seat | None
    model: str
    reader: Seat | None = None
    alone: bool = False

    @property
    def winner(self) -> Seat | None:
        """Who won, if anybody did."""
        last = self.events[-1]
        return last.winner if isinstance(last, Finished) else None

    def read_by(self, reader: Seat | None, *, alone: bool = True) -> GameReview:
        """This review as one of the players reads it, alone or with everybody's part; a copy is its own seat's."""
        return self if reader is None or self.viewer is not None else replace(self, reader=reader, alone=alone)

    def tells_of(self, seat: Seat) -> bool:
        """Whether the part of this seat is told, if it is in here."""
        return not self.alone or seat == self.reader

    @property
    def told(self) -> tuple[SeatReview, ...]:
        """The parts that are told."""
        return tuple(one for one in self.seats if self.tells_of(one.seat))

    @property
    def moments(self) -> range:
        """The numbers of the events after which there are winning chances."""
        return range(self.first, len(self.events))

    @property
    def turns_by_event(self) -> dict[int, int]:
        """In which turn each event was."""
        return turns_of([Sighting(at, event) for at, event in enumerate(self.events)])

    def of(self, seat: Seat | int) -> SeatReview | None:
        """The review of one seat, if it is in here."""
        wanted = self.table.seat(seat)
        return next((review for review in self.seats if review.seat == wanted), None)

    def chance(self, seat: Seat | int, event: int) -> float:
        """The winning chances of a seat after this event."""
        return float(self.chances[max(0, event - self.first), self.table.seat(seat).index])

    def __repr__(self) -> str:
        won = f"won by {self.winner}" if self.winner else "unsolved"
        return f"GameReview({self.table.edition.key}, {self.turns} turns, {won}, {len(self.seats)} seats)"


class NoSeat(GreycellsError, ValueError):
    """A spectator's copy knows no hand, so that nothing can be reviewed."""

    def __init__(self) -> None:
        super().__init__(Sentence("review.no seat"))


NO_REVIEW = (NotOver, NoSeat, Contradictory, TooHard)
"""Why there may be no review of a record; their messages are for people."""


def review_record(
    record: Record, seat: Seat | int | None = None, *, progress: Callable[[float], None] | None = None
) -> GameReview:
    """The review of a whole record, or of a seat's copy; with `seat`, as that seat reads it.

    Raises one of `NO_REVIEW`. `progress` is told the part that is done, from 0 to 1. The kernel is loaded first: a
    review counts thousands of positions.
    """
    table, events, tell = record.table, record.events, progress or _nobody
    seat = table.seat(seat)
    case_file_of(events)
    warm_up()
    tell(0.02)
    if record.copy is None:
        return _whole(ReviewedGame.of(table, events, default_model()), tell).read_by(seat)
    viewer = record.copy.seat
    if viewer is None:
        raise NoSeat
    wholes = [ReviewedGame.of(table, each, default_model()) for each in completions(table, viewer, events)]
    return _copy(wholes, events, viewer, tell)


def _nobody(part: float) -> None:
    """Nobody asks how far it is."""
    del part


def _whole(game: ReviewedGame, tell: Callable[[float], None]) -> GameReview:
    seats = game.table.seats
    decided: list[list[Decision]] = []
    for seat in seats:
        decided.append(choices_of(game, seat))
        tell(0.1 + 0.6 * len(decided) / len(seats))
    results = game.result.tolist()
    costs = [as_one_game(*one, case_file_of(game.events)) for one in zip(decided, results, strict=True)]
    found = balances(game, costs)
    tell(1.0)
    reviews = tuple(_seat(game, *one) for one in zip(seats, decided, costs, found, strict=True))
    return _told(game, game.events, game.chances, reviews, None)


def _copy(
    wholes: Sequence[ReviewedGame], events: tuple[Event, ...], viewer: Seat, tell: Callable[[float], None]
) -> GameReview:
    """The means over whole games that fit; each decision as in the game in the middle by its loss."""
    decided: list[list[Decision]] = []
    lucks: list[LuckParts] = []
    for game in wholes:
        decided.append(choices_of(game, viewer))
        lucks.append(luck_of(game, viewer))
        tell(0.05 + 0.95 * len(decided) / len(wholes))
    by_choice: dict[tuple[int, str], list[Decision]] = {}
    for some in decided:
        for decision in some:
            by_choice.setdefault((decision.event, decision.kind), []).append(decision)
    luck = LuckParts(*(float(np.mean(column)) for column in zip(*lucks, strict=True)))
    game = wholes[0]
    chances: Rows = np.mean([whole.chances for whole in wholes], axis=0)

    def chance(event: int) -> float:
        return float(chances[max(0, event - game.first), viewer.index])

    middles = (sorted(some, key=lambda each: each.worse)[len(some) // 2] for _, some in sorted(by_choice.items()))
    choices = [decision.on(chance) for decision in middles]
    result = float(game.result[viewer.index])
    costs = as_one_game(choices, result, case_file_of(events))
    balance = Balance.of(len(game.table.seats), luck, costs, result)
    return _told(game, events, chances, (_seat(game, viewer, choices, costs, balance),), viewer)


def _seat(
    game: ReviewedGame, seat: Seat, choices: Sequence[Decision], costs: Sequence[Decision], balance: Balance
) -> SeatReview:
    accuracy = accuracy_of(choices, len(game.table.seats))
    return SeatReview(seat, game.knowledge[seat.index], tuple(costs), accuracy, balance)


def accuracy_of(choices: Sequence[Decision], seats: int) -> float:
    """The accuracy of one seat's choices in a game, with this many players: each is judged by itself."""
    return game_accuracy([one.given_away for one in choices], [one.before for one in choices], seats)


def _told(
    game: ReviewedGame, events: tuple[Event, ...], chances: Rows, seats: tuple[SeatReview, ...], viewer: Seat | None
) -> GameReview:
    turns = game.points[-1].scene.turn.number
    case_file = case_file_of(events)
    versions, alone = model_versions(), viewer is not None
    return GameReview(game.table, events, case_file, turns, game.first, chances, seats, viewer, versions, viewer, alone)
