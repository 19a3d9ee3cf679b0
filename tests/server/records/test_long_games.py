"""A very long game delays nobody: its record and replay are written, and its log is read, beside the event loop."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.server.killed_server import Host
from tests.server.records.longest_record import PROMISED, actions_of_another_table, lengthen
from tests.server.running_server import quick, running
from tests.server.seated_table import seated

from greycells.client import ServerClient


async def look_back(reader: ServerClient, table: str, done: asyncio.Event) -> None:
    """Long enough for the other table to answer a few times, however fast this machine is."""
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        for path in ("record?chair=0", "replay?chair=0"):
            assert len(await reader.text(f"/api/tables/{table}/{path}")) > 10_000
    done.set()


async def test_a_very_long_game_delays_no_other_table(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        await lengthen(service, table)
    host = Host(tmp_path)
    await host.start()
    ada.url = f"http://127.0.0.1:{host.port}"
    done = asyncio.Event()
    playing = asyncio.create_task(actions_of_another_table(ada.url, done))
    await look_back(ada, table, done)
    times = await playing
    await host.stop()
    assert len(times) > 5
    assert times[int(len(times) * 0.95)] < PROMISED
