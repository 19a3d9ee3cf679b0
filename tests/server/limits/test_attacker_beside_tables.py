"""An attacker plays beside honest tables: nobody waits for it, nothing of theirs is refused, lost or seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.load import FLOODS


def measured(*arguments: str) -> str:
    """What `benchmarks/load.py` prints; it fails if 99 of 100 actions aren't with every viewer within 200 ms, or if
    anything of an honest guest is refused, lost or late."""
    command = [sys.executable, "-m", "benchmarks.load", *arguments]
    done = subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.proof
def test_honest_tables_do_not_notice_an_attacker() -> None:
    """45 tables, 180 sockets, 150 actions a second for a minute."""
    assert "unreadable tables" in measured("--tables", "45", "--period", "0.3", "--seconds", "60", "--attack")


@pytest.mark.proof
def test_honest_tables_do_not_notice_any_flood_of_one_address() -> None:
    """40 tables, 160 sockets, 20 actions a second, and a reader who has a game reviewed, for 20 seconds beside each."""
    told = measured("--tables", "40", "--period", "2", "--seconds", "20", "--floods")
    for what in FLOODS:
        assert f"beside {what}:" in told
