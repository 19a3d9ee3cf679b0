"""What is over is gone from memory at once, a table, a socket or a refusal: nobody has to search for what it left."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path

import pytest
from tests.deadline import until, until_told
from tests.server.moved_clock import MovedClock
from tests.server.running_server import guest, loaded, quick, refused, running
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from greycells.client import ServerClient
from greycells.protocol.commands import Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.app.application import COLLECT_EVERY
from greycells.server.service.service import Service
from greycells.server.storage.database import Database
from greycells.server.storage.sqlite_database import SqliteDatabase
from greycells.server.tables.guest import Guest
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.viewer import Viewer


async def _evening(service: Service) -> weakref.ref[LiveTable]:
    """A person and two bots are in the middle of a game when the table is put away."""
    host = Guest("ada", "Ada")
    bot = ChairPlan(bot="stroller")
    opened = await service.lobby.open(host, TablePlan(chairs=(ChairPlan(), bot, bot)))
    live = await loaded(service, opened.table.id)
    await live.ask(host, Sit(chair=0))
    viewer = Viewer(host, 0, 0)
    live.arrive(viewer)
    await live.ask(host, Start())
    assert live.news(viewer)
    live.leave(viewer)
    await service.lobby.close()
    return weakref.ref(live)


async def test_a_table_that_is_put_away_leaves_nothing_behind(tmp_path: Path) -> None:
    service = Service.start(quick(tmp_path))
    gc.disable()
    try:
        gone = await _evening(service)
        await asyncio.sleep(0)
        assert gone() is None
    finally:
        gc.enable()
        await service.stop()


def _cookie(value: str | None) -> dict[str, str]:
    return {"Cookie": f"greycells={value}"}


async def _a_socket(ada: ServerClient, table: str) -> None:
    """A game is looked at, somebody sends what cannot be read and what cannot be done, and goes."""
    socket = f"ws{ada.url.removeprefix('http')}/api/tables/{table}/live?chair=0"
    late = b'{"id": "1", "command": {"type": "play", "chair": 0, "decision": 999, "action": {"do": "roll"}}}'
    async with connect(socket, additional_headers=_cookie(ada.cookie)) as line:
        await line.recv()
        for message in (b"nonsense", late):
            await line.send(message)
            assert b"refused" in await line.recv(decode=False)


async def _a_closed_door(ada: ServerClient, table: str) -> None:
    socket = f"ws{ada.url.removeprefix('http')}/api/tables/{table}/live?chair=2"
    for cookie in (ada.cookie, "forged"):
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(socket, additional_headers=_cookie(cookie)):
                pass


async def _a_refusal(ada: ServerClient, table: str) -> None:
    with refused(409):
        await ada.ask(table, Start())
    with refused(404):
        await ada.table("nowhere")
    with refused(404):
        await ada.claim("forged.link")


async def _a_stranger(ada: ServerClient, table: str) -> None:
    for cookie in (None, "forged"):
        await ServerClient(ada.url, cookie=cookie).table(table)


HOUSES = (
    "greycells.server",
    "greycells.notation.sighting_json",
    "greycells.rules",
    "itsdangerous",
    "starlette",
    "uvicorn",
    "websockets.server",
)


async def _rests(database: Database) -> bool:
    """Whether both threads have done all jobs: each keeps its last one until the next comes."""
    assert isinstance(database, SqliteDatabase)
    await database.read(lambda _: None)
    await database.write(lambda _: None)
    return not database.reader.waiting and not database.writer.waiting


def _there() -> Counter[str]:
    """How many things of each kind the server has in memory."""
    kinds = (f"{type(thing).__module__}.{type(thing).__qualname__}" for thing in gc.get_objects())
    return Counter(kind for kind in kinds if kind.startswith(HOUSES))


def _in_circles() -> Counter[str]:
    """What only a search has found. It is not asked how much it found: what has an end of its own is not counted."""
    before = _there()
    gc.collect()
    return before - _there()


@pytest.mark.parametrize("visit", [_a_socket, _a_closed_door, _a_refusal, _a_stranger])
async def test_nothing_that_is_over_is_left_in_a_circle(
    tmp_path: Path, visit: Callable[[ServerClient, str], Coroutine[None, None, None]]
) -> None:
    async with running(quick(tmp_path)) as (address, service):
        at_rest = len(asyncio.all_tasks())
        ada = await guest(address, "Ada")
        bot = ChairPlan(bot="stroller")
        gc.collect()
        gc.disable()
        try:
            table = (await ada.open(TablePlan(chairs=(ChairPlan(), bot, bot)))).id
            await ada.ask(table, Sit(chair=0))
            await ada.ask(table, Start())
            await visit(ada, table)
            await service.lobby.close()
            await until(lambda: len(asyncio.all_tasks()) <= at_rest, "all that was begun to be over")
            await until_told(lambda: _rests(service.store.database), "the database to have nothing to do")
            assert not _in_circles()
        finally:
            gc.enable()


class Circle:
    """Something that holds itself, and goes only when it is searched for."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(("few", "found"), [(1, True), (0, False)])
async def test_what_is_left_in_a_circle_is_searched_for_while_few_tables_are_live(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, few: int, found: bool
) -> None:
    monkeypatch.setattr("greycells.server.app.application.FEW_TABLES", few)
    gc.disable()
    try:
        clock = MovedClock()
        async with running(replace(quick(tmp_path), clock=clock)) as (address, _):
            ada = await guest(address, "Ada")
            await ada.table((await ada.open(TablePlan(chairs=(ChairPlan(),) * 3))).id)
            left = weakref.ref(Circle())
            await clock.pass_slowly(COLLECT_EVERY, step=COLLECT_EVERY)
            assert (left() is None) == found
    finally:
        gc.enable()
