"""Bots behind a wall: one that crashes, hangs or talks nonsense is replaced, and the game goes on."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.house import frame_of, guest, quick, running

from greycells import Game, load
from greycells.notation.commands import ChairPlan, Plan, Sit, Stand, Start
from greycells.notation.frames import Happened, Remarked
from greycells.rules.actions import Roll
from greycells.server.bots import COMMAND, Bots, Worker
from greycells.server.opening import BotFailed
from greycells.server.worker import KEPT

CRASHES_ONCE = """
import os, pathlib, sys
from greycells.server.worker import main
mark = pathlib.Path({mark!r})
if not mark.exists():
    mark.touch()
    print("ready", flush=True)
    sys.stdin.readline()
    os._exit(1)
main()
"""
HANGS = "import time; print('ready', flush=True); time.sleep(60)"
NONSENSE = "import sys; print('ready', flush=True); [print('{}', flush=True) for _ in sys.stdin]"


def choice_of(bots: Bots) -> tuple[object, bool]:
    async def ask() -> tuple[object, bool]:
        game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
        try:
            return await bots.choose("sergeant", game.view(game.to_act), key="a table")
        finally:
            await bots.stop()

    return asyncio.run(ask())


def test_a_bot_chooses_from_what_its_seat_saw() -> None:
    assert choice_of(Bots()) == (Roll(), False)


def test_a_bot_that_crashed_is_replaced_by_the_same_level(tmp_path: Path) -> None:
    script = CRASHES_ONCE.format(mark=str(tmp_path / "crashed"))
    assert choice_of(Bots(command=(sys.executable, "-c", script), time_limit=30)) == (Roll(), True)


@pytest.mark.parametrize("script", [HANGS, NONSENSE, "raise SystemExit(1)"])
def test_a_bot_that_never_answers_has_failed(script: str) -> None:
    with pytest.raises(BotFailed):
        choice_of(Bots(command=(sys.executable, "-c", script), time_limit=0.3))


def test_no_more_bots_are_remembered_than_the_process_keeps_in_mind() -> None:
    async def many_games() -> None:
        worker = Worker(COMMAND, 20.0)
        game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
        view = game.view(game.to_act)
        try:
            for number in (*range(KEPT + 1), 0):
                assert (await worker.think(f"table {number}", "stroller", view)).action == {"do": "roll"}
            assert len(worker) == KEPT
        finally:
            await worker.stop()

    asyncio.run(many_games())


def test_the_table_hears_of_a_bot_that_was_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    script = CRASHES_ONCE.format(mark=str(tmp_path / "crashed"))
    config = replace(quick(tmp_path / "data"), bot_command=(sys.executable, "-c", script))
    assert config.bot_command != COMMAND

    async def evening() -> None:
        async with running(config) as (address, _):
            ada = await guest(address, "Ada")
            plan = Plan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="constable")))
            table = (await ada.open(plan)).id
            await ada.ask(table, Sit(chair=0))
            await ada.ask(table, Start())
            await ada.ask(table, Stand(chair=0))
            async with ada.line(table) as line:
                remark = await frame_of(line, Remarked)
                assert "was replaced by another" in remark.text
                for _ in range(5):
                    assert (await frame_of(line, Happened)).by == "bot"

    asyncio.run(evening())
