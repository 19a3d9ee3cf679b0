"""Luck and skill: what chance did for each seat, what its own decisions cost, and what is neither.

Luck is the value of what happened minus the mean of what could have happened, in winning chances: of the own hand, of
every roll, and of every answer, over the deals that fit what the asker saw, as likely as `answer_odds.py` says. The
value function was frozen before the game, so nothing here can be tuned to the result. It was trained so that luck
explains as much of the results as it can (`tools/train_luck.py`); whatever it is, luck averages out to zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from math import comb, log2
from typing import Literal, NamedTuple

import numpy as np

from greycells.analysis.review.answer_odds import AnswerOdds
from greycells.analysis.review.answer_worlds import WeightedPositions, answer_positions
from greycells.analysis.review.decisions import Decision
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.analysis.review.snoops import draw_chances
from greycells.analysis.review.walks import roll_chances
from greycells.chances.model import luck_model
from greycells.chances.standing import Column, Rows
from greycells.deduction.problem import TooHard
from greycells.rules.events import Accused, LaidOpen, Opened, Rolled, Snooped, Suggested
from greycells.rules.seats import Seat


class LuckParts(NamedTuple):
    """What chance was worth to a seat, in winning chances."""

    deal: float
    dice: float
    answers: float

    @property
    def total(self) -> float:
        return self.deal + self.dice + self.answers


class Balance(NamedTuple):
    """The result of a seat in parts: `par + luck + skill + rest == result`.

    `par` is 1/n. `skill` is what its own decisions lost, so 0 at best. `rest` is what can't be attributed: the
    decisions of the others, and what the model doesn't see.
    """

    par: float
    luck: LuckParts
    skill: float
    rest: float
    result: float

    @classmethod
    def of(cls, seats: int, luck: LuckParts, decisions: Sequence[Decision], result: float) -> Balance:
        """The parts of this result, with this many players."""
        skill = -sum(decision.loss for decision in decisions)
        par = 1 / seats
        return cls(par, luck, skill, result - par - luck.total - skill, result)

    @property
    def adjusted(self) -> float:
        """The result without the luck."""
        return self.result - self.luck.total


def balances(game: ReviewedGame, decisions: Sequence[Sequence[Decision]]) -> tuple[Balance, ...]:
    """The parts of the result, by seat; `decisions` are those of each seat."""
    dice, answers = chance_luck(game)
    return tuple(
        Balance.of(
            len(game.table.seats),
            LuckParts(deal_luck(game, seat), float(dice[seat.index]), float(answers[seat.index])),
            decisions[seat.index],
            float(game.result[seat.index]),
        )
        for seat in game.table.seats
    )


def luck_of(game: ReviewedGame, seat: Seat) -> LuckParts:
    """The luck of one seat."""
    dice, answers = chance_luck(game)
    return LuckParts(deal_luck(game, seat), float(dice[seat.index]), float(answers[seat.index]))


def lucks(game: ReviewedGame) -> list[LuckParts]:
    """The luck of all seats: the same as `luck_of` for each, at the cost of one."""
    dice, answers = chance_luck(game)
    return [
        LuckParts(deal_luck(game, seat), float(dice[seat.index]), float(answers[seat.index]))
        for seat in game.table.seats
    ]


def chance_luck(game: ReviewedGame) -> tuple[Rows, Rows]:
    """The luck of all rolls and of all answers, for every seat: also what others rolled or were told."""
    seats = len(game.table.seats)
    luck = {"dice": np.zeros(seats), "answers": np.zeros(seats)}
    for kind, (rows, weights) in chance_positions(game):
        luck[kind] += weights @ luck_model().chances(rows)
    return luck["dice"], luck["answers"]


def chance_positions(game: ReviewedGame) -> Iterator[tuple[Literal["dice", "answers"], WeightedPositions]]:
    """Every roll, answer, snooped card and verdict: what it led to, and what it could have led to.

    What has too many deals to count is left out.
    """
    odds = AnswerOdds(game)
    for number in range(game.first + 1, len(game.events)):
        event = game.events[number]
        with suppress(TooHard):
            match event:
                case Rolled(seat, thrown):
                    worth = roll_chances(game, seat, number - 1)
                    rows = np.stack([best.rows for best in worth.totals.values()])
                    weights = [(total == sum(thrown)) - worth.shares[total] for total in worth.totals]
                    yield "dice", WeightedPositions(rows, np.array(weights))
                case Suggested(seat, theory):
                    found = answer_positions(game, odds, seat, number, theory)
                    if found is not None:
                        yield "answers", found
                case Snooped(seat, owner, card) if card is not None:
                    drawn = draw_chances(game, seat, number - 1, owner)
                    weights = [(one == card) - share for one, share in zip(drawn.cards, drawn.shares, strict=True)]
                    yield "answers", WeightedPositions(drawn.rows, np.array(weights))
                case Opened(seat, _, right):
                    yield "answers", _verdict_positions(game, odds, seat, number, right=right)
                case _:
                    pass


def _verdict_positions(
    game: ReviewedGame, odds: AnswerOdds, seat: Seat, number: int, *, right: bool
) -> WeightedPositions:
    """The verdict on an accusation is the last answer, as likely to be right as the accuser could know."""
    accused = game.events[number - 1]
    assert isinstance(accused, Accused)
    suspect, weapon, room = accused.theory
    share = odds.case_files(seat, number - 2).get((suspect.index, weapon.index, room.index), 0.0)
    rows = np.repeat(game.rows_at(number - 2)[None], 2, axis=0)
    rows[0, seat.index, Column.OUT] = 1
    rows[1, :, Column.OUT] = 1
    rows[1, seat.index, Column.OUT] = 0
    return WeightedPositions(rows, np.array([share - right, right - share]))


def deal_luck(game: ReviewedGame, seat: Seat) -> float:
    """The luck of a seat's own hand: its value minus the mean over all hands of this size.

    All that counts of a hand before the first question is how many cards of each kind are in it: every case file of
    the others is equally likely. The others are held at the mean of their hands, so that the mean is exactly 0.
    """
    base = game.rows_at(game.first).copy()
    sizes = game.point(game.first).scene.sizes
    expected = {size: sum(share * bits for bits, share in _hands(game, size)) for size in set(sizes)}
    base[:, Column.BITS] = [expected[size] for size in sizes]
    hands = _hands(game, sizes[seat.index])
    rows = np.repeat(base[None], len(hands) + 1, axis=0)
    rows[:-1, seat.index, Column.BITS] = [bits for bits, _ in hands]
    rows[-1, seat.index, Column.BITS] = game.knowledge[seat.index].points[0].bits
    wins = game.model.chances(rows)[:, seat.index]
    return float(wins[-1]) - float(np.dot(wins[:-1], [share for _, share in hands]))


def _hands(game: ReviewedGame, size: int) -> list[tuple[float, float]]:
    """The bits left with every kind of hand of this size, and how likely that kind is."""
    deck = game.table.edition.deck
    open_cards = next((event.cards.mask for event in game.events if isinstance(event, LaidOpen)), 0)
    kinds = [sum(not card.bit & open_cards for card in cards) for cards in (deck.suspects, deck.weapons, deck.rooms)]
    # One of each kind is in the case file, and open cards are dealt to nobody.
    dealt = [kind - 1 for kind in kinds]
    every = comb(sum(dealt), size)
    found: list[tuple[float, float]] = []
    for held in product(*(range(min(size, kind) + 1) for kind in dealt)):
        if sum(held) == size:
            ways = 1
            left = 0.0
            for number, kind, total in zip(held, dealt, kinds, strict=True):
                ways *= comb(kind, number)
                left += log2(total - number)
            found.append((left, ways / every))
    return found
