"""How long a review takes on one core, in process time, so that other work on the machine doesn't count."""

from __future__ import annotations

from statistics import median
from time import process_time

import pytest
from tests.analysis.reviewed_games import review_game

from greycells.arena.match import Pairing, play_match
from greycells.chances.model import default_model
from greycells.deduction.exact_counting import warm_up

GAMES = 5


@pytest.mark.proof
@pytest.mark.parametrize(("edition", "seats", "most"), [("classic", 4, 2.0), ("master-detective", 6, 8.0)])
def test_a_review_takes_at_most_so_many_seconds_of_one_core(edition: str, seats: int, most: float) -> None:
    """The kernel and the model are loaded before, as in a review worker; paths are not."""
    warm_up()
    default_model()
    times: list[float] = []
    for number in range(GAMES):
        _, game = play_match(Pairing(edition, ("inspector",) * seats, 1), number)
        began = process_time()
        review_game(game)
        times.append(process_time() - began)
    assert median(times) <= most, times
