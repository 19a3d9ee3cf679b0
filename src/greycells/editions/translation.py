"""An edition in the reader's language: it is written in English, and other languages have a file of words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from greycells.language.languages import ABROAD
from greycells.language.sentences import language
from greycells.rules.cards import Suspect
from greycells.rules.edition import Edition

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Translation:
    """What a file of words says: whatever is not in it stays as it was written."""

    ruling: str = "Ruling"
    aside: str = "ruling"
    house_rule: str = "House rule"
    titles: Mapping[str, str] = field(default_factory=dict[str, str])
    rulebooks: Mapping[str, str] = field(default_factory=dict[str, str])
    dossiers: Mapping[str, str] = field(default_factory=dict[str, str])
    plain: Mapping[str, str] = field(default_factory=dict[str, str])
    sections: Mapping[str, str] = field(default_factory=dict[str, str])
    rules: Mapping[str, str] = field(default_factory=dict[str, str])


@cache
def _read(tag: str) -> Translation:
    return Translation(**tomllib.loads((_HERE / f"translations/{tag}.toml").read_text(encoding="utf-8")))


def translation() -> Translation:
    """The words of the current language."""
    return _read(language().removesuffix(ABROAD))


def title(edition: Edition) -> str:
    return translation().titles.get(edition.key, edition.title)


def rulebook(edition: Edition) -> str:
    return " ".join(translation().rulebooks.get(edition.key, edition.rulebook).split())


def dossier(edition: Edition, suspect: Suspect) -> str:
    """What is known about a suspect of an edition whose box has dossiers."""
    words = translation()
    ours = suspect.dossier and edition.key in words.titles
    return " ".join((words.dossiers.get(suspect.word, suspect.dossier) if ours else suspect.dossier).split())


def in_words(plain: str | int) -> str:
    """A question on which editions differ, an answer to it or a house rule, as people read it."""
    if isinstance(plain, bool):
        plain = "yes" if plain else "no"
    text = str(plain).replace("_", " ")
    return translation().plain.get(text, text)
