"""The catalogues of the pages: the same keys and the same arguments in every language that the rules have."""

from __future__ import annotations

import re

import pytest
from tests.languages.english import english_in, page_word_files, page_words
from tests.languages.page_entries import entries

from greycells.language.languages import ENGLISH, languages

OTHERS = [tag for tag in languages() if tag != ENGLISH]


def catalogue(tag: str) -> dict[str, str]:
    return entries(page_words(tag))


def arguments(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def test_the_whole_catalogue_is_read() -> None:
    for tag in languages():
        assert len(catalogue(tag)) == len(re.findall(r'^  "', page_words(tag), re.MULTILINE))


def test_a_page_offers_every_language() -> None:
    offered = re.search(r"LANGUAGES = \{(.*)\}", page_words(ENGLISH, "ui/words.js"))
    assert offered is not None
    assert dict(re.findall(r'(\w+): "(\w+)"', offered[1])) == languages()


@pytest.mark.parametrize("tag", OTHERS)
def test_every_language_has_the_same_keys_and_arguments(tag: str) -> None:
    english, words = catalogue(ENGLISH), catalogue(tag)
    files, english_files = page_word_files(tag), page_word_files(ENGLISH)
    assert {name: entries(file).keys() for name, file in files.items()} == {
        name: entries(file).keys() for name, file in english_files.items()
    }
    assert {key: arguments(words[key]) for key in words} == {key: arguments(english[key]) for key in words}


def test_a_section_is_in_one_file() -> None:
    """Whoever looks for `note.why` finds every `note.` beside it."""
    sections = [{key.split(".")[0] for key in entries(file)} for file in page_word_files(ENGLISH).values()]
    assert len(sections) > 1
    assert sum(map(len, sections)) == len(set[str]().union(*sections))


def test_no_word_of_the_german_pages_is_english() -> None:
    said = {key: english_in(text) for key, text in catalogue("de").items()}
    assert {key: found for key, found in said.items() if found} == {}
