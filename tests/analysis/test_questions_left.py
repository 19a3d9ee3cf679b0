"""The questions that a seat still needs: none exactly when it could prove the case, and the real answers lead there."""

from __future__ import annotations

import pytest
from tests.analysis.test_first_proofs import played

from greycells.analysis.questions_left import MOST_QUESTIONS, QuestionsAhead
from greycells.analysis.reviewed_game import ReviewedGame
from greycells.chances.model import default_model, model_with_hands
from greycells.chances.standing import Column
from greycells.editions import load


@pytest.mark.parametrize(("edition", "seats"), [("classic", 4), ("getaway", 4), ("master-detective", 3)])
def test_nothing_is_left_to_ask_exactly_when_the_case_can_be_proved(edition: str, seats: int) -> None:
    game = played(load(edition), seats, seed=2)
    reviewed = ReviewedGame.of(game.table, game.events, default_model())
    ahead = QuestionsAhead(game.table, reviewed.knowledge, [game.hand(seat) for seat in game.seats])
    counts: set[int] = set()
    for point in reviewed.points[:-1]:
        for seat in game.seats:
            left = ahead.left(seat, point, may_ask=False)
            known = reviewed.knowledge[seat.index].at(point.event)
            assert (left.questions == 0) == known.solved
            assert (left.turns == 0) == (known.solved or not game.table.rules.dice)
            counts.add(left.questions)
    assert len(counts) > 3
    assert max(counts) <= MOST_QUESTIONS


def test_the_graph_knows_the_hands_and_decisions_do_not() -> None:
    game = played(load("classic"), 4, seed=2)
    reviewed = ReviewedGame.of(game.table, game.events, default_model())
    assert model_with_hands().with_hands
    assert not default_model().with_hands
    assert not reviewed.rows[..., [Column.QUESTIONS_LEFT, Column.TURNS_LEFT]].any()
    assert reviewed.chances[:-4] != pytest.approx(reviewed.known_chances[:-4], abs=0.01)
    assert reviewed.chances[-1] == pytest.approx(reviewed.known_chances[-1])
