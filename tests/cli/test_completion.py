"""`greycells completion`: the shell completes commands and options."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.cli.conftest import Run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell: str, run: Run) -> None:
    printed = run("completion", shell)
    assert (printed.code, printed.err) == (0, "")
    assert f"_GREYCELLS_COMPLETE=complete_{shell}" in printed.out


def test_another_shell_is_refused(run: Run) -> None:
    refused = run("completion", "tcsh")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == "There is no completion for tcsh. Choose from bash, zsh, fish.\n"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("greycells rep", {"replay"}), ("greycells bot ch", {"check"}), ("greycells arena --pl", {"--players"})],
)
def test_bash_is_told_what_may_come_next(typed: str, offered: set[str]) -> None:
    asked = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1), "_GREYCELLS_COMPLETE": "complete_bash"}
    command = [sys.executable, "-m", "greycells"]
    told = subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert set(told.stdout.split()) == offered, told.stderr
