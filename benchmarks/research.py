"""Speeds of the research part, from steps to the vector environment: python -m benchmarks.research"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import redirect_stdout
from copy import deepcopy
from io import StringIO
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray
from pettingzoo.test import performance_benchmark

from greycells.deduction import warm_up
from greycells.players import player
from greycells.research.action_codes import codes_of
from greycells.research.decision_rows import DataRecipe, all_rows, played_rows
from greycells.research.observation import Observer, layout_of
from greycells.research.pettingzoo import env
from greycells.research.research_table import new_game, research_table
from greycells.research.staged_game import StagedGame
from greycells.research.vector import VectorTables
from greycells.rules.views import View

TABLES = 64
STEPS = 300


def pettingzoo_steps() -> float:
    """Steps a second by PettingZoo's own benchmark, which takes five seconds."""
    said = StringIO()
    with redirect_stdout(said):
        performance_benchmark(env())
    return float(said.getvalue().split(" turns per second")[0].split()[-1])


def openspiel_steps(*, clone: bool) -> float:
    """Steps a second of the game that OpenSpiel plays, chance included, with a copy before each step or without."""
    table, whim = research_table("classic", 4), Random(1)
    codes = codes_of(table)
    accuse = codes.names.index("accuse")
    steps, began = 0, time.process_time()
    while steps < 6000:
        staged = StagedGame(table, 200)
        while staged.next_step != "over":
            if clone:
                deepcopy(staged)
            if staged.next_step == "chance":
                staged.step(whim.choice(staged.outcomes()))
            else:
                legal = [code for code in staged.legal(staged.to_act) if code != accuse]
                staged.step(whim.choice(legal or [accuse]))
            steps += 1
    return steps / (time.process_time() - began)


def observations() -> float:
    """Observations a second and core, of a game that has been played."""
    table = research_table("classic", 4)
    game, views = new_game(table, 5), list[View]()
    bots = [player("inspector", seed=seat) for seat in range(4)]
    while game.to_act is not None:
        views.append(game.view(game.to_act))
        game.play(bots[game.to_act.index].choose(views[-1]))
    layout, began = layout_of(table), time.process_time()
    for _ in range(30):
        observers = [Observer(layout, seat) for seat in range(4)]
        for view in views:
            assert view.seat is not None
            observers[view.seat.index].observe(view)
    return 30 * len(views) / (time.process_time() - began)


def decisions(*, beliefs: bool) -> float:
    """Rows of the data set a second and core, four inspectors' play included."""
    recipe = DataRecipe(beliefs=beliefs)
    played_rows(recipe, 0)
    began = time.process_time()
    rows = sum(len(game) for game in all_rows(recipe, 40))
    return rows / (time.process_time() - began)


def vector_steps(workers: int) -> float:
    """Steps a second of 64 tables, by the clock."""
    tables, whim = VectorTables(TABLES, workers=workers), np.random.default_rng(1)
    try:
        seen, _ = tables.reset(seed=1)
        began = time.perf_counter()
        for _ in range(STEPS):
            mask = cast("NDArray[np.int8]", seen["action_mask"])
            seen, *_ = tables.step(np.asarray((whim.random(mask.shape) * mask).argmax(axis=1), np.int64))
        return TABLES * STEPS / (time.perf_counter() - began)
    finally:
        tables.close()


def main() -> None:
    warm_up()
    openspiel_steps(clone=False)  # The first games fill the tables of walks.
    rows: list[tuple[str, Callable[[], float]]] = [
        ("PettingZoo: steps/s (performance_benchmark)", pettingzoo_steps),
        ("OpenSpiel's game: steps/s and core", lambda: openspiel_steps(clone=False)),
        ("OpenSpiel's game: steps/s and core, a clone before each", lambda: openspiel_steps(clone=True)),
        ("observations/s and core", observations),
        ("data set: decisions/s and core, play included", lambda: decisions(beliefs=False)),
        ("data set: decisions/s and core, with exact beliefs", lambda: decisions(beliefs=True)),
        ("vector environment: steps/s, one worker", lambda: vector_steps(1)),
        ("vector environment: steps/s, two workers", lambda: vector_steps(2)),
    ]
    for name, measure in rows:
        print(f"{name:60} {measure():10,.0f}", flush=True)


if __name__ == "__main__":
    main()
