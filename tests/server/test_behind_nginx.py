"""Behind a real nginx with TLS, configured as docs/hosting.md says: links, cookies and sockets work."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncGenerator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.server.house import frame_of, running

from greycells.client import ServerClient
from greycells.protocol.commands import ChairPlan, Play, Sit, Start, TablePlan, choice_message
from greycells.protocol.frames import Choose
from greycells.rules.actions import Roll
from greycells.server.service import Config

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
MISSING = " and ".join(name for name, found in (("nginx", NGINX), ("openssl", shutil.which("openssl"))) if not found)
pytestmark = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("CI"),
    reason=f"NOT TESTED behind a proxy with TLS: {MISSING} is missing, and tools/outfit could not install it.",
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def configuration(folder: Path, *, port: int, upstream: int) -> str:
    """The configuration of the page, with this test's ports and certificate."""
    (block,) = re.findall(r"```nginx\n(.*?)```", HOSTING.read_text(encoding="utf-8"), re.DOTALL)
    for told, here in (
        ("worker_processes auto", "worker_processes 1"),
        ("rate=500r/s", "rate=50r/s"),
        ("burst=500", "burst=50"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
        ("server_name play.example", "server_name localhost"),
        ("/etc/letsencrypt/live/play.example/fullchain.pem", str(folder / "cert.pem")),
        ("/etc/letsencrypt/live/play.example/privkey.pem", str(folder / "key.pem")),
    ):
        assert told in block
        block = block.replace(told, here)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    block = block.replace("http {", f"http {{ access_log off; {temporary}", 1)
    return f"daemon off; pid {folder}/pid; error_log {folder}/error;\n{block}"


@contextlib.asynccontextmanager
async def proxied(folder: Path, *, port: int, upstream: int) -> AsyncGenerator[None]:
    (folder / "nginx.conf").write_text(configuration(folder, port=port, upstream=upstream), encoding="utf-8")
    assert NGINX is not None
    command = (NGINX, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error"), "-p", str(folder))
    process = await asyncio.create_subprocess_exec(*command)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            await asyncio.sleep(0.05)
        yield
    finally:
        process.terminate()
        await process.wait()


async def _statuses(server: ServerClient, path: str, *, times: int) -> set[int]:
    """With which statuses a path answers, asked so many times at once over a few connections."""
    parts = urlsplit(server.url)
    context = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])

    async def ask(count: int) -> set[int]:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port, ssl=context)
        writer.write(f"HEAD {path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode() * count)
        found: set[int] = set()
        for _ in range(count):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
            found.add(int(head.split()[1]))
        writer.close()
        return found

    connections = min(times, 20)
    return set[int]().union(*await asyncio.gather(*(ask(times // connections) for _ in range(connections))))


def test_a_game_is_played_through_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not MISSING, f"{MISSING} is missing: where CI is set, this test is never skipped"
    certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    certificate += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    certificate += ["-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")]
    subprocess.run(certificate, check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    port = free_port()
    public = f"https://localhost:{port}"

    async def evening() -> None:
        config = Config(tmp_path / "data", pace=0.0, public_url=public)
        async with running(config) as (_, service), proxied(tmp_path, port=port, upstream=service.config.port):
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
            assert (await _statuses(ada, "/metrics", times=1), service.counts["requests"] > 0) == ({404}, True)
            assert await ada.text("/health") == "well\n"
            assert await _statuses(ada, "/nowhere", times=200) >= {404, 429}

    asyncio.run(evening())
