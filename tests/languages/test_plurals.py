"""Counted words agree with their number in every language: *1 card*, not *1 cards*."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from tests.languages.english import page_words
from tests.languages.page_entries import entries

from greycells.language.languages import ENGLISH, languages, words_of
from greycells.language.sentences import Sentence, number_text, percent_text, using_language

OTHERS = [tag for tag in languages() if tag != ENGLISH]
ALWAYS_SEVERAL = {
    "advice.all alike": "one solution would be the solution",
    "advice.likeliest": "one solution would be the solution",
    "companion.tells you": "one solution would be the solution",
    "companion.so likely": "one deal would be certain",
    "page companion.deals": "one deal would be certain",
    "story.steps": "one step has a sentence of its own",
    "story.dealt": "a box has more cards",
    "verdict.fair": "a box has more cards",
    "objection.sizes": "a list of numbers",
    "arena.speed": "a decimal number",
    **dict.fromkeys(("review.waited, often certain", "review.missed in all"), "one turn is told without a number"),
    **dict.fromkeys(("review.missed in all, copy", "review.missed before"), "one turn is told without a number"),
    "cli.where it failed": "a game has at least two seats",
    "doctor.files": "a machine allows more",
    "doctor.few files": "a machine allows more",
    **dict.fromkeys(("arena.played", "study.table", "fair.nonces"), "a game has at least two seats"),
    **dict.fromkeys(
        ("cli.seats", "cli.so many seats", "cli.no such players", "page plan.players"), "a game has at least two seats"
    ),
    **dict.fromkeys(("companion.box kinds", "companion.too many entries", "guide.question limits"), "a fixed limit"),
    **dict.fromkeys(("state.cards", "state.seats", "store.short key"), "a fixed limit"),
    **dict.fromkeys(("edition.end of line", "edition.characters", "edition.tables"), "a fixed limit"),
    **dict.fromkeys(("edition.two rooms", "drawing.at most", "drawing.a line", "unclear.notes full"), "a fixed limit"),
    **dict.fromkeys(("research.too long", "research.too many tables"), "a fixed limit"),
}
"""Sentences whose number is never one, and why."""
ALIKE = {
    "page home.play note",
    "page daily.slip count",
    "store.short setting",
    "refusal.number of players",
    "refusal.number of players, one only",
}
"""German sentences in which one and several sound the same: *1 Fehler, 2 Fehler*."""


def sentences(tag: str) -> Mapping[str, str]:
    """Every sentence of a language, of the server and of the pages; of one in several forms, the basic one."""
    spoken = {key: entry if isinstance(entry, str) else entry["nom"] for key, entry in words_of(tag).sentences.items()}
    return spoken | {f"page {key}": text for key, text in entries(page_words(tag)).items()}


def agreeing(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+):\?one=", text))


def counted(text: str, plurals: set[str]) -> set[str]:
    """The arguments that are followed by one of these words."""
    found = re.findall(r"\{(\w+)\} (?:other |archived |possible )?(\w+)", text)
    return {name for name, word in found if word in plurals and name not in {"mover", "name"}}


def plurals() -> set[str]:
    """Every English noun that is somewhere given in both numbers."""
    choices = re.findall(r":\?one=\w+( \w+)?;(\w+)\1?", "\n".join(sentences(ENGLISH).values()))
    return {word for _, word in choices if word.endswith("s") or word == "dice"}


def test_a_counted_word_has_a_singular() -> None:
    """A word that has two numbers in one sentence has them in every sentence that counts it."""
    words = plurals()
    assert {"cards", "games", "minutes", "dice"} <= words
    english = sentences(ENGLISH)
    assert {key for key, text in english.items() if counted(text, words) - agreeing(text)} == ALWAYS_SEVERAL.keys()


@pytest.mark.parametrize("tag", OTHERS)
def test_what_agrees_in_english_agrees_in_every_language(tag: str) -> None:
    english, words = sentences(ENGLISH), sentences(tag)
    missing = {key for key, text in english.items() if agreeing(text) - agreeing(words[key])}
    assert missing == (ALIKE if tag == "de" else set())


def test_numbers_are_written_as_in_the_language() -> None:
    assert [number_text(0.4, 1), number_text(1234567), number_text(999), percent_text(0.383, 1)] == [
        "0.4", "1,234,567", "999", "38.3%",
    ]  # fmt: skip
    with using_language("de"):
        assert [number_text(0.4, 1), number_text(1234567), number_text(1234.5, 1), percent_text(0.383, 1)] == [
            "0,4", "1.234.567", "1.234,5", "38,3 %",
        ]  # fmt: skip
        assert number_text(10**18 + 1) == "1.000.000.000.000.000.001"


def test_a_number_in_a_sentence_is_written_and_agreed_with() -> None:
    one, many = (Sentence("solve.deals", total=total) for total in (1, 12345))
    assert str(one).startswith("1 deal is possible.")
    assert str(many).startswith("12,345 deals are possible.")
    assert many.say("de").startswith("12.345 Verteilungen sind möglich.")
    assert one.say("de").startswith("1 Verteilung ist möglich.")
