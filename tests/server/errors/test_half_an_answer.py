"""A server that is killed while it answers: half of an answer is none, and the client says so in a sentence."""

from __future__ import annotations

import asyncio

import pytest

from greycells.client import ServerClient, ServerError


async def test_half_an_answer_is_no_answer() -> None:
    async def half(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 31\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(half, "127.0.0.1", 0) as server:
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(ServerError, match=address) as caught:
            await ServerClient(address).text("/health")
    assert caught.value.status == 0
