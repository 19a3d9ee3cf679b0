"""Bots have their turns by the time that their guest's bots have used: one guest's many tables delay nobody's bots."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from statistics import median

from tests.deadline import until

from greycells import Game, load
from greycells.server.workers.bot_pool import BotPool

SLOW = """
import sys, time
print("ready", flush=True)
for _ in sys.stdin:
    time.sleep(0.05)
    print('{"action": {"do": "roll"}}', flush=True)
"""
TABLES = 30


async def waits(bots: BotPool, choices: int, mine: Callable[[int], str]) -> float:
    """The median of the seconds that a guest's bots take for a choice, one after the other."""
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    times: list[float] = []
    for number in range(choices):
        began = time.monotonic()
        await bots.choose("sergeant", game.view(game.to_act), key=mine(number), seed=1, guest="Ada")
        times.append(time.monotonic() - began)
    return median(times)


async def test_thirty_tables_of_one_guest_delay_nobody_elses_bots() -> None:
    """They wait for one turn of another guest, not for thirty."""
    bots = BotPool(command=(sys.executable, "-c", SLOW), time_limit=1000.0)
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)

    async def one_table(number: int) -> None:
        while True:
            await bots.choose("sergeant", game.view(game.to_act), key=f"{number}", seed=1, guest="Mallory")

    try:
        alone = await waits(bots, 20, str)
        many = [asyncio.create_task(one_table(number)) for number in range(TABLES)]
        await until(lambda: bots.waiting == TABLES, "all tables to wait")
        await asyncio.sleep(0.5)
        beside = await waits(bots, 20, str)
        for table in many:
            table.cancel()
        await asyncio.gather(*many, return_exceptions=True)
    finally:
        await bots.stop()
    print(f"alone {alone:.3f} s, beside {TABLES} tables {beside:.3f} s: {beside / alone:.1f} times as long")
    assert (beside / alone) < 8


async def test_what_nobody_waits_for_any_more_starts_no_process_at_the_end() -> None:
    bots = BotPool(command=(sys.executable, "-c", SLOW), time_limit=1000.0)
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    view = game.view(game.to_act)
    tables = [asyncio.create_task(bots.choose("sergeant", view, key=f"{number}", seed=1)) for number in range(3)]
    await until(lambda: bots.waiting == len(tables), "all tables to wait")
    for table in tables:
        table.cancel()
    await asyncio.gather(*tables, return_exceptions=True)
    await bots.stop()
    assert bots.running == 0
    assert asyncio.all_tasks() == {asyncio.current_task()}
