"""The shaker finds a test that needs a quiet machine, and adds its runs up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools.shake import Tally, due, tallies

ROOT = Path(__file__).parents[2]
QUICK = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist", "PYTHONPATH": str(ROOT)}
HURRIED = """
import threading, time

def answer(ready):
    sum(number * number for number in range(400_000))
    ready.set()

def test_a_reply_comes_within_50_ms():
    ready = threading.Event()
    threading.Thread(target=answer, args=(ready,)).start()
    assert ready.wait(0.05)

def test_a_reply_comes():
    ready = threading.Event()
    threading.Thread(target=answer, args=(ready,)).start()
    assert ready.wait()
"""
BROKEN = "def test_never():\n    raise ValueError('this is why')\n"


def shake(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    path = folder / "test_replies.py"
    path.write_text(source, encoding="utf-8")
    (folder / "pytest.ini").touch()
    command = [sys.executable, "-m", "tools.shake", path.name, "--results", "runs", *options]
    return subprocess.run(command, cwd=folder, env=os.environ | QUICK, capture_output=True, text=True, check=False)


@pytest.mark.proof
def test_a_planted_race_is_found_within_ten_runs(tmp_path: Path) -> None:
    """The reply takes some 25 ms of one core: in time on a quiet machine, late on a busy one."""
    ran = shake(tmp_path, HURRIED, "--times", "10", "--busy", str(8 * (os.cpu_count() or 1)))
    assert ran.returncode == 1, ran.stdout
    runs = {test.rpartition("::")[2]: tally for test, tally in tallies(tmp_path / "runs").items()}
    assert (runs["test_a_reply_comes"].passed, runs["test_a_reply_comes"].failed) == (10, 0)
    assert runs["test_a_reply_comes_within_50_ms"].failed
    assert "ready.wait(0.05)" in ran.stdout, "the first failure is told"


def test_runs_are_added_up_and_go_on_where_they_were(tmp_path: Path) -> None:
    steady = "def test_steady():\n    pass\n"
    assert "1 of 1 tests passed 1 of 1 times" in shake(tmp_path, steady, "--times", "1", "--busy", "1").stdout
    again = shake(tmp_path, steady, "--times", "2", "--busy", "1")
    assert (again.returncode, again.stdout.count(": 1 tests in order")) == (0, 1)
    told = shake(tmp_path, steady, "--times", "3", "--report")
    assert (told.returncode, "each ran at least 2 times" in told.stdout) == (1, True)
    assert "each ran at least 1 times" in shake(tmp_path, steady, "--times", "1", "--busy", "1", "--anew").stdout


def test_what_failed_is_named_with_its_first_failure_and_not_run_again(tmp_path: Path) -> None:
    ran = shake(tmp_path, BROKEN, "--times", "5", "--busy", "1")
    assert ran.returncode == 1
    assert "passed 0 of 1" in ran.stdout
    assert "this is why" in ran.stdout


@pytest.mark.parametrize(("tally", "more"), [(Tally(2), True), (Tally(3), False), (Tally(2, 1), False)])
def test_what_is_due(tally: Tally, *, more: bool) -> None:
    assert due(["one"], {"one": tally}, 3) == ["one"] * more
    assert due(["another"], {"one": tally}, 3) == ["another"]
