"""A finished game as a review sees it: what every seat knew, where it stood and how likely it was to win, by event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from greycells.analysis.conclusions.telling_sightings import conclusive
from greycells.analysis.review.seat_knowledge import KnowledgeTimeline, knowledge_timeline, number_of
from greycells.analysis.review.standings_over_time import GamePoint, game_points, rows_of
from greycells.chances.model import ChanceModel
from greycells.chances.standing import Column, Rows
from greycells.deduction.evidence import evidence_from
from greycells.deduction.facts import Evidence, Fact
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.players.suggestion_values import BeliefArrays, Grid, full_gain, look_gain, private_gain, public_gain
from greycells.rules.cards import CardSet, Theory
from greycells.rules.edition import Answering, Snooping
from greycells.rules.events import Dealt, Event, Finished, Opened
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, seen_by


class NotOver(GreycellsError, ValueError):
    """Only a game that is over is reviewed."""

    def __init__(self) -> None:
        super().__init__(Sentence("review.not over"))


class Gains(NamedTuple):
    """The approximate bits of every suggestion: for the suggester, and as a part of what a spectator doesn't know.

    `look` is what a card drawn at a spyglass could be expected to tell (SNOOP-2), from the hand that promises most.
    """

    private: Grid
    public: Grid
    look: float


@dataclass(frozen=True)
class ReviewedGame:
    """A whole game: all its events, what every seat could know, and the winning chances after every event.

    Positions are counted from the first event after the set-up: `first` is its number.
    """

    table: GameTable
    events: tuple[Event, ...]
    knowledge: tuple[KnowledgeTimeline, ...]
    points: tuple[GamePoint, ...]
    model: ChanceModel
    _gains: dict[tuple[int, int], Gains] = field(default_factory=dict[tuple[int, int], Gains])

    @classmethod
    def of(cls, table: GameTable, events: Sequence[Event], model: ChanceModel) -> ReviewedGame:
        """The whole record of a finished game; raises `NotOver`, or `Contradictory`."""
        case_file = case_file_of(events)
        snooping = table.rules.snooping
        knowledge = tuple(
            knowledge_timeline(
                table,
                seat,
                sightings=[Sighting(at, seen_by(seat, event, snooping=snooping)) for at, event in enumerate(events)],
                case_file=case_file,
            )
            for seat in table.seats
        )
        return cls(table, tuple(events), knowledge, tuple(game_points(table, events, knowledge)), model)

    def hand(self, seat: Seat) -> CardSet:
        """A seat's hand, as it was dealt."""
        hands = next(event.hands for event in self.events if isinstance(event, Dealt))
        return hands[seat.index] or self.table.edition.deck.nothing

    @property
    def first(self) -> int:
        return self.points[0].event

    def point(self, event: int) -> GamePoint:
        """The position after this event."""
        return self.points[max(0, event - self.first)]

    @cached_property
    def rows(self) -> Rows:
        """The standings of all seats in every position."""
        return rows_of(self.points)

    @cached_property
    def chances(self) -> Rows:
        """The winning chances of all seats in every position; from the right accusation on, the result."""
        chances = self.model.chances(self.rows)
        settled = next((at for at, event in enumerate(self.events) if isinstance(event, Opened) and event.right), None)
        chances[-1 if settled is None else settled - self.first :] = self.result
        return chances

    @property
    def result(self) -> Rows:
        """1 for the winner, 0 for everybody else."""
        finished = self.events[-1]
        winner = finished.winner if isinstance(finished, Finished) else None
        return np.array([float(seat == winner) for seat in self.table.seats])

    def rows_at(self, event: int) -> Rows:
        """The standings of all seats after this event."""
        found: Rows = self.rows[max(0, event - self.first)]
        return found

    def chance(self, seat: Seat, event: int) -> float:
        """The winning chances of a seat after this event."""
        return float(self.chances[max(0, event - self.first), seat.index])

    @cached_property
    def _public(self) -> tuple[tuple[Fact, ...], tuple[int, ...]]:
        """What a spectator saw as facts, and the numbers of their events."""
        deck, seats = self.table.edition.deck, self.table.seats
        snooping = self.table.rules.snooping
        seen = [Sighting(at, seen_by(None, event, snooping=snooping)) for at, event in enumerate(self.events)]
        found = evidence_from(deck, seats, sightings=list(conclusive(self.table, seen)), viewer=None)
        facts = tuple(sorted(found.facts, key=number_of))
        return facts, tuple(map(number_of, facts))

    def public_evidence_at(self, event: int) -> Evidence:
        """What a spectator could conclude from after this event."""
        facts, numbers = self._public
        end = int(np.searchsorted(numbers, event, side="right"))
        return Evidence(self.table.edition.deck, self.table.seats, facts[:end])

    def gains(self, seat: Seat, event: int) -> Gains:
        """The approximate information of every suggestion that this seat could make after this event.

        Good enough to compare rooms, and to choose which suggestions are worth an exact count.
        """
        known = self.knowledge[seat.index].at(event).event
        kept = self._gains.get((seat.index, known))
        if kept is None:
            mine = self.knowledge[seat.index].evidence_at(event).problem()
            both = BeliefArrays.weighed((mine, self.public_evidence_at(event).problem()))
            own, table = both.number(0), both.number(1)
            everybody = self.table.rules.answering is Answering.EVERYBODY
            private = full_gain(own) if everybody else private_gain(own, seat.index)
            public = full_gain(table) if everybody else public_gain(table, seat.index)
            left = max(table.entropy, 1e-9)
            look = 0.0 if self.table.rules.snooping is Snooping.NONE else look_gain(own, seat.index)
            kept = self._gains[seat.index, known] = Gains(private, np.clip(public / left, 0.0, 1.0), look)
        return kept

    def asked_rows(self, seat: Seat, event: int) -> Rows:
        """The standings after this event, with the mover's suggestion already made."""
        rows = self.rows_at(event).copy()
        rows[seat.index, Column.ASKS] = 0
        return rows


def case_file_of(events: Sequence[Event]) -> Theory:
    """The case file of a game that is over."""
    last = events[-1] if events else None
    if not isinstance(last, Finished):
        raise NotOver
    return last.case_file
