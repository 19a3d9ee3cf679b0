"""A reader who knows which words are English only: from the English catalogues, less what German says too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from greycells.editions import load, names
from greycells.editions.catalogue import rules
from greycells.editions.comparison import answers
from greycells.editions.translation import in_words, rulebook, title
from greycells.language.languages import words_of
from greycells.language.sentences import using_language

WORD = re.compile(r"[^\W\d_]{3,}")
ID = re.compile(r"\b[A-Z]+-\d+\b")
ARGUMENT = re.compile(r"\{\w+(?::(?!\?)\w+)?\}")
ALLOWED = {
    "ada",
    "grace",
    "greycells",
    "ipv",
    "play",
    "replay",
    "verify",
    "clue",
    "the",
    "years",
    "mystery",
    "master",
    "detective",
    "form",
    "stand",
}
"""Names, words that are typed, and words that are spelled alike in both languages."""


def words(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(ID.sub(" ", ARGUMENT.sub(" ", text)))}


QUOTING = ("usage", "misuse", "edition", "drawing", "player")
"""Sections whose sentences quote words that are typed or written in English files."""


def told(tag: str, *, without: tuple[str, ...] = ("typed",)) -> Iterator[str]:
    """Everything that can be said in a language, without what is only typed."""
    catalogue = words_of(tag)
    for key, entry in catalogue.sentences.items():
        if key.split(".")[0] not in without:
            yield from [entry] if isinstance(entry, str) else entry.values()
    for forms in catalogue.names.values():
        yield from forms.values()
    yield from re.findall(r'"((?:[^"\\]|\\.)*)",\n', page_words(tag))
    with using_language(tag):
        for edition in map(load, names()):
            yield from (title(edition), rulebook(edition))
            yield from (in_words(text) for pair in answers(edition).items() for text in pair)
            yield from (text for rule in rules() if (text := rule.as_in(edition)))


def page_words(tag: str, module: str | None = None) -> str:
    """All the words of the pages, or another of their modules, as they are written."""
    static = files("greycells.server").joinpath("static")
    if module:
        return static.joinpath(module).read_text(encoding="utf-8")
    return "".join(page_word_files(tag).values())


def page_word_files(tag: str) -> dict[str, str]:
    """The words of the pages by file: one for every page, and one for each group of screens."""
    folder = files("greycells.server").joinpath(f"static/words/{tag}")
    return {
        file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir(), key=lambda file: file.name)
    }


@cache
def english_only() -> frozenset[str]:
    editions = [load(key) for key in names()]
    printed = (
        name for edition in editions for name in (*map(str, edition.deck), *map(str, edition.board.letters.values()))
    )
    german = words(told("de", without=("typed", *QUOTING)))
    return frozenset(words(told("en")) | words(printed)) - german - ALLOWED


def english_in(text: str) -> set[str]:
    """The English words of a text that should have none."""
    return words([text]) & english_only()
