"""What the answers to a suggestion told everybody: in the real deal, and in deals that the suggester thought possible.

What the suggester learns from each answer is exact. What the others learn depends on their hands, which the suggester
doesn't know: so a few deals are drawn for every answer, as likely as `answer_odds.py` says, and the others conclude in
each of them what their hands and sightings there allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np

from greycells.analysis.review.answer_odds import AnswerOdds, answer_key
from greycells.analysis.review.questions import end_turns
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.chances.standing import TURN_DISCOUNT, Column, Rows, stand_at
from greycells.chances.travel_times import journeys
from greycells.deduction.problem import CountProblem
from greycells.deduction.python_counting import cards_of
from greycells.deduction.sampling import Sampler
from greycells.deduction.what_if import Answer, AnswerOutcome, answered, what_if
from greycells.players.suggestion_values import BeliefArrays
from greycells.rules.cards import Theory
from greycells.rules.edition import Answering, Answers
from greycells.rules.events import CouldNotShow, Event, Shown, Snooped, Suggested
from greycells.rules.seats import Seat
from greycells.rules.views import seen_by

DRAWS = 240
"""How many deals are drawn for a suggestion, all equally likely."""

EACH = 6
"""How many of them stand for each answer, drawn by how likely the players' habits make them."""

MOST_ANSWERS = 10
"""With more possible answers than this, as many as that are drawn `EACH` times, by how likely they are."""

ANY = -1
"""All cards, as a mask."""

KNOWLEDGE = [Column.BITS, Column.NEAR_OPEN, Column.ROOM_TURNS, Column.ROOM_PULL, Column.ROOM_HERE]
"""The columns that depend on what a seat knows."""

Hands: TypeAlias = Sequence[int]
"""The cards of every hand, as masks."""


class WeightedPositions(NamedTuple):
    """Positions with weights that sum to 0: what happened counts positively, what could have happened negatively."""

    rows: Rows
    weights: Rows


class World(NamedTuple):
    """A deal that the suggester thought possible, and the number of the answer there; no hands if none was drawn."""

    answer: int
    share: float
    hands: Hands | None


class SeenCard(NamedTuple):
    """A card of `owner` that a seat saw in private: one of `named`, or any; `card` if the suggester saw it, too."""

    owner: int
    named: int
    card: int | None


def answer_positions(
    game: ReviewedGame, odds: AnswerOdds, seat: Seat, number: int, theory: Theory
) -> WeightedPositions | None:
    """The positions before and after the answers to the suggestion with this number; TooHard with too many deals.

    None if nobody who answered truly could have answered so.
    """
    evidence, answering = game.knowledge[seat.index].evidence_at(number - 1), game.table.rules.answering
    outcomes = what_if(evidence, theory, by=seat, answering=answering).outcomes
    given = tuple(answers_after(game, seat, number))
    real = next((at for at, outcome in enumerate(outcomes) if outcome.answers == given), None)
    if real is None:
        return None
    asked = AskedQuestion(game, odds, seat, number, theory, evidence.problem(), outcomes)
    worlds = asked.worlds()
    before = np.repeat(game.rows_at(number)[None], len(worlds) + 1, axis=0)
    after = before.copy()
    after[0][:, KNOWLEDGE] = game.rows_at(number + len(given))[:, KNOWLEDGE]
    asked.tell_others(worlds, before[1:], after[1:])
    asked.tell_suggester([real, *(world.answer for world in worlds)], after)
    weights = np.array([1.0, *(-world.share for world in worlds)])
    return WeightedPositions(np.concatenate((after, before)), np.concatenate((weights, -weights)))


def answers_after(game: ReviewedGame, seat: Seat, number: int) -> Iterator[Answer]:
    """The answers to the suggestion with this number, as the suggester saw them."""
    for event in game.events[number + 1 :]:
        seen: Event = seen_by(seat, event, snooping=game.table.rules.snooping)
        match seen:
            case CouldNotShow(who):
                yield Answer(who, shows=False)
            case Shown(who, _, card):
                yield Answer(who, shows=True, card=card)
            case _:
                return


class _Known(NamedTuple):
    """What is known in many problems: the bits left, and how likely each room is."""

    bits: Rows
    rooms: Rows

    @classmethod
    def of(cls, problems: Sequence[CountProblem]) -> _Known:
        joint = BeliefArrays.weighed(problems).joint
        bits: Rows = -(joint * np.log2(np.where(joint > 0, joint, 1.0))).sum(axis=(1, 2, 3))
        return cls(np.maximum(bits, 0.0), joint.sum(axis=(1, 2)))

    def tell(self, game: ReviewedGame, event: int, seat: int, rows: Rows, problem: int) -> None:
        """Change the row of a seat that knows this problem, in a position like that after the event."""
        scene, row = game.point(event).scene, rows[seat]
        row[Column.BITS] = self.bits[problem]
        way, place = journeys(game.table.edition, TURN_DISCOUNT), scene.pawn(scene.seats[seat]).index
        stand_at(row, scene, way, place, self.rooms[problem].tolist(), here=bool(row[Column.CALLED]))


