"""The examples for researchers run, each in a process of its own, with warnings as errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str) -> str:
    command = [sys.executable, "-W", "error", str(EXAMPLES / name)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_a_game_by_a_script_that_knows_only_pettingzoo() -> None:
    said = run("pettingzoo_random.py").splitlines()
    assert sum(line.startswith("seat_") for line in said) == 4
    assert int(said[-1].split()[0]) > 10


def test_a_game_of_a_script_through_the_textarena_adapter() -> None:
    assert run("textarena_env.py").startswith("over after")


def test_a_game_of_a_script_through_the_inspect_adapter() -> None:
    assert "'won'" in run("inspect_task.py")
