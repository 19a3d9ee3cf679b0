"""Work that takes a while is done beside the tables: no table waits for a monster of a record, none fills the room."""

from __future__ import annotations

import asyncio
import time
from functools import cache
from pathlib import Path

import pytest
from tests.margin import PROOF, at_most
from tests.server.chaos import Host
from tests.server.kinds_of_work import wait_for
from tests.server.running_server import frame_of, guest

from greycells import Game, load
from greycells.client import ServerClient
from greycells.notation import Record, write
from greycells.protocol.commands import ChairPlan, Play, Sit, Start, TablePlan, choice_message
from greycells.protocol.frames import Choose
from greycells.rules.actions import Roll
from greycells.rules.default_action import default_action
from greycells.server.errors.declined import Declined
from greycells.server.records.api import MOST_IN_A_RECORD
from greycells.server.records.upload_checks import checked
from greycells.server.workers.work_queue import WorkQueue

PROMISED = at_most(0.2)
SIZE = MOST_IN_A_RECORD if PROOF else MOST_IN_A_RECORD // 4


@cache
def monster() -> bytes:
    """A game in which nobody accuses, as long as a record may be; a quarter of that in the sample."""
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    record = b""
    while True:
        for _ in range(400):
            options = game.view(game.to_act).options
            assert options is not None
            game.play(default_action(options))
        longer = write(Record(game.table, tuple(game.events))).encode()
        if len(longer) > SIZE:
            return record
        record = longer


async def actions_of_another_table(address: str, done: asyncio.Event) -> list[float]:
    """Seconds from a command to its answer, one after another until the reading is done: asked in vain, for a decision
    that is over, so that every one does the same.
    """
    ada = await guest(address, "Ada")
    plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0, suspect="Scarlett"))
    await ada.ask(table, Start())
    times: list[float] = []
    async with ada.line(table, 0) as line:
        asked = await frame_of(line, Choose)
        roll = Play(chair=0, decision=asked.decision, action=choice_message(Roll()))
        while not done.is_set():
            began = time.perf_counter()
            await line.play(roll)
            times.append(time.perf_counter() - began)
            await asyncio.sleep(0.01)
    return times


async def bring(reader: ServerClient, *, times: int = 4) -> None:
    """Bring the monster along, and look at it, again and again."""
    for _ in range(times):
        brought = await reader.bring(monster())
        await reader.text(f"/api/records/{brought.id}/steps")


async def test_a_monster_of_a_record_delays_no_table(tmp_path: Path) -> None:
    assert checked(monster()).events

    host = Host(tmp_path)
    await host.start()
    address = f"http://127.0.0.1:{host.port}"
    readers = [await guest(address, f"Reader {number}") for number in range(4)]
    done = asyncio.Event()
    playing = asyncio.create_task(actions_of_another_table(address, done))
    await asyncio.gather(*(bring(reader) for reader in readers))
    done.set()
    times = await playing
    await host.stop()
    assert len(times) > 20
    assert times[int(len(times) * 0.99)] < PROMISED


async def test_a_guest_cannot_fill_the_room_and_it_is_never_fuller_than_it_may_be(tmp_path: Path) -> None:
    room, door = WorkQueue("test", most=4, an_address=3, a_guest=2), tmp_path / "door"
    there = (("Ada", "here"), ("Ada", "here"), ("Grace", "here"), ("Hedy", "there"))
    waiting = [asyncio.create_task(room.ask(*who, wait_for, door)) for who in there[:3]]
    await asyncio.sleep(0)
    for who in (("Ada", "there"), ("Hedy", "here")):
        with pytest.raises(Declined, match="going too fast"):
            await room.ask(*who, wait_for, door)
    waiting.append(asyncio.create_task(room.ask(*there[3], wait_for, door)))
    await asyncio.sleep(0)
    rosalind = asyncio.create_task(room.ask("Rosalind", "elsewhere", wait_for, door))
    await asyncio.sleep(0)
    with pytest.raises(Declined, match="going too fast"):
        await waiting.pop(2)  # Of those who wait, her address waited for most.
    door.touch()
    assert await asyncio.gather(*waiting, rosalind) == [True] * 4
    room.close()
