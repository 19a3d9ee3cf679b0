"""After an older backup is restored, whoever has seen more takes up the older numbers again."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest
from tests.server.killed_server import Host
from tests.server.running_server import guest, loaded, quick, running
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from greycells.client import RemoteSeat, play
from greycells.players.player_specs import player
from greycells.protocol.commands import Say, Sit, Start
from greycells.protocol.frames import AnyFrame, Changed, Hello, Said
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Action
from greycells.rules.views import View

decode = msgspec.json.Decoder(list[AnyFrame]).decode


def _copy(source: Path, target: Path) -> None:
    """What `sqlite3 source .backup target` does."""
    for left in ("", "-wal", "-shm"):
        target.with_name(target.name + left).unlink(missing_ok=True)
    origin, copy = sqlite3.connect(source), sqlite3.connect(target)
    origin.backup(copy)
    origin.close()
    copy.close()


async def test_a_game_goes_on_from_a_restored_backup(tmp_path: Path) -> None:
    """A backup is made at the third decision and restored at the sixth: the line heals, and the game is played out."""
    database, copy = tmp_path / "data" / "greycells.db", tmp_path / "copy.db"

    host = Host(tmp_path / "data")
    await host.start()
    ada = await guest(f"http://127.0.0.1:{host.port}", "Ada")
    plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0))
    await ada.ask(table, Start())
    bot, asked = player("sergeant"), list[int]()
    anew: list[int] = []

    async def choose(view: View) -> Action:
        asked.append(len(view.sightings))
        if len(asked) == 3:
            _copy(database, copy)
        if len(asked) == 6:
            await host.kill()
            _copy(copy, database)
            await host.start()
        return await asyncio.to_thread(bot.choose, view)

    def hear(_: RemoteSeat, frame: AnyFrame) -> None:
        if isinstance(frame, Hello) and frame.anew:
            anew.append(frame.seq)

    async with ada.line(table, 0) as line:
        place = await play(line, 0, choose, on_frame=hear)
    assert (len(anew), asked[6]) == (1, asked[2])
    assert place.view is not None
    assert place.table is not None
    assert place.table.state == "over"
    assert len(place.view.sightings) > asked[5]
    await host.stop()


async def test_a_viewer_of_another_log_begins_anew(tmp_path: Path) -> None:
    """The number alone does not tell when the restored log has grown again: the time of the frame does."""
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        table = (await ada.open(TablePlan())).id
        for number in range(3):
            await ada.ask(table, Say(text=str(number)))
        live = await loaded(service, table)
        last, at = live.history.seq, live.history.log[2].at
        where = f"/api/tables/{table}/live?after="
        headers = {"Cookie": f"greycells={ada.cookie}"}

        async def seen(query: str) -> tuple[bool, int]:
            """Whether all begins anew, and the first frame that comes."""
            async with connect(f"ws{address[4:]}{where}{query}", additional_headers=headers) as line:
                frames = decode(await line.recv())
                numbers = [frame.seq for frame in frames if isinstance(frame, Changed | Said)]
                assert isinstance(frames[0], Hello)
                return frames[0].anew, min(numbers, default=0)

        assert await seen(f"3&at={at!r}") == (False, 4)
        assert await seen("3") == (False, 4)
        assert await seen(f"{last}&at={live.history.log[-1].at!r}") == (False, 0)
        assert await seen(f"3&at={at + 0.001!r}") == (True, 1)
        assert await seen(f"{last + 1}&at={at!r}") == (True, 1)
        assert await seen(f"{last + 1}") == (True, 1)
        assert await seen("0") == (False, 1)
        with pytest.raises(InvalidStatus, match="400"):
            await seen("3&at=noon")
        told = await ada.text(f"/api/tables/{table}/frames?after={last + 7}")
        assert '"anew":true' in told
