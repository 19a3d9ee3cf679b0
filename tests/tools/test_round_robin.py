"""Ratings from counts of wins between every two players."""

from __future__ import annotations

from math import log10

import pytest
from tools.round_robin import PairCount, ratings


def test_ratings_are_on_one_scale() -> None:
    counts = [PairCount("classic", "b", "a", 4000, 3000), PairCount("classic", "c", "b", 4000, 3000)]
    found = ratings(counts, first="a")
    step = 400 * log10(3)
    assert found["a"] == (1000, 0)
    assert found["b"].points == pytest.approx(1000 + step, abs=1)
    assert found["c"].points == pytest.approx(1000 + 2 * step, abs=2)
    assert found["a"].reach < found["b"].reach < found["c"].reach < 30


def test_a_pair_without_a_loss_has_a_rating_too() -> None:
    found = ratings([PairCount("classic", "b", "a", 40, 40), PairCount("classic", "c", "b", 40, 20)], first="a")
    assert 1500 < found["b"].points < 2500
    assert found["c"].points == pytest.approx(found["b"].points, abs=1e-6)
