"""The ladder's tables and plot in the docs are what the measurements say."""

from __future__ import annotations

import msgspec
import tools.ladder_page as ladder_page
from tools.round_robin import LadderCounts, PairCount

from greycells.players.bot_levels import LADDER

COUNTS = msgspec.json.decode(ladder_page.COUNTS.read_bytes(), type=LadderCounts)


def test_the_page_shows_the_counts_that_were_measured() -> None:
    text = ladder_page.PAGE.read_text(encoding="utf-8")
    assert ladder_page.page(text, COUNTS) == text
    assert ladder_page.plot(ladder_page.rated(COUNTS)) == ladder_page.PLOT.read_text(encoding="utf-8")


def test_every_step_was_measured_in_every_edition() -> None:
    measured = {(line.edition, line.one, line.other) for line in COUNTS.pairs}
    steps = list(zip(LADDER[1:], LADDER, strict=False))
    assert {(edition, upper.id, lower.id) for edition in ladder_page.EDITIONS for upper, lower in steps} <= measured


def test_a_changed_count_changes_the_page() -> None:
    line = PairCount("classic", "sergeant", "acting-sergeant", 100, 45)
    row = next(row for row in ladder_page.steps_table([line]) if row.startswith("| `sergeant`"))
    assert "45.0 % (35.6 to 54.8; 100)" in row
