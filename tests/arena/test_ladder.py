"""The ladder: each level beats the one below, but not by so much that people fall into the gap between them."""

from __future__ import annotations

from itertools import pairwise
from math import log10

import pytest
from tests.arena.test_strength import SEED, played

from greycells.arena import Pairing, play_tournament
from greycells.arena.round_robin import PairCount, ratings
from greycells.arena.standings import Standing, StandingsTable, wilson
from greycells.players.ladder import LADDER

BAND = 0.33, 0.55
"""How often one of a level should win against three of the level below; 0.25 would be even."""

PAIRS = [(upper.id, lower.id) for lower, upper in pairwise(LADDER)]
EDITIONS = [("classic", 1000), ("luxury", 400), ("getaway", 400), ("master-detective", 400)]
SAMPLE = {"senior-constable": 24, "inspector": 32}
"""The pairs in `make test`, and how many games each."""


def of(table: StandingsTable, player: str) -> Standing:
    return next(line for line in table.players if line.player == player)


def in_band(interval: tuple[float, float]) -> bool:
    """Whether the true share may be in the band: the interval isn't wholly outside it."""
    least, most = BAND
    return interval[1] >= least and interval[0] <= most


def test_the_band_refuses_what_lies_outside() -> None:
    assert in_band(wilson(450, 1000))
    assert in_band(wilson(310, 1000))
    assert not in_band(wilson(250, 1000))
    assert not in_band(wilson(998, 1000))


@pytest.mark.parametrize(("upper", "lower"), [pair for pair in PAIRS if pair[0] in SAMPLE])
def test_one_step_up_is_worth_climbing(upper: str, lower: str) -> None:
    games = SAMPLE[upper]
    table = play_tournament(Pairing("classic", (upper, lower, lower, lower), 16), games, workers=1).table()
    assert (table.games, table.stuck) == (games, 0)
    assert in_band(of(table, upper).win_interval)


@pytest.mark.proof
@pytest.mark.parametrize(("upper", "lower"), PAIRS)
@pytest.mark.parametrize(("edition", "games"), EDITIONS)
def test_every_step_is_in_the_band_in_every_edition(upper: str, lower: str, edition: str, games: int) -> None:
    table = played(Pairing(edition, (upper, lower, lower, lower), SEED), games)
    assert (table.games, table.stuck) == (games, 0)
    assert in_band(of(table, upper).win_interval)


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
