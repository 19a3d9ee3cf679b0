"""The players choose as before: measurements are comparable only if the same seeds give the same games.

A digest changes if a player chooses differently, or if events are sent differently. Faster code must not do either.
"""

from __future__ import annotations

from hashlib import blake2b

import pytest
from tests.players.sent_games import game_as_sent

from greycells.arena import Pairing, play_match

GAMES = [
    ("classic", "inspector", 4, 2, "b72fcedae25cfe75"),
    ("master-detective", "inspector", 6, 2, "f62064b7b628c06d"),
    ("getaway", "inspector", 4, 2, "8b6d298eaa11f0e3"),
    ("classic", "chief", 4, 1, "a90d41734a40cfce"),
    ("master-detective", "chief", 6, 1, "0109ee775fce01d2"),
    ("classic", "superintendent:nodes=60", 4, 5, "f5f3f23ad734308d"),
]


@pytest.mark.parametrize(("edition", "spec", "seats", "number", "digest"), GAMES)
def test_the_same_seed_gives_the_same_game(edition: str, spec: str, seats: int, number: int, digest: str) -> None:
    _, game = play_match(Pairing(edition, (spec,) * seats, 7), number)
    assert blake2b(game_as_sent(game), digest_size=8).hexdigest() == digest
