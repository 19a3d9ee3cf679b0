"""Without a proxy in front: whoever is slow, silent or endless is cut off, over real sockets; and what the log says."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.deadline import waiting_for
from tests.server.running_server import guest, quick, running
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from greycells.protocol.plans import TablePlan
from greycells.server.limits.connection_limits import ConnectionLimits, HttpConnection
from greycells.server.service.config import Config

LIMITS = ConnectionLimits(head_time=0.4, body_time=0.4, idle_time=1.0, stall_time=0.4, body_size=256 * 1024)
POST = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\n"
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"


@contextlib.asynccontextmanager
async def called(
    folder: Path, limits: ConnectionLimits = LIMITS
) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A bare connection to a server with short limits."""
    async with running(replace(quick(folder), connections=limits)) as (_, service):
        reader, writer = await asyncio.open_connection("127.0.0.1", service.config.port)
        try:
            yield reader, writer
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


async def _trickle(writer: asyncio.StreamWriter, drop: bytes) -> None:
    while True:
        writer.write(drop)
        await writer.drain()
        await asyncio.sleep(0.05)


async def _cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, drop: bytes) -> bytes:
    """What a connection that sends a drop now and then is told before it is cut off."""
    dripping = asyncio.create_task(_trickle(writer, drop)) if drop else None
    answer = b""
    try:
        with contextlib.suppress(ConnectionResetError):
            while part := await reader.read(65536):
                answer += part
    finally:
        if dripping is not None:
            dripping.cancel()
            await asyncio.gather(dripping, return_exceptions=True)
    return answer


@pytest.mark.parametrize(
    ("begins", "drop", "answer"),
    [
        (b"", b"", b""),
        (b"GET / HTTP/1.1\r\n", b"", b"HTTP/1.1 408 "),
        (b"GET / HTTP/1.1\r\nX-Slow: ", b"x", b"HTTP/1.1 408 "),
        (POST + b"Content-Length: 1000\r\n\r\n", b"x", b"HTTP/1.1 408 "),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", b"HTTP/1.1 408 "),
        (b"GET / HTTP/1.1\r\nX-Large: ", b"x" * 20_000, b"HTTP/1.1 431 "),
        (b"GET / HTTP/1.1\r\nX-Large: " + b"x" * 20_000 + b"\r\n\r\n", b"", b"HTTP/1.1 431 "),
        (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"", b"HTTP/1.1 431 "),
    ],
    ids=["silent", "torn head", "slow head", "slow body", "slow chunks", "endless head", "large head", "large path"],
)
async def test_whoever_never_finishes_a_request_is_cut_off(
    tmp_path: Path, begins: bytes, drop: bytes, answer: bytes
) -> None:
    async with called(tmp_path) as (reader, writer):
        writer.write(begins)
        told = await _cut(reader, writer, drop)
        assert told.startswith(answer)
        assert bool(told) == bool(answer)


async def test_a_body_that_nobody_asked_for_is_cut_off_by_its_size(tmp_path: Path) -> None:
    """The application answers and reads none of it: only the connection can count it."""
    async with called(tmp_path, replace(LIMITS, body_time=60.0)) as (reader, writer):
        writer.write(GET + b"Content-Length: 99999999\r\n\r\n")
        assert (await _cut(reader, writer, b"x" * 100_000)).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("drop", [b"", b"\r\n"], ids=["silent", "blank lines"])
async def test_a_connection_that_has_had_its_answer_is_not_kept_for_ever(tmp_path: Path, drop: bytes) -> None:
    async with called(tmp_path) as (reader, writer):
        for _ in range(2):
            writer.write(GET + b"\r\n")
            assert b"200 OK" in await reader.readuntil(b"\r\nok\n")
            await asyncio.sleep(0.1)
        await _cut(reader, writer, drop)


async def test_a_response_that_nobody_reads_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = asyncio.Event()

    def lost(connection: HttpConnection, error: Exception | None) -> None:
        given_up.set()
        original(connection, error)

    original = HttpConnection.connection_lost
    monkeypatch.setattr(HttpConnection, "connection_lost", lost)

    async with running(replace(quick(tmp_path), connections=LIMITS)) as (address, service):
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", service.config.port))
            line.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400)
            with waiting_for("the server to give the connection up"):
                await given_up.wait()
            read = 0
            with contextlib.suppress(ConnectionResetError):
                while part := await asyncio.to_thread(line.recv, 1 << 20):
                    read += len(part)
        assert 0 < read < 400 * len(await (await guest(address, "Ada")).text("/openapi.json"))


async def test_a_slow_body_leaves_no_error_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with called(tmp_path) as (reader, writer):
        writer.write(POST + b"Content-Length: 1000\r\n\r\nx")
        await _cut(reader, writer, b"")
        await asyncio.sleep(0.1)
    assert [record for record in caplog.records if record.name.startswith("greycells")] == []


async def test_a_denied_socket_is_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    try:
        async with running(quick(tmp_path)) as (address, _):
            logging.getLogger("uvicorn.error").addHandler(caplog.handler)
            ada = await guest(address, "Ada")
            table = (await ada.open(TablePlan())).id
            with pytest.raises(InvalidStatus, match="403"):
                await connect(f"ws{address.removeprefix('http')}/api/tables/{table}/live")
            await asyncio.sleep(0.1)
    finally:
        logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_server_on_ipv6_prints_its_address_and_its_log_has_times(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET6) as probe:
        probe.bind(("::1", 0))
        port = int(probe.getsockname()[1])
    command = [
        sys.executable,
        "-m",
        "greycells",
        "serve",
        "--host",
        "::1",
        "--port",
        str(port),
        "--data",
        str(tmp_path),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert f"http://[::1]:{port}/" in process.stdout.readline()
        with socket.create_connection(("::1", port)) as line:
            line.sendall(b"rubbish\r\n\r\n")
            assert b" 400 " in line.recv(4096)
        process.terminate()
        _, errors = process.communicate()
    lines = [line for line in errors.splitlines() if "Invalid HTTP" in line]
    assert len(lines) == 1
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} WARNING uvicorn\.error: ", lines[0]), lines


def test_our_own_log_lines_have_a_time() -> None:
    script = (
        "import logging; from greycells.server.web.log_format import set_up_logs;"
        "set_up_logs('text', 'warning');"
        "logging.getLogger('greycells.server').error('trouble')"
    )
    told = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stderr
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\S+ ERROR greycells\.server: trouble\n", told), told
    assert told.startswith(time.strftime("%Y-"))


def test_bots_think_where_processes_have_no_priority() -> None:
    """Windows has no `os.nice`."""
    script = "import os; del os.nice; from greycells.server.workers.bot_worker import main; main()"
    worker = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    assert worker.stdout == b"ready\n"


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "http://127.0.0.1:8000"), ("::1", "http://[::1]:8000"), ("::", "http://[::]:8000")],
)
def test_an_ipv6_address_stands_in_brackets(tmp_path: Path, host: str, address: str) -> None:
    assert Config(tmp_path, host=host).local_url == address
