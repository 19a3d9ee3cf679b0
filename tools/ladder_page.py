"""Writes the ladder's tables into docs/learn/players.md and draws its ratings, from benchmarks/ladder.json.

    python -m tools.ladder_page

Run it after `python -m benchmarks.ladder` has measured; a test fails while the page differs from what it writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path

import msgspec
from tools.round_robin import LadderCounts, PairCount, Rating, ratings

from greycells.arena.standings import wilson
from greycells.players.bot_levels import LADDER

ROOT = Path(__file__).parents[1]
COUNTS = ROOT / "benchmarks" / "ladder.json"
PAGE = ROOT / "docs" / "learn" / "players.md"
PLOT = ROOT / "docs" / "pictures" / "ladder.svg"
BEGIN, END = "<!-- written by tools/ladder_page.py -->\n", "<!-- end of what tools/ladder_page.py writes -->\n"
EDITIONS = ("classic", "luxury", "getaway", "master-detective")
WIDTH, ROW, LEFT, RIGHT, TOP = 760, 30, 250, 40, 40


def main() -> None:
    counts = msgspec.json.decode(COUNTS.read_bytes(), type=LadderCounts)
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), counts), encoding="utf-8")
    PLOT.write_text(plot(rated(counts)), encoding="utf-8")


def page(text: str, counts: LadderCounts) -> str:
    """The page with its tables written anew."""
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    return "".join((before, BEGIN, *levels_table(rated(counts)), "\n", *steps_table(counts.pairs), END, after))


def rated(counts: LadderCounts) -> dict[str, Rating]:
    """The ratings from the round robin; nothing before it has been played."""
    return ratings(counts.round_robin, first=LADDER[0].id) if counts.round_robin else {}


def levels_table(rating: dict[str, Rating]) -> Iterator[str]:
    yield "| level | id | character | how it plays | rating |\n|---|---|---|---|---|\n"
    for level in LADDER:
        known = rating.get(level.id)
        points = "" if known is None else f"{known.points:.0f}" + (f" ± {known.reach:.0f}" if known.reach else "")
        yield f"| {level.number} | `{level.id}` | {level.title} | {level.way} | {points} |\n"


def steps_table(pairs: list[PairCount]) -> Iterator[str]:
    """One row for each step, one column for each edition: wins, 95 % interval and games."""
    found = {(line.edition, line.one, line.other): line for line in pairs}
    yield f"| one | against three | {' | '.join(EDITIONS)} |\n|---|---|{'---|' * len(EDITIONS)}\n"
    for lower, upper in pairwise(LADDER):
        cells = [_cell(found.get((edition, upper.id, lower.id))) for edition in EDITIONS]
        yield f"| `{upper.id}` | `{lower.id}` | {' | '.join(cells)} |\n"


def _cell(line: PairCount | None) -> str:
    if line is None:
        return ""
    low, high = wilson(line.wins, line.games)
    return f"{100 * line.wins / line.games:.1f} % ({100 * low:.1f} to {100 * high:.1f}; {line.games})"


def plot(rating: dict[str, Rating]) -> str:
    """The ratings with their intervals as a drawing, the strongest at the top."""
    most = max((known.points + known.reach for known in rating.values()), default=1000.0)
    lines = range(1000, int(most) + 200, 200)
    height = TOP + ROW * len(LADDER) + 40
    scale = (WIDTH - LEFT - RIGHT) / (lines[-1] - lines[0] or 1)

    def across(points: float) -> float:
        return round(LEFT + (points - lines[0]) * scale, 1)

    look = 'font-family="sans-serif" font-size="13" role="img" aria-label="Ratings of the ten levels"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {look}>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fffdf6"/>',
        f'<text x="{LEFT}" y="22" fill="#2b2620">rating, with 95 % intervals</text>',
    ]
    for points in lines:
        at, bottom = across(points), height - 34
        parts.append(f'<line x1="{at}" y1="{TOP - 8}" x2="{at}" y2="{bottom}" stroke="#d8cfb8"/>')
        parts.append(f'<text x="{at}" y="{height - 14}" text-anchor="middle" fill="#2b2620">{points}</text>')
    for number, level in enumerate(reversed(LADDER)):
        middle = TOP + ROW * number + ROW // 2
        name = escape(f"{level.number} {level.title}")
        parts.append(f'<text x="{LEFT - 14}" y="{middle + 4}" text-anchor="end" fill="#2b2620">{name}</text>')
        if (known := rating.get(level.id)) is not None:
            low, high = across(known.points - known.reach), across(known.points + known.reach)
            bar = f'x1="{low}" y1="{middle}" x2="{high}" y2="{middle}"'
            parts.append(f'<line {bar} stroke="#1f4d3a" stroke-width="2"/>')
            parts.append(f'<circle cx="{across(known.points)}" cy="{middle}" r="4.5" fill="#1f4d3a"/>')
    return "\n".join((*parts, "</svg>\n"))


if __name__ == "__main__":
    main()
