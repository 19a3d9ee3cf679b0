"""A real server on a free port of the loopback, in the loop of the test, and guests who come in through the door."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Generator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection

from greycells.client import Connection, ServerClient, ServerError, in_thread, play
from greycells.players.registry import player
from greycells.server.http.app import protocol
from greycells.server.service import Config, Service
from greycells.server.storage.database import SqlConnection

F = TypeVar("F")


class QuickServer(uvicorn.Server):
    """Looks every hundredth of a second whether to stop, rather than every tenth: hundreds of tests wait for that."""

    async def main_loop(self) -> None:
        for tick in count():
            if await self.on_tick(tick):
                return
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def running(config: Config) -> AsyncGenerator[tuple[str, Service]]:
    """The address of a running server, and its insides."""
    with socket.socket() as listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # As on the sockets that uvicorn opens itself.
        listener.bind(("127.0.0.1", 0))
        config = replace(config, port=listener.getsockname()[1])
        service = Service.start(config)
        server = QuickServer(protocol(service))
        listener.listen(512)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{config.port}", service
        finally:
            server.should_exit = True
            await serving


def quick(folder: Path) -> Config:
    """A server for tests: bots answer at once."""
    return Config(folder, pace=0.0, bot_workers=1, bot_seconds=20.0, limits_factor=1000.0)


async def stored(service: Service) -> str:
    """Everything in the database of a server, in either kind of database."""
    lists = "SELECT name FROM sqlite_master WHERE type = 'table'"
    if service.config.database is not None:
        lists = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"

    def work(connection: SqlConnection) -> list[object]:
        tables = [str(name) for (name,) in connection.execute(lists).fetchall()]
        return [
            value
            for table in tables
            for row in connection.execute(f"SELECT * FROM {table}").fetchall()
            for value in row
        ]

    values = await service.store.database.read(work)
    return "\n".join(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value) for value in values)


@contextlib.contextmanager
def refused(status: int, words: str = "") -> Generator[None]:
    """The server says no, with this status and in these words."""
    with pytest.raises(ServerError) as caught:
        yield
    assert (caught.value.status, words in str(caught.value)) == (status, True), str(caught.value)


async def guest(address: str, name: str) -> ServerClient:
    """Somebody who comes in through the door."""
    server = ServerClient(address)
    await server.meet(name)
    return server


async def frame_of(line: Connection, kind: type[F]) -> F:
    """The next frame of this kind."""
    async with asyncio.timeout(20):
        async for frame in line:
            if isinstance(frame, kind):
                return frame
    raise AssertionError


async def hears_the_end(line: ClientConnection) -> None:
    """Read until the socket is closed."""
    async with asyncio.timeout(20):
        while True:
            await line.recv()


async def plays_until_over(server: ServerClient, table: str, chair: int, level: str = "sergeant") -> None:
    async with server.line(table, chair) as line:
        await play(line, chair, in_thread(player(level).choose))
