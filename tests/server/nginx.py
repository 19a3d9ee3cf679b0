"""A real nginx with TLS, configured as docs/hosting.md says, before a server of the tests."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
MISSING = " and ".join(name for name, found in (("nginx", NGINX), ("openssl", shutil.which("openssl"))) if not found)
needs_nginx = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("CI"),
    reason=f"NOT TESTED behind a proxy with TLS: {MISSING} is missing, and tools/outfit could not install it.",
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def make_certificate(folder: Path) -> Path:
    """A certificate for localhost; returns the file by which it is trusted."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "cert.pem"


def configuration(folder: Path, *, port: int, upstream: int, prefix: str = "", strips: bool = False) -> str:
    """The configuration of the page, with this test's ports, certificate and prefix."""
    block = _blocks()[0]
    for told, here in (
        ("worker_processes auto", "worker_processes 1"),
        ("rate=500r/s", "rate=50r/s"),
        ("burst=500", "burst=50" if not prefix else "burst=500"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("127.0.0.1:8000;", f"127.0.0.1:{upstream}{'/' if strips else ''};"),
        ("server_name play.example", "server_name localhost"),
        ("location = /metrics {", f"location = {prefix}/metrics {{"),
        ("location / {", f"location {prefix}/ {{"),
        ("/etc/letsencrypt/live/play.example/fullchain.pem", str(folder / "cert.pem")),
        ("/etc/letsencrypt/live/play.example/privkey.pem", str(folder / "key.pem")),
    ):
        assert told in block
        block = block.replace(told, here)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    block = block.replace("http {", f"http {{ access_log off; {temporary}", 1)
    return f"daemon off; pid {folder}/pid; error_log {folder}/error;\n{block}"


def _blocks() -> list[str]:
    """The complete file of the page, and what several nodes need: their addresses, and their health check."""
    found: list[str] = re.findall(r"```nginx\n(.*?)```", HOSTING.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 3
    return found


def configuration_for_nodes(folder: Path, *, port: int, upstreams: Sequence[int]) -> str:
    """The configuration of the page for several nodes: without TLS, since it is not the subject, and for one address
    from which everybody comes."""
    _, addresses, health = _blocks()
    for number, upstream in zip("567", upstreams, strict=True):
        assert f"10.0.0.{number}:8000" in addresses
        addresses = addresses.replace(f"10.0.0.{number}:8000", f"127.0.0.1:{upstream}")
    text = configuration(folder, port=port, upstream=0)
    for told, here in (
        (f"127.0.0.1:{port} ssl", f"127.0.0.1:{port}"),
        ("proxy_pass http://127.0.0.1:0;", "proxy_pass http://greycells;"),
        ("    server {", f"{addresses}\n    server {{"),
        ("        location / {\n            proxy_pass", f"{health}\n        location / {{\n            proxy_pass"),
        ("rate=50r/s", "rate=50000r/s"),
        ("limit_conn connections 300", "limit_conn connections 8000"),
    ):
        assert told in text, told
        text = text.replace(told, here, 1)
    return re.sub(r"ssl_certificate\S* .*", "", text)


@contextlib.contextmanager
def proxied(folder: Path, *, port: int, upstream: int, prefix: str = "", strips: bool = False) -> Generator[None]:
    """nginx at this port, before a server at that one; `strips` takes the prefix away on the way."""
    text = configuration(folder, port=port, upstream=upstream, prefix=prefix, strips=strips)
    with nginx(folder, text, port=port):
        yield


@contextlib.contextmanager
def nginx(folder: Path, text: str, *, port: int) -> Generator[None]:
    """nginx with this configuration, as soon as it listens at its port."""
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    assert NGINX is not None
    process = subprocess.Popen(
        (NGINX, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error"), "-p", str(folder))
    )
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()
