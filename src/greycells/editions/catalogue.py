"""The rule catalogue: every rule of the five rulebooks by its id, as each edition has it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from greycells.editions.translation import translation
from greycells.rules.edition import Edition
from greycells.rules.sentences import Sentence

_SCOPED = re.compile(r"<([A-Z ]+): ([^<>]*)>")
_RULING = re.compile(r"\[([^\[\]]*)\]\(ruling([^:)]*)(?:: ([^)]*))?\)")


class UnknownRule(LookupError):
    """A rule id that the catalogue does not have; `str` is the sentence that says so."""


class Clause(NamedTuple):
    """A part of a rule as one edition has it. A ruling is our answer where its book is silent or contradicts itself."""

    text: str
    ruling: bool = False
    reason: str = ""

    def __str__(self) -> str:
        if not self.ruling:
            return self.text
        words = translation()
        if self.text.endswith("."):
            return f"{words.ruling} ({self.reason}): {self.text}" if self.reason else f"{words.ruling}: {self.text}"
        return f"{self.text} ({words.aside}: {self.reason})" if self.reason else f"{self.text} ({words.aside})"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, the section of the catalogue, and the keys of the editions that have it, as it is written."""

    id: str
    heading: str
    editions: tuple[str, ...]
    text: str

    @property
    def section(self) -> str:
        """The section in the reader's language."""
        return translation().sections.get(self.id.split("-")[0], self.heading)

    @property
    def markup(self) -> str:
        """The rule with its marks, in the reader's language."""
        return translation().rules.get(self.id, self.text)

    def clauses(self, key: str) -> tuple[Clause, ...]:
        """The rule as the edition of this key has it, part by part; nothing if the edition does not have it."""
        return tuple(_clauses(self.markup, _code(key))) if key in self.editions else ()

    def in_edition(self, key: str) -> str | None:
        """The rule in the words of the edition of this key, with its rulings marked; None if it does not have the rule.

        >>> rule("MOVE-3").in_edition("getaway")
        'Steps are horizontal or vertical, changing direction freely (ruling); never diagonal.'
        """
        text = " ".join("".join(map(str, self.clauses(key))).split())
        text = re.sub(r" ([.,;)])", r"\1", text)
        return re.sub(r"(?:^|(?<=\. ))[a-zäöü]", lambda first: first[0].upper(), text) or None

    def as_in(self, edition: Edition) -> str | None:
        """The rule as an edition has it: as the rulebook that it follows, with its own ruling after that."""
        text = self.in_edition(edition.follows)
        own = edition.rulings.get(self.id) if edition.key != edition.follows else None
        return " ".join(part for part in (text, own and f"{translation().ruling}: {own}") if part) or None

    def variants(self) -> dict[str, tuple[str, ...]]:
        """The different forms of the rule, each with the keys of the editions that have it so."""
        forms: dict[str, tuple[str, ...]] = {}
        for key in self.editions:
            text = self.in_edition(key) or ""
            forms[text] = (*forms.get(text, ()), key)
        return forms


def _clauses(markup: str, code: str) -> Iterator[Clause]:
    text = _SCOPED.sub(lambda scoped: scoped[2] if code in scoped[1].split() else "", " ".join(markup.split()))
    end = 0
    for mark in _RULING.finditer(text):
        yield Clause(text[end : mark.start()])
        codes = mark[2].split()
        yield Clause(mark[1], not codes or code in codes, mark[3] or "")
        end = mark.end()
    yield Clause(text[end:])


@cache
def _read() -> tuple[Mapping[str, Rule], Mapping[str, str]]:
    data = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
    keys: dict[str, str] = data["editions"]
    rules: dict[str, Rule] = {}
    for name, entry in data["rules"].items():
        section = data["sections"][name.split("-")[0]]
        rules[name] = Rule(name, section, tuple(keys[code] for code in entry["editions"].split()), entry["text"])
    return rules, {key: code for code, key in keys.items()}


def _code(key: str) -> str:
    return _read()[1][key]


def rules() -> tuple[Rule, ...]:
    """Every rule, in the order of a game."""
    return tuple(_read()[0].values())


def rule(id: str) -> Rule:  # noqa: A002
    """The rule of this id, in any case: SUG-4."""
    found = _read()[0].get(id.strip().upper())
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(id.strip().upper(), _read()[0], n=1, cutoff=0.5)
        key = "catalogue.unknown rule, close" if near else "catalogue.unknown rule"
        raise UnknownRule(str(Sentence(key, rule=id, close="".join(near))))
    return found
