"""The figures that the project claims: each level against three of the one below, on the real board (`make proof`)."""

from __future__ import annotations

import resource

import pytest

from greycells.arena import Pairing, play_tournament
from greycells.deduction.engine import warm_up

pytestmark = pytest.mark.proof


@pytest.mark.parametrize(
    ("hero", "others", "least"),
    [
        ("constable", "stroller", 0.40),
        ("sergeant", "constable", 0.40),
        ("inspector", "sergeant", 0.40),
        ("chief", "inspector", 0.35),
        ("chief:careful", "inspector", 0.30),
        ("superintendent", "chief", 0.30),
    ],
)
def test_one_against_three_of_the_level_below(hero: str, others: str, least: float) -> None:
    warm_up()
    table = play_tournament(Pairing("classic", (hero, others, others, others), 2026), 2000).table()
    lines = {line.player: line for line in table.players}
    assert table.stuck == 0
    assert lines[hero].win_rate >= least
    for line in table.players:
        if line.player not in ("chief", "superintendent"):
            assert line.wrong_accusations == 0


def test_four_chiefs_need_few_suggestions_in_the_parlour() -> None:
    warm_up()
    table = play_tournament(Pairing("parlour", ("chief",) * 4, 2026), 1000).table()
    assert table.players[0].suggestions_to_solve is not None
    assert table.players[0].suggestions_to_solve <= 4.2


def test_ten_thousand_games_leave_nothing_behind() -> None:
    warm_up()
    pairing = Pairing("classic", ("inspector", "sergeant", "constable"), 2026)
    play_tournament(pairing, 500, workers=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table = play_tournament(pairing, 10_000, workers=1).table()
    assert (table.games, table.stuck) == (10_000, 0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
