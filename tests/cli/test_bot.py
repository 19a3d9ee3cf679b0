"""`greycells bot new` and `bot check`: a bot to start from, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run

WRONG = """
from greycells import Accuse, Action, Theory, View


class Rash:
    def choose(self, view: View) -> Action:
        options = view.options
        if options.show or options.cannot_show:
            raise RuntimeError("I never answer")
        deck = view.scene.edition.deck
        return Accuse(Theory(deck.suspects[0], deck.weapons[0], deck.rooms[0]))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_bot_works_at_once(folder: Path, run: Run) -> None:
    written = run("bot", "new", "Marple")
    assert (written.code, written.err) == (0, "")
    assert "class Marple:" in (folder / "Marple.py").read_text(encoding="utf-8")
    checked = run("bot", "check", "Marple.py", "--edition", "cottage")
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.startswith("Marple.py:Marple is ready: 2 games")


def test_nothing_is_overwritten_and_a_class_needs_a_name(folder: Path, run: Run) -> None:
    (folder / "Mine.py").write_text("precious", encoding="utf-8")
    assert run("bot", "new", "Mine").err == "Mine.py is there already.\n"
    assert (folder / "Mine.py").read_text(encoding="utf-8") == "precious"
    assert run("bot", "new", "my-bot").err.startswith("my-bot can't be the name of a class.")


def test_faults_are_shown_once_for_each_kind_with_their_traceback(folder: Path, run: Run) -> None:
    (folder / "rash.py").write_text(WRONG, encoding="utf-8")
    ran = run("bot", "check", "rash.py", "-e", "cottage", "-e", "classic")
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.count("RuntimeError: I never answer") == 1
    assert 'rash.py", line 9' in ran.err
    assert "rash.py:Rash isn't ready: 1 kind of fault in 6 games." in ran.err


def test_a_file_with_several_bots_needs_the_name_of_one(folder: Path, run: Run) -> None:
    (folder / "two.py").write_text(
        f"{WRONG}\n\nclass Other(Rash):\n    def choose(self, view): ...\n", encoding="utf-8"
    )
    told = run("bot", "check", "two.py")
    assert told.code == 1
    assert "Classes with a method choose: Rash, Other." in told.err


def test_the_word_join_may_be_left_out(run: Run) -> None:
    short, long = run("bot", "http://127.0.0.1:9/t/X"), run("bot", "join", "http://127.0.0.1:9/t/X")
    assert short == long
    assert "doesn't answer" in short.err
    assert "bot join [OPTIONS] URL" in run("bot", "--player", "inspector", "--help").out
