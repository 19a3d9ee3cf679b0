"""The client's own modules: their types hold, every word is in the catalogue, and none is there for nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import pytest
from msgspec.json import decode, encode

from greycells.analysis.puzzles.case_puzzle import THEMES
from greycells.analysis.puzzles.judge import Verdict
from greycells.editions import load, names
from greycells.players import levels
from greycells.protocol.companion_entries import CompanionLevel
from greycells.protocol.companion_messages import LinkMode
from greycells.protocol.notebook_messages import NotebookPages
from greycells.protocol.vocabulary import Help, Phrase, Reaction
from greycells.server.tables.lesson_game import rehearsal
from greycells.server.web.assets import needed, word_files

STATIC = Path(__file__).parents[2] / "src" / "greycells" / "server" / "static"
SIGNS = {"yes", "no", "maybe", "star", "dot", "ring", "bang"}
NEEDED = "The browser's modules are checked with npx, which comes with npm."


def modules() -> list[Path]:
    return [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]


def npx(package: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of npm's: only checks need one, nobody needs it to play."""
    path = shutil.which("npx")
    if path is None:
        assert not os.environ.get("CI"), NEEDED
        pytest.skip(NEEDED)
    command = (path, "--yes", "--package", package, *command)
    return subprocess.run(command, cwd=STATIC, capture_output=True, text=True, check=False)


def test_the_types_of_every_module_hold() -> None:
    checked = npx("typescript@5.9.3", "tsc", "--project", "tsconfig.json")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_module_is_laid_out_alike() -> None:
    checked = npx("prettier@3.6.2", "prettier", "--check", "**/*.js", "**/*.css", "types/*.d.ts", "!vendor/**")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def words() -> dict[str, set[str]]:
    """The keys of the catalogue by group: `common` is loaded with every page, the others with what imports them."""
    return {
        path.stem: set(re.findall(r'^  "([^"]+)":', path.read_text(encoding="utf-8"), re.MULTILINE))
        for path in (STATIC / "words" / "en").glob("*.js")
    }


def catalogue() -> set[str]:
    return set[str]().union(*words().values())


def scripts() -> dict[Path, str]:
    """Every module that isn't words."""
    return {
        path: path.read_text(encoding="utf-8") for path in modules() if path.relative_to(STATIC).parts[0] != "words"
    }


def code() -> str:
    return "\n".join(scripts().values())


def families() -> dict[str, set[str]]:
    """Every key that the code puts together from a value, with the values that it can have."""
    everything = [load(key) for key in names()]
    lesson = rehearsal().lesson
    return {
        "edition.${record.edition}": set(names()),
        "edition.${table.edition}": set(names()),
        "colour.${colour}": {"red", "blue", "green", "violet"},
        "companion.${how}": {"unknown", "yes", "no"},
        "companion.${kind}": {"suspects", "weapons", "rooms"},
        "companion.level ${level}": set(get_args(CompanionLevel)),
        "companion.link ${mode}": set(get_args(LinkMode)),
        "companion.mode ${link.mode}": set(get_args(LinkMode)),
        "companion.role ${view.role}": set(get_args(LinkMode)),
        "companion.${pad.mode} hint": {"open hint", "snoop hint", "fact hint"},
        'companion.${sure} ${entry.has === false ? "no" : "yes"}': {"know yes", "know no", "think yes", "think no"},
        "companion.tab ${name}": {"sheet", "entries", "advice", "table"},
        "first.${beat.says}": {beat.says for beat in lesson.beats},
        "first.teaches ${name}": set(lesson.teaches),
        "game.${name}": {"board", "notebook", "log"},
        "house.${rule}": {rule for edition in everything for rule in edition.offered_house_rules},
        "level.${level}": set(levels()),
        "moment.${moment.kind}": {"shown", "snooped", "peeked"},
        "note.${known}": {"yes", "no"},
        "note.${mark}": SIGNS,
        "note.you ${mark}": {"yes", "no"},
        "note.${sign}": SIGNS,
        "phrase.${phrase}": phrases(),
        "pick.${kind}": {"suggest", "accuse"},
        "pick.do ${kind}": {"suggest", "accuse"},
        "plan.help ${help}": set(get_args(Help)),
        "plan.help ${one}": set(get_args(Help)),
        "plan.help ${shown.help}": set(get_args(Help)),
        "shared.help ${one.help}": set(get_args(Help)),
        "reaction.${reaction}": set(get_args(Reaction)),
        "review.${decision.label}": {"inaccuracy", "mistake", "blunder"},
        "review.${one}": {"win", "bits"},
        "review.${difference(sign)} mark": {"could mark", "unsure mark", "wrong mark"},
        "review.key ${difference(sign)}": {"could", "unsure", "wrong"},
        "settings.${name}": {"theme", "motion", "answers", "ends", "coordinates", "keys"},
        "settings.note ${name}": {"markers", "seen", "pens"},
        "sign.${sign}": SIGNS,
        "table.wait ${waits}": {"chairs", "ready"},
        "puzzle.${kind}": {"suspects", "weapons", "rooms"},
        "puzzle.${judged.kind}": {verdict.value for verdict in Verdict},
        'puzzle.box ${sign ?? "empty"}': {"yes", "no", "maybe", "empty"},
        "puzzle.tool ${tool}": {"yes", "no", "maybe"},
        "daily.${kind} count": {"slip count", "hint count"},
        "daily.day ${how}": {"on time", "later", "open"},
        "practice.theme ${THEMES[grade - 1]}": set(THEMES.values()),
        "practice.theme ${theme}": set(THEMES.values()),
        "settings.${value}": {"system", "light", "dark", "usual", "fast", "none"},
    }


