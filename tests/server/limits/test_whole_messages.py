"""A message in one frame is read past the parser of WebSockets, and everything else by it: nobody notices which."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.server.running_server import guest, quick, running
from websockets.frames import Frame, Opcode

from greycells.client import ServerClient
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.limits.connection_limits import SLICE, text_of_frame

PLAN = TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan()))
PROTOCOL_ERROR = (1002).to_bytes(2, "big")


def sent(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, text, fin=fin).serialize(mask=mask)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 125, 126, 127, 255, 256, 4000, SLICE - 8])
def test_a_whole_frame_of_text_is_read_as_it_was_sent(size: int) -> None:
    text = bytes(number % 251 for number in range(size))
    assert text_of_frame(sent(text)) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        sent(b"x")[:-1],
        sent(b"x" * 200)[:-1],
        sent(b"x") + b"y",
        sent(b"x") + sent(b"y"),
        sent(b"x", Opcode.BINARY),
        sent(b"x", Opcode.PING),
        sent(b"x", Opcode.CONT),
        sent(b"x", fin=False),
        b"\xc1" + sent(b"x")[1:],
        sent(b"xxxxxx", mask=False),
        sent(b"x" * 200, mask=False),
        sent(b"x" * SLICE),
        b"\x81\xfe\x00\x01\0\0\0\0x",
        b"\x81\xff" + (10).to_bytes(8, "big") + b"\0\0\0\0" + b"x" * 10,
    ],
    ids=[
        *(
            "nothing",
            "short of a byte",
            "short of its end",
            "a byte more",
            "two",
            "binary",
            "ping",
            "continued",
            "to continue",
        ),
        *(
            "compressed",
            "not masked",
            "long and not masked",
            "long",
            "length written too long",
            "length of eight bytes",
        ),
    ],
)
def test_anything_else_is_left_to_the_parser(data: bytes) -> None:
    assert text_of_frame(data) is None


async def opened(address: str, server: ServerClient) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket at a table of this guest, on which a test writes what bytes it likes."""
    table = (await server.open(PLAN)).id
    host = address.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: greycells={server.cookie}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def next_message(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The opcode and the text of the next frame."""
    first, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    return first & 15, await reader.readexactly(size)


def said(number: int) -> bytes:
    return json.dumps({"id": str(number), "command": {"type": "say", "text": f"{number} ä"}}).encode()


HALVES, ONE = (said(1)[:9], said(1)[9:]), sent(said(1))
WAYS: dict[str, Sequence[bytes]] = {
    "whole": [sent(said(number)) for number in range(4)],
    "byte by byte": [bytes([byte]) for number in range(4) for byte in sent(said(number))],
    "all at once": [b"".join(sent(said(number)) for number in range(4))],
    "one and a half": [sent(said(0)) + ONE[:20], ONE[20:], sent(said(2)), sent(said(3))],
    "fragments": [
        sent(said(0)),
        sent(HALVES[0], fin=False),
        sent(b"", Opcode.PING),
        sent(HALVES[1], Opcode.CONT),
        sent(said(2)),
        sent(said(3)),
    ],
}


@pytest.mark.parametrize("way", WAYS)
async def test_every_message_is_answered_in_order_however_it_comes(tmp_path: Path, way: str) -> None:
    async with running(quick(tmp_path)) as (address, _):
        reader, writer = await opened(address, await guest(address, "Ada"))
        for part in WAYS[way]:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.002)  # So that it comes by itself.
        answered: list[str] = []
        while len(answered) < 4:
            opcode, text = await next_message(reader)
            if opcode == Opcode.TEXT:
                answered += [frame["id"] for frame in json.loads(text) if frame["type"] == "done"]
        assert answered == ["0", "1", "2", "3"]
        writer.close()


async def test_a_message_within_another_one_is_an_error(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        reader, writer = await opened(address, await guest(address, "Ada"))
        writer.write(sent(HALVES[0], fin=False))
        await asyncio.sleep(0.05)
        writer.write(sent(said(2)))
        while (message := await next_message(reader))[0] != Opcode.CLOSE:
            assert b'"done"' not in message[1]
        assert message[1].startswith(PROTOCOL_ERROR)
        writer.close()
