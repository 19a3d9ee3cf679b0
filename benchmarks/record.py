"""Speed of records on one core: turns read, checked and written per second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from greycells import Game, load
from greycells.library import fault_of
from greycells.notation import Reading, Record, scan, write, write_json_lines
from greycells.players import player

EDITIONS = ("classic", "luxury", "anniversary", "getaway", "master-detective")
GAMES = 20
TURNS = 120

T = TypeVar("T")


def record_of(edition_key: str, seed: int) -> Record:
    """A long game of three players that move to rooms at random."""
    game = Game.new(load(edition_key), ["Ada", "Grace", "Hedy"], seed=seed)
    players = [player("stroller", seed=seed + seat.index) for seat in game.seats]
    while game.to_act is not None and game.scene.turn.number <= TURNS:
        game.play(players[game.to_act.index].choose(game.view(game.to_act)))
    return Record(game.table, tuple(game.events))


def check(text: str) -> Reading:
    """What `greycells check` does with the text of a file."""
    reading = scan(text)
    assert fault_of(reading) is None
    return reading


def seconds(work: Callable[[T], object], things: list[T], *, times: int) -> float:
    """The CPU time of the best of several runs, because the machine is shared."""
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        for thing in things:
            work(thing)
        best = min(best, time.process_time() - began)
    return best


def main(times: int = 5) -> None:
    print(f"{'turns/s':18}{'check':>12}{'read':>12}{'write':>12}{'check json':>12}{'bytes/turn':>12}")
    for key in EDITIONS:
        records = list(map(partial(record_of, key), range(GAMES)))
        texts, twins = list(map(write, records)), list(map(write_json_lines, records))
        turns = sum(len([line for line in text.splitlines() if line[0].isdigit()]) for text in texts)
        speeds = (
            seconds(check, texts, times=times),
            seconds(scan, texts, times=times),
            seconds(write, records, times=times),
            seconds(check, twins, times=times),
        )
        size = sum(map(len, texts)) / turns
        print(f"{key:18}{''.join(f'{turns / speed:12,.0f}' for speed in speeds)}{size:12,.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
