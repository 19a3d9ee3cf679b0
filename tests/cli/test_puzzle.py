"""`greycells puzzle`: the case of a day, practice, JSON that solve reads, and a sentence for whatever can't be."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run


def test_a_day_is_printed_in_words(run: Run) -> None:
    out, err, code = run("puzzle", "--date", "2026-11-17")
    assert (err, code) == ("", 0)
    assert out.startswith("The daily case for 2026-11-17 (grade 2 of 7)\nYou are Mustard.")
    assert out.rstrip().endswith("Who did it, with what, and where?")


def test_json_goes_straight_into_solve(run: Run, tmp_path: Path) -> None:
    form = json.loads(run("puzzle", "--grade", "3", "--edition", "cottage", "--seed", "4", "--json").out)
    assert (form["id"], form["date"], form["grade"]) == ("v1-cottage-3-4", None, 3)
    file = tmp_path / "state.json"
    file.write_text(json.dumps(form["state"]), encoding="utf-8")
    assert run("solve", str(file)).code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--date", "yesterday"), "yesterday isn't a date. Write it like this: 2026-11-17."),
        (("--date", "2026-02-30"), "2026-02-30 isn't a date."),
        (("--grade", "8"), "There's no grade 8 for the edition classic: grades go from 1 to 7."),
        (("--grade", "7", "--edition", "cottage"), "grades go from 1 to 5."),
        (("--edition", "nowhere"), "There are no puzzles for the edition nowhere."),
        (("--seed", "-1"), "-1 is out of range"),
        (("--date", "2026-11-17", "--grade", "2"), "A daily case has its own grade and edition"),
    ],
)
def test_what_cannot_be_gets_a_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    out, err, code = run("puzzle", *arguments)
    assert (out, code) == ("", 1)
    assert sentence in err


class Keyboard(io.StringIO):
    """What somebody types at a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_stray_enter_gives_nothing_away_and_help_says_what_can_be_typed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Keyboard("\nhelp\nquit\n"))
    out = run("puzzle", "--date", "2026-11-17").out
    assert out.count("Type your answer with commas") == 3
    assert "The answer" not in out
    monkeypatch.setattr(sys, "stdin", Keyboard("answer\n"))
    assert (
        run("puzzle", "--date", "2026-11-17")
        .out.rstrip()
        .endswith("The answer: Col. Mustard, the Wrench and the Hall.")
    )


def test_no_word_is_broken_at_the_edge_of_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run("puzzle", "--date", "2026-11-17").out
    monkeypatch.setattr("greycells.cli.puzzle_commands.get_terminal_size", lambda: os.terminal_size((40, 24)))
    monkeypatch.setattr("greycells.cli.puzzle_commands.isatty", lambda: True)
    narrow = run("puzzle", "--date", "2026-11-17").out
    assert max(map(len, narrow.splitlines())) <= 40
    assert narrow.split() == told.split()


def test_it_can_be_solved_at_the_keyboard(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Keyboard("hint\nPlum, Spoon, Hall\nPlum, Rope, Hall\nMustard, Wrench, Hall\n"))
    out = run("puzzle", "--date", "2026-11-17").out
    told = out[out.index("Type your answer") :]
    assert "Which suspects can still be in the case file?" in told
    assert "There's no card Spoon." in told
    assert "That's not it." in told
    assert told.rstrip().endswith("Right. Case closed.")
