"""Speed of the players on one core: full games per second, and time per decision, in every edition.

python -m benchmarks.players                       # every level, every edition
python -m benchmarks.players --own-processes 50    # a class of a file in its own process, beside the same class here
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import against

from greycells.arena import Pairing, Standings, play_match
from greycells.deduction.exact_counting import warm_up
from greycells.players import levels
from greycells.players.program_player import ProgramPlayer

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
    """Games per second of one kind of player against itself, and its standings; the first game isn't counted."""
    pairing = Pairing(edition, (spec,) * seats, 1)
    play_match(pairing, 0)
    standings = Standings(pairing)
    began = time.process_time()
    while time.process_time() - began < seconds:
        standings.add(play_match(pairing, standings.games)[0])
    return standings.games / (time.process_time() - began), standings


PROBE = """
import json, sys
from time import process_time
from greycells.arena import Pairing, play_match
from greycells.deduction.exact_counting import warm_up

warm_up()
PLAYERS = {"inspector": 20, "chief": 8, "superintendent": 2}
for spec in PLAYERS:
    play_match(Pairing("classic", (spec,) * 4, 1), 0)
for _ in sys.stdin:
    found = {}
    for spec, games in PLAYERS.items():
        pairing = Pairing("classic", (spec,) * 4, 1)
        began = process_time()
        for game in range(1, games + 1):
            play_match(pairing, game)
        found[f"{spec}s, classic, 4 seats: games/s"] = games / (process_time() - began)
    print(json.dumps(found), flush=True)
"""
"""Measures one tree, for `--against`: the same games in both."""


OWN_CLASS = """
from greycells.players.inspector import Inspector


class Same(Inspector):
    pass
"""


def own_processes(games: int) -> None:
    """Games per second of four inspectors here, and with one or all of them as a class of a file in its own process.

    Every game is played in each way before the next, so that whatever else the machine does slows all of them. The
    games are the same.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bot.py"
        file.write_text(OWN_CLASS, encoding="utf-8")
        own = f"{file}:Same"
        tables = {count: Pairing("classic", (own,) * count + ("inspector",) * (4 - count), 1) for count in (0, 1, 4)}
        seconds, starting = dict.fromkeys(tables, 0.0), 0.0
        for number in range(games + 1):
            outcomes = set[tuple[int, int | None]]()
            for count, pairing in tables.items():
                began = time.perf_counter()
                found, _ = play_match(pairing, number)
                if number:  # Loading is done in the first game.
                    seconds[count] += time.perf_counter() - began
                assert not any(seat.faults for seat in found.seats)
                outcomes.add((found.turns, found.winner))
            assert len(outcomes) == 1
            began = time.perf_counter()
            process = ProgramPlayer.hosting(own)
            process.build()
            process.close()
            starting += (time.perf_counter() - began) if number else 0.0
        for count, spent in seconds.items():
            rate, ratio = games / spent, spent / seconds[0]
            print(f"{count} of 4 in processes of their own: {rate:6.2f} games/s, {ratio:5.1f} times as long")
        print(f"starting such a process and ending it: {1000 * starting / games:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=4.0, help="CPU time for each kind of player")
    parser.add_argument("--against", metavar="REF", help="compare with another commit instead, in alternating runs")
    parser.add_argument(
        "--own-processes", metavar="GAMES", type=int, help="compare a class of a file with ours instead"
    )
    arguments = parser.parse_args()
    if arguments.against:
        against.compare(arguments.against, PROBE, more_is_better=True)
        return
    seconds: float = arguments.seconds
    warm_up()
    if arguments.own_processes:
        own_processes(arguments.own_processes)
        return
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
    main()
