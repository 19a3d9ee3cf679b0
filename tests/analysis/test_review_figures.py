"""The figures of `docs/learn/review.md`, in samples that take minutes: the model, and accuracy along the ladder."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest
from benchmarks.reviews import EVERY_SECOND, SEATS, SEED, MeanInterval, reviewed
from tools.train_chances import FIXED, UNSEEN, calibration_error, sample, skill

from greycells.arena.match import Pairing
from greycells.chances.model import model_with_hands

GAMES = 1500
AGAIN = 200
"""How many samples of the games, drawn with replacement, show how far the figures of this many games may be off."""

LEAST_SKILL = {0.75: 0.12, 0.9: 0.20}


@pytest.mark.proof
def test_the_model_is_calibrated_and_better_than_guessing_on_games_that_it_has_not_seen() -> None:
    games = [found for number in range(GAMES) if (found := sample(number, UNSEEN, table=0)) is not None]
    rows = np.stack([rows[:, :4] for rows, *_ in games])
    chances = model_with_hands().chances(rows)
    won = (np.arange(4) == np.array([winner for _, _, winner, _ in games])[:, None]).astype(float)
    every = np.broadcast_to(won[:, None], chances.shape)
    assert calibration_error(chances.ravel(), every.ravel()) <= 0.02
    rng = np.random.default_rng(1)
    for part, least in LEAST_SKILL.items():
        at = chances[:, FIXED.index(part)]
        drawn = [rng.integers(len(games), size=len(games)) for _ in range(AGAIN)]
        error = float(np.std([skill(at[some], won[some], np.full_like(at, 1 / 4)) for some in drawn]))
        assert skill(at, won, np.full_like(at, 1 / 4)) >= least - 2 * error


@pytest.mark.proof
@pytest.mark.parametrize("edition", ["classic", "luxury", "anniversary", "getaway", "master-detective"])
def test_accuracy_rises_with_every_second_level(edition: str) -> None:
    found: list[MeanInterval] = []
    for level in EVERY_SECOND:
        pairing = Pairing(edition, (level,) * SEATS, SEED)
        games = [reviewed(pairing, number, decisions=True) for number in range(10)]
        found.append(MeanInterval.of([fmean(one.accuracy or 0.0 for one in game.seats) for game in games]))
    means = [each.mean for each in found]
    assert means == sorted(means)
    assert found[-1].mean - found[-1].half > found[0].mean + found[0].half
