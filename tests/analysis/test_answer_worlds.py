"""What answers tell everybody: in the real deal, what the seats knew; in other deals, nothing that was hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from tests.analysis.finished_games import played
from tests.margin import PROOF

from greycells.analysis.review.answer_odds import AnswerOdds
from greycells.analysis.review.answer_worlds import (
    KNOWLEDGE,
    AskedQuestion,
    WeightedPositions,
    World,
    answer_positions,
    answers_after,
)
from greycells.analysis.review.completions import completions
from greycells.analysis.review.luck import chance_positions
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.chances.model import default_model, luck_model
from greycells.chances.standing import Column
from greycells.deduction.what_if import what_if
from greycells.editions import load
from greycells.notation.record import Record
from greycells.rules.events import Shown, Snooped, Suggested
from greycells.rules.seats import Seat

TABLES = [("classic", 4), ("getaway", 3), ("master-detective", 3), ("cottage", 3)]


def reviewed(edition: str, seats: int, seed: int = 4) -> ReviewedGame:
    game = played(load(edition), seats, seed=seed)
    return ReviewedGame.of(game.table, game.events, default_model())


def suggested(game: ReviewedGame) -> Iterator[tuple[int, Suggested]]:
    for number, event in enumerate(game.events):
        if isinstance(event, Suggested):
            yield number, event


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_in_the_real_deal_everybody_knows_what_they_knew(
    edition: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the real hands as the only world, all others learn in it what they learned in the game."""
    game = reviewed(edition, seats)
    hands = [game.hand(seat).mask for seat in game.table.seats]
    compared = 0
    for number, event in suggested(game):
        evidence = game.knowledge[event.seat.index].evidence_at(number - 1)
        outcomes = what_if(evidence, event.theory, by=event.seat, answering=game.table.rules.answering).outcomes
        given = tuple(answers_after(game, event.seat, number))
        at = next(at for at, outcome in enumerate(outcomes) if outcome.answers == given)
        world = World(at, 1.0, hands)
        monkeypatch.setattr(AskedQuestion, "worlds", partial(_only, world))
        found = answer_positions(game, AnswerOdds(game), event.seat, number, event.theory)
        assert found is not None
        after, same, before, same_before = found.rows
        known = [other.index for other in game.table.seats if _is_told(game, event.seat, other, number)]
        assert same_before[known] == pytest.approx(before[known], abs=1e-9)
        assert same[known][:, KNOWLEDGE] == pytest.approx(after[known][:, KNOWLEDGE], abs=1e-9)
        compared += len(known)
    assert compared


def _only(world: World) -> list[World]:
    return [world]


def _is_told(game: ReviewedGame, asker: Seat, other: Seat, number: int) -> bool:
    """Whether it is certain what this seat knew: another seat in the game that has seen no card yet."""
    saw = any(
        (isinstance(event, Shown) and event.to == other) or (isinstance(event, Snooped) and event.seat == other)
        for event in game.events[:number]
    )
    return other != asker and not saw and not game.point(number).scene.is_out(other)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_no_hidden_card_changes_what_could_have_happened(edition: str, seats: int) -> None:
    game = reviewed(edition, seats)
    compared = 0
    for seat in game.table.seats[: None if PROOF else 1]:
        record = Record(game.table, game.events).copy_for(seat)
        others = [
            ReviewedGame.of(game.table, events, default_model())
            for events in completions(game.table, seat, record.events, number=1)
        ]
        for number, event in suggested(game):
            if event.seat == seat:
                told = [answer_positions(one, AnswerOdds(one), seat, number, event.theory) for one in (game, *others)]
                first, *rest = [_imagined(each) for each in told if each is not None]
                for each in rest:
                    assert each[0] == pytest.approx(first[0])
                    drawn = ~np.isclose(first[1], 0).all(axis=1)
                    assert each[1][drawn] == pytest.approx(first[1][drawn])
                    compared += int(drawn.sum())
    assert compared > 3


def _imagined(positions: WeightedPositions) -> tuple[object, np.ndarray]:
    """The weights of what could have happened, and how many bits everybody learns there."""
    half = len(positions.rows) // 2
    bits = positions.rows[..., Column.BITS]
    return positions.weights[1:half], (bits[half + 1 :] - bits[1:half]).round(9)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_what_happened_and_what_could_have_happened_weigh_the_same(edition: str, seats: int) -> None:
    game = reviewed(edition, seats)
    kinds: set[str] = set()
    for kind, (rows, weights) in chance_positions(game):
        kinds.add(kind)
        assert len(rows) == len(weights)
        assert float(weights.sum()) == pytest.approx(0, abs=1e-9)
        assert np.isfinite(luck_model().chances(rows)).all()
    assert "answers" in kinds
