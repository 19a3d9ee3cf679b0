"""The rules in other languages: every rule, with the same marks, and no English in what is read."""

from __future__ import annotations

import re
import tomllib
from enum import Enum
from pathlib import Path
from typing import get_type_hints

import pytest
from tests.languages.english import english_in

from greycells.editions import load, names
from greycells.editions import translation as module
from greycells.editions.catalogue import rules
from greycells.editions.comparison import answers
from greycells.editions.translation import dossier, in_words, rulebook, title, translation
from greycells.language.languages import ENGLISH, languages
from greycells.language.sentences import using_language
from greycells.rules.edition import HOUSE_RULES, Rules

OTHERS = [tag for tag in languages() if tag != ENGLISH]
FACT = re.compile(r"(?:[<&|]\s*)(?:not )?([^<>:&|]+?)(?=\s*[:&|])")
RULING = re.compile(r"\]\((ruling[^:)]*)(:?)")
ID = re.compile(r"\b[A-Z]+-\d+\b")


@pytest.mark.parametrize("tag", OTHERS)
def test_every_rule_is_there_with_the_same_marks(tag: str) -> None:
    written = {rule.id: rule.text for rule in rules()}
    with using_language(tag):
        words = translation().rules
    assert words.keys() == written.keys()
    for id_, text in written.items():
        for mark in (RULING, ID):
            assert sorted(mark.findall(words[id_])) == sorted(mark.findall(text)), id_
        assert set(FACT.findall(words[id_])) <= set(FACT.findall(text)), id_


def plain_keys() -> set[str]:
    """Every question on which editions differ, every answer to one, and every house rule."""
    enums = [kind for kind in get_type_hints(Rules).values() if isinstance(kind, type) and issubclass(kind, Enum)]
    plain = {str(answer.value) for kind in enums for answer in kind} | set(HOUSE_RULES) | {"yes", "no"}
    return plain | {question.replace("_", " ") for question in answers(load("classic"))}


def test_english_explains_questions_and_answers_but_leaves_what_is_typed() -> None:
    assert translation().plain.keys() <= plain_keys() - set(HOUSE_RULES)


@pytest.mark.parametrize("tag", OTHERS)
def test_every_answer_section_and_edition_has_its_words(tag: str) -> None:
    data = tomllib.loads((Path(module.__file__).parent / f"translations/{tag}.toml").read_text(encoding="utf-8"))
    assert data["plain"].keys() == plain_keys()
    assert data["sections"].keys() == {rule.id.split("-")[0] for rule in rules()}
    assert data["titles"].keys() == data["rulebooks"].keys() == set(names())
    dossiers = {suspect.word for key in names() for suspect in load(key).deck.suspects if suspect.dossier}
    assert data["dossiers"].keys() == dossiers


@pytest.mark.parametrize("key", names())
def test_nothing_english_is_left_in_the_rules_of_an_edition(key: str) -> None:
    edition = load(key)
    with using_language("de"):
        texts = [title(edition), rulebook(edition)]
        texts += [f"{rule.section} {text}" for rule in rules() if (text := rule.as_in(edition))]
        texts += [dossier(edition, suspect) for suspect in edition.deck.suspects]
        texts += [in_words(text) for pair in answers(edition).items() for text in pair]
    assert {text: english_in(text) for text in texts if english_in(text)} == {}
