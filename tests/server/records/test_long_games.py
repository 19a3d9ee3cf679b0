"""A very long game delays nobody: its record and replay are written, and its log is read, beside the event loop."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from msgspec import convert
from tests.margin import PROOF
from tests.server.chaos import Host
from tests.server.running_server import quick, running
from tests.server.tables.test_permissions import seated
from tests.server.workers.test_work_queues import PROMISED, actions_of_another_table

from greycells.client import ServerClient
from greycells.notation.action_json import encode_action
from greycells.protocol.commands import AnyChoice
from greycells.rules.default_action import default_action
from greycells.rules.events import Finished
from greycells.server.service.service import Service
from greycells.server.tables.log_entries import Played, encode
from greycells.server.tables.new_tables import encode_events

ENTRIES = 9000 if PROOF else 3000


async def lengthen(service: Service, table: str) -> None:
    """Play on in the log of a table until it is very long: everybody walks about, and nobody accuses."""
    live = await service.lobby.table(table)
    assert live is not None
    game = live.history.game
    assert game is not None
    entries: list[bytes] = []
    for _ in range(ENTRIES):
        options = game.view(game.to_act).options
        assert options is not None
        assert game.to_act is not None
        chair, decision, action = live.table.chair_of(game.to_act), len(game.events), default_action(options)
        events = game.play(action)
        assert not isinstance(events[-1], Finished)
        choice = convert(encode_action(action), AnyChoice)
        texts = encode_events(decision, events)
        entry = Played(time.time(), chair=chair, decision=decision, by="person", action=choice, events=texts)
        entries.append(encode(entry))
    row = (await service.store.games_of(live.table.chairs[0].guests[0]))[0]
    await service.store.append(row, live.history.seq + 1, entries)


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
