"""Speed of computing where a pawn can go, uncached and cached, and the memory of the path tables."""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FunctionType, ModuleType

from greycells import Board, Edition, Place, load
from greycells.rules.board import Movement

BOARDS = ("classic", "getaway", "master-detective")
ROLLS = [one + other for one in range(1, 7) for other in range(1, 7)]
QUESTIONS = 4000
ROUNDS = 3
"""How often each uncached question is measured; the best time counts, because the machine is shared."""


def microseconds(ask: Callable[[], object], *, times: int = 1) -> float:
    began = time.process_time()
    for _ in range(times):
        ask()
    return (time.process_time() - began) / times * 1e6


def megabytes(walks: Movement) -> float:
    """The memory of the path tables, without the board itself."""
    seen: set[int] = set()
    weight, held = 0, [walks]
    while held:
        thing: object = held.pop()
        if id(thing) not in seen and not isinstance(thing, type | ModuleType | FunctionType | Board | Place):
            seen.add(id(thing))
            weight += sys.getsizeof(thing)
            held += gc.get_referents(thing)
    return weight / 1e6


def build(walks: Movement) -> tuple[float, float, float]:
    """Build every table for two dice: total seconds, milliseconds for the slowest one, and megabytes."""
    spent = [microseconds(partial(walks.reach, start, roll)) for start in walks.board.places for roll in range(1, 13)]
    return sum(spent) / 1e6, max(spent) / 1e3, megabytes(walks)


def questions(edition: Edition, chance: random.Random) -> list[tuple[Place, int, int]]:
    """A start, a roll of two dice, and the other pawns in random places."""
    places = edition.board.places
    standing = [place for place in places if place.bit & edition.board.standing]
    asked: list[tuple[Place, int, int]] = []
    for _ in range(QUESTIONS):
        start = chance.choice(places)
        others = chance.sample(standing, len(edition.deck.suspects) - 1)
        asked.append((start, chance.choice(ROLLS), sum(place.bit for place in others if place is not start)))
    return asked


def answered_afresh(walks: Movement, asked: list[tuple[Place, int, int]]) -> list[float]:
    """The time of each answer with warm tables and an empty cache."""
    walks.forget()
    return [microseconds(partial(walks.reach, start, roll, occupied=others)) for start, roll, others in asked]


def kept_and_path(walks: Movement, asked: list[tuple[Place, int, int]]) -> tuple[float, float]:
    """The time of a cached answer, and of a default path to one of the ends."""
    kept: list[float] = []
    path: list[float] = []
    for start, roll, others in asked:
        ends = walks.reach(start, roll, occupied=others).ends
        end = ends[len(ends) // 2]
        walks.path(start, end, roll, occupied=others)
        kept.append(microseconds(partial(walks.reach, start, roll, occupied=others), times=50))
        path.append(microseconds(partial(walks.path, start, end, roll, occupied=others), times=50))
    return statistics.median(kept), statistics.median(path)


def main() -> None:
    heads = ("mean us", "median", "p99", "cached us", "path us", "build s", "worst ms", "MB")
    print(f"{'board':16}" + "".join(f"{head:>10}" for head in heads))
    for key in BOARDS:
        edition = load(key)
        walks = edition.walks
        seconds, worst, weight = build(walks)
        asked = questions(edition, random.Random(1))
        fresh = sorted(map(min, *(answered_afresh(walks, asked) for _ in range(ROUNDS))))
        kept, path = kept_and_path(walks, asked[:500])
        figures = statistics.mean(fresh), statistics.median(fresh), fresh[len(fresh) * 99 // 100], kept, path
        print(f"{key:16}" + "".join(f"{figure:10.2f}" for figure in (*figures, seconds, worst, weight)))


if __name__ == "__main__":
    main()
