"""A real server on a free port of the loopback, in the loop of the test, and guests who come in through the door."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Generator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TypeVar

import httpx
import pytest
import uvicorn
from tests.deadline import SECONDS, told_at_the_deadline, until, waiting_for
from tests.luck import Luck
from websockets.asyncio.client import ClientConnection, connect

from greycells.client import Connection, ServerClient, ServerError, http_client, in_thread, play
from greycells.players.player_specs import player
from greycells.protocol.frames import Changed, TableView
from greycells.server.app.serving import protocol
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.storage.database import SqlConnection
from greycells.server.system.system_clock import SystemClock
from greycells.server.tables.live_table import LiveTable

F = TypeVar("F")
LUCK = Luck()
"""Of every server in this process."""

# Clients give up after 5, 10 or 30 seconds by themselves. Here only a whole test has an end (see `tests/deadline.py`).
for client, limit in ((httpx.AsyncClient, "timeout"), (httpx.Client, "timeout"), (connect, "open_timeout")):
    assert client.__init__.__kwdefaults__
    client.__init__.__kwdefaults__[limit] = None
http_client.SECONDS = SECONDS


class PatientClock(SystemClock):
    """No time limit of the server runs out: a busy machine is no fault of a bot, a disk or a page."""

    def time_limit(self, seconds: float) -> asyncio.Timeout:  # noqa: ARG002
        return asyncio.timeout(None)


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
        config = replace(config, port=listener.getsockname()[1], new_secret=LUCK.secret)
        service = Service.start(config)
        server = QuickServer(protocol(service))
        listener.listen(512)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        await until(lambda: server.started or serving.done(), "the server to open")
        with told_at_the_deadline(lambda: state_of(service)):
            try:
                yield f"http://127.0.0.1:{config.port}", service
            finally:
                server.should_exit = True
                await serving


def state_of(service: Service) -> str:
    """What a server has to do, for the report of a test that waits for ever."""
    lobby, bots = service.lobby, service.bots
    lines = [f"Server {service.config.local_url}: {len(lobby)} tables, {bots.waiting} bots waiting"]
    if service.cluster is not None:
        leases = service.cluster.leases
        lines.append(
            f"  node {leases.node}, valid {leases.valid}, living {sorted(leases.living)}, {dict(leases.counts)}"
        )
    for live in lobby._live.values():  # pyright: ignore[reportPrivateUsage]
        table = live.table
        lines.append(f"  table {table.id} {table.state}: {live.history.seq} entries, {len(live.viewers)} viewers,")
        waits_for = live.prompt
        lines.append(f"    {live.waiting} commands waiting, waits for {waits_for}, task done {live.task.done()}")
    return "\n".join(lines)


def stop_listening(node: Service) -> None:
    """As if a node were gone: nothing listens at its address. The loop has to let go of the socket first."""
    assert node.cluster is not None
    asyncio.get_running_loop().remove_reader(node.cluster.listener)
    node.cluster.listener.close()


def quick(folder: Path) -> Config:
    """A server for tests: bots answer at once."""
    return Config(folder, pace=0.0, bot_workers=1, limits_factor=1000.0, clock=PatientClock(), one_machine=True)


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


async def frame_of(line: AsyncIterable[object], kind: type[F]) -> F:
    """The next frame of this kind."""
    with waiting_for(f"a frame: {kind.__name__}"):
        async for frame in line:
            if isinstance(frame, kind):
                return frame
    raise AssertionError


async def table_changes(line: Connection, true: Callable[[TableView], bool]) -> None:
    """Wait for a table of which this is true."""
    while not true((await frame_of(line, Changed)).table):
        pass


async def loaded(service: Service, table: str) -> LiveTable:
    """A table that is there, in the server's memory."""
    live = await service.lobby.table(table)
    assert live is not None
    return live


async def gone(service: Service, table: str, chair: int) -> None:
    """Wait until the server knows that nobody is connected to a chair any more."""
    live = await loaded(service, table)
    await until(lambda: all(viewer.chair != chair for viewer in live.viewers), f"chair {chair} to be gone")


async def hears_the_end(line: ClientConnection) -> None:
    """Read until the socket is closed."""
    with waiting_for("a socket to be closed"):
        while True:
            await line.recv()


async def plays_until_over(server: ServerClient, table: str, chair: int, level: str = "sergeant") -> None:
    with waiting_for(f"table {table} to be over, played from chair {chair}"):
        async with server.line(table, chair) as line:
            await play(line, chair, in_thread(player(level).choose))
