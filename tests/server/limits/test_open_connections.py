"""Connections that ask for nothing shut nobody out: against a real server that may open 256 files."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.deadline import until, waiting_for
from tests.server.nginx import free_port
from tests.server.running_server import guest

from greycells.protocol.commands import Ready, Sit
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.limits.open_connections import TELL_EVERY, OpenConnections

FILES = 256
HALF_OPEN = 356
"""As many as once shut everybody out."""
HONEST = "127.0.0.3"
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
BY_PROXY = b"X-Forwarded-For: 203.0.113.9\r\n"


class Served(NamedTuple):
    """A server in a process of its own, and the file that its log goes to."""

    port: int
    log: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def says(self, words: str) -> bool:
        return words in self.log.read_text(encoding="utf-8")


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncGenerator[Served]:
    """A server with few descriptors and the limits that it has by default."""
    served = Served(free_port(), folder / "log")
    serve = f"ulimit -n {FILES}; exec {sys.executable} -m greycells serve --port {served.port} --data {folder / 'data'}"
    with served.log.open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            "sh", "-c", serve, stdout=asyncio.subprocess.PIPE, stderr=log.fileno()
        )
    try:
        assert process.stdout is not None
        with waiting_for("the server to open"):
            assert b"open at" in await process.stdout.readline()
        yield served
    finally:
        process.terminate()
        await process.wait()


async def hold_open(served: Served, source: str, sent: bytes, opened: list[int]) -> None:
    """Keep one half-open connection, and another one whenever it is closed."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=(source, 0))
            opened.append(1)
            try:
                writer.write(sent)
                while await reader.read(4096):
                    pass
            finally:
                writer.close()
        await asyncio.sleep(1.0)


@contextlib.asynccontextmanager
async def attacked(served: Served, sources: list[str], sent: bytes) -> AsyncGenerator[None]:
    opened: list[int] = []
    holding = [
        asyncio.create_task(hold_open(served, sources[number % len(sources)], sent, opened))
        for number in range(HALF_OPEN)
    ]
    try:
        await until(lambda: len(opened) >= HALF_OPEN, "the attack to be on")
        yield
    finally:
        for task in holding:
            task.cancel()
        await asyncio.gather(*holding, return_exceptions=True)


async def is_healthy(served: Served) -> bool:
    """What an honest stranger is told on a connection of their own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=(HONEST, 0))
    try:
        writer.write(HEALTH)
        with waiting_for("an answer"):
            return (await reader.read(4096)).startswith(b"HTTP/1.1 200 ")
    finally:
        writer.close()


async def beside_honest_guests(served: Served, attack: Callable[[], Awaitable[None]]) -> None:
    """A table that is open already goes on, and strangers are let in."""
    ada = await guest(served.address, "Ada")
    table = (await ada.open(TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan())))).id
    await ada.ask(table, Sit(chair=0))
    async with ada.line(table, 0) as line:
        await attack()
        for number in range(10):
            with waiting_for("the table"):
                await line.ask(Ready(chair=0, ready=number % 2 == 0))
            assert await is_healthy(served)
        await guest(served.address, "Grace")


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("127.0.0.2", b""),
        ("127.0.0.2", b"GET / HTTP/1.1\r\nHost: "),
        ("127.0.0.2", POST + b"\r\nx"),
        ("127.0.0.2", HEALTH),
        ("127.0.0.1", POST + BY_PROXY + b"\r\nx"),
    ],
    ids=["silent", "half a head", "half a body", "idle after an answer", "half a body through a proxy"],
)
async def test_half_open_connections_of_one_address_shut_nobody_out(tmp_path: Path, source: str, sent: bytes) -> None:
    async with serving(tmp_path) as served, contextlib.AsyncExitStack() as stack:

        async def attack() -> None:
            await stack.enter_async_context(attacked(served, [source], sent))

        await beside_honest_guests(served, attack)
        await until(lambda: served.says("(cause: waiting"), "a line in the log")
        assert not served.says("Traceback")


async def test_half_open_connections_of_many_addresses_shut_nobody_out(tmp_path: Path) -> None:
    """None has too many, but together they would take every descriptor."""
    async with serving(tmp_path) as served, contextlib.AsyncExitStack() as stack:

        async def attack() -> None:
            sources = [f"127.0.1.{number}" for number in range(1, 21)]
            await stack.enter_async_context(attacked(served, sources, b"GET "))

        await beside_honest_guests(served, attack)
        await until(lambda: served.says("(cause: descriptors"), "a line in the log")
        assert served.says("raise the limit")
        assert not served.says("Traceback")


class Line:
    """A connection that remembers that it was closed."""

    def __init__(self) -> None:
        self.closed = False

    def give_way(self) -> None:
        self.closed = True


def test_the_oldest_that_waits_is_closed_and_the_log_says_so_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    connections = OpenConnections(files=80, now=lambda: now)
    lines = [Line() for _ in range(12)]
    for line in lines:
        assert connections.admit("192.0.2.1", 20)
        connections.waits(line, "192.0.2.1")
    assert [line.closed for line in lines] == [True] * 2 + [False] * 10
    assert len(caplog.records) == 1
    now = TELL_EVERY
    connections.works(lines[2], "192.0.2.1")
    other, proxied = Line(), Line()
    assert connections.admit("192.0.2.2", 20)
    connections.waits(other, "192.0.2.2")
    assert connections.admit(None, 20)
    connections.waits(proxied, None)
    assert (lines[2].closed, lines[3].closed, other.closed, len(caplog.records)) == (False, False, False, 1)
    connections.moves(proxied, None, "192.0.2.1")
    last = Line()
    assert connections.admit("192.0.2.1", 20)
    connections.waits(last, "192.0.2.1")
    assert (lines[3].closed, proxied.closed, len(caplog.records)) == (True, False, 2)
    assert "so far 3" in caplog.messages[-1]
    assert "192.0.2" not in caplog.text


def test_a_connection_is_refused_when_none_waits_and_no_descriptor_is_left(caplog: pytest.LogCaptureFixture) -> None:
    """Of 80 files 70 may be connections, sockets, and 8 of something else."""
    connections = OpenConnections(files=80, now=lambda: 0.0)
    for _ in range(50):
        connections.socket_opened()
    assert all(connections.admit(f"192.0.2.{number}", 58 + number) for number in range(12))
    assert not connections.admit("192.0.2.99", 70)
    waits = Line()
    connections.waits(waits, "192.0.2.1")
    assert connections.admit("192.0.2.99", 70)
    assert waits.closed
    assert len(caplog.records) == 1
    for _ in range(5):
        connections.socket_closed()
    assert connections.admit("192.0.2.100", 30)


def test_an_address_has_so_many_connections_at_work(caplog: pytest.LogCaptureFixture) -> None:
    connections = OpenConnections(files=80, now=lambda: 0.0)
    assert [connections.admit("192.0.2.1", 20) for _ in range(21)] == [True] * 20 + [False]
    assert connections.admit("192.0.2.2", 20)
    gone = Line()
    connections.gone(gone, "192.0.2.1")
    assert connections.admit("192.0.2.1", 20)
    assert connections.waiting == 0
    assert "(cause: open" in caplog.text
