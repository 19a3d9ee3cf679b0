"""A test that waits for ever is ended, fails, and says what it was waiting for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = """
import asyncio, time
from tests.deadline import told_at_the_deadline, until, waiting_for

def test_a_loop_that_waits():
    async def evening():
        with told_at_the_deadline(lambda: "the table is open"):
            await until(lambda: False, "the seat to be taken")
    asyncio.run(evening())

def test_a_call_that_blocks():
    with waiting_for("a reply"):
        time.sleep(600)

def test_the_next_one_runs():
    pass
"""


def test_one_deadline_ends_a_test_and_tells_what_it_waited_for(tmp_path: Path) -> None:
    (tmp_path / "test_waits.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").touch()
    env = os.environ | {"PYTHONPATH": str(ROOT), "TEST_DEADLINE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.deadline", "test_waits.py"]
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert "2 failed, 1 passed" in ran.stdout, ran.stdout + ran.stderr
    for told in (
        "Waiting for: the seat to be taken",
        "the table is open",
        "Waiting for: a reply",
        "longer than 1 second",
    ):
        assert told in ran.stdout
