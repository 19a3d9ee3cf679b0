"""`greycells replay` and `review` without a file open the game that was finished last in this terminal."""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from greycells.examples import records


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this terminal's games, without any."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"q\n")))
    folder = tmp_path / "greycells"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("command", ["replay", "review"])
def test_without_a_game_a_sentence_says_where_they_would_be(command: str, games: Path, run: Run) -> None:
    ran = run(command)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"No finished game is in {games}. Name the file of a record.\n"


def test_the_last_finished_game_is_replayed(games: Path, run: Run) -> None:
    whole = records()["classic/second-game"].read_text(encoding="utf-8")
    shutil.copy(records()["luxury/solved"], games / "old.case")
    (games / "finished.case").write_text(whole, encoding="utf-8")
    (games / "broken-off.case").write_text(whole[: whole.index("\n1. ") + 1], encoding="utf-8")
    for age, name in enumerate(("broken-off", "finished", "old")):
        os.utime(games / f"{name}.case", (1_700_000_000 - age, 1_700_000_000 - age))
    last, named = run("replay", "--plain"), run("replay", str(games / "finished.case"), "--plain")
    assert last.code == 0
    assert last.out.splitlines()[:20] == named.out.splitlines()[:20]
