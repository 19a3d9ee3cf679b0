"""A connection to a table that reconnects by itself: frames come once each and in order, commands are done once."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from secrets import token_hex
from types import TracebackType
from typing import Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed as SocketClosed
from websockets.exceptions import InvalidHandshake, InvalidStatus

from greycells.errors import GreycellsError
from greycells.language.sentences import language
from greycells.protocol.commands import AskedCommand, CommandRequest, Play, Say
from greycells.protocol.frames import AnyFrame, Changed, Done, Happened, Hello, Refused, Remarked, Said
from greycells.protocol.problem_message import Problem

decode = msgspec.json.Decoder(list[AnyFrame]).decode
LONGEST_PAUSE = 2.0
COMMAND_LENGTH = 256
"""Commands are filled up with spaces to a multiple of this, so that their length doesn't tell which card they name."""
NO = (400, 403, 404)
"""The statuses for which a retry is pointless."""
COOKIE_NAMES = ("greycells", "__Host-greycells", "__Secure-greycells")
"""What servers call the guest's cookie: without TLS, with TLS, and with TLS under a path. Each accepts only its own."""


def cookie_header(cookie: str) -> str:
    """The cookie under every name, since a saved one doesn't say what its server calls it."""
    return "; ".join(f"{name}={cookie}" for name in COOKIE_NAMES)


class NotDone(GreycellsError):
    """A command that was refused: the server's sentence, with the rule if there is one."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.sentence)
        self.rule = refused.rule
        self.stale = refused.stale


class ConnectionClosed(GreycellsError):
    """The server refuses the connection, and why; or the connection was closed."""


class Connection:
    """One viewer's line to a table. `async for frame in line` gives frames; `await line.ask(command)` sends commands.

    When the socket is cut, a frame is missing, doubled or garbled, the line connects again and goes on after the last
    numbered frame that it has seen; commands without an answer are sent again, and the server carries them out once.
    After an older backup of the server was restored, or a player's words were deleted, a `Hello` with `anew` comes, and
    all the frames again behind it.
    """

    def __init__(self, address: str, *, cookie: str, after: int = 0) -> None:
        self._address = address
        self._cookie = cookie
        self._after = after
        self._at: float | None = None
        self._frames: asyncio.Queue[AnyFrame | None] = asyncio.Queue()
        self._open: dict[str, tuple[bytes, asyncio.Future[Done]]] = {}
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._prefix = token_hex(4)
        self._count = itertools.count(1)
        self._why = ""
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._keep())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def ended(self) -> bool:
        """Whether the line was closed, by us or by the server."""
        return self._task is None or self._task.done()

    @property
    def seq(self) -> int:
        """The number of the last frame that has been seen: where to go on."""
        return self._after

    async def __aiter__(self) -> AsyncIterator[AnyFrame]:
        while (frame := await self._frames.get()) is not None:
            yield frame
        raise ConnectionClosed(self._why)

    async def ask(self, command: AskedCommand) -> Done:
        """Send a command and wait for its answer, over as many sockets as it takes; raises NotDone."""
        name = f"{self._prefix}-{next(self._count)}"
        message = msgspec.json.encode(CommandRequest(command=command, id=name))
        message += b" " * (-len(message) % COMMAND_LENGTH)
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._open[name] = (message, answer)
        await self._send(message)
        try:
            return await answer
        finally:
            self._open.pop(name, None)

    async def play(self, play: Play) -> Done:
        """Answer a decision."""
        return await self.ask(play)

    async def say(self, text: str) -> Done:
        return await self.ask(Say(text=text))

    async def _send(self, message: bytes) -> None:
        if self._socket is not None:
            with contextlib.suppress(SocketClosed):
                await self._socket.send(message.decode())

    async def _keep(self) -> None:
        """Connect, and reconnect whenever the socket is lost, until the server refuses."""
        pause = 0.05
        while True:
            try:
                async with connect(
                    self._address + self._place(),
                    additional_headers={"Cookie": cookie_header(self._cookie), "Accept-Language": language()},
                    compression=None,
                    max_size=None,
                    open_timeout=10,
                ) as socket:
                    self._socket = socket
                    self.connections += 1
                    for message, _ in list(self._open.values()):
                        await self._send(message)
                    await self._read(socket)
                    pause = 0.05
            except InvalidStatus as error:
                if error.response.status_code in NO:
                    return self._end(_sentence(error))
            except (InvalidHandshake, SocketClosed, OSError, TimeoutError, EOFError, msgspec.DecodeError):
                pass
            finally:
                self._socket = None
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * 2)

    def _place(self) -> str:
        """Where to resume: after the last frame, with its time, so that the server recognises its own log."""
        return f"&after={self._after}" + ("" if self._at is None else f"&at={self._at!r}")

    def _end(self, why: str) -> None:
        self._why = why
        self._frames.put_nowait(None)
        for _, answer in self._open.values():
            if not answer.done():
                answer.set_exception(ConnectionClosed(why))

    async def _read(self, socket: ClientConnection) -> None:
        async for message in socket:
            for frame in decode(message):
                if not self._take(frame):
                    return

    def _take(self, frame: AnyFrame) -> bool:
        """Pass on the next frame; False if one is missing and the connection has to start again."""
        match frame:
            case Done(id=name):
                if name in self._open and not self._open[name][1].done():
                    self._open[name][1].set_result(frame)
            case Refused(id=name):
                if name in self._open and not self._open[name][1].done():
                    self._open[name][1].set_exception(NotDone(frame))
                elif not name:
                    return False
            case Hello():
                if frame.anew:
                    self._after, self._at = 0, None
                self._frames.put_nowait(frame)
            case Changed(seq=seq) | Happened(seq=seq) | Said(seq=seq) | Remarked(seq=seq):
                if seq > self._after + 1:
                    return False
                if seq == self._after + 1:
                    self._after, self._at = seq, frame.at
                    self._frames.put_nowait(frame)
            case _:
                self._frames.put_nowait(frame)
        return True


def _sentence(refusal: InvalidStatus) -> str:
    try:
        return msgspec.json.decode(refusal.response.body or b"", type=Problem).sentence
    except msgspec.DecodeError:
        return str(refusal)
