"""What one seat could know after every event of a game: the case files still possible, and everything certain."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from greycells.analysis.conclusions.explanations import why_certain
from greycells.analysis.conclusions.telling_sightings import TELLING, conclusive, turns_of
from greycells.chances.standing import room_shares
from greycells.deduction import count_fallback as fallback
from greycells.deduction import exact_counting as engine
from greycells.deduction.evidence import evidence_from
from greycells.deduction.facts import CASE_FILE, Evidence, Fact, Holder
from greycells.deduction.knowledge import Claim
from greycells.deduction.problem import Count, CountProblem, TooHard
from greycells.deduction.python_counting import entropy
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.rules.cards import Theory
from greycells.rules.events import Dealt, LaidOpen
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting


class Contradictory(GreycellsError, ValueError):
    """No deal fits what a seat saw: the record contradicts itself."""

    def __init__(self, seat: Seat, turn: int) -> None:
        super().__init__(Sentence("review.contradictory", seat=seat, turn=turn))


class KnowledgePoint(NamedTuple):
    """What a seat could know from an event on: `event` is its number, `turn` the table's.

    `possible` counts the case files that fit, `bits` is their entropy, `truth` the probability of the true one.
    `has` and `lacks` are what is certain, as masks of cards by holder, the case file last. `rooms` is how likely each
    room is to be in the case file, in deck order. Without `exact` there were too many deals to count: then what is
    certain may be only a part of it, and the numbers are estimates.
    """

    event: int
    turn: int
    possible: int
    bits: float
    truth: float
    has: tuple[int, ...]
    lacks: tuple[int, ...]
    rooms: tuple[float, ...]
    exact: bool = True

    @property
    def solved(self) -> bool:
        """Whether the case file is certain."""
        return self.possible == 1 and self.exact


@dataclass(frozen=True)
class KnowledgeTimeline:
    """Everything that one seat could conclude in the course of a game, from nothing but its own sightings."""

    table: GameTable
    seat: Seat
    case_file: Theory
    facts: tuple[Fact, ...]
    points: tuple[KnowledgePoint, ...]

    def at(self, event: int) -> KnowledgePoint:
        """What the seat could know after this event; before the deal, what it knew with it."""
        return self.points[max(0, bisect_right(self._events, event) - 1)]

    def evidence_at(self, event: int) -> Evidence:
        """The facts that the seat had after this event."""
        end = bisect_right(self._sources, event)
        return Evidence(self.table.edition.deck, self.table.seats, self.facts[:end])

    @cached_property
    def _events(self) -> list[int]:
        return [point.event for point in self.points]

    @cached_property
    def _sources(self) -> list[int]:
        return [number_of(fact) for fact in self.facts]

    @cached_property
    def provable(self) -> KnowledgePoint | None:
        """The first moment at which the case could be proved; None: never."""
        return next((point for point in self.points if point.solved), None)

    @property
    def provable_turn(self) -> int | None:
        """The table's number of the turn of that moment."""
        return None if self.provable is None else self.provable.turn

    def claims_at(self, event: int) -> Iterator[Claim]:
        """Everything that is certain after this event, card by card."""
        point = self.at(event)
        holders: tuple[Holder, ...] = (*self.table.seats, CASE_FILE)
        for card in self.table.edition.deck:
            for holder, has, lacks in zip(holders, point.has, point.lacks, strict=True):
                if (has | lacks) & card.bit:
                    yield Claim(card, holder, bool(has & card.bit))

    def proofs(self, *, reader: Seat | None = None) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Why the case was certain, from the facts as they stood when it first was: a title and the lines, by card.

        The seat is called *you* if it is the reader.
        """
        if self.provable is None:
            return
        evidence, you = self.evidence_at(self.provable.event), reader if reader == self.seat else None
        for card in self.case_file:
            why = why_certain(evidence, Claim(card, CASE_FILE, has=True), reader=you, quickly=True)
            yield str(Sentence("review.proof of card", card=card)), why.proof


def number_of(fact: Fact) -> int:
    """The number of the event from which a fact is known."""
    return fact.source.number or 0


def knowledge_timeline(
    table: GameTable, seat: Seat, *, sightings: Sequence[Sighting], case_file: Theory
) -> KnowledgeTimeline:
    """What this seat could know after each event, the looks into the case file not counted.

    Raises `Contradictory` if no deal fits what it saw.
    """
    seen = list(conclusive(table, sightings))
    turns = turns_of(sightings)
    everything = evidence_from(table.edition.deck, table.seats, sightings=seen, viewer=seat)
    facts = tuple(sorted(everything.facts, key=number_of))
    telling = [sighting for sighting in seen if isinstance(sighting.event, TELLING)]
    # A deal is complete only with the cards that were laid open (SET-10).
    dealt = [number for number, event in telling if isinstance(event, Dealt | LaidOpen)]
    events = [dealt[-1], *(number for number, _ in telling if number > dealt[-1])]
    sources = [number_of(fact) for fact in facts]
    problems = [
        Evidence(everything.deck, everything.seats, facts[: bisect_right(sources, event)]).problem() for event in events
    ]
    truth = case_file.suspect.index, case_file.weapon.index, case_file.room.index
    points: list[KnowledgePoint] = []
    for event, (count, exact) in zip(events, count_or_estimate(problems), strict=True):
        files = count.case_files
        if not files:
            raise Contradictory(seat, turns[event])
        has, lacks = _certain(count, len(table.seats) + 1)
        share = files.get(truth, 0) / sum(files.values())
        bits, rooms = entropy(files.values()), room_shares(files, table.edition.deck)
        points.append(KnowledgePoint(event, turns[event], len(files), bits, share, has, lacks, rooms, exact))
    return KnowledgeTimeline(table, seat, case_file, facts, tuple(points))


def count_or_estimate(
    problems: Sequence[CountProblem],
) -> list[tuple[Count[int] | Count[float], bool]]:
    """The counts of all problems in one batch; where one is too hard, an estimate of that one, and False."""
    try:
        return [(count, True) for count in engine.count_all(problems)]
    except TooHard:
        return [_one(problem) for problem in problems]


def _one(problem: CountProblem) -> tuple[Count[int] | Count[float], bool]:
    try:
        return engine.count(problem), True
    except TooHard:
        certain, weighed = fallback.count(problem), fallback.weigh(problem)
        settled = [
            [0.0 if not number else 1.0 if number == certain.total else 0.5 for number in row]
            for row in certain.marginals
        ]
        return Count(1.0, settled, dict(weighed.case_files)), False


def _certain(count: Count[int] | Count[float], holders: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What holds in all deals, and what in none, as masks of cards by holder."""
    has, lacks = [0] * holders, [0] * holders
    total = count.total
    rows: Sequence[Sequence[float]] = count.marginals
    for card, row in enumerate(rows):
        bit = 1 << card
        for holder, number in enumerate(row):
            if not number:
                lacks[holder] |= bit
            elif number == total:
                has[holder] |= bit
    return tuple(has), tuple(lacks)
