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
from tests.editions.broken_editions import BROKEN
from tests.editions.copies import Write
from tests.languages.english import english_in
from tests.rules.wrong_boards import WRONG

from greycells.arena import Pairing, play_tournament, study
from greycells.arena.progress import print_table
from greycells.arena.report import page
from greycells.cli import app, help_pages
from greycells.cli.help_pages import Group
from greycells.client.http_client import ServerClient, ServerError
from greycells.editions import load
from greycells.editions.rule_markdown import pages as pages_to_read
from greycells.editions.toml_reader import EditionError
from greycells.language.languages import words_of
from greycells.language.sentences import Argument, Sentence, set_language, using_language
from greycells.players import levels
from greycells.players.player_specs import PlayerError, player
from greycells.rules.board import Board, DrawingError
from greycells.server.storage.database import StoreError
from greycells.server.storage.sqlite_database import APPLICATION
from greycells.server.storage.table_store import Store

run, write = cli.run, editions.write
QUOTED = re.compile(r"'[^']*'|--[\w-]+|\S*[/.]\S*|\w+\[\d\]|\w+_\w+|cmd:\S*")
LEVELS = {*(word for level in levels() for word in level.split("-")), "slip", "careful"}
CHOICES = {
    "own",
    "abroad",
    "bash",
    "zsh",
    "fish",
    "eval",
    "nobody",
    "none",
    "direct",
    "facts",
    "full",
    "logic",
    "case",
    "classic",
    "data",
    "true",
    "warning",
}
TYPED = LEVELS | CHOICES | {"false"}
"""Words that are typed in every language."""

ALIKE = {
    "ascii",
    "browser",
    "csv",
    "option",
    "format",
    "installation",
    "online",
    "port",
    "proxy",
    "sqlite",
    "terminals",
    "version",
}


@pytest.fixture(autouse=True)
def german() -> Generator[None]:
    with using_language("de"):
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
    assert ran.out.startswith("Usage: greycells arena [OPTIONS]\n\n  Let bots play many games")
    told = " ".join(ran.out.split())
    assert "-e, --edition TEXT Choose an edition: a key, or a path to a folder. [default: classic]" in told
    assert "inspector,sergeant,bot.py:MyBot,cmd:./mybot. [required]" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("reach", "'AUSGABE' fehlt."),
        ("reach classic --from q7", "'--roll' fehlt."),
        ("reach classic --from q7 --roll x", "'--roll' muss eine ganze Zahl von 1 bis 12 sein."),
        ("reach classic --from q7 --roll 13", "'--roll' muss eine ganze Zahl von 1 bis 12 sein."),
        ("serve --pace x", "'--pace' muss eine Zahl sein, mindestens 0."),
        ("serve --pace -1", "'--pace' muss eine Zahl sein, mindestens 0."),
        ("replai", "Den Befehl 'replai' gibt es nicht. Meinst du 'replay', 'play'?"),
        ("xyz", "Den Befehl 'xyz' gibt es nicht."),
        ("check a b", "Überflüssige Argumente: b."),
        ("play --bost", "Die Option --bost gibt es nicht. Meinst du --bots?"),
        ("play --bots", "'--bots' braucht einen Wert."),
        ("play --plain=3", "'--plain' nimmt keinen Wert an."),
        ("solve x --why a", "'--why' braucht 2 Werte."),
    ],
)
def test_wrong_usage_is_told_in_german(run: Run, arguments: str, told: str) -> None:
    ran = run("--language", "de", *arguments.split())
    assert ran.code == 2
    assert ran.err.splitlines()[0] == told
    assert re.fullmatch(r"Hilfe: greycells( \w+)* --help", ran.err.splitlines()[1])


def test_a_room_is_known_by_its_german_name(run: Run) -> None:
    english, german = (
        run("--language", "de", "reach", "classic", "--from", name, "--roll", "3") for name in ("Lounge", "salon")
    )
    assert (german.code, german.out) == (0, english.out)


def test_no_error_is_told_in_the_words_of_typer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer and click may word their messages as they like: only the attributes of their errors are read."""

    def garbled(*_: object) -> str:
        raise AssertionError("a message of Typer's was read")

    for error in (typer.BadParameter, *typer.BadParameter.__mro__):
        if "format_message" in vars(error):
            monkeypatch.setattr(error, "format_message", garbled)
    assert run("reach", "classic", "--from", "q7", "--roll", "13").err.startswith("'--roll' must be a whole number")
    assert run("play", "--bots").err.startswith("'--bots' needs a value.")
    assert run("play", "--bost").err.startswith("There's no option --bost.")


def test_every_word_about_commands_is_used(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    class Recorded(Sentence):
        def __init__(self, key: str, /, **arguments: Argument) -> None:
            asked.add(key)
            super().__init__(key, **arguments)

    monkeypatch.setattr(help_pages, "Sentence", Recorded)
    for path in every_page():
        run(*path, "--help")
    run("reach")
    written = {key for key in words_of("en").sentences if key.startswith(("usage.", "placeholder."))}
    assert written - asked == set()


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
        with pytest.raises(StoreError, match="Die Datei wurde nicht verändert") as told:
            Store(tmp_path / name)
        assert english(str(told.value)) == set()


def test_an_address_that_leads_nowhere_is_told_in_german() -> None:
    with pytest.raises(ServerError, match="ist keine Serveradresse"):
        ServerClient("ftp://somewhere")


def test_house_rules_and_places_are_refused_in_german(run: Run) -> None:
    said = run("--language", "de", "reach", "classic", "--from", "q7", "--roll", "1", "--house-rule", "chess").err
    assert said.startswith("Classic hat keine Hausregel 'chess', nur: ")
    said = run("--language", "de", "reach", "classic", "--from", "a1", "--roll", "1").err
    assert said == "Den Ort 'a1' gibt es auf diesem Spielplan nicht.\n"


def test_the_arena_reports_in_german(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pairing = Pairing("cottage", ("inspector", "sergeant"), 1)
    table = play_tournament(pairing, 4, workers=1).table()
    print_table(table)
    report = re.sub(r"<title>.*</style>|<[^>]*>", " ", page(table, pairing), flags=re.DOTALL)
    monkeypatch.setattr(study, "TABLES", (("cottage", 2),))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    told = study.study("inspector", 4, seed=2, progress=lambda _table, _games: None)
    assert "Was viele Spiele zeigen" in told
    said = "".join([capsys.readouterr().out, report, re.sub(r"`[^`]*`", "", told)])
    assert english(said) - {"cottage"} == set()


def test_the_rules_are_written_as_pages_in_german() -> None:
    for name, text in pages_to_read().items():
        told = re.sub(r"```.*?```|`[^`]*`|\w+(-\w+)*\.md", "", text, flags=re.DOTALL)
        assert english(told) - {"luxury", "anniversary", "getaway"} == set(), name


def test_english_comes_back() -> None:
    set_language("en")
    with pytest.raises(PlayerError, match="There's no bot called 'nobody'"):
        player("nobody")
