"""How to play: told from each edition's own rules, in both languages; and a search that understands ordinary words."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import greycells
from greycells.editions import load, names
from greycells.editions.catalogue import rules
from greycells.rules.sentences import using_language
from greycells.server.http.edition_views import edition_view
from greycells.server.http.how_to_play import how_to_play

SEARCH = Path(greycells.__file__).parent / "server" / "static" / "screens" / "rules_search.js"
SCRIPT = """import { readFileSync } from "node:fs";
const { findRules } = await import(process.argv[1]);
const { asked, rules } = JSON.parse(readFileSync(0, "utf8"));
const found = asked.map(([language, words]) => findRules(rules[language], words, language).map((rule) => rule.id));
console.log(JSON.stringify(found));
"""
QUESTIONS = [
    ("en", "wrong accusation", "ACC-5"),
    ("en", "same room twice", "MOVE-14"),
    ("en", "suggest again in the same room", "SUG-8"),
    ("en", "lose", "ACC-5"),
    ("en", "who goes first", "SET-11"),
    ("en", "how many players", "SET-15"),
    ("en", "can I bluff", "SHOW-2"),
    ("en", "blocked doors", "MOVE-11"),
    ("en", "secret tunnel", "PASS-1"),
    ("en", "diagonal", "MOVE-3"),
    ("en", "do I have to suggest", "SUG-3"),
    ("en", "showing a card", "SHOW-2"),
    ("en", "sug-4", "SUG-4"),
    ("de", "falsche Anklage", "ACC-5"),
    ("de", "zweimal derselbe Raum", "MOVE-14"),
    ("de", "verlieren", "ACC-5"),
    ("de", "wer fängt an", "SET-11"),
    ("de", "Türen blockiert", "MOVE-11"),
    ("de", "schummeln", "SHOW-2"),
]


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_edition_is_told_in_a_few_steps(edition: str, language: str) -> None:
    with using_language(language):
        steps = how_to_play(load(edition))
    known = {rule.id for rule in rules() if rule.as_in(load(edition))}
    assert all(step.rules and set(step.rules) <= known for step in steps)
    pictures = [step.picture for step in steps]
    assert pictures[0] == "file"
    assert pictures[-1] == "accusation"
    assert ("roll" in pictures) == (load(edition).rules.dice > 0)
    assert ("snoop" in pictures) == (edition == "master-detective")


def test_the_steps_say_what_differs_between_editions() -> None:
    told = {key: " ".join(step.words for step in how_to_play(load(key))) for key in names()}
    assert "roll the die" in told["classic"]
    assert "roll both dice" in told["luxury"]
    assert "your turn is over" in told["classic"]
    assert "your turn is over" not in told["luxury"]
    assert "face up for everyone" in told["getaway"]
    assert "All other players answer" in told["master-detective"]
    assert "any room" in told["parlour"]


def test_the_search_finds_rules_by_the_words_that_people_use() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("The browser's search is run with node.")
    text = {
        tag: [
            {"id": rule.id, "section": rule.section, "text": rule.text} for rule in edition_view("classic", tag).rules
        ]
        for tag in ("en", "de")
    }
    asked = [(language, words) for language, words, _ in QUESTIONS] + [("en", "xyzzy"), ("en", "")]
    done = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT, SEARCH.as_uri()],
        input=json.dumps({"asked": asked, "rules": text}),
        capture_output=True,
        text=True,
        check=True,
    )
    *found, nothing, empty = json.loads(done.stdout)
    best = {question: ids[:1] for (_, question, _), ids in zip(QUESTIONS, found, strict=True)}
    assert best == {question: [wanted] for _, question, wanted in QUESTIONS}
    assert nothing == []
    assert empty == []
