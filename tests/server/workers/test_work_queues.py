"""Work that takes a while is done beside the tables: no table waits for a monster of a record, none fills the room."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.killed_server import Host
from tests.server.kinds_of_work import wait_for
from tests.server.records.longest_record import PROMISED, actions_of_another_table, monster
from tests.server.running_server import guest

from greycells.client import ServerClient
from greycells.server.errors.declined import Declined
from greycells.server.records.upload_checks import checked
from greycells.server.workers.work_queue import WorkQueue


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
