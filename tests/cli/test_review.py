"""`greycells review`: what it prints, its JSON and its page, and what it refuses."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.conftest import Run

from greycells import Game
from greycells.language.sentences import called
from greycells.terminal.record_reviews import PLAIN_BARS, sparklines
from greycells.terminal.screen import Screen

RECORDS = Path(__file__).parents[2] / "records"
SOLVED = RECORDS / "classic" / "solved.case"
COPY = RECORDS / "classic" / "solved-seen-by-peacock.case"


def test_a_review_is_a_table_lines_and_sentences(run: Run, tmp_path: Path) -> None:
    ran = run("review", str(SOLVED), "--html", str(tmp_path / "a.html"), "--json")
    assert ran.code == 0, ran.err
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.count("<figure><svg") == 2
    assert "/explained" in page
    assert "docs/" not in page
    assert page.count("<polyline") + page.count("<path") > 6
    review = json.loads(ran.out)
    assert [one["seat"] for one in review["seats"]] == ["Scarlett", "Mustard", "Peacock"]
    for one in review["seats"]:
        assert 0 <= one["accuracy"] <= 100
        assert 20 < one["provable_turn"] < 40
        assert len(one["proof"]) > 10
        assert "is in the case file" in one["proof"][-1]
        assert set(one["luck"]) == {"deal", "dice", "answers"}
        for decision in one["decisions"]:
            assert {"turn", "kind", "loss", "label", "best"} <= set(decision)
    assert review["timeline"][0]["event"] < review["timeline"][-1]["event"] == 157
    for standing in review["timeline"][-1]["seats"]:
        assert {"seat", "possible", "bits", "win"} <= set(standing)
    assert review["timeline"][-1]["seats"][0]["win"] == 1


def test_one_seat_is_addressed_and_a_copy_says_that_it_is_one(run: Run) -> None:
    ran = run("review", str(SOLVED), "--seat", "peacock", "--proofs", "--plain")
    assert ran.code == 0
    assert "You ended 3 turns, from turn 33 to turn 39, without accusing" in " ".join(ran.out.split())
    assert "Turning points" in ran.out
    told = " ".join(ran.out.split())
    assert "Who could have proved it, and when You could have proved the case" in told
    assert told.count("Why the case file holds") == 3
    assert "On turn 31, Mustard couldn't show Mrs. White, the Knife or the Conservatory" in told
    ran = run("review", str(COPY), "--plain")
    assert ran.code == 0
    assert "From Peacock's copy" in ran.out
    assert "open the page /explained" in ran.out
    assert "docs/" not in ran.out
    assert run("review", str(COPY), "--seat", "Mustard").code == 1


@pytest.mark.parametrize("width", [60, 80, 120])
def test_sparklines_fit_into_the_window(width: int) -> None:
    table = Game.new("classic", ["Ada", "Grace", "Hedy"]).table
    printed = StringIO()
    screen = Screen(Console(file=printed, width=width), input, ascii_only=True)
    screen.show(sparklines([(called(seat), [0.5] * 100, [9.0] * 100) for seat in table.seats], screen))
    rows = printed.getvalue().splitlines()
    drawn = [sum(sign == PLAIN_BARS[4] for sign in row) for row in rows if PLAIN_BARS[4] * 8 in row]
    assert len(drawn) == 3
    assert min(drawn) >= min(40, width // 2 - 10)
    assert "…" not in printed.getvalue()
    assert all(len(row) <= width for row in rows)


def impossible(copy: str) -> str:
    """A copy whose every line is possible by itself: Scarlett passes on the knife, and shows it ten turns later."""
    line = "suggests Mustard Knife Conservatory  | Peacock no | Scarlett "
    assert f"{line}shows ?" in copy
    return copy.replace(f"{line}shows ?", f"{line}no")


def test_what_is_not_over_contradicts_itself_or_is_no_record_is_a_sentence(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.case"
    lines = SOLVED.read_text(encoding="utf-8").splitlines(keepends=True)
    for text, why in {
        "".join(lines[:30]): "isn't over",
        impossible(COPY.read_text(encoding="utf-8")): "This record contradicts itself: by turn ",
        "nothing\n": "a.case:1:1: ",
        "": "a.case:1:1: ",
    }.items():
        file.write_text(text, encoding="utf-8")
        ran = run("review", str(file), "--json")
        assert (ran.out, ran.code) == ("", 1), why
        assert why in " ".join(ran.err.split())
        assert "Traceback" not in ran.err
    assert run("review", str(tmp_path / "none.case")).code == 1
    assert run("review", str(SOLVED), "--seat", "nobody").code == 1


def test_the_proofs_are_printed_on_request(run: Run) -> None:
    short, full = run("review", str(SOLVED)), run("review", str(SOLVED), "--proofs")
    assert (short.code, full.code) == (0, 0), full.err
    assert "With --proofs you get each proof step by step." in short.out
    assert "is in the case file." not in short.out
    assert full.out.count("1. ") >= 3
    assert "is in the case file." in full.out
    assert len(full.out.splitlines()) > len(short.out.splitlines()) + 30
