"""TCP in the way of a test: a link that can be cut."""

from __future__ import annotations

import asyncio
import contextlib
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


async def either(*parts: Awaitable[None]) -> None:
    """The end of either direction is the end of both."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
