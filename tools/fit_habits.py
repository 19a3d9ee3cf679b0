"""Fits the habits by which luck weighs the answers to a suggestion, by maximum likelihood on games of our players.

    python -m tools.fit_habits --games 200 --seed 7

Prints better and better habits for `src/greycells/analysis/review/answer_odds.py`. The seed must differ from that of
`benchmarks/reviews.py`, which measures luck with them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from greycells.analysis.review.answer_odds import HABITS, AnswerOdds, PlayerHabits
from greycells.analysis.review.answer_worlds import answers_after
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.arena.match import Pairing, play_match
from greycells.chances.model import default_model
from greycells.deduction.exact_counting import warm_up
from greycells.deduction.problem import Triple
from greycells.deduction.what_if import AnswerOutcome, what_if
from greycells.rules.cards import Theory
from greycells.rules.events import Accused, Opened, Suggested
from greycells.rules.seats import Seat

PLAYERS = ("chief-inspector", "inspector", "chief-inspector", "inspector")
STEPS = (1.5, 1 / 1.5, 1.2, 1 / 1.2)
"""The factors by which one number at a time is changed."""

LEAST = 1e-6
"""The probability that an answer has at least, so that one surprise doesn't decide everything."""

BETTER = 0.1
"""A smaller gain in likelihood isn't worth another digit."""


class GivenAnswer(NamedTuple):
    """A suggestion with its possible outcomes, and the number of the one that happened."""

    seat: Seat
    event: int
    theory: Theory
    outcomes: tuple[AnswerOutcome, ...]
    given: int


class GivenVerdict(NamedTuple):
    """An accusation by its card numbers, and whether it was right."""

    seat: Seat
    event: int
    theory: Triple
    right: bool


class TrainingGame(NamedTuple):
    """A game, and what was answered in it."""

    game: ReviewedGame
    answers: tuple[GivenAnswer, ...]
    verdicts: tuple[GivenVerdict, ...]


def training_games(games: int, seed: int, edition: str) -> Iterator[TrainingGame]:
    """Games between the players of the duel."""
    pairing = Pairing(edition, PLAYERS, seed)
    for number in range(games):
        _, match = play_match(pairing, number)
        game = ReviewedGame.of(match.table, match.events, default_model())
        yield TrainingGame(game, tuple(_answers(game)), tuple(_verdicts(game)))


def _answers(game: ReviewedGame) -> Iterator[GivenAnswer]:
    answering = game.table.rules.answering
    for number, event in enumerate(game.events):
        if isinstance(event, Suggested):
            evidence = game.knowledge[event.seat.index].evidence_at(number - 1)
            outcomes = what_if(evidence, event.theory, by=event.seat, answering=answering).outcomes
            given = tuple(answers_after(game, event.seat, number))
            at = next((at for at, outcome in enumerate(outcomes) if outcome.answers == given), None)
            if at is not None:
                yield GivenAnswer(event.seat, number - 1, event.theory, outcomes, at)


def _verdicts(game: ReviewedGame) -> Iterator[GivenVerdict]:
    for number, event in enumerate(game.events):
        accused = game.events[number - 1]
        if isinstance(event, Opened) and isinstance(accused, Accused):
            suspect, weapon, room = accused.theory
            yield GivenVerdict(event.seat, number - 2, (suspect.index, weapon.index, room.index), event.right)


def likelihood(games: Sequence[TrainingGame], habits: PlayerHabits) -> float:
    """The logarithm of the probability of everything that was answered."""
    found = 0.0
    for game, answers, verdicts in games:
        odds = AnswerOdds(game, habits)
        for each in answers:
            shares = odds.answers(each.seat, each.event, each.theory, each.outcomes)
            found += log(max(LEAST, float(shares[each.given])))
        for verdict in verdicts:
            share = odds.case_files(verdict.seat, verdict.event).get(verdict.theory, 0.0)
            found += log(max(LEAST, share if verdict.right else 1 - share))
    return found


def numbers_of(habits: PlayerHabits) -> list[float]:
    """The habits as a row of numbers."""
    return [*habits.named, *habits.named_rooms, *habits[2:]]


def habits_of(numbers: Sequence[float]) -> PlayerHabits:
    """The habits of a row of numbers."""
    one, two, three, four, five, six, *rest = numbers
    return PlayerHabits((one, two, three), (four, five, six), *rest)


def fit(games: Sequence[TrainingGame], habits: PlayerHabits) -> PlayerHabits:
    """Change one number at a time as long as it helps."""
    numbers, best = numbers_of(habits), likelihood(games, habits)
    print(f"{best:.1f}  {habits}", flush=True)
    for factor in STEPS:
        for place in range(len(numbers)):
            while True:
                changed = [*numbers[:place], numbers[place] * factor, *numbers[place + 1 :]]
                value = likelihood(games, habits_of(changed))
                if value < best + BETTER:
                    break
                numbers, best = changed, value
                print(f"{best:.1f}  {habits_of(numbers)}", flush=True)
    return habits_of(numbers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--edition", default="classic")
    asked = parser.parse_args()
    warm_up()
    fit(list(training_games(asked.games, asked.seed, asked.edition)), HABITS)


if __name__ == "__main__":
    main()
