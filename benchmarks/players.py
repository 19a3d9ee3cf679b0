"""How fast the players think, on one core: full games a second, and the time of a decision in every edition."""

from __future__ import annotations

import sys
import time

from greycells.arena import Pairing, Standings, play_match
from greycells.deduction.engine import warm_up
from greycells.players import levels

TABLES = (
    ("classic", 4),
    ("classic", 6),
    ("luxury", 4),
    ("anniversary", 4),
    ("getaway", 4),
    ("master-detective", 6),
    ("master-detective", 10),
    ("parlour", 4),
)


def measure(edition: str, spec: str, *, seats: int, seconds: float) -> tuple[float, Standings]:
    """Games per second of one kind of player against itself, and its standings; the first game is not counted."""
    pairing = Pairing(edition, (spec,) * seats, 1)
    play_match(pairing, 0)
    standings = Standings(pairing)
    began = time.process_time()
    while time.process_time() - began < seconds:
        standings.add(play_match(pairing, standings.games)[0])
    return standings.games / (time.process_time() - began), standings


def main(seconds: float = 4.0) -> None:
    warm_up()
    print(f"{'edition':18}{'seats':>6} {'player':16}{'games/s':>9}{'median us':>11}{'p99 us':>9}{'suggestions':>13}")
    for edition, seats in TABLES:
        for spec in levels():
            rate, standings = measure(edition, spec, seats=seats, seconds=seconds)
            line = standings.table().players[0]
            times = f"{line.decision_median_us or 0:11,}{line.decision_p99_us or 0:9,}"
            print(
                f"{edition:18}{seats:6} {spec:16}{rate:9.1f}{times}{line.suggestions_to_solve or 0:13.2f}", flush=True
            )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 4.0)
