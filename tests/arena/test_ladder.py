"""The ladder: each level beats the one below, but not by so much that people fall into the gap between them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.arena.strength_matches import SEED, played

from greycells.arena import Pairing, play_tournament
from greycells.arena.standings import Standing, StandingsTable, wilson
from greycells.players.bot_levels import LADDER

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
