"""Languages: a catalogue each, with the sentences, and with names in the forms that its sentences ask for.

A language is a tag such as `de`. `de-x-abroad` is the same with the other names of the suspects.
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
"""What a tag ends with where the suspects go by the names that they have in other countries."""

Entry: TypeAlias = str | Mapping[str, str]
"""Words, or a table of the forms in which they are needed."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language: sentences by dotted key, names by what an edition prints, and how they are declined and counted."""

    sentences: Mapping[str, Entry]
    names: Mapping[str, Mapping[str, str]]
    forms: Mapping[str, Mapping[str, str]]
    counts: Mapping[str, re.Pattern[str]]

    def name(self, printed: str, form: str, *, like: str, short: str | None = None) -> str:
        """A name in a form: its own if it has one, else that of the names that it is declined like."""
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
        """With what words agree where this name stands."""
        own = self.names.get(printed, {})
        return own.get("gender", own.get("like", ""))

    def count(self, number: int) -> str:
        """With what words agree after this number: *one*, or whatever else the language tells apart."""
        return next((name for name, pattern in self.counts.items() if pattern.fullmatch(str(number))), "")


@cache
def words_of(tag: str) -> Words:
    """All the words of a language."""
    tables = _tables(tag.removesuffix(ABROAD))
    abroad = _tables("abroad")["names"] if tag.endswith(ABROAD) else {}
    apart = ("names", "forms", "counts")
    return Words(
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
    return tomllib.loads(files("greycells.rules").joinpath(f"words/{name}.toml").read_text(encoding="utf-8"))


def _inflected(entries: Mapping[str, Entry]) -> dict[str, Mapping[str, str]]:
    """Names that are all alike in every form may be given as plain words."""
    return {key: {"name": entry} if isinstance(entry, str) else entry for key, entry in entries.items()}


@cache
def languages() -> Mapping[str, str]:
    """Every language that has a catalogue, by its tag, with what it calls itself; English comes first."""
    tags = {
        file.name.removesuffix(".toml")
        for file in files("greycells.rules").joinpath("words").iterdir()
        if file.name.endswith(".toml")
    } - {"abroad"}
    return {
        tag: str(words_of(tag).sentences["language.name"])
        for tag in sorted(tags, key=lambda tag: (tag != ENGLISH, tag))
    }


def known(tag: str) -> str | None:
    """The tag as we write it, if there is a catalogue for it: *de-AT*, *de_DE.UTF-8* and *DE* are all *de*."""
    folded = tag.strip().lower().replace("_", "-")
    main = re.split(r"[-.@]", folded)[0]
    if main not in languages():
        return None
    return main + ABROAD if folded.endswith(ABROAD) else main


def preferred(tags: Iterable[str]) -> str:
    """The first of these tags that there is a catalogue for; English if there is none."""
    return next((found for tag in tags if (found := known(tag))), ENGLISH)


def accepted(header: str) -> str:
    """The language that a browser asks for in *Accept-Language*."""
    weighed: list[tuple[float, str]] = []
    for part in header[:400].split(","):
        tag, _, weight = part.partition(";q=")
        if re.fullmatch(r"\s*[A-Za-z0-9-]+\s*", tag):
            weighed.append((-_weight(weight), tag))
    return preferred(tag for weight, tag in sorted(weighed, key=lambda one: one[0]) if weight < 0)


def _weight(text: str) -> float:
    return float(text) if re.fullmatch(r"[01](\.\d{1,3})?", text.strip()) else 1.0 if not text else 0.0
