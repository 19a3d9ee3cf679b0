"""What the client keeps at module level and changes: each with its reason, so that nobody adds to it without one."""

from __future__ import annotations

import re

from tests.client.test_models import STATIC

LET = re.compile(r"^(?:export )?let (\w+)", re.MULTILINE)
REASONS: dict[str, str] = {}
"""`folder/module.js name`, and why it is no state of a feature."""


def kept() -> set[str]:
    """Every `let` at module level."""
    return {
        f"{path.relative_to(STATIC).as_posix()} {name}"
        for path in STATIC.rglob("*.js")
        if "vendor" not in path.parts
        for name in LET.findall(path.read_text(encoding="utf-8"))
    }


def test_what_modules_keep_has_a_reason() -> None:
    assert sorted(kept() - set(REASONS)) == []
    assert sorted(set(REASONS) - kept()) == []