def phrases() -> set[str]:
    return listed("PHRASES")


def listed(name: str) -> set[str]:
    """The words of a list in the client."""
    (found,) = re.findall(rf"\b{name} = \[(.*?)\];", code(), re.DOTALL)
    return set(re.findall(r'"([^"]+)"', found))


def test_the_client_offers_what_the_protocol_has() -> None:
    assert phrases() == set(get_args(Phrase))
    assert listed("REACTIONS") == set(get_args(Reaction))
    for mark in (*SIGNS, *(f"{sign}.{colour}" for sign in SIGNS for colour in listed("COLOURS"))):
        assert decode(encode({"marks": {"Rope|Plum": mark}}), type=NotebookPages).marks["Rope|Plum"] == mark


def test_every_word_is_in_the_catalogue_and_used() -> None:
    """A key is used if the code names it whole, or puts it together from a value that can really occur."""
    known, written = catalogue(), code()
    named = set(re.findall(r'\bt\("([^"]+)"', written))
    chosen = {key for key in re.findall(r'"([a-z]+\.[^"]+)"', written) if key in known}
    values = families()
    composed = set(re.findall(r"\bt\(`([^`]+)`", written))
    assert composed <= set(values)
    built = {template[: template.index("${")] + value for template in composed for value in values[template]}
    assert known
    assert named
    assert built
    assert sorted((named | built) - known) == []
    unused = sorted(known - named - chosen - built)
    assert unused == []


def test_a_module_imports_the_words_that_it_names() -> None:
    """So a screen has its words when it is drawn, and loads none that it doesn't need. A model only names them."""
    group_of = {key: group for group, keys in words().items() for key in keys}
    sections = {key.split(".")[0]: group for key, group in group_of.items()}
    imported, named = set[tuple[str, str]](), set[tuple[str, str]]()
    for path, script in scripts().items():
        name = path.relative_to(STATIC).as_posix()
        if name.endswith("_model.js"):
            continue
        imported |= {(name, group) for group in re.findall(r'^import "[./]+/words/(\w+)\.js";', script, re.MULTILINE)}
        whole = {group_of[key] for key in re.findall(r'"([a-z]+\.[^"]+)"', script) if key in group_of}
        composed = {sections[section] for section in re.findall(r"\bt\(\s*`([a-z]+)\.", script)}
        named |= {(name, group) for group in whole | composed if group != "common"}
    assert len({group for _, group in named}) == len(words()) - 1
    assert imported == named


def test_home_loads_only_the_words_of_every_page() -> None:
    assert word_files(needed("app.js", "home/home.js"), "de") == ["words/de/common.js"]
    assert set(word_files(needed("app.js", "companion/companion.js"), "de")) == {
        "words/de/common.js",
        "words/de/companion.js",
    }


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(STATIC).as_posix())
def test_a_module_fits_in_a_head(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("/**")
    assert len(text.splitlines()) <= 300
    assert "innerHTML" not in text
