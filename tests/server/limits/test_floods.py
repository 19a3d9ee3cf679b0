"""A guest who sends rubbish is cut off, and an honest guest beside them does not wait."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import sys
import threading
import time
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.margin import PROOF, at_most
from tests.server.running_server import guest, running
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from greycells.client import ServerClient
from greycells.protocol.commands import Ready, Sit
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.service.config import Config
from greycells.server.web.assets import asset_prefix

ROOT = Path(__file__).parents[3]
RUBBISH = b"\x81\x81\0\0\0\0x"
"""A whole WebSocket frame of a client: one letter, which is no command."""
PING = b"\x89\x80\0\0\0\0"
A_SECOND = 750 * 1024
SECONDS = 2.0
AT_MOST = at_most(0.2)


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncGenerator[str]:
    """A server in a process of its own, with the limits that it has by default."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "greycells", "serve", "--port", str(port), "--data", str(folder)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert b"open at" in await process.stdout.readline()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


async def _table(server: ServerClient) -> str:
    table = (await server.open(TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan())))).id
    await server.ask(table, Sit(chair=0))
    return table


def _flood(address: str, path: str, cookie: str, frame: bytes, over: threading.Event) -> None:
    """Send as much as is said above from another address, and connect again whenever the line is cut."""
    host, port = address.removeprefix("http://").split(":")
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: greycells={cookie}\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n"
    ).encode()
    tenth = frame * (A_SECOND // 10 // len(frame))
    while not over.is_set():
        with contextlib.suppress(OSError), socket.create_connection((host, int(port)), timeout=5) as line:
            line.sendall(head)
            if b" 101 " not in line.recv(4096):
                over.wait(0.02)
                continue
            while not over.is_set():
                line.sendall(tenth)
                over.wait(0.1)


@pytest.mark.parametrize("frame", [RUBBISH, PING], ids=["rubbish", "pings"])
async def test_an_honest_guest_does_not_wait_for_a_noisy_one(tmp_path: Path, frame: bytes) -> None:
    async with serving(tmp_path) as address:
        ada, mallory = await guest(address, "Ada"), await guest(address, "Mallory")
        table, other = await _table(ada), await _table(mallory)
        over = threading.Event()
        path = f"/api/tables/{other}/live?chair=0"
        noise = asyncio.to_thread(_flood, address, path, mallory.cookie or "", frame, over)
        waits: list[float] = []
        async with ada.line(table, 0) as line:
            await line.ask(Ready(chair=0))
            flooding = asyncio.create_task(noise)
            ends = time.monotonic() + SECONDS
            while time.monotonic() < ends:
                began = time.monotonic()
                await line.ask(Ready(chair=0, ready=len(waits) % 2 == 0))
                waits.append(time.monotonic() - began)
                await asyncio.sleep(0.1)
            over.set()
            await flooding
        assert len(waits) >= SECONDS / (0.1 + AT_MOST)
        assert sorted(waits)[-2] < AT_MOST, sorted(waits)[-5:]


FLOODED = [
    "/",
    "/rules/classic",
    "/rules/classic?language=de",
    "/rules/classic?anything=else",
    f"{asset_prefix()}app.js",
    "/metrics",
    "/nowhere",
    "/api/offer",
    "/api/tables",
    "/health",
    "POST /play",
]


@pytest.mark.parametrize("path", FLOODED if PROOF else FLOODED[1:2] + FLOODED[5:7])
async def test_an_honest_table_does_not_wait_for_a_flood_of_requests(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path) as address:
        ada = await guest(address, "Ada")
        table = await _table(ada)
        seconds = 10.0 if PROOF else 3.0
        command = [sys.executable, "-m", "benchmarks.flood", address, path, str(seconds + 2.0)]
        flood = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
        waits: list[float] = []
        async with ada.line(table, 0) as line:
            await asyncio.sleep(1.0)
            ends = time.monotonic() + seconds
            while time.monotonic() < ends:
                began = time.monotonic()
                await line.ask(Ready(chair=0, ready=len(waits) % 2 == 0))
                waits.append(time.monotonic() - began)
                await asyncio.sleep(0.1)
        told, _ = await flood.communicate()
        assert re.search(rb"[1-9]\d* answers a second", told), told
        p99 = sorted(waits)[int(0.99 * len(waits)) - 1]
        assert p99 < AT_MOST, (p99, sorted(waits)[-5:], told)


async def _read_until_closed(line: ClientConnection) -> tuple[int, int | None]:
    """How many messages were refused, and with which code the line was closed."""
    refused = 0
    with contextlib.suppress(ConnectionClosed):
        while True:
            refused += sum(frame["type"] == "refused" for frame in json.loads(await line.recv()))
    return refused, line.close_code


@pytest.mark.parametrize("message", ["rubbish", '{"command":{"type":"ready","chair":0,"ready":true},"id":"x"}'])
async def test_a_line_is_closed_after_a_few_refusals_and_not_opened_again_at_once(tmp_path: Path, message: str) -> None:
    async with running(Config(tmp_path, pace=0.0)) as (address, _):
        ada = await guest(address, "Ada")
        table = await _table(ada)
        where = f"ws{address.removeprefix('http')}/api/tables/{table}/live?chair=0"
        cookie = {"Cookie": f"greycells={ada.cookie}"}
        async with connect(where, additional_headers=cookie) as line:
            for _ in range(40):
                await line.send(message)
            refused, code = await _read_until_closed(line)
            assert (5 <= refused <= 15, code) == (True, 1008)
        with pytest.raises(InvalidStatus, match="429"):
            await connect(where, additional_headers=cookie)
        grace = await guest(address, "Grace")
        async with connect(where.partition("?")[0], additional_headers={"Cookie": f"greycells={grace.cookie}"}):
            pass


async def test_refusals_by_the_table_do_not_close_a_line(tmp_path: Path) -> None:
    async with running(Config(tmp_path, pace=0.0)) as (address, _):
        ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
        table = await _table(ada)
        where = f"ws{address.removeprefix('http')}/api/tables/{table}/live"
        async with connect(where, additional_headers={"Cookie": f"greycells={grace.cookie}"}) as line:
            for number in range(15):
                await line.send(json.dumps({"command": {"type": "start"}, "id": str(number)}))
            refused: set[str] = set()
            while len(refused) < 15:
                frames = json.loads(await line.recv())
                refused |= {frame["id"] for frame in frames if frame["type"] == "refused"}
            await line.ping()
