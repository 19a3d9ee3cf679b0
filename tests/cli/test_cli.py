"""Commands over editions, rules and the board: their answers, their sentences, their exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.editions.copies import files_of

from greycells import __version__
from greycells.editions import load, names
from greycells.editions.comparison import answers
from greycells.editions.loader import BY_THE_BOOK


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version") == (f"greycells {__version__}\n", "", 0)


def test_the_package_runs_as_a_module_and_loads_nothing_heavy() -> None:
    ran = subprocess.run([sys.executable, "-m", "greycells", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"greycells {__version__}\n"
    imported = "import greycells, sys; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", imported], capture_output=True, text=True, check=True
    ).stdout.split()
    heavy = {"numpy", "numba", "msgspec", "starlette", "uvicorn", "rich", "typer", "asyncio", "greycells.deduction"}
    assert heavy & set(modules) == set()


def test_without_a_command_the_usage_is_printed(run: Run) -> None:
    assert "Usage: greycells" in "".join(run()[:2])


def test_editions_are_listed(run: Run) -> None:
    ran = run("editions")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == list(names())
    assert "classic           3 to 6 players    Clue: The Classic Edition" in ran.out


def test_an_edition_of_ones_own_is_checked(run: Run, tmp_path: Path) -> None:
    text, drawing = files_of("classic")
    (tmp_path / "board.txt").write_text(drawing, encoding="utf-8")
    file = tmp_path / "edition.toml"
    file.write_text(text.replace("dice = 1", "dice = 9"), encoding="utf-8")
    told = f"{file}: rules.dice: expected a whole number from 0 to 2, got 9\n"
    assert run("editions", "check", str(tmp_path)) == ("", told, 1)
    file.write_text(text[: text.index("[rulings]")], encoding="utf-8")
    told = "Classic is valid: 6 suspects, 6 weapons, 9 rooms, 188 squares, 3 to 6 players.\n"
    assert run("editions", "check", str(tmp_path)) == (told, "", 0)
    file.write_text(text.replace('SET-20 = "Hand', 'SET-20 = "Our hand'), encoding="utf-8")
    copied = run("editions", "check", str(tmp_path)).out.splitlines()[1]
    assert copied.startswith("Rulings in the words of an edition of greycells: SET-5, SET-8, SET-11,")
    assert "SET-20" not in copied


def test_checking_an_edition_names_what_contradicts_the_rulebook_that_it_follows(run: Run, tmp_path: Path) -> None:
    text, drawing = files_of("cottage")
    (tmp_path / "board.txt").write_text(drawing, encoding="utf-8")
    text = text.replace('suggesting = "optional"', 'suggesting = "required"')
    text = text.replace("[rules]", '[rulings]\nSUG-3 = "Nobody declines."\n[rules]')
    (tmp_path / "edition.toml").write_text(text, encoding="utf-8")
    ran = run("editions", "check", str(tmp_path))
    assert ran.code == 0
    assert ran.out.splitlines()[1:] == [
        (
            "Suggestion after entering a room: required, but Classic says optional. "
            "Rules of Classic that don't hold here: SUG-3. Rules told as they are here: PASS-6, SUG-2."
        ),
        "rulings.SUG-3: this edition doesn't have that rule, so the ruling isn't told.",
    ]
    assert run("editions", "check", "classic").out.count("\n") == 1
    assert "MOVE-2" in run("editions", "check", "parlour").out
    (tmp_path / "edition.toml").write_text(text.replace('rematch = "in turn"', 'rematch = "same rule"'), "utf-8")
    again = "Who starts the next game: decided the same way, but Classic says players take turns."
    told = [line for line in run("editions", "check", str(tmp_path)).out.splitlines() if line.startswith("Who")]
    assert told == [f"{again} Rules of Classic that don't hold here: SET-17. Rules told as they are here: SET-11."]
    text = text.replace('"in turn"', '"same rule"').replace('"first suspect"', '"highest roll"')
    (tmp_path / "edition.toml").write_text(text.replace("start_dice = 0", "start_dice = 1"), "utf-8")
    told = [line for line in run("editions", "check", str(tmp_path)).out.splitlines() if line.startswith(again)]
    assert told == [f"{again} Rules of Classic that don't hold here: SET-17."]


def test_editions_without_a_difference_are_said_to_have_none(run: Run) -> None:
    told = "There is no difference between the rules of Luxury and Anniversary.\n"
    assert run("editions", "compare", "luxury", "anniversary") == (told, "", 0)


def test_a_rule_is_printed_as_a_house_rule_changes_it(run: Run) -> None:
    house_rule = ("--house-rule", "may decline to suggest")
    told = "SUG-3    After entering a room, the player may make a suggestion, or decline. House rule: "
    assert run("rules", "SUG-3", "--edition", "luxury", *house_rule).out.startswith(told)
    assert run("rules", "SUG-2", "--edition", "luxury", *house_rule).err.startswith("The edition luxury has no rule")
    assert run("rules", "SUG-2", *house_rule).code == 1


def test_a_sheet_is_printed_and_written(run: Run, tmp_path: Path) -> None:
    told = run("sheet", "classic", "--players", "4").out
    assert told.startswith("Detective sheet: Classic\n")
    assert "Candlestick   |     |     |     |     |           |\n" in told
    page, text = tmp_path / "sheets" / "classic.html", tmp_path / "classic.txt"
    assert run("sheet", "classic", "--out", str(page)) == ("", "", 0)
    written = page.read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>")
    assert "<style>" in written
    assert "@page" in written
    assert "src=" not in written
    assert run("sheet", "classic", "--players", "4", "--output", str(text)) == ("", "", 0)
    assert text.read_text(encoding="utf-8") == told
    assert run("sheet", "classic", "--players", "7") == ("", "classic is for 3 to 6 players.\n", 1)


def test_editions_are_compared(run: Run) -> None:
    told = json.loads(run("editions", "compare", "--json").out)
    given = {name: answers(load(name)) for name in BY_THE_BOOK}
    differing = [question for question in given["classic"] if len({given[name][question] for name in given}) > 1]
    assert list(told) == differing
    assert told["dice"] == {"master-detective": 2, "luxury": 2, "classic": 1, "anniversary": 2, "getaway": 2}
    assert told["false_witness"]["getaway"] is True
    table = run("editions", "compare", "classic", "cottage").out
    assert [line.split("│")[1].strip() for line in table.splitlines() if line.startswith("│")] == [
        "suspects",
        "weapons",
        "rooms",
        "min. players",
        "max. players",
    ]


def test_a_rule_is_printed_as_each_edition_has_it(run: Run) -> None:
    ran = run("rules", "sug-5")
    assert ran.code == 0
    assert [line.split(":")[0] for line in ran.out.splitlines()] == [
        "SUG-5    master-detective, luxury, anniversary",
        "SUG-5    classic, getaway",
    ]
    told = "MOVE-3   Steps are horizontal or vertical, changing direction freely (ruling); never diagonal.\n"
    assert run("rules", "MOVE-3", "--edition", "getaway") == (told, "", 0)


def test_all_rules_of_an_edition_are_printed(run: Run) -> None:
    told = run("rules", "--edition", "classic").out.splitlines()
    assert [line.split()[0] for line in told][:3] == ["SET-1", "SET-3", "SET-5"]
    assert len({line.split()[0] for line in run("rules").out.splitlines()}) == 80


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("rules SUG-44", "No rule has the id 'SUG-44'. Did you mean SUG-4?"),
        ("rules SET-2 --edition classic", "The edition classic has no rule SET-2."),
        ("rules --markdown /dev/null/rules", "/dev/null/rules can't be written: Not a directory."),
        ("reach classic --from a1 --roll 3", "There's no place called 'a1' on this board."),
        ("reach classic --from q7 --roll 3 --occupied zz9", "There's no place called 'zz9' on this board."),
        (
            "reach classic --from q7 --roll 3 --occupied q8,lounge",
            "The Lounge can't be occupied: rooms hold any number of pawns (MOVE-18).",
        ),
        ("editions check /dev/null", "/dev/null/edition.toml: can't be read: Not a directory"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_exit_code_1(run: Run, arguments: str, told: str) -> None:
    assert run(*arguments.split()) == ("", f"{told}\n", 1)


@pytest.mark.parametrize(
    "arguments",
    [
        "reach",
        "reach classic --from q7",
        "reach classic --from q7 --roll x",
        "reach classic --from q7 --roll 13",
        "play-chess",
    ],
)
def test_wrong_usage_is_exit_code_2(run: Run, arguments: str) -> None:
    ran = run(*arguments.split())
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert ran.err


def reached(run: Run, *arguments: str) -> tuple[str, str]:
    ran = run("reach", *arguments, "--json")
    assert (ran.err, ran.code) == ("", 0)
    found = json.loads(ran.out)
    assert list(found) == ["squares", "rooms"]
    return " ".join(found["squares"]), ", ".join(found["rooms"])


@pytest.mark.rule("MOVE-4", "MOVE-5", "MOVE-10", "MOVE-14")
def test_reach_is_exact(run: Run) -> None:
    """In the corridor of the Lounge: r7 is before its door, r9 before that of the Dining Room."""
    assert reached(run, "classic", "--from", "Lounge", "--roll", "1") == ("r7", "")
    assert reached(run, "classic", "--from", "lounge", "--roll", "2") == ("q7 s7 r8", "")
    assert reached(run, "classic", "--from", "lounge", "--roll", "4")[1] == "Dining Room"
    assert reached(run, "classic", "--from", "R7", "--roll", "1") == ("q7 s7 r8", "Lounge")
    assert reached(run, "classic", "--from", "r7", "--roll", "1", "--occupied", " r8, r7") == ("q7 s7", "Lounge")


@pytest.mark.rule("MOVE-4")
def test_reach_says_when_a_pawn_stays_because_it_cannot_move(run: Run) -> None:
    stuck = ("reach", "classic", "--from", "Lounge", "--roll", "4", "--occupied", "r7")
    assert json.loads(run(*stuck, "--json").out) == {"squares": [], "rooms": [], "stays": True}
    assert run(*stuck) == ("The pawn can't move: it stays at the Lounge.\n", "", 0)
    around = ("reach", "classic", "--from", "q8", "--roll", "4", "--house-rule", "start square may be re-entered")
    back = json.loads(run(*around, "--json").out)
    assert ("q8" in back["squares"], "stays" in back) == (True, False), "to come back is not to stay"


def test_reach_knows_house_rules(run: Run) -> None:
    back = ("--house-rule", "start square may be re-entered")
    assert "q8" not in reached(run, "classic", "--from", "q8", "--roll", "4")[0].split()
    assert "q8" in reached(run, "classic", "--from", "q8", "--roll", "4", *back)[0].split()
    ran = run("reach", "parlour", "--from", "Parlour", "--roll", "1", *back)
    assert ran.code == 1
    assert ran.err.startswith("Parlour doesn't offer the house rule 'start square may be re-entered', only: ")


@pytest.mark.rule("MOVE-20")
def test_single_spaces_count_as_rooms_in_reach(run: Run) -> None:
    assert reached(run, "master-detective", "--from", "n13", "--roll", "1")[1] == "Basement Stairs, Trophy Room"


def test_reach_in_words(run: Run) -> None:
    assert run("reach", "classic", "--from", "R7", "--roll", "1").out == "squares: q7 s7 r8\nrooms: Lounge\n"


def test_the_pages_are_written_into_a_folder(run: Run, tmp_path: Path) -> None:
    assert run("rules", "--markdown", str(tmp_path / "pages")) == ("", "", 0)
    assert sorted(file.stem for file in (tmp_path / "pages").iterdir()) == sorted([*BY_THE_BOOK, "README"])
