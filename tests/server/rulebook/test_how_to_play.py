"""How to play: told from each edition's own rules, in both languages; and a search that understands ordinary words."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest
from tests.editions.copies import files_of
from tests.server.running_server import quick, running

import greycells
from greycells.editions import load, names
from greycells.editions.catalogue import rules
from greycells.language.sentences import using_language
from greycells.rules.edition import Edition, RematchStart, Starting
from greycells.server.rulebook.diagrams import moments
from greycells.server.rulebook.edition_views import edition_view
from greycells.server.rulebook.how_to_play import how_to_play

SEARCH = Path(greycells.__file__).parent / "server" / "static" / "rulebook" / "rules_search_model.js"
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


def told_in(edition: Edition) -> str:
    return " ".join(step.words for step in how_to_play(edition))


def cited_in(edition: Edition) -> set[str]:
    return {name for step in how_to_play(edition) for name in step.rules}


@pytest.mark.parametrize("key", names())
def test_every_edition_says_who_starts_and_when_one_may_suggest_again(key: str) -> None:
    edition = load(key)
    told, cited = told_in(edition), cited_in(edition)
    by_suspect = edition.rules.starting is Starting.FIRST_SUSPECT
    assert (f"{edition.deck.suspects[0].name} goes first" if by_suspect else "the highest roll goes first") in told
    assert cited & {"SET-11", "SET-12", "SET-13"}
    if edition.rules.dice:
        assert "another player's suggestion has moved your pawn into a room" in told
        assert "leave and come back on a later turn" in told
        assert {"SUG-8", "SUG-9"} <= cited
    assert ("In later games, players take turns going first" in told) == (edition.rules.rematch is RematchStart.IN_TURN)


@pytest.mark.parametrize(
    ("key", "rule_ids"),
    [
        ("master-detective", "MOVE-7 SHOW-8 MOVE-17 SUG-10 SET-4"),
        ("luxury", "SHOW-8 PASS-7 MOVE-11"),
        ("classic", "PASS-7 MOVE-11 SET-17"),
        ("anniversary", "SHOW-8 PASS-7 MOVE-11"),
        ("getaway", "SHOW-8 PASS-7 MOVE-11"),
    ],
)
def test_what_is_stated_is_cited(key: str, rule_ids: str) -> None:
    assert set(rule_ids.split()) <= cited_in(load(key))


def test_master_detective_tells_of_the_cloak_room_and_of_staying_after_a_suggestion() -> None:
    told = told_in(load("master-detective"))
    assert "Everyone starts in the Cloak Room, which has no card, so you can't make a suggestion there." in told
    assert "After a suggestion, you can't leave the room in the same turn." in told


HOUSE_RULES_TOLD = [
    ("luxury", "may decline to suggest", "you can make a suggestion to find"),
    ("classic", "accuse after a shown card", "Afterwards you can still accuse"),
    ("classic", "last player wins", "If everyone else is eliminated, you win."),
    ("classic", "start square may be re-entered", "you can come back once to the square where your turn began"),
    ("master-detective", "blind snoop", "only you know which card"),
    ("getaway", "unchecked answers", "Answers aren't checked at this table"),
    ("classic", "take-backs", "You can undo a move that has revealed nothing to anybody, until your next choice."),
]


@pytest.mark.parametrize(("key", "house_rule", "words"), HOUSE_RULES_TOLD)
def test_house_rules_change_how_to_play(key: str, house_rule: str, words: str) -> None:
    plain = load(key)
    assert words not in told_in(plain)
    assert words in told_in(plain.with_house_rules(house_rule))
    assert {rule.id for rule in rules() if rule.as_in(plain.with_house_rules(house_rule))} >= cited_in(
        plain.with_house_rules(house_rule)
    )
    with using_language("de"):
        assert told_in(plain) != told_in(plain.with_house_rules(house_rule))


def test_without_a_board_nobody_enters_a_room() -> None:
    told = told_in(load("parlour"))
    assert "On your turn, you can make a suggestion" in told
    assert "entered a room" not in told
    assert "secret passage" not in told


def test_the_ends_of_passages_are_named() -> None:
    assert "Secret passages join the Kitchen and the Study, the Lounge and the Conservatory." in told_in(
        load("classic")
    )
    assert "A secret passage joins the Kitchen and the Study. If you're at one end" in told_in(load("cottage"))


def test_an_edition_of_ones_own_is_told_as_it_is(tmp_path: Path) -> None:
    text, drawing = files_of("cottage")
    text = text.replace("where one stands", "any room").replace('"Pantry"', '"Greece", article = false')
    text = text.replace("false_witness = false", 'false_witness = false\nstart_square = "may be re-entered"')
    text = text.replace('word = "Greece", article = false', 'word = "Greece"')
    (tmp_path / "edition.toml").write_text(text.replace('"Study"]', '"Greece"]'), encoding="utf-8")
    (tmp_path / "board.txt").write_text(drawing, encoding="utf-8")
    told = told_in(load(tmp_path))
    assert "A secret passage joins the Kitchen and Greece." in told
    assert "moved into the room that you name, if it's on the board" in told
    assert "But you can come back once to the square where your turn began." in told
    assert "House rule" not in told


def test_everyone_starts_where_everyone_starts(tmp_path: Path) -> None:
    text, drawing = files_of("master-detective")
    text = text.replace('word = "Fountain", name = "Fountain"', 'name = "Athens", article = false, card = false')
    (tmp_path / "edition.toml").write_text(
        text.replace('start = "Cloak Room"', 'start = "Athens"', 3), encoding="utf-8"
    )
    (tmp_path / "board.txt").write_text(drawing, encoding="utf-8")
    edition = load(tmp_path)
    assert "Athens and the Cloak Room have no card, so you can't make a suggestion there." in told_in(edition)
    suggestions = next(rule for rule in rules() if rule.id == "SUG-10").as_in(edition)
    assert str(suggestions).startswith("No suggestion may be made in Athens or the Cloak Room, on a square, or on")


def test_drawings_name_one_of_several_squares() -> None:
    for key in names():
        for moment in moments(key):
            if moment.name != "corridor":
                assert " and w" not in str(moment.sentence)
    passage = next(moment for moment in moments("master-detective") if moment.name == "passage")
    assert "instead of rolling, or as one step of a roll" in str(passage.sentence)
    snoop = next(moment for moment in moments("master-detective") if moment.name == "snoop")
    assert re.search(r" to \w+( or|,) \w+", str(snoop.sentence))


async def test_pages_tell_house_rules_and_how_to_play_leads_there(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _), httpx.AsyncClient(timeout=None, base_url=address) as browser:
        led = await browser.get("/how-to-play")
        assert (led.status_code, led.headers["location"]) == (303, "/rules/classic")
        query = {"house_rule": "may decline to suggest"}
        page = (await browser.get("/rules/luxury", params=query)).text
        assert "or decline. House rule: may decline to suggest." in page
        assert 'id="SUG-2"' not in page
        box = (await browser.get("/api/editions/luxury", params=query)).json()
        assert "SUG-3" in {rule["id"] for rule in box["rules"]}
        steps = (await browser.get("/api/editions/luxury/drawings", params=query)).json()["steps"]
        assert "you can make a suggestion" in " ".join(step["words"] for step in steps)
        assert (await browser.get("/api/editions/luxury", params={"house_rule": "free beer"})).status_code == 422
