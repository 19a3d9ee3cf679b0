"""Behind a real Caddy with the Caddyfile of the containers: a game is played, and its limits hold."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.deadline import until, until_told, waiting_for
from tests.server.nginx import free_port
from tests.server.running_server import frame_of, quick, running
from tests.server.web.frozen_node import a_page_goes_on, beside_a_frozen_node

from greycells.client import ServerClient
from greycells.protocol.commands import Sit, Start
from greycells.protocol.frames import Choose
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.limits.event_loop_shares import LoopShares
from greycells.server.service.service import Service

CADDY = shutil.which("caddy")
CADDYFILE = Path(__file__).parents[3] / "Caddyfile"
SOONER = (("read_header 10s", "read_header 1s"), ("read_body 30s", "read_body 1s"), ("idle 30s", "idle 1s"))
"""The times of the file, for tests that wait for them."""
pytestmark = pytest.mark.skipif(
    CADDY is None and not os.environ.get("CI"),
    reason="NOT TESTED behind Caddy: it is missing, and tools/outfit could not install it.",
)


class Proxied(NamedTuple):
    """A server behind Caddy."""

    port: int
    service: Service

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


@contextlib.asynccontextmanager
async def caddy(folder: Path, text: str, upstreams: Sequence[int]) -> AsyncGenerator[int]:
    """The port of a running Caddy with this configuration; without TLS: the certificate would be Let's Encrypt's."""
    assert CADDY is not None, "caddy is missing: where CI is set, this test is never skipped"
    config, port = folder / "Caddyfile", free_port()
    config.write_text(text, encoding="utf-8")
    settings = {
        **os.environ,
        "SITE": f"http://localhost:{port}",
        "UPSTREAMS": " ".join(f"127.0.0.1:{upstream}" for upstream in upstreams),
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = (CADDY, "run", "--config", str(config), "--adapter", "caddyfile")
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(*command, env=settings, stderr=log.fileno())

    async def answers() -> bool:
        assert process.returncode is None, (folder / "log").read_text(encoding="utf-8")
        with contextlib.suppress(OSError):
            return (await told(port, b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", close=True)) == b"404"
        return False

    try:
        await until_told(answers, "Caddy to answer")
        yield port
    finally:
        process.terminate()
        await process.wait()


@contextlib.asynccontextmanager
async def behind_caddy(folder: Path) -> AsyncGenerator[Proxied]:
    """A server behind Caddy with the shipped file, whose times are over sooner."""
    text = CADDYFILE.read_text(encoding="utf-8")
    for written, here in SOONER:
        assert written in text
        text = text.replace(written, here)
    async with (
        running(quick(folder / "data")) as (_, service),
        caddy(folder, text, [service.config.port]) as port,
    ):
        yield Proxied(port, service)


async def told(port: int, sent: bytes, *, close: bool = False) -> bytes:
    """The status that a connection is told before it is closed; nothing if it is closed without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        answer = b""
        with contextlib.suppress(ConnectionError):
            writer.write(sent)
            with waiting_for("Caddy to answer or to close"):
                while part := await reader.read(65536):
                    answer += part
                    if close:
                        break
        return answer.partition(b"\r\n")[0][9:12]
    finally:
        writer.close()


async def test_a_game_is_played_and_metrics_are_not_for_the_public(tmp_path: Path) -> None:
    async with behind_caddy(tmp_path) as proxied:
        ada = ServerClient(proxied.url)
        await ada.meet("Ada")
        bot = ChairPlan(bot="constable")
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), bot, bot)))).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        async with ada.line(table, 0) as line:
            await frame_of(line, Choose)
            await asyncio.sleep(2.0)  # Longer than any of the times: they are not for sockets.
            assert (await ada.table(table)).state == "running"
        for path in (b"/metrics", b"/clue/metrics"):
            sent = b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
            assert await told(proxied.port, sent, close=True) == b"404"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: loc", (b"", b"408")),
        (
            b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx",
            (b"", b"200", b"502"),
        ),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", (b"200",)),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: " + b"x" * 40_000 + b"\r\n\r\n", (b"431",)),
    ],
    ids=["slow head", "slow body", "idle", "large head"],
)
async def test_whoever_never_finishes_is_cut_off(tmp_path: Path, sent: bytes, status: tuple[bytes, ...]) -> None:
    """Of a body that stops, Caddy says an empty 200 or 502, and closes."""
    async with behind_caddy(tmp_path) as proxied:
        assert await told(proxied.port, sent) in status


async def test_a_large_body_is_refused(tmp_path: Path) -> None:
    async with behind_caddy(tmp_path) as proxied:
        head = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n"
        assert await told(proxied.port, head + b"x" * 3_000_000, close=True) in (
            b"413",
            b"502",
        )  # As its version has it.


async def test_an_address_cannot_be_forged(tmp_path: Path) -> None:
    """What a client writes there is dropped: its requests are charged to where it comes from."""
    async with behind_caddy(tmp_path) as proxied:
        head = b"GET /api/offer HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n"
        shares = proxied.service.loop_shares = LoopShares(factor=1e6, now=lambda: 0.0)  # Nothing is ever paid off.
        assert await told(proxied.port, head, close=True) == b"200"
        await until(lambda: shares.owed("127.0.0.1") > 0, "the request to be charged")
        assert len(shares) == 1
        assert shares.owed("203.0.113.9") == 0


async def test_caddy_leads_pages_away_from_a_node_that_is_frozen(tmp_path: Path, postgres_url: str) -> None:
    """Caddy asks for each node's health, as the shipped file has it."""
    async with (
        beside_a_frozen_node(tmp_path, postgres_url) as nodes,
        caddy(tmp_path, CADDYFILE.read_text(encoding="utf-8"), nodes.ports) as port,
    ):
        await a_page_goes_on(nodes, f"http://localhost:{port}")