@dataclass(frozen=True)
class AskedQuestion:
    """A suggestion of a finished game with its possible answers; `problem` is what the suggester knew before it."""

    game: ReviewedGame
    odds: AnswerOdds
    seat: Seat
    number: int
    theory: Theory
    problem: CountProblem
    outcomes: Sequence[AnswerOutcome]

    def worlds(self) -> list[World]:
        """A few deals for every answer, or for answers drawn by how likely they are, if there are many."""
        rng = Random(self.number)
        shares: list[float] = self.odds.answers(self.seat, self.number - 1, self.theory, self.outcomes).tolist()
        if len(self.outcomes) <= MOST_ANSWERS:
            chosen = [(at, share / EACH) for at, share in enumerate(shares) for _ in range(EACH) if share]
        else:
            number = MOST_ANSWERS * EACH
            chosen = [(at, 1 / number) for at in rng.choices(range(len(shares)), shares, k=number)]
        drawn = self._drawn(rng)
        worlds: list[World] = []
        for answer, share in chosen:
            deals = drawn.get(answer_key(self.outcomes[answer].answers), ())
            hands = rng.choices(deals, [weight for _, weight in deals])[0][0] if deals else None
            worlds.append(World(answer, share, hands))
        return worlds

    def _drawn(self, rng: Random) -> dict[tuple[tuple[int, int], ...], list[tuple[Hands, float]]]:
        """Deals that fit what the suggester knew, with the weights of the players' habits, by the answers in them."""
        seat, before, seats = self.seat, self.number - 1, self.problem.seats
        sampler, habits = Sampler(self.problem), self.odds.with_habits(self.problem, seat, before).weights
        cards = cards_of(self.theory.mask)
        showing = [self.odds.showing(seat, before, hand, cards) for hand in range(seats)]
        everybody = self.game.table.rules.answering is Answering.EVERYBODY
        found: dict[tuple[tuple[int, int], ...], list[tuple[Hands, float]]] = {}
        for _ in range(DRAWS):
            hands = sampler.draw(rng)[:seats]
            weight = prod(factor for card, hand, factor in habits if hands[hand] >> card & 1)
            answers = given_answers(hands, seat.index, cards, showing, rng, everybody=everybody)
            found.setdefault(answers, []).append((hands, weight))
        return found

    def tell_suggester(self, answers: Sequence[int], after: Rows) -> None:
        """Change the suggester's row in each position to what it knows after the answer with this number."""
        told = _Known.of([answered(self.problem, self.theory, outcome.answers) for outcome in self.outcomes])
        for rows, answer in zip(after, answers, strict=True):
            told.tell(self.game, self.number, self.seat.index, rows, answer)
        end_turns(self.game, self.seat, after, [self.outcomes[answer] for answer in answers])

    def tell_others(self, worlds: Sequence[World], before: Rows, after: Rows) -> None:
        """Change the others' rows to what they would know in each world, before and after the answers."""
        rng, scene = Random(self.number), self.game.point(self.number).scene
        others = [other for other in self.game.table.seats if other != self.seat and not scene.is_out(other)]
        public = self.game.public_evidence_at(self.number - 1).problem()
        saw = {other: _seen_in_private(self.game, self.seat, other, self.number) for other in others}
        checked = self.game.table.rules.answers is not Answers.UNCHECKED
        problems: list[CountProblem] = []
        places: list[tuple[Rows, int]] = []
        for at, (answer, _, hands) in enumerate(worlds):
            if hands is None:
                continue
            given = self.outcomes[answer].answers
            answers = [Answer(who, shows=shows) for who, shows, _ in given if shows or checked]
            for other in others:
                known = _problem_of(public, hands, other.index, saw[other], rng)
                problems += [known, answered(known, self.theory, answers)]
                places += [(before[at], other.index), (after[at], other.index)]
        if problems:
            told = _Known.of(problems)
            for problem, (rows, seat) in enumerate(places):
                told.tell(self.game, self.number, seat, rows, problem)


def given_answers(
    hands: Hands, asker: int, cards: Sequence[int], showing: Sequence[Sequence[float]], rng: Random, *, everybody: bool
) -> tuple[tuple[int, int], ...]:
    """The answers in a deal, as hands and cards (-1: it has none); of several cards, one is drawn by its weight."""
    found: list[tuple[int, int]] = []
    for step in range(1, len(hands)):
        hand = (asker + step) % len(hands)
        weights = [
            weight if hands[hand] >> card & 1 else 0.0 for card, weight in zip(cards, showing[hand], strict=True)
        ]
        shows = any(weights)
        found.append((hand, rng.choices(cards, weights)[0] if shows else -1))
        if shows and not everybody:
            break
    return tuple(found)


def _seen_in_private(game: ReviewedGame, seat: Seat, other: Seat, number: int) -> list[SeenCard]:
    """The cards that another seat had seen before this event, as far as `seat` could know them."""
    snooping = game.table.rules.snooping
    found: list[SeenCard] = []
    named = 0
    for event in game.events[:number]:
        seen: Event = seen_by(seat, event, snooping=snooping)
        match seen:
            case Suggested(_, theory):
                named = theory.mask
            case Shown(who, to, card) if to == other:
                found.append(SeenCard(who.index, named, None if card is None else card.index))
            case Snooped(who, owner, card) if who == other:
                found.append(SeenCard(owner.index, ANY, None if card is None else card.index))
            case _:
                pass
    return found


def _problem_of(public: CountProblem, hands: Hands, seat: int, saw: Sequence[SeenCard], rng: Random) -> CountProblem:
    """What a seat knows in a deal: what everybody saw, its hand, and the cards that it saw in private."""
    own = hands[seat]
    may = [cards & ~own for cards in public.may]
    may[seat] = own
    shown: set[tuple[int, int]] = set()
    for owner, named, card in saw:
        possible = cards_of(hands[owner] & named)
        again = [one for one in possible if (owner, one) in shown]
        one = card if card is not None else again[0] if again else rng.choice(possible)
        shown.add((owner, one))
        kept = may[owner]
        may = [cards & ~(1 << one) for cards in may]
        may[owner] = kept
    return public._replace(may=tuple(may))
