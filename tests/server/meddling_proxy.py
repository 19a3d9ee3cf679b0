"""A proxy that meddles: it passes HTTP on, and cuts, doubles, swaps and truncates the frames of WebSockets.

It keeps every byte that the server sent to every viewer, as it was before the meddling.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import defaultdict
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from tests.server.breakable_links import either, listening


@dataclass(frozen=True, slots=True)
class Mischief:
    """How often each kind of harm is done to a frame, and how often a socket is cut instead."""

    cut: float = 0.0
    double: float = 0.0
    swap: float = 0.0
    truncate: float = 0.0


@dataclass(slots=True)
class Meddler:
    """One proxy between guests and a server on the loopback; `sent` is what the server sent, by target."""

    port: int
    mischief: Mischief
    chance: random.Random
    sent: dict[str, bytearray] = field(default_factory=lambda: defaultdict[str, bytearray](bytearray))
    harm: int = 0

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncGenerator[str]:
        """Listen on a free port; yields the address."""
        async with listening(self._serve) as port:
            yield f"http://127.0.0.1:{port}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                await self._pass_on(reader, writer, up_reader, up_writer)
            finally:
                up_writer.close()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    async def _pass_on(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        up_reader: asyncio.StreamReader,
        up_writer: asyncio.StreamWriter,
    ) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        up_writer.write(head)
        target = head.split(b" ", 2)[1].decode()
        if b"upgrade: websocket" not in head.lower():
            await either(self._copy(reader, up_writer), self._record(target, up_reader, writer))
            return
        writer.write(await up_reader.readuntil(b"\r\n\r\n"))
        await either(self._meddle(reader, up_writer, None), self._meddle(up_reader, writer, _viewer(target)))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()

    async def _record(self, target: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            self.sent[target] += data
            writer.write(data)
            await writer.drain()

    async def _meddle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: str | None) -> None:
        """Pass frames on with some harm; one that is held back comes after the next, or late if there is none."""
        while True:
            opcode, header, payload = await _frame(reader)
            if target is not None and opcode == 1:
                self.sent[target] += payload + b"\n"
            frames = self._harmed(header, payload) if opcode == 1 else [_built(header, payload)]
            if not frames:
                return
            if opcode == 1 and self._happens(self.mischief.swap):
                asyncio.get_running_loop().call_later(0.05, _write, writer, b"".join(frames))
                continue
            writer.write(b"".join(frames))
            await writer.drain()

    def _harmed(self, header: bytes, payload: bytes) -> list[bytes]:
        """The frame once, twice, cut short; or nothing, and then the socket is cut."""
        whole = _built(header, payload)
        if self._happens(self.mischief.cut):
            return []
        if self._happens(self.mischief.double):
            return [whole, whole]
        if self._happens(self.mischief.truncate):
            return [_built(header, payload[: self.chance.randrange(len(payload) + 1)])]
        return [whole]

    def _happens(self, probability: float) -> bool:
        happens = self.chance.random() < probability
        self.harm += happens
        return happens


def _viewer(target: str) -> str:
    """A socket's address without the place from which it goes on: the same for every connection of a viewer."""
    path, _, query = target.partition("?")
    kept = [part for part in query.split("&") if not part.startswith(("after=", "at="))]
    return f"{path}?{'&'.join(kept)}"


def _write(writer: asyncio.StreamWriter, frame: bytes) -> None:
    if not writer.is_closing():
        writer.write(frame)


async def _frame(reader: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    """One WebSocket frame: its opcode, the first byte with the mask, and the payload as it came (RFC 6455, 5.2)."""
    first, second = await reader.readexactly(2)
    size = second & 0x7F
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    mask = await reader.readexactly(4) if second & 0x80 else b""
    return first & 0x0F, bytes([first]) + mask, await reader.readexactly(size)


def _built(header: bytes, payload: bytes) -> bytes:
    masked = 0x80 if len(header) > 1 else 0
    size = len(payload)
    if size < 126:
        length = bytes([masked | size])
    elif size < 65536:
        length = bytes([masked | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([masked | 127]) + size.to_bytes(8, "big")
    return header[:1] + length + header[1:] + payload
