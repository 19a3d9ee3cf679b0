"""The pages about records and fair dealing say what is so: their examples run, and nothing is left out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from tests.cli.conftest import Run
from tests.properties.random_players import Party

from greycells import Game, load
from greycells.notation import Record, read, stamped, write
from greycells.notation.case_clauses import VERBS
from greycells.notation.case_reader import KEYWORDS
from greycells.notation.json_lines import scan_json_lines
from greycells.notation.record import MARKS
from greycells.rules.events import Event

ROOT = Path(__file__).parents[2]
CASE = (ROOT / "docs" / "reference" / "case.md").read_text(encoding="utf-8")
FAIR = (ROOT / "docs" / "reference" / "fair-dealing.md").read_text(encoding="utf-8")


def blocks(page: str, language: str = "") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def test_the_example_is_canonical_and_in_order(run: Run, tmp_path: Path) -> None:
    (text,) = (block for block in blocks(CASE) if block.startswith("case 1"))
    assert write(read(text)) == text
    file = tmp_path / "a.case"
    file.write_text(text)
    assert run("check", str(file)).code == 0


def test_the_example_of_the_twin_is_read() -> None:
    (text,) = (block for block in blocks(CASE) if block.startswith("{"))
    head, *_ = text.splitlines()
    reading = scan_json_lines(head)
    assert [str(seat) for seat in reading.record.table.seats] == ["Scarlett", "Mustard", "White"]


@pytest.mark.parametrize("word", [*KEYWORDS, *VERBS, *MARKS, "case", "edition", "house", "seats", "..."])
def test_every_word_is_explained(word: str) -> None:
    assert re.search(rf"`(\\\| SEAT )?{re.escape(word)}( [^`]*)?`", CASE), word


@pytest.mark.parametrize("event", [kind.__name__ for kind in get_args(Event)])
def test_every_event_is_explained(event: str) -> None:
    assert f"`{event}`" in CASE


def test_what_verify_prints_is_what_the_page_says(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = blocks(FAIR, "sh")
    command, printed = block.split("\n", 1)
    assert run(*command.removeprefix("$ greycells ").split()) == (printed, "", 0)


@pytest.mark.parametrize("page", [CASE, FAIR], ids=["case", "fair-dealing"])
def test_the_python_of_a_page_runs(page: str) -> None:
    (block,) = blocks(page, "python")
    party = Party("classic", (), 3, seed=1)
    names = {"Game": Game, "load": load, "game": party.game(), "stamped": stamped, "Record": Record}
    exec(block, names)
