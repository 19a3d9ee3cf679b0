"""The players choose as before: measurements are comparable only if the same seeds give the same games.

A digest changes if a player chooses differently, or if events are written differently. Faster code must not do either.
"""

from __future__ import annotations

from hashlib import blake2b

import pytest

from greycells.arena import Pairing, play_match

GAMES = [
    ("classic", "inspector", 4, 2, "02ed681194360dc3"),
    ("master-detective", "inspector", 6, 2, "a6204e8a9d7beb3e"),
    ("getaway", "inspector", 4, 2, "1e820cbc3e155e84"),
    ("classic", "chief", 4, 1, "a33b2d40072b041b"),
    ("master-detective", "chief", 6, 1, "d18a46665775dcfc"),
    ("classic", "superintendent:nodes=60", 4, 5, "daed5ffe989180a6"),
]


@pytest.mark.parametrize(("edition", "spec", "seats", "number", "digest"), GAMES)
def test_the_same_seed_gives_the_same_game(edition: str, spec: str, seats: int, number: int, digest: str) -> None:
    _, game = play_match(Pairing(edition, (spec,) * seats, 7), number)
    events = "\n".join(map(repr, game.events))
    assert blake2b(events.encode(), digest_size=8).hexdigest() == digest
