"""Matches between levels, kept as long as the code that they depend on stays the same."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

import greycells
from greycells.arena import Pairing, play_tournament
from greycells.arena.standings import StandingsTable
from greycells.arena.tournament import Journal
from greycells.deduction.exact_counting import warm_up

SEED = 4001


KEPT = Path(__file__).parents[2] / "build" / "strength"


@cache
def code() -> str:
    """What the figures depend on: the code and the data of everything below the arena, as one number."""
    home = Path(greycells.__file__).parent
    digest = blake2b(digest_size=8)
    for part in ("rules", "editions", "deduction", "players"):
        for path in sorted((home / part).rglob("*")):
            if path.suffix in (".py", ".toml", ".txt"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def played(pairing: Pairing, games: int) -> StandingsTable:
    """The table of a pairing, from what was kept as far as it goes."""
    name = "-".join((pairing.edition, *pairing.players[:2], str(pairing.seats), str(pairing.seed), str(games)))
    kept = KEPT / code() / f"{name.replace(':', '-')}.json"
    if kept.is_file():
        return msgspec.json.decode(kept.read_bytes(), type=StandingsTable)
    warm_up()
    journal = Journal(kept.with_suffix(".jsonl"))
    table = play_tournament(pairing, games, journal=journal).table()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(msgspec.json.encode(table))
    return table
