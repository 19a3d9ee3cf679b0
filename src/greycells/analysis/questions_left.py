"""How many more questions each seat needed to solve the case, with all hands as they are.

A seat that asks the best question in the best room, again and again, gets the answers that the real hands give. Nobody
at the table could know this number. The review's graph does: it shows what lay ahead, not what anybody thought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from greycells.analysis.seat_knowledge import KnowledgeTimeline
from greycells.analysis.standings_over_time import GamePoint
from greycells.chances.standing import FAR, PATIENCE, Column, Rows
from greycells.chances.travel_times import journeys
from greycells.deduction.problem import CountProblem
from greycells.players.suggestion_values import BeliefArrays, full_gain, private_gain
from greycells.rules.cards import CardSet
from greycells.rules.edition import Answering
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat

MOST_QUESTIONS = 7
"""More questions than this make no difference."""

NOTHING = 1e-9
"""A question that tells less than this is not worth asking."""


class QuestionsLeft(NamedTuple):
    """How many questions a seat still needs, and the expected turns for them, with the ways between the rooms."""

    questions: int
    turns: float


class QuestionsAhead:
    """The questions that every seat still needs, in every position of one game."""

    def __init__(self, table: GameTable, knowledge: Sequence[KnowledgeTimeline], hands: Sequence[CardSet]) -> None:
        edition = table.edition
        self._table = table
        self._knowledge = knowledge
        self._hands = [hand.mask for hand in hands]
        self._way = journeys(edition, PATIENCE)
        places = [edition.board.place_of(room) for room in edition.deck.rooms]
        self._places = [None if place is None else place.index for place in places]
        self._everybody = table.rules.answering is Answering.EVERYBODY
        self._found: dict[tuple[int, int, int, bool], QuestionsLeft] = {}

    def rows(self, point: GamePoint) -> Rows:
        """The standings in a position, with the questions and turns that every seat still needs."""
        rows = point.rows
        for seat in self._table.seats:
            if not point.scene.is_out(seat):
                left = self.left(seat, point, may_ask=rows[seat.index, Column.NEAR] == 0)
                rows[seat.index, [Column.QUESTIONS_LEFT, Column.TURNS_LEFT]] = left
        return rows

    def left(self, seat: Seat, point: GamePoint, *, may_ask: bool) -> QuestionsLeft:
        """What a seat still needs in a position; `may_ask` if it can begin in the room where its pawn stands."""
        known = self._knowledge[seat.index]
        key = seat.index, known.at(point.event).event, point.scene.pawn(seat).index, may_ask
        found = self._found.get(key)
        if found is None:
            problem = known.evidence_at(point.event).problem()
            found = self._found[key] = self._count(seat.index, problem, key[2], may_ask=may_ask)
        return found

    def _count(self, seat: int, problem: CountProblem, place: int, *, may_ask: bool) -> QuestionsLeft:
        """Ask the best question until the case is certain, or nothing more can be learned."""
        turns = 0.0
        for number in range(MOST_QUESTIONS):
            beliefs = BeliefArrays.weighed((problem,)).number(0)
            if beliefs.joint.max() > 1 - NOTHING:
                return QuestionsLeft(number, turns)
            gain = full_gain(beliefs) if self._everybody else private_gain(beliefs, seat)
            pull, far = np.array(self._way.pull[place]), self._way.turns[place]
            if may_ask and place in self._places:
                here = self._places.index(place)
                pull[here], far = 1.0, [0.0 if room == here else turn for room, turn in enumerate(far)]
            best = gain.max(axis=(0, 1))
            room = int((best * pull).argmax())
            if best[room] < NOTHING:
                break
            turns += min(far[room], FAR)
            beyond = self._places[room]
            place, may_ask = place if beyond is None else beyond, False
            suspects, weapons, _ = gain.shape
            suspect, weapon = divmod(int(gain[:, :, room].argmax()), weapons)
            named = 1 << suspect | 1 << suspects + weapon | 1 << suspects + weapons + room
            problem = self._answered(problem, seat, named)
        return QuestionsLeft(MOST_QUESTIONS, turns + FAR)

    def _answered(self, problem: CountProblem, seat: int, named: int) -> CountProblem:
        """What the seat knows after this question: of several cards, the first is shown."""
        may = list(problem.may)
        for step in range(1, problem.seats):
            hand = (seat + step) % problem.seats
            held = self._hands[hand] & named
            if not held:
                may[hand] &= ~named
                continue
            card = held & -held
            kept = may[hand]
            may = [cards & ~card for cards in may]
            may[hand] = kept
            if not self._everybody:
                break
        return problem._replace(may=tuple(may))
