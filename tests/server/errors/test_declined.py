"""The status of a refusal comes from its reason, whatever its sentence is called."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import greycells.server
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.web.endpoints import STATUS, problem

STATUSES = {
    400: {"bad message"},
    403: {
        "foreign page",
        "host only",
        "banned",
        "case not finished",
        "case of one guest",
        "companion is read only",
        "day not begun",
        "muted",
        "no cookie",
        "no help",
        "not seated",
        "not watching",
        "not your chair",
        "owner only",
    },
    404: {
        "no companion",
        "no such chair",
        "no such challenge",
        "no such guest",
        "no such record",
        "no such table",
        "not banned",
        "old companion link",
        "old device code",
        "old link",
        "old share link",
    },
    413: {"too large"},
    422: {
        "companion",
        "day too early",
        "hidden name",
        "no daily case",
        "no name",
        "no such address",
        "no such level",
        "no such plan",
        "no such puzzle",
        "no such suspect",
        "other nonce",
        "practice needs you",
        "stacked name",
        "wrong answer",
    },
    429: {
        "too fast",
        "too many companion links",
        "too many companions",
        "too many share links",
        "too many sockets",
        "uploads full",
        "uploads of address full",
    },
    500: {"our fault"},
    503: {"cannot be opened", "disk", "maintenance", "moving", "too much work", "uploads of server full"},
}
"""What the protocol promises; every other refusal has 409."""


def raised() -> dict[str, set[str]]:
    """The reasons with which each sentence is raised anywhere in the server."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in Path(greycells.server.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Declined"), args=[ast.Constant(value=str() as key), *rest]):
                    found[key].add(ast.unparse(rest[0]).removeprefix("DeclineReason.") if rest else "NOT_NOW")
                case _:
                    pass
    return found


@pytest.mark.parametrize("reason", DeclineReason)
def test_the_reason_alone_chooses_the_status(reason: DeclineReason) -> None:
    for key in ("host only", "too fast", "not over"):
        assert problem(Declined(key, reason)).status_code == STATUS[reason]


def test_every_refusal_has_the_status_that_it_always_had() -> None:
    by_key = {key: status for status, keys in STATUSES.items() for key in keys}
    reasons = raised()
    assert len(reasons) > 40
    assert by_key.keys() <= reasons.keys()
    for key, names in reasons.items():
        assert {int(STATUS[DeclineReason[name]]) for name in names} == {by_key.get(key, 409)}, key
