"""How likely each answer to a suggestion was, and each case file, with what players' habits tell about their hands.

All deals that fit are equally likely only as long as nobody has chosen anything. Players rarely name a card of their
own, and they show a card again rather than a new one. Whoever asks with that in mind gets the answers that are worth
most more often than a uniform count says, and would look lucky. So luck is measured against these probabilities. They
use nothing but the suggester's own sightings. `tools/fit_habits.py` fits the habits to games of our players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.chances.standing import Rows
from greycells.deduction import exact_counting as engine
from greycells.deduction.holder_shares import holder_shares
from greycells.deduction.problem import CountProblem, TooHard, Triple, Weight
from greycells.deduction.what_if import Answer, AnswerOutcome
from greycells.rules.cards import Theory
from greycells.rules.edition import Answering
from greycells.rules.events import CouldNotShow, Shown, Suggested
from greycells.rules.seats import Seat

MOST_STEPS = 1 << 15
"""The most steps of a count with habits; beyond that they are left out."""


class PlayerHabits(NamedTuple):
    """How players name and show cards.

    `named` are the factors on the odds that a player holds a suspect or weapon that it named in its first questions, in
    later ones and in late ones, `named_rooms` those for rooms. `least` bounds the product of several. `again` is how
    many times likelier a card is shown that the same player has seen, `before` how many times for each earlier
    question of anybody that it may have answered. Whoever accuses has chosen the theory that the habits speak for, so
    that they prove too much: `accused` is their exponent then.
    """

    named: tuple[float, float, float]
    named_rooms: tuple[float, float, float]
    least: float
    again: float
    before: float
    accused: float


HABITS = PlayerHabits((0.09, 0.13, 0.75), (0.4, 0.6, 0.53), 0.03, 3000.0, 2.7, 0.5)
"""Fitted to games between two chiefs and two inspectors, with seed 7: 150 for answers, 400 for verdicts."""

FIRST_QUESTIONS, LATER_QUESTIONS = 2, 4
"""Up to which of its own questions a player names cards by the first factor, and by the second."""

MOST_BEFORE = 3
"""More earlier questions than this make no difference."""


class PastQuestion(NamedTuple):
    """A suggestion with its answers: the number of its event, who made it, and who showed which card."""

    event: int
    suggester: Seat
    theory: Theory
    shown: tuple[tuple[int, int], ...]


def past_questions(game: ReviewedGame) -> list[PastQuestion]:
    """All suggestions of a game, in order."""
    found: list[PastQuestion] = []
    for number, event in enumerate(game.events):
        match event:
            case Suggested(seat, theory):
                found.append(PastQuestion(number, seat, theory, ()))
            case Shown(seat, _, card) if card is not None and found:
                last = found.pop()
                found.append(last._replace(shown=(*last.shown, (seat.index, card.index))))
            case CouldNotShow():
                continue
            case _:
                pass
    return found


class AnswerOdds:
    """The probabilities of answers and of case files in one game, with the habits of its players."""

    def __init__(self, game: ReviewedGame, habits: PlayerHabits = HABITS) -> None:
        self._game = game
        self._habits = habits
        self._past = past_questions(game)

    def answers(self, seat: Seat, event: int, theory: Theory, outcomes: Sequence[AnswerOutcome]) -> Rows:
        """The probabilities of these outcomes of a suggestion after this event; TooHard with too many deals."""
        cards = [card.index for card in theory]
        problem = self._game.knowledge[seat.index].evidence_at(event).problem()
        try:
            held = holder_shares(self.with_habits(problem, seat, event), cards, most_steps=MOST_STEPS)
        except TooHard:
            held = holder_shares(problem, cards)
        asked = [(seat.index + step) % problem.seats for step in range(1, problem.seats)]
        weights = {hand: self.showing(seat, event, hand, cards) for hand in asked}
        everybody = self._game.table.rules.answering is Answering.EVERYBODY
        likely: dict[tuple[tuple[int, int], ...], float] = {}
        for holders, share in held.items():
            hands = [(hand, [at for at, holder in enumerate(holders) if holder == hand]) for hand in asked]
            for answers, part in _answers(hands, cards, weights, everybody=everybody):
                likely[answers] = likely.get(answers, 0.0) + share * part
        found = np.array([likely.get(answer_key(outcome.answers), 0.0) for outcome in outcomes])
        total = float(found.sum())
        return found / total if total else found

    def case_files(self, seat: Seat, event: int) -> dict[Triple, float]:
        """The probability of every case file for a seat that accuses after this event; TooHard with too many deals."""
        problem = self._game.knowledge[seat.index].evidence_at(event).problem()
        plain = engine.weigh(problem).case_files
        if len(plain) < 2:
            return plain
        try:
            with_habits = engine.weigh(self.with_habits(problem, seat, event), most_steps=MOST_STEPS).case_files
        except TooHard:
            return plain
        exponent = self._habits.accused
        both = {file: share ** (1 - exponent) * with_habits.get(file, 0.0) ** exponent for file, share in plain.items()}
        total = sum(both.values())
        return {file: share / total for file, share in both.items()}

    def with_habits(self, problem: CountProblem, seat: Seat, event: int) -> CountProblem:
        """The problem with soft evidence from what the others have named."""
        habits, rooms = self._habits, problem.kinds[2]
        asked = [0] * problem.seats
        factors: dict[tuple[int, int], float] = {}
        for past in self._past:
            who = past.suggester.index
            if past.event > event or past.suggester == seat:
                continue
            asked[who] += 1
            stage = (asked[who] > FIRST_QUESTIONS) + (asked[who] > LATER_QUESTIONS)
            for card in past.theory:
                if problem.may[who] & card.bit:
                    factor = (habits.named_rooms if rooms & card.bit else habits.named)[stage]
                    factors[card.index, who] = factors.get((card.index, who), 1.0) * factor
        weights = [Weight(card, who, max(habits.least, factor)) for (card, who), factor in factors.items()]
        return problem._replace(weights=tuple(weights))

    def showing(self, seat: Seat, event: int, hand: int, cards: Sequence[int]) -> list[float]:
        """The weights by which a hand that holds several of these cards shows each of them to this seat."""
        again, before = [False] * len(cards), [0] * len(cards)
        for past in self._past:
            showed = [card for who, card in past.shown if who == hand]
            if past.event <= event and showed:
                for at, card in enumerate(cards):
                    before[at] += past.theory.mask >> card & 1
                    again[at] |= past.suggester == seat and card in showed
        habits = self._habits
        return [
            (habits.again if known else 1.0) * habits.before ** min(times, MOST_BEFORE)
            for known, times in zip(again, before, strict=True)
        ]


def _answers(
    hands: Sequence[tuple[int, list[int]]], cards: Sequence[int], weights: dict[int, list[float]], *, everybody: bool
) -> Iterator[tuple[tuple[tuple[int, int], ...], float]]:
    """All answers of these hands in turn, as hands and cards (-1: it has none), with their probabilities."""
    if not hands:
        yield (), 1.0
        return
    (hand, held), *rest = hands
    if not held:
        for others, share in _answers(rest, cards, weights, everybody=everybody):
            yield ((hand, -1), *others), share
        return
    total = sum(weights[hand][at] for at in held)
    for others, share in _answers(rest if everybody else (), cards, weights, everybody=everybody):
        for at in held:
            yield ((hand, cards[at]), *others), share * weights[hand][at] / total


def answer_key(answers: Sequence[Answer]) -> tuple[tuple[int, int], ...]:
    """The hands that answered, and the cards that they showed; -1 for none."""
    return tuple((seat.index, -1 if card is None else card.index) for seat, _, card in answers)
