"""A real server on a free port of the loopback, in the loop of the test, and guests who come in through the door."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Generator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
import uvicorn

from greycells.client import Connection, ServerClient, ServerError, in_thread, play
from greycells.players.registry import player
from greycells.server.http.app import protocol
from greycells.server.service import Config, Service

F = TypeVar("F")


@contextlib.asynccontextmanager
async def running(config: Config) -> AsyncGenerator[tuple[str, Service]]:
    """The address of a running server, and its insides."""
    with socket.socket() as listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # As on the sockets that uvicorn opens itself.
        listener.bind(("127.0.0.1", 0))
        config = replace(config, port=listener.getsockname()[1])
        service = Service.start(config)
        server = uvicorn.Server(protocol(service))
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


async def plays_until_over(server: ServerClient, table: str, chair: int, level: str = "sergeant") -> None:
    async with server.line(table, chair) as line:
        await play(line, chair, in_thread(player(level).choose))
