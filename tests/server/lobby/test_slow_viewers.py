"""A viewer to whom nothing can be sent any more is let go, even if the connection can't be closed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from starlette.types import Message
from starlette.websockets import WebSocket
from tests.deadline import until
from tests.server.moved_clock import MovedClock
from tests.server.running_server import guest, loaded, quick, running

from greycells.protocol.plans import TablePlan
from greycells.server.lobby.sockets import SEND_TIME_LIMIT, _Line  # pyright: ignore[reportPrivateUsage]
from greycells.server.tables.guest import Guest


class Stalled:
    """The server's side of a connection whose other side takes nothing, and which breaks when it is closed."""

    def __init__(self) -> None:
        self.sending = asyncio.Event()
        self._arrived = False

    async def receive(self) -> Message:
        if self._arrived:
            await asyncio.get_running_loop().create_future()
        self._arrived = True
        return {"type": "websocket.connect"}

    async def send(self, message: Message) -> None:
        match message["type"]:
            case "websocket.send":
                self.sending.set()
                await asyncio.get_running_loop().create_future()
            case "websocket.close":
                raise OSError("the connection was reset")
            case _:
                pass


async def test_a_connection_that_cannot_be_closed_is_over_all_the_same(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(replace(quick(tmp_path), clock=clock)) as (address, service):
        ada = await guest(address, "Ada")
        live = await loaded(service, (await ada.open(TablePlan())).id)
        stalled = Stalled()
        socket = WebSocket(
            {"type": "websocket", "path": "/", "query_string": b"", "headers": []}, stalled.receive, stalled.send
        )
        await socket.accept()
        viewer = live.history.viewer(Guest("ada", "Ada"), None, after=0, at=None)
        line = asyncio.create_task(_Line(service, socket, live, viewer).run("127.0.0.1"))
        await stalled.sending.wait()
        await clock.advance(SEND_TIME_LIMIT + 1)
        await until(line.done, "the line to end")
        await line
        assert not live.viewers
