"""Every command, frame, action, endpoint and setting of the server is documented."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from typer.testing import CliRunner

from greycells.cli import app
from greycells.protocol.choices import AnyChoice
from greycells.protocol.commands import AskedCommand
from greycells.protocol.frames import AnyFrame
from greycells.server.app.features import API
from greycells.server.limits.connection_limits import ConnectionLimits
from greycells.server.limits.rate_limits import LIMITS, RateLimits

DOCS = Path(__file__).parents[3] / "docs"
PROTOCOL = (DOCS / "reference" / "server.md").read_text(encoding="utf-8")
HOSTING = (DOCS / "hosting.md").read_text(encoding="utf-8")


def tags(union: object) -> list[str]:
    kinds: tuple[type[msgspec.Struct], ...] = get_args(union)
    return [str(kind.__struct_config__.tag) for kind in kinds]


@pytest.mark.parametrize("tag", [*tags(AskedCommand), *tags(AnyFrame)])
def test_every_message_has_a_line(tag: str) -> None:
    assert f"\n| `{tag}` |" in PROTOCOL


def test_every_message_is_in_protocol() -> None:
    messages = {part for endpoint in API for part in (endpoint.body, endpoint.reply) if isinstance(part, type)}
    homes = {message.__name__: message.__module__ for message in messages if issubclass(message, msgspec.Struct)}
    assert len(homes) > 40
    assert {name: home for name, home in homes.items() if not home.startswith("greycells.protocol.")} == {}


@pytest.mark.parametrize("tag", tags(AnyChoice))
def test_every_action_is_named(tag: str) -> None:
    assert f"`{tag}`" in PROTOCOL


@pytest.mark.parametrize("request_line", [f"{endpoint.method} {endpoint.path}" for endpoint in API])
def test_every_endpoint_has_a_line(request_line: str) -> None:
    assert f"| `{request_line}` |" in PROTOCOL


def test_every_setting_has_a_line() -> None:
    """The options that `greycells serve --help` prints are those of the page."""
    told = set(re.findall(r"^\| `(--[a-z-]+)` \|", HOSTING, re.MULTILINE))
    offered = set(re.findall(r"(--[a-z-]+)", CliRunner().invoke(app, ["serve", "--help"]).output)) - {"--help"}
    assert told == offered


STRETCHES = {1: "a second", 10: "in ten seconds", 60: "a minute", 3600: "an hour"}


def test_every_limit_is_told() -> None:
    """The table of the page has a row for each limit, in the same order, with its numbers and its stretch of time."""
    (table,) = re.findall(r"^\| .* \| one guest \| one address \|\n\|[-|]+\|\n((?:\|.*\n)+)", HOSTING, re.MULTILINE)
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
    timed = [row for row in rows if re.match(r"\d+ (a|an|in) ", row[2])]
    for (name, guest, address), limit in zip(timed, LIMITS.values(), strict=True):
        stretch = STRETCHES[limit.seconds]
        assert guest.split(",")[0] == f"{limit.guest} {stretch}", name
        assert address == f"{limit.address} {stretch}", name
    sockets = inspect.signature(RateLimits).parameters
    most = [str(sockets[who].default) for who in ("sockets_a_guest", "sockets_an_address")]
    assert most in [row[1:] for row in rows]


def test_the_limits_of_connections_are_those_of_the_page() -> None:
    limits = ConnectionLimits()
    for line in (
        f"| request headers | {limits.head_time:.0f} seconds, {limits.head_size // 1024} KiB |",
        f"| request body | {limits.body_time:.0f} seconds, {limits.body_size // 1024**2} MiB |",
        f"| idle connection | {limits.idle_time:.0f} seconds |",
        f"| response that nobody reads | {limits.stall_time:.0f} seconds |",
        f"| bytes on a socket | {limits.burst // 1024:.0f} KiB at once, then {limits.rate // 1024:.0f} KiB a second |",
    ):
        assert line in HOSTING


def test_the_samples_carry_what_the_page_promises() -> None:
    """2,000 sockets through the proxy and at the server, the requests of one address, and no metrics for everybody."""
    sockets = 2000
    nginx, unit = (re.findall(rf"```{kind}\n(.*?)```", HOSTING, re.DOTALL)[0] for kind in ("nginx", "ini"))

    def number(pattern: str, text: str) -> int:
        (found,) = re.findall(pattern, text)
        return int(found)

    assert number(r"\nLimitNOFILE=(\d+)", unit) > 2 * sockets
    assert number(r"worker_connections (\d+);", nginx) > 2 * sockets
    assert number(r"worker_rlimit_nofile (\d+);", nginx) >= number(r"worker_connections (\d+);", nginx)
    assert number(r"limit_req_zone .* rate=(\d+)r/s;", nginx) == LIMITS["requests"].address
    assert number(r"limit_conn connections (\d+);", nginx) >= 200
    assert re.search(r"location = /metrics \{\s*return 404;", nginx)
