"""The command line in German: every page of help, whatever is typed wrongly, and every error that a person can meet."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
import typer
from tests.cli import conftest as cli
from tests.cli.conftest import Run
from tests.editions import conftest as editions
from tests.editions.copies import Write
from tests.editions.test_broken_editions import BROKEN
from tests.languages.english import english_in
from tests.rules.test_board import WRONG

from greycells.arena import Pairing, play_tournament, study
from greycells.arena.report import page
from greycells.arena.showing import print_table
from greycells.cli import app
from greycells.cli.usage import Group
from greycells.client.server import Server, ServerError
from greycells.editions import load
from greycells.editions.pages import pages as pages_to_read
from greycells.editions.reading import EditionError
from greycells.players.registry import PlayerError, player
from greycells.rules.board import Board, DrawingError
from greycells.rules.sentences import speak, speaking
from greycells.server.store import APPLICATION, Store, StoreError

run, write = cli.run, editions.write
QUOTED = re.compile(r"'[^']*'|--[\w-]+|\S*[/.]\S*|\w+\[\d\]|\w+_\w+|cmd:\S*")
LEVELS = {"stroller", "constable", "sergeant", "inspector", "chief", "superintendent", "slip", "careful"}
CHOICES = {"own", "abroad", "nobody", "none", "direct", "facts", "full", "logic", "case", "classic", "data", "true"}
TYPED = LEVELS | CHOICES | {"false"}
"""Words that are typed in every language."""

ALIKE = {"browser", "terminals", "version"}


@pytest.fixture(autouse=True)
def german() -> Generator[None]:
    with speaking("de"):
        yield


def english(text: str) -> set[str]:
    """The English words of what the command line says, less what it quotes."""
    return english_in(QUOTED.sub(" ", text)) - TYPED - ALIKE


def pages(group: Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command, and every group of commands."""
    yield path
    for name, command in group.commands.items():
        yield from pages(command, (*path, name)) if isinstance(command, Group) else [(*path, name)]


def every_page() -> list[tuple[str, ...]]:
    group = typer.main.get_command(app)
    assert isinstance(group, Group)
    return list(pages(group))


@pytest.mark.parametrize("path", every_page(), ids=" ".join)
def test_every_page_of_help_is_german(run: Run, path: tuple[str, ...]) -> None:
    ran = run("--language", "de", *path, "--help")
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.startswith(" ".join(("Aufruf: greycells", *path)))
    names = {name for other in every_page() for name in other}
    assert english(ran.out) - names == set()


def test_a_page_of_help_tells_every_option(run: Run) -> None:
    ran = run("arena", "--help")
    assert ran.out.startswith("Usage: greycells arena [OPTIONS]\n\n  Let players play many games")
    told = " ".join(ran.out.split())
    assert "-e, --edition TEXT A key, or the path of a folder. [default: classic]" in told
    assert "chief,inspector,bot.py:MyBot,cmd:./mybot. [required]" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("reach", "'AUSGABE' fehlt."),
        ("reach classic --from q7", "'--roll' fehlt."),
        ("reach classic --from q7 --roll x", "Das geht nicht für '--roll': keine ganze Zahl."),
        ("reach classic --from q7 --roll 13", "Das geht nicht für '--roll': höchstens 12."),
        ("serve --pace x", "Das geht nicht für '--pace': keine Zahl."),
        ("serve --pace -1", "Das geht nicht für '--pace': mindestens 0."),
        ("replai", "Einen Befehl 'replai' gibt es nicht. Vielleicht 'replay', 'play'?"),
        ("xyz", "Einen Befehl 'xyz' gibt es nicht."),
        ("check a b", "Das ist zu viel: b."),
        ("play --bost", "Eine Option --bost gibt es nicht. Vielleicht --bots?"),
        ("play --bots", "'--bots' braucht einen Wert."),
        ("play --plain=3", "'--plain' nimmt keinen Wert."),
        ("solve x --why a", "'--why' braucht 2 Werte."),
    ],
)
def test_wrong_usage_is_told_in_german(run: Run, arguments: str, told: str) -> None:
    ran = run("--language", "de", *arguments.split())
    assert ran.code == 2
    assert ran.err.splitlines()[0] == told
    assert ran.err.splitlines()[1].endswith("--help sagt, wie es geht.")


