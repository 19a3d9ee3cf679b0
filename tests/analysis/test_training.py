"""The training scripts: their gradients against differences, and that training lowers what luck leaves unexplained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from tools.train_chances import Floats, gradients
from tools.train_luck import LuckyGame, fit, load, lucky_game, play, unexplained, unexplained_and_slopes

from greycells.chances.model import default_model, features
from greycells.deduction.exact_counting import warm_up

INPUTS, HIDDEN, SEATS = 5, 4, 3


def network(rng: np.random.Generator) -> list[Floats]:
    shapes = ((INPUTS, HIDDEN), (HIDDEN,), (HIDDEN, 1), (1,))
    return [rng.normal(0, 0.5, shape) for shape in shapes]


def compare(weights: list[Floats], loss: Callable[[Sequence[Floats]], float], slopes: Sequence[Floats]) -> None:
    """Every gradient against the change of the loss with a small change of that weight."""
    for index, slope in enumerate(slopes):
        for place in np.ndindex(weights[index].shape):
            higher, lower = ([one.copy() for one in weights] for _ in range(2))
            higher[index][place] += 1e-4
            lower[index][place] -= 1e-4
            assert slope[place] == pytest.approx((loss(higher) - loss(lower)) / 2e-4, abs=2e-4)


def test_the_gradients_of_the_cross_entropy_are_right() -> None:
    rng = np.random.default_rng(1)
    weights, seen = network(rng), rng.normal(size=(7, SEATS, INPUTS))
    out = rng.random((7, SEATS)) < 0.2
    out[:, 0] = False
    winner = np.zeros(7, int)
    compare(weights, lambda some: gradients(some, seen, out, winner)[1], gradients(weights, seen, out, winner)[0])


def lucky(rng: np.random.Generator) -> LuckyGame:
    positions = int(rng.integers(2, 6))
    weights = rng.normal(size=positions)
    won = np.eye(SEATS)[rng.integers(SEATS)]
    out = rng.random((positions, SEATS)) < 0.2
    return LuckyGame(won, rng.normal(size=(positions, SEATS, INPUTS)), out, weights - weights.mean())


def test_the_gradients_of_what_luck_leaves_unexplained_are_right() -> None:
    rng = np.random.default_rng(2)
    weights, games = network(rng), [lucky(rng) for _ in range(5)]

    def loss(some: Sequence[Floats]) -> float:
        return float((unexplained_and_slopes(some, games)[0] ** 2).sum() / len(games))

    compare(weights, loss, unexplained_and_slopes(weights, games)[1])
    assert unexplained(weights, games) == pytest.approx(
        (loss(weights) / np.mean([((game.won - 1 / SEATS) ** 2).sum() for game in games])) ** 0.5
    )


def test_training_begins_with_the_winning_chances_and_explains_more(tmp_path: Path) -> None:
    warm_up()
    play(tmp_path, 12, seed=5, table=0, seconds=60)
    games = list(load(tmp_path))
    again = lucky_game(3, 5, table=0)
    assert games[3].weights == pytest.approx(again.weights)
    assert games[3].values == pytest.approx(features(again.values), abs=1e-4)
    model = fit(games, epochs=4)

    def left(layers: tuple[tuple[Floats, Floats], ...]) -> float:
        return unexplained([part for layer in layers for part in layer], games)

    assert left(model.layers) < 0.9 * left(default_model().layers)
