"""The figures that the project claims: each level against those of the one below, on the real boards (`make proof`).

All of it takes hours of one core. It uses all cores, and every game is kept in `build/strength`, by the code that
played it: so a run that was stopped goes on, and a row that was finished is not played again until the code changes.
"""

from __future__ import annotations

import pytest
from tests.arena.strength_matches import SEED, played

from greycells.arena import Pairing
from greycells.arena.standings import Standing

pytestmark = pytest.mark.proof

GAMES = 2000
GAMBLERS = ("chief", "superintendent")
"""Those who accuse when it is worth the risk; all others must be right."""

BELOW = [
    ("constable", "stroller", 0.40),
    ("sergeant", "constable", 0.40),
    ("inspector", "sergeant", 0.40),
    ("chief", "inspector", 0.35),
    ("chief:careful", "inspector", 0.30),
    ("superintendent", "chief", 0.30),
]


def stands(hero: str, others: str, *, edition: str, seats: int) -> Standing:
    """How one fares against the others at a table of so many, all games ended and nobody wrong who never may be."""
    table = played(Pairing(edition, (hero, *(others,) * (seats - 1)), SEED), GAMES)
    assert (table.games, table.stuck) == (GAMES, 0)
    for line in table.players:
        assert line.player in GAMBLERS or line.wrong_accusations == 0
    return next(line for line in table.players if line.player == hero)


@pytest.mark.parametrize(("hero", "others", "least"), BELOW)
def test_one_against_three_of_the_level_below(hero: str, others: str, least: float) -> None:
    assert stands(hero, others, edition="classic", seats=4).win_rate >= least


@pytest.mark.parametrize(("hero", "others"), [row[:2] for row in BELOW])
@pytest.mark.parametrize(("edition", "seats"), [("getaway", 4), ("master-detective", 6)])
def test_no_level_is_worse_than_the_one_below_on_other_boards(hero: str, others: str, edition: str, seats: int) -> None:
    assert stands(hero, others, edition=edition, seats=seats).win_interval[1] >= 1 / seats


def test_four_chiefs_need_few_suggestions_in_the_parlour() -> None:
    table = played(Pairing("parlour", ("chief",) * 4, SEED), GAMES)
    assert table.players[0].suggestions_to_solve is not None
    assert table.players[0].suggestions_to_solve <= 4.2
