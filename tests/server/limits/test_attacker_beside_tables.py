"""An attacker plays beside honest tables: nobody waits for it, nothing of theirs is refused, lost or seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.proof
def test_honest_tables_do_not_notice_an_attacker() -> None:
    """45 tables, 180 sockets, 150 actions a second for a minute: 99 of 100 within 200 ms (`benchmarks/load.py`)."""
    command = [sys.executable, "-m", "benchmarks.load", "--tables", "45", "--period", "0.3", "--seconds", "60"]
    done = subprocess.run(
        [*command, "--attack"], cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "unreadable tables" in done.stdout
