"""Languages: for each one the sentences, and the names in the grammatical forms that sentences need.

A language is a tag such as `de`. `de-x-abroad` is German with the suspects' names from other countries.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

ENGLISH = "en"
NOMINATIVE = "nom"
ABROAD = "-x-abroad"
"""The suffix of a tag for the suspects' names from other countries."""

Entry: TypeAlias = str | Mapping[str, str]
"""A text, or a table of its grammatical forms."""


@dataclass(frozen=True, slots=True)
class LanguageWords:
    """One language: sentences by dotted key, names by what an edition prints, declension classes and plural rules."""

    sentences: Mapping[str, Entry]
    names: Mapping[str, Mapping[str, str]]
    forms: Mapping[str, Mapping[str, str]]
    counts: Mapping[str, re.Pattern[str]]

    def name(self, printed: str, form: str, *, like: str, short: str | None = None) -> str:
        """A name in a grammatical form: its own if it has one, otherwise that of its declension class."""
        own = self.names.get(printed, {})
        bare = own.get("name", printed) if short is None else own.get("short") or own.get("name", short)
        if form == "bare":
            return bare
        patterns = self.forms.get(own.get("like", like), {})
        for wanted in (form, NOMINATIVE):
            if short is None and wanted in own:
                return own[wanted]
            if wanted in patterns:
                return patterns[wanted].replace("{}", bare)
        return bare

    def gender(self, printed: str) -> str:
        """The gender that other words agree with."""
        own = self.names.get(printed, {})
        return own.get("gender", own.get("like", ""))

    def count(self, number: int) -> str:
        """The plural category of a number: *one*, or another category of the language."""
        return next((name for name, pattern in self.counts.items() if pattern.fullmatch(str(number))), "")


@cache
def words_of(tag: str) -> LanguageWords:
    """All the words of a language."""
    tables = _tables(tag.removesuffix(ABROAD))
    abroad = _tables("abroad")["names"] if tag.endswith(ABROAD) else {}
    apart = ("names", "forms", "counts")
    return LanguageWords(
        {
            f"{section}.{key}": entry
            for section in tables
            if section not in apart
            for key, entry in tables[section].items()
        },
        _inflected(tables.get("names", {}) | abroad),
        _inflected(tables.get("forms", {})),
        {name: re.compile(str(pattern)) for name, pattern in tables.get("counts", {}).items()},
    )


def _tables(name: str) -> dict[str, dict[str, Entry]]:
    """The sections of a language. Every layer has a file with the sections that only it uses."""
    tables: dict[str, dict[str, Entry]] = {}
    for layer in sorted(files("greycells").iterdir(), key=lambda folder: folder.name):
        file = layer.joinpath("words").joinpath(f"{name}.toml")
        if file.is_file():
            tables |= tomllib.loads(file.read_text(encoding="utf-8"))
    return tables


def _inflected(entries: Mapping[str, Entry]) -> dict[str, Mapping[str, str]]:
    """Names that are the same in every form may be given as plain strings."""
    return {key: {"name": entry} if isinstance(entry, str) else entry for key, entry in entries.items()}


@cache
def languages() -> Mapping[str, str]:
    """All languages by tag, with their own names; English comes first."""
    tags = {
        file.name.removesuffix(".toml")
        for file in files("greycells.language").joinpath("words").iterdir()
        if file.name.endswith(".toml")
    } - {"abroad"}
    return {
        tag: str(words_of(tag).sentences["language.name"])
        for tag in sorted(tags, key=lambda tag: (tag != ENGLISH, tag))
    }


def known(tag: str) -> str | None:
    """The normalised tag, if we have this language: *de-AT*, *de_DE.UTF-8* and *DE* are all *de*."""
    folded = tag.strip().lower().replace("_", "-")
    main = re.split(r"[-.@]", folded)[0]
    if main not in languages():
        return None
    return main + ABROAD if folded.endswith(ABROAD) else main


def preferred(tags: Iterable[str]) -> str:
    """The first of these languages that we have; English if there is none."""
    return next((found for tag in tags if (found := known(tag))), ENGLISH)


def accepted(header: str) -> str:
    """The best language for an *Accept-Language* header."""
    weighed: list[tuple[float, str]] = []
    for part in header[:400].split(","):
        tag, _, weight = part.partition(";q=")
        if re.fullmatch(r"\s*[A-Za-z0-9-]+\s*", tag):
            weighed.append((-_weight(weight), tag))
    return preferred(tag for weight, tag in sorted(weighed, key=lambda one: one[0]) if weight < 0)


def _weight(text: str) -> float:
    return float(text) if re.fullmatch(r"[01](\.\d{1,3})?", text.strip()) else 1.0 if not text else 0.0