@pytest.mark.parametrize(("old", "new", "_"), BROKEN, ids=[complaint[:50] for *_, complaint in BROKEN])
def test_a_broken_edition_is_told_in_german(write: Write, old: str, new: str, _: str) -> None:
    with pytest.raises(EditionError) as told:
        load(write((old, new)))
    assert english(str(told.value).partition("erwartet:")[2]) == set()


@pytest.mark.parametrize("drawing", [drawing for drawing, *_ in WRONG])
def test_a_wrong_drawing_is_told_in_german(drawing: str) -> None:
    with pytest.raises(DrawingError) as told:
        Board.parse(drawing, rooms={"K": ("Kueche", None)}, starts="1" if "1" in drawing else "")
    assert english(str(told.value)) == set()


@pytest.mark.parametrize(
    "spec", ["nobody", "bot.py", "bot.py:MyBot", "cmd:", "chief:loud", "sergeant:slip=3", "inspector:size=3", "cmd:'"]
)
def test_a_player_that_cannot_be_had_is_told_in_german(spec: str) -> None:
    with pytest.raises(PlayerError) as told:
        player(spec)
    assert english(str(told.value).replace("No closing quotation", "")) == set()


def test_a_database_that_cannot_be_used_is_told_in_german(tmp_path: Path) -> None:
    for name, statement in (
        ("other", "PRAGMA application_id = 7"),
        ("newer", f"PRAGMA application_id = {APPLICATION}"),
    ):
        with sqlite3.connect(tmp_path / name) as file:
            file.executescript(f"{statement}; PRAGMA user_version = 99; CREATE TABLE a(b);")
        file.close()
        with pytest.raises(StoreError, match="Die Datei blieb, wie sie war") as told:
            Store(tmp_path / name)
        assert english(str(told.value)) == set()


def test_an_address_that_leads_nowhere_is_told_in_german() -> None:
    with pytest.raises(ServerError, match="ist keine Adresse eines Servers"):
        Server("ftp://somewhere")


def test_house_rules_and_places_are_refused_in_german(run: Run) -> None:
    said = run("--language", "de", "reach", "classic", "--from", "q7", "--roll", "1", "--house-rule", "chess").err
    assert said.startswith("Classic hat keine Hausregel 'chess', nur: ")
    said = run("--language", "de", "reach", "classic", "--from", "a1", "--roll", "1").err
    assert said == "Einen Ort 'a1' gibt es auf diesem Brett nicht.\n"


def test_the_arena_reports_in_german(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pairing = Pairing("cottage", ("inspector", "sergeant"), 1)
    table = play_tournament(pairing, 4, workers=1).table()
    print_table(table)
    report = re.sub(r"<title>.*</style>|<[^>]*>", " ", page(table, pairing), flags=re.DOTALL)
    monkeypatch.setattr(study, "TABLES", (("cottage", 2),))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    told = study.study("inspector", 4, seed=2, progress=lambda _: None)
    assert "Was viele Spiele sagen" in told
    said = "".join([capsys.readouterr().out, report, re.sub(r"`[^`]*`", "", told)])
    assert english(said) - {"cottage"} == set()


def test_the_rules_are_written_as_pages_in_german() -> None:
    for name, text in pages_to_read().items():
        told = re.sub(r"```.*?```|`[^`]*`|\w+(-\w+)*\.md", "", text, flags=re.DOTALL)
        assert english(told) - {"luxury", "anniversary", "getaway"} == set(), name


def test_english_comes_back() -> None:
    speak("en")
    with pytest.raises(PlayerError, match="There is no player called 'nobody'"):
        player("nobody")
