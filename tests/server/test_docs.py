"""Every command, frame, action, endpoint and setting of the server is documented."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from typer.testing import CliRunner

from greycells.cli import app
from greycells.notation.commands import AnyChoice, AnyCommand
from greycells.notation.frames import AnyFrame
from greycells.server.app import API
from greycells.server.people import MEASURES

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "reference" / "server.md").read_text(encoding="utf-8")
HOSTING = (DOCS / "hosting.md").read_text(encoding="utf-8")


def tags(union: object) -> list[str]:
    kinds: tuple[type[msgspec.Struct], ...] = get_args(union)
    return [str(kind.__struct_config__.tag) for kind in kinds]


@pytest.mark.parametrize("tag", [*tags(AnyCommand), *tags(AnyFrame)])
def test_every_message_has_a_line(tag: str) -> None:
    assert f"\n| `{tag}` |" in PROTOCOL


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


def test_every_limit_is_told() -> None:
    for measure in MEASURES.values():
        for told in (measure.guest, measure.address):
            assert f"| {told} " in HOSTING
