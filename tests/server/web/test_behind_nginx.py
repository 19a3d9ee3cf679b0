"""Behind a real nginx with TLS, configured as docs/hosting.md says: links, cookies and sockets work."""

from __future__ import annotations

import asyncio
import os
import ssl
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.server.nginx import (
    MISSING,
    configuration_for_nodes,
    free_port,
    make_certificate,
    needs_nginx,
    nginx,
    proxied,
)
from tests.server.running_server import frame_of, running
from tests.server.web.frozen_node import a_page_goes_on, beside_a_frozen_node

from greycells.client import ServerClient
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Sit, Start
from greycells.protocol.frames import Choose
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Roll
from greycells.server.service.config import Config
from greycells.server.service.service import Service

pytestmark = needs_nginx


async def _statuses(server: ServerClient, path: str, *, times: int) -> set[int]:
    """With which statuses a path answers, asked so many times at once over a few connections."""
    parts = urlsplit(server.url)
    context = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])

    async def ask(count: int) -> set[int]:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port, ssl=context)
        writer.write(f"HEAD {parts.path}{path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode() * count)
        found: set[int] = set()
        for _ in range(count):
            head = await reader.readuntil(b"\r\n\r\n")
            found.add(int(head.split()[1]))
        writer.close()
        return found

    connections = min(times, 20)
    return set[int]().union(*await asyncio.gather(*(ask(times // connections) for _ in range(connections))))


async def _game(public: str, service: Service) -> None:
    """A table is opened and played at; its links lead through the proxy, and metrics are not for the public."""
    ada = ServerClient(public)
    await ada.meet("Ada")
    plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0, suspect="Scarlett"))
    await ada.ask(table, Start())
    assert (await ada.seat_link(table, 0)).startswith(f"{public}/seat/")
    async with ada.line(table, 0) as line:
        asked = await frame_of(line, Choose)
        await line.play(Play(chair=0, decision=asked.decision, action=choice_message(Roll())))
        assert (await frame_of(line, Choose)).decision == asked.decision + 1
    page = await ada.text(f"/table/{table}")
    assert f'href="{public}/table/{table}"' in page
    prefix = service.config.prefix
    for path in ("/metrics", f"{prefix}/metrics", f"{prefix}{prefix}/metrics", "/metrics/", "//metrics", "/./metrics"):
        assert not await _statuses(ada, path, times=1) & {200}, path
    assert sum(service.metrics.requests.series.values()) > 0
    assert await ada.text("/health") == "ok\n"


@pytest.mark.parametrize(("prefix", "strips"), [("", False), ("/clue", False), ("/fun/clue", True)])
async def test_a_game_is_played_through_tls(
    prefix: str,
    strips: bool,  # noqa: FBT001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not MISSING, f"{MISSING} is missing: where CI is set, this test is never skipped"
    monkeypatch.setenv("SSL_CERT_FILE", str(make_certificate(tmp_path)))
    port = free_port()
    public = f"https://localhost:{port}{prefix}"

    config = Config(tmp_path / "data", pace=0.0, public_url=public)
    async with running(config) as (_, service):
        with proxied(tmp_path, port=port, upstream=service.config.port, prefix=prefix, strips=strips):
            await _game(public, service)
            if not prefix:
                assert await _statuses(ServerClient(public), "/nowhere", times=200) >= {404, 429}


async def test_nginx_leads_pages_away_from_a_node_that_is_frozen(tmp_path: Path, postgres_url: str) -> None:
    """Pages ask for its health, as docs/hosting.md has it."""
    assert not MISSING

    async with beside_a_frozen_node(tmp_path, postgres_url) as nodes:
        port = free_port()
        text = configuration_for_nodes(tmp_path, port=port, upstreams=nodes.ports)
        with nginx(tmp_path, text, port=port):
            await a_page_goes_on(nodes, f"http://127.0.0.1:{port}")
