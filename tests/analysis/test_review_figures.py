"""The figures of `docs/learn/review.md`, in samples that take minutes: the model, and accuracy along the ladder."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest
from benchmarks.reviews import EVERY_SECOND, SEATS, SEED, MeanInterval, reviewed
from tools.train_chances import TABLES, UNSEEN, Positions, measured, positions_of, sample

from greycells.arena.match import Pairing
from greycells.chances.model import default_model, proved_to_move
from greycells.deduction.exact_counting import warm_up

GAMES = 2100
FEW = 60
MOST_ERROR = 0.03
EDITIONS = "classic", "luxury", "anniversary", "getaway", "master-detective"
PLAYERS = "one level", "any levels"


def unseen(games: int) -> Positions:
    """The positions of games of all editions that the model was not trained with."""
    warm_up()
    return positions_of([found for number in range(games) if (found := sample(number, UNSEEN)) is not None])


def calibration(positions: Positions) -> dict[str, float]:
    """The calibration error where the mover has not proved the case, by kind of game."""
    return {str(line["games"]): float(str(line["calibration"])) for line in measured(default_model(), positions)}


def test_the_winning_chances_of_a_few_unseen_games_are_about_right() -> None:
    positions = unseen(FEW)
    assert calibration(positions)["all"] <= 2 * MOST_ERROR
    proved = proved_to_move(positions.rows)
    assert proved.any()
    assert (default_model().chances(positions.rows)[proved] == 1).all()


@pytest.mark.proof
def test_the_winning_chances_of_unseen_games_are_right_in_all_editions_and_whoever_plays() -> None:
    positions = unseen(GAMES)
    assert len(np.unique(positions.table)) == len(TABLES)
    errors = calibration(positions)
    for players in PLAYERS:
        assert errors[f"players of {players}"] <= MOST_ERROR
        for edition in EDITIONS:
            assert errors[f"{edition}, {players}"] <= MOST_ERROR, edition


@pytest.mark.proof
@pytest.mark.parametrize("edition", EDITIONS)
def test_accuracy_rises_with_every_second_level(edition: str) -> None:
    found: list[MeanInterval] = []
    for level in EVERY_SECOND:
        pairing = Pairing(edition, (level,) * SEATS, SEED)
        games = [reviewed(pairing, number, decisions=True) for number in range(10)]
        found.append(MeanInterval.of([fmean(one.accuracy or 0.0 for one in game.seats) for game in games]))
    means = [each.mean for each in found]
    assert means == sorted(means)
    assert found[-1].mean - found[-1].half > found[0].mean + found[0].half
