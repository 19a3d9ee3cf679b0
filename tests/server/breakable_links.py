"""TCP in the way of a test: a link that can be cut, and a balancer that sends guests to the nodes that are well."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import Literal, TypeAlias

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Serve: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]


@contextlib.asynccontextmanager
async def listening(serve: Serve) -> AsyncGenerator[int]:
    """Serve TCP on a free port of the loopback, and yield the port; at the end, close every connection."""
    serving: set[asyncio.Task[None]] = set()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(serve(reader, writer))
        serving.add(task)
        task.add_done_callback(serving.discard)

    server = await asyncio.start_server(begin, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in list(serving):
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)


class Link:
    """Passes TCP on to one place. While it is `cut`, nothing goes through.

    A `silent` cut swallows what comes, as a network does that has lost its way; a `loud` one resets every connection.
    """

    def __init__(self, connect: Callable[[], Awaitable[Streams]]) -> None:
        self._connect = connect
        self._open: set[asyncio.StreamWriter] = set()
        self._through = asyncio.Event()
        self._through.set()
        self._loud = False
        self.port = 0

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncGenerator[Link]:
        async with listening(self._serve) as self.port:
            try:
                yield self
            finally:
                self._reset()

    def cut(self, how: Literal["silent", "loud"]) -> None:
        self._through.clear()
        self._loud = how == "loud"
        if self._loud:
            self._reset()

    def heal(self) -> None:
        """What was open during a cut is lost, as after any time that is longer than a peer's patience."""
        self._reset()
        self._through.set()

    def _reset(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._loud and not self._through.is_set():
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            await self._through.wait()
            there_reader, there_writer = await self._connect()
            self._open.add(there_writer)
            try:
                await either(self._copy(reader, there_writer), self._copy(there_reader, writer))
            finally:
                self._open.discard(there_writer)
                there_writer.close()
        except OSError:
            pass
        finally:
            self._open.discard(writer)
            writer.close()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._through.wait()
                writer.write(data)
                await writer.drain()


class Balancer:
    """Sends each connection to a node that was well at the last look; one that is not loses its connections."""

    def __init__(self, ports: list[int], chance: random.Random) -> None:
        self._ports = ports
        self._chance = chance
        self._well: set[int] = set()
        self._open: dict[int, set[asyncio.StreamWriter]] = {port: set() for port in ports}
        self.port = 0

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncGenerator[Balancer]:
        watching = [asyncio.create_task(self._watch(port)) for port in self._ports]
        async with listening(self._serve) as self.port:
            try:
                yield self
            finally:
                for task in watching:
                    task.cancel()
                for port in self._ports:
                    self._drop(port)

    def _drop(self, port: int) -> None:
        for writer in list(self._open[port]):
            writer.transport.abort()

    async def _watch(self, port: int) -> None:
        failures = 0
        while True:
            if await _is_well(port):
                self._well.add(port)
                failures = 0
            else:
                failures += 1
                self._well.discard(port)
                if failures == 2:
                    self._drop(port)
            await asyncio.sleep(0.5)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = self._chance.choice(sorted(self._well) or self._ports)
        self._open[port].add(writer)
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                await either(_copied(reader, there_writer), _copied(there_reader, writer))
            finally:
                there_writer.close()
        except OSError:
            pass
        finally:
            self._open[port].discard(writer)
            writer.close()


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


async def _is_well(port: int) -> bool:
    try:
        async with asyncio.timeout(4.0):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


async def either(*parts: Awaitable[None]) -> None:
    """The end of either direction is the end of both."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
