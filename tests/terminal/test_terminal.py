"""The command in a real terminal and in a pipe: colours and keys in the one, plain lines in the other."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from tests.terminal.scripted_terminal import COMMAND, environment, terminal


def piped(folder: Path, *options: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(folder, **more),
        check=False,
    )


def test_a_pipe_gets_plain_lines_and_the_end_of_the_input_keeps_the_game(tmp_path: Path) -> None:
    first = piped(tmp_path, "--seed", "5", "--bots", "2", typed="roll\n1\n")
    assert first.returncode == 0
    assert first.stderr == ""
    assert "\x1b" not in first.stdout
    assert "It's your turn. You're on q1. You can roll the die." in first.stdout
    assert "[Enter: roll] > roll" in first.stdout
    assert max(map(len, first.stdout.replace(str(tmp_path), "").splitlines())) <= 80
    (file,) = (tmp_path / "greycells").glob("*.case")
    again = piped(tmp_path, str(file), typed="end\n")
    assert again.returncode == 0
    assert "You're on" in again.stdout
    assert "rolls" in file.read_text(encoding="utf-8")


def test_without_unicode_the_board_is_drawn_in_ascii(tmp_path: Path) -> None:
    for options, more in ((["--plain"], {}), ([], {"PYTHONIOENCODING": "ascii"})):
        shown = piped(tmp_path, "--seed", "5", "--bots", "2", *options, typed="notes\nhelp\n", **more)
        assert shown.returncode == 0, shown.stderr
        assert "| Kitchen  |" in shown.stdout
        assert shown.stdout.isascii()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--edition", "chess"], "There's no edition “chess”"),
        (["--bots", "butler"], "There's no bot “butler”"),
        (["--player", "Ada:butler"], "There's no suspect “butler”"),
        (["--house-rule", "no dice"], "doesn't offer the house rule"),
        (["--help-level", "lots"], "There's no help level “lots”"),
        (["-p", "A:plum", "-p", "B:plum", "--bots", "1"], "(SET-19)"),
        (["-p", "A", "--bots", "9"], "players; this edition is for"),
        (["missing.case"], "missing.case"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(options: list[str], sentence: str, tmp_path: Path) -> None:
    shown = piped(tmp_path, *options)
    assert shown.returncode == 1
    assert sentence in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_terminal_has_colours_and_completes_words(tmp_path: Path) -> None:
    with terminal(tmp_path, "--seed", "5", "--bots", "2") as game:
        assert "\x1b[" in game.wait_for("[Enter: roll] > ")
        game.type("acc\tpl\tro\tha\t\n")
        game.wait_for("yes or no > ")
        assert "You accuse Prof. Plum with the Rope in the Hall." not in game.seen
        game.type("no\n")
        game.wait_for("[Enter: roll] > ")
        game.type("quit\n")
        game.wait_for("Your game is saved in")
        assert game.process.wait() == 0


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    with terminal(tmp_path, "--seed", "5", "--bots", "2") as game:
        game.wait_for("[Enter: roll] > ")
        game.type("mark rope white no\n")
        game.wait_for("Marked")
        game.wait_for("[Enter: roll] > ")
        game.type("roll\n")
        game.wait_for("You rolled")
        game.wait_for("> ")
        game.interrupt()
        game.wait_for("Your game is saved in")
        assert game.process.wait() == 130
    with terminal(tmp_path) as game:
        game.wait_for("You have a saved game: Classic, You, turn 1.")
        game.wait_for("> ")
        game.type("\n")
        game.wait_for("You rolled")
        game.wait_for("> ")
        game.type("notes\n")
        game.wait_for("✗")
        os.kill(game.process.pid, signal.SIGKILL)
        game.process.wait()
    (file,) = (tmp_path / "greycells").glob("*.case")
    assert "mark Scarlett Rope White no" in file.read_text(encoding="utf-8")


def test_several_people_hand_the_keyboard_over(tmp_path: Path) -> None:
    with terminal(tmp_path, "--seed", "5", "-p", "Ada", "-p", "Grace:plum", "--bots", "1") as game:
        game.wait_for("Ada (Miss Scarlett) is next.")
        game.wait_for("ready. ")
        game.type("\n")
        game.wait_for("[Enter: roll] > ")
        game.type("1\n")
        game.wait_for("You rolled")
        game.wait_for("> ")
        game.type("1\n")
        game.wait_for("[Enter: end turn] > ")
        game.type("\n")
        wiped = game.wait_for("Grace (Prof. Plum) is next.")
        assert "\x1b[2J\x1b[3J" in wiped
        assert "These are yours" not in wiped
