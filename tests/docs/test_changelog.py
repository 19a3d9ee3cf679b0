"""The changelog keeps its form: one section, the headings of keepachangelog.com, and one line for each entry."""

from __future__ import annotations

import re
from pathlib import Path

from greycells import __version__

LINES = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()


def test_the_changelog_is_short_and_has_the_usual_headings() -> None:
    assert len(LINES) <= 60
    assert [line for line in LINES if line.startswith("## ")] == [f"## [{__version__}] - Unreleased"]
    assert [line for line in LINES if line.startswith("### ")] == ["### Added", "### Changed", "### Fixed"]


def test_every_entry_is_one_line_under_a_heading() -> None:
    first = LINES.index("### Added")
    entries = [line for line in LINES[first:] if line and not line.startswith("### ")]
    assert len(entries) > 10
    assert [line for line in entries if not re.fullmatch(r"- .{20,140}\.", line)] == []
