"""What `greycells doctor` finds at the server's port, at the address that players use, and about proxies."""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from greycells.server.operator.admin_socket import process_at
from greycells.server.operator.findings import Finding, note, ok, wrong
from greycells.server.service.settings import Settings
from greycells.server.system.ports import ListenError, check_port

ANSWER_TIME_LIMIT = 12.0
"""A server that finds out whether its disk can be written may take ten seconds."""
PUBLIC_TIME_LIMIT = 5.0
HOME = ("127.0.0.1", "::1", "localhost")
UNTRUSTED = re.compile(r"^greycells_untrusted_proxy_requests_total (?!0$)", re.MULTILINE)


class HttpAnswer(NamedTuple):
    """What was answered to a request."""

    status: int
    text: str


def look_at_network(settings: Settings, data: Path) -> Iterator[Finding]:
    """The port, and whoever answers there; then the public address, which leads to it; then the proxies."""
    host, port = str(settings["host"]), int(str(settings["port"]))
    metrics: HttpAnswer | None = None
    try:
        check_port(host, port)
    except ListenError as error:
        if error.is_taken:
            at = f"http://{_bracketed(HOME[0] if host in ('0.0.0.0', '::', '') else host)}:{port}"
            metrics = asked(f"{at}/metrics")
            yield _at_port(at, port, data, metrics)
        else:
            yield Finding("wrong", error.sentence)
    else:
        yield ok("port", port=str(port))
    is_running = metrics is not None and "greycells_" in metrics.text
    yield from _public(settings, is_running=is_running)
    yield from _proxies(settings)
    if metrics is not None and UNTRUSTED.search(metrics.text):
        yield wrong("proxy not trusted")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def asked(url: str) -> HttpAnswer | None:
    """What is answered at an address of this machine; None if nothing is."""
    try:
        return _fetched(url, ANSWER_TIME_LIMIT)
    except (OSError, ValueError):
        return None


def _fetched(url: str, seconds: float) -> HttpAnswer:
    try:
        with urllib.request.urlopen(url, timeout=seconds) as answer:
            return HttpAnswer(answer.status, answer.read().decode("utf-8", "replace"))
    except HTTPError as error:
        with error:
            return HttpAnswer(error.code, error.read().decode("utf-8", "replace"))


def _at_port(at: str, port: int, data: Path, metrics: HttpAnswer | None) -> Finding:
    """Who has the port. The metrics tell our server from other programs with a health check."""
    if metrics is None:
        process = process_at(data)
        return wrong("port taken", port=str(port)) if process is None else wrong("frozen", process=str(process))
    if "greycells_" not in metrics.text:
        return wrong("port taken", port=str(port))
    health = asked(f"{at}/health")
    if health is None:
        return wrong("unwell", port=str(port), why="no answer")
    why = health.text.strip()
    if health.status != HTTPStatus.OK:
        return wrong("unwell", port=str(port), why=why)
    return ok("running", port=str(port)) if why == "ok" else note("running with trouble", port=str(port), why=why)


def _public(settings: Settings, *, is_running: bool) -> Iterator[Finding]:
    url = settings["public-url"]
    if not isinstance(url, str):
        yield ok("at home") if str(settings["host"]) in HOME else note("no public url")
        return
    parts = urlsplit(url)
    if parts.scheme == "http" and parts.hostname not in HOME:
        yield note("no tls", url=url)
    try:
        socket.getaddrinfo(parts.hostname, None)
    except OSError:
        yield note("unknown host", host=str(parts.hostname))
        return
    yield _at_public(url) if is_running else ok("public url", url=url)


def _at_public(url: str) -> Finding:
    """Whether players reach a server of ours. That this machine doesn't may be its network's fault."""
    try:
        answer = _fetched(f"{url}/health", PUBLIC_TIME_LIMIT)
    except (OSError, ValueError) as error:
        cause = error.reason if isinstance(error, URLError) else error
        if isinstance(cause, ssl.SSLCertVerificationError):
            return note("public certificate", url=url, why=cause.verify_message)
        return note("public unreached", url=url, why=getattr(cause, "strerror", None) or type(cause).__name__)
    if answer.status == HTTPStatus.OK and answer.text.startswith("ok"):
        return ok("public reached", url=url)
    return wrong("public elsewhere", url=url, status=answer.status)


def _proxies(settings: Settings) -> Iterator[Finding]:
    trusted = [one.strip() for one in str(settings["trusted-proxies"]).split(",")]
    for one in trusted:
        if one == "*":
            yield note("everybody trusted")
        elif not _is_network(one):
            yield wrong("no network", value=one)
    alone = trusted == ["127.0.0.1"] and str(settings["host"]) not in HOME
    if alone and settings["public-url"] is not None:
        yield note("untrusted proxy", host=str(settings["host"]))


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True
