"""The report and the study: pages that stand alone and say what was played."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from greycells.arena import Pairing, play_tournament
from greycells.arena import study as study_module
from greycells.arena.match import play_match
from greycells.arena.progress import progress_bar
from greycells.arena.report import missing_bits, write_report
from greycells.arena.tournament import Journal


class Checked(HTMLParser):
    """Collects the tags of a page, and what it would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loaded += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("edition", ["cottage", "parlour"])
def test_the_report_is_one_page_that_loads_nothing(edition: str, tmp_path: Path) -> None:
    pairing = Pairing(edition, ("inspector", "sergeant", "constable"), 1)
    table = play_tournament(pairing, 6, workers=1).table()
    write_report(tmp_path / "pages" / "report.html", table, pairing)
    text = (tmp_path / "pages" / "report.html").read_text(encoding="utf-8")
    page = Checked()
    page.feed(text)
    assert page.tags.count("svg") == 4
    assert page.tags.count("tr") == 4
    assert not page.loaded
    assert "6 games of" in text


def test_bits_go_missing_until_the_case_is_solved() -> None:
    pairing = Pairing("cottage", ("inspector", "inspector", "inspector"), 4)
    curve = missing_bits([play_match(pairing, number)[1] for number in range(4)], pairing)["inspector"]
    assert 3 < curve[0] < 5.2
    assert curve[-1] < curve[0]


def test_the_study_answers_what_people_ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(study_module, "TABLES", (("cottage", 2), ("parlour", 4)))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    looked: list[tuple[str, int]] = []
    page = study_module.study("inspector", 8, seed=2, progress=lambda table, games: looked.append((table, games)))
    assert looked == [(table, games) for table in ("cottage, 2 seats", "parlour, 4 seats") for games in range(9)]
    for question in ("How long", "going first", "bigger hand", "best to hold"):
        assert question in page
    assert "| parlour, 4 seats: 5 cards |" in page
    wins = [line for line in page.splitlines() if line.startswith("| cottage, 2 seats: ") and "." in line[:22]]
    assert sum(float(line.split("|")[2].strip(" %")) for line in wins[:2]) == pytest.approx(100)


def test_a_study_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(study_module, "TABLES", (("cottage", 2), ("parlour", 4)))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def stop(at: str, _games: int) -> None:
        if at.startswith("parlour"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study_module.study("inspector", 4, seed=2, progress=stop)
    (kept,) = tmp_path.rglob("*.jsonl")
    assert len(Journal(kept).read()) == 4
    text = kept.read_text()
    # Were the games played again, the page would not tell of a thousand turns.
    kept.write_text(re.sub(r'"turns":\d+', '"turns":1000', text))
    page = study_module.study("inspector", 4, seed=2, progress=lambda _table, _games: None)
    assert "| cottage, 2 seats | 1,000.0 |" in page
    assert not list(tmp_path.rglob("*.jsonl"))


def test_the_bar_tells_speed_and_time_left() -> None:
    """Games of an earlier run are shown, but don't count as speed."""
    shown = StringIO()
    console = Console(file=shown, force_terminal=True, width=100)
    bar = progress_bar(console)
    clock = iter(range(1000))
    bar.get_time = lambda: float(next(clock))
    task = bar.add_task("games", total=100, completed=40)
    for played in (44, 48, 52):
        bar.update(task, completed=played)
    found = bar.tasks[0].speed
    assert found is not None
    assert 0 < found <= 4
    console.print(bar)
    assert "52/100" in shown.getvalue()
    assert f"{found:.1f} games/s" in shown.getvalue()
