"""What a suggestion could be expected to tell, exactly, and what it does to the winning chances.

The expectation is over all deals that fit what the suggester saw. Whoever holds several of the named cards is assumed
to show any of them with equal probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.chances.standing import Column, Rows, pass_turn
from greycells.deduction.what_if import AnswerOutcome, Prospect, what_if_all
from greycells.rules.cards import Deck, Room, Theory
from greycells.rules.edition import AfterShown, Answering
from greycells.rules.seats import Seat

MOST_EXACT = 40
"""Of more suggestions than this, only the ones that promise most are counted exactly."""

MOST_EXACT_EVERYBODY = 6
"""The same where everybody answers (SHOW-5): there are many more answers to each."""


class QuestionValue(NamedTuple):
    """A suggestion with the bits that it could be expected to tell, and the suggester's winning chances with it."""

    theory: Theory
    bits: float
    win: float


def question_values(
    game: ReviewedGame, seat: Seat, event: int, *, rooms: Sequence[Room], asked: Theory | None = None
) -> list[QuestionValue]:
    """The values of the suggestions in these rooms that promise most, and of the one that was made, the best first.

    Raises TooHard where there are too many deals to count.
    """
    theories = promising(game, seat, event, rooms=rooms)
    if asked is not None and asked not in theories:
        theories.append(asked)
    answering = game.table.rules.answering
    evidence = game.knowledge[seat.index].evidence_at(event)
    prospects = what_if_all(evidence, theories, by=seat, answering=answering)
    wins = _wins(game, seat, event, prospects)
    found = [
        QuestionValue(each.theory, max(0.0, each.information), win) for each, win in zip(prospects, wins, strict=True)
    ]
    return sorted(found, key=lambda value: (-round(value.win, 9), -value.bits))


def promising(game: ReviewedGame, seat: Seat, event: int, *, rooms: Sequence[Room]) -> list[Theory]:
    """All suggestions in these rooms, or those with the greatest approximate gain if there are too many."""
    deck = game.table.edition.deck
    numbers = [deck.rooms.index(room) for room in rooms]
    everybody = game.table.rules.answering is Answering.EVERYBODY
    most = MOST_EXACT_EVERYBODY if everybody else MOST_EXACT
    if len(deck.suspects) * len(deck.weapons) * len(rooms) <= most:
        return [Theory(who, how, where) for who in deck.suspects for how in deck.weapons for where in rooms]
    gains = game.gains(seat, event)
    values = (gains.private - 0.3 * gains.public)[:, :, numbers]
    best = np.argsort(-values.round(6), axis=None, kind="stable")[:most]
    where = np.stack(np.unravel_index(best, values.shape), axis=1).tolist()
    return [Theory(deck.suspects[who], deck.weapons[how], rooms[room]) for who, how, room in where]


def _wins(game: ReviewedGame, seat: Seat, event: int, prospects: Sequence[Prospect]) -> list[float]:
    """The mean winning chances after each suggestion: with what the answers tell the suggester, and everybody."""
    base, public = game.asked_rows(seat, event), game.gains(seat, event).public
    outcomes = [outcome for prospect in prospects for outcome in prospect.outcomes]
    rows = np.repeat(base[None], len(outcomes), axis=0)
    told = np.repeat([float(public[grid_place(game.table.edition.deck, each.theory)]) for each in prospects],
                     [len(each.outcomes) for each in prospects])  # fmt: skip
    rows[:, :, Column.BITS] *= 1 - told[:, None]
    rows[:, seat.index, Column.BITS] = [outcome.uncertainty for outcome in outcomes]
    end_turns(game, seat, rows, outcomes)
    wins = game.model.chances(rows)[:, seat.index]
    found: list[float] = []
    begin = 0
    for prospect in prospects:
        end = begin + len(prospect.outcomes)
        shares = [float(outcome.probability) for outcome in prospect.outcomes]
        found.append(float(np.dot(wins[begin:end], shares)))
        begin = end
    return found


def grid_place(deck: Deck, theory: Theory) -> tuple[int, int, int]:
    """Where a theory is in the arrays: suspect, weapon, room, each counted from 0."""
    suspects, weapons = len(deck.suspects), len(deck.weapons)
    return theory.suspect.index, theory.weapon.index - suspects, theory.room.index - suspects - weapons


def end_turns(game: ReviewedGame, seat: Seat, rows: Rows, outcomes: Sequence[AnswerOutcome]) -> None:
    """Where a shown card ends the turn (SHOW-7), change the rows of the outcomes in which one is shown."""
    if game.table.rules.after_shown is AfterShown.TURN_ENDS:
        shown = np.array([any(answer.shows for answer in outcome.answers) for outcome in outcomes], dtype=bool)
        ended = rows[shown]
        pass_turn(ended, seat.index)
        rows[shown] = ended
