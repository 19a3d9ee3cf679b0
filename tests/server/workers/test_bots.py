"""BotPool behind a wall: one that crashes, hangs or talks nonsense is replaced, and the game goes on."""

from __future__ import annotations

import asyncio
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.deadline import until
from tests.server.moved_clock import MovedClock
from tests.server.running_server import PatientClock, frame_of, guest, quick, running

from greycells import Game, load
from greycells.protocol.commands import Sit, Stand, Start
from greycells.protocol.frames import Happened, Remarked
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Roll
from greycells.rules.default_action import default_action
from greycells.server.tables.table_services import BotFailed
from greycells.server.workers import bot_process
from greycells.server.workers.bot_pool import BotPool
from greycells.server.workers.bot_process import COMMAND, BotProcess
from greycells.server.workers.bot_worker import KEPT

CRASHES_ONCE = """
import os, pathlib, sys
from greycells.server.workers.bot_worker import main
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
BUSY = """
import pathlib, time
from greycells.server.workers.bot_worker import BotMinds, main
think = BotMinds.think
def late(minds, task):
    pathlib.Path({asked!r}).touch()
    while not pathlib.Path({free!r}).exists():
        time.sleep(0.01)
    pathlib.Path({free!r}).unlink()
    return think(minds, task)
BotMinds.think = late
main()
"""
FOR_EVER = """
from greycells.server.workers.bot_worker import BotMinds, main
def think(minds, task):
    while True:
        pass
BotMinds.think = think
main()
"""


def choice_of(bots: BotPool) -> tuple[object, bool]:
    async def ask() -> tuple[object, bool]:
        game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
        try:
            return await bots.choose("sergeant", game.view(game.to_act), key="a table", seed=1)
        finally:
            await bots.stop()

    return asyncio.run(ask())


def test_a_bot_chooses_from_what_its_seat_saw() -> None:
    assert choice_of(BotPool(clock=PatientClock())) == (Roll(), False)


def test_a_bot_that_crashed_is_replaced_by_the_same_level(tmp_path: Path) -> None:
    script = CRASHES_ONCE.format(mark=str(tmp_path / "crashed"))
    assert choice_of(BotPool(command=(sys.executable, "-c", script), time_limit=30)) == (Roll(), True)


@pytest.mark.parametrize("script", [HANGS, NONSENSE, "raise SystemExit(1)"])
def test_a_bot_that_never_answers_has_failed(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "FIRST_DECISION", 0.1)
    with pytest.raises(BotFailed):
        choice_of(BotPool(command=(sys.executable, "-c", script), time_limit=0.3))


async def test_a_bot_on_a_busy_machine_is_waited_for(tmp_path: Path) -> None:
    """Minutes pass before it gets to think, and it has used none of its own time."""
    clock, asked, free = MovedClock(), tmp_path / "asked", tmp_path / "free"
    worker = BotProcess((sys.executable, "-c", BUSY.format(asked=str(asked), free=str(free))), 5.0, clock)
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    view = game.view(game.to_act)
    try:
        for number in range(2):
            thinking = asyncio.create_task(worker.think(f"table {number}", "stroller", view, seed=1))
            await until(asked.exists, "the process to be asked")
            asked.unlink()
            await clock.advance(39)
            free.touch()
            assert (await thinking).action == {"do": "roll"}
    finally:
        await worker.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts no time of the processor")
async def test_a_bot_that_thinks_for_ever_is_ended_and_the_log_says_at_which_table(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_process, "FIRST_DECISION", 0.1)
    bots = BotPool(command=(sys.executable, "-c", FOR_EVER), time_limit=0.2, clock=PatientClock())
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    try:
        with pytest.raises(BotFailed):
            await bots.choose("sergeant", game.view(game.to_act), key="ofcRoe4Zd_xk Scarlett", seed=1)
    finally:
        await bots.stop()
    told = [record for record in caplog.records if "was lost and is replaced" in record.getMessage()]
    assert {vars(record)["table"] for record in told} == {"ofcRoe4Zd_xk"}
    words = {record.getMessage().partition(" is replaced: ")[2] for record in told}
    assert words == {"it used up the processor's time that a decision may take"}


async def test_no_more_bots_are_remembered_than_the_process_keeps_in_mind() -> None:
    worker = BotProcess(COMMAND, 20.0)
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    view = game.view(game.to_act)
    try:
        for number in (*range(KEPT + 1), 0):
            assert (await worker.think(f"table {number}", "stroller", view, seed=1)).action == {"do": "roll"}
        assert len(worker) == KEPT
    finally:
        await worker.stop()


async def test_a_bot_that_is_asked_about_an_earlier_moment_answers_that_one() -> None:
    """A thought that was overtaken, as by a move of the clock, may come after a later one."""
    worker = BotProcess(COMMAND, 20.0)
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    before = game.view(game.to_act)
    seat = game.to_act
    game.play(Roll())
    try:
        assert (await worker.think("a table", "stroller", game.view(seat), seed=1)).action is not None
        options = game.view(seat).options
        assert options is not None
        game.play(default_action(options))
        assert (await worker.think("a table", "stroller", before, seed=1)).action == {"do": "roll"}
    finally:
        await worker.stop()


async def test_the_table_hears_of_a_bot_that_was_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    script = CRASHES_ONCE.format(mark=str(tmp_path / "crashed"))
    config = replace(quick(tmp_path / "data"), bot_command=(sys.executable, "-c", script))
    assert config.bot_command != COMMAND

    async with running(config) as (address, _):
        ada = await guest(address, "Ada")
        plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="constable")))
        table = (await ada.open(plan)).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        await ada.ask(table, Stand(chair=0))
        async with ada.line(table) as line:
            remark = await frame_of(line, Remarked)
            assert re.fullmatch(
                r"The (Sergeant|Constable|Inspector) bot playing (Miss|Mrs\.|Colonel|Mr\.|Professor) \w+ "
                r"stopped responding and was restarted\.",
                remark.text,
            )
            for _ in range(5):
                assert (await frame_of(line, Happened)).by == "bot"
