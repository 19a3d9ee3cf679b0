"""The rule catalogue: every rule of the five rulebooks by its id, as each edition has it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from greycells.editions.edition_facts import arguments, facts, holds
from greycells.editions.translation import in_words, translation
from greycells.errors import GreycellsError
from greycells.language.sentences import Argument, Sentence, filled
from greycells.rules.edition import Edition

_SCOPED = re.compile(r"<([^<>:]+): ([^<>]*)>")
_RULING = re.compile(r"\[([^\[\]]*)\]\(ruling([^:)]*)(?:: ([^)]*))?\)")


class UnknownRule(GreycellsError, LookupError):
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
    """One rule as it is written: its id, the section of the catalogue, and the keys of the rulebooks that have it.

    An edition has it when the condition `when` holds, or always if there is none.
    """

    id: str
    heading: str
    editions: tuple[str, ...]
    text: str
    when: str = ""

    @property
    def section(self) -> str:
        """The section in the reader's language."""
        return translation().sections.get(self.id.split("-")[0], self.heading)

    @property
    def markup(self) -> str:
        """The rule with its marks, in the reader's language."""
        return translation().rules.get(self.id, self.text)

    def is_in(self, edition: Edition) -> bool:
        """Whether an edition plays by this rule: its answers and its house rules decide."""
        return not self.when or holds(self.when, facts(edition, _code(edition)))

    def asks(self, question: str) -> bool:
        """Whether this rule, or its words, depend on the answer to a question on which editions differ."""
        conditions = (self.when, *(scoped[1] for scoped in _SCOPED.finditer(self.text)))
        return any(re.search(rf"\b{question}\b", condition) for condition in conditions)

    def clauses(self, edition: Edition) -> tuple[Clause, ...]:
        """The rule as an edition has it, part by part; nothing if the edition does not have it."""
        if not self.is_in(edition):
            return ()
        code = _code(edition)
        return tuple(_clauses(self.markup, facts(edition, code), arguments(edition), code))

    def as_in(self, edition: Edition) -> str | None:
        """The rule in the words of an edition, with rulings marked; None if it does not have the rule.

        An edition of one's own has its own rulings after that, but not those that it copied from a rulebook's edition:
        the text has them already. A house rule that changed the rule is named.

        >>> from greycells.editions import load
        >>> rule("MOVE-3").as_in(load("getaway"))
        'Steps are horizontal or vertical, changing direction freely (ruling); never diagonal.'
        """
        text = self._told(edition)
        own = edition.rulings.get(self.id) if text and not self.is_copied_ruling(edition) else None
        changed = ", ".join(map(in_words, self.changed_by(edition)))
        words = translation()
        parts = (text, own and f"{words.ruling}: {own}", text and changed and f"{words.house_rule}: {changed}.")
        return " ".join(part for part in parts if part) or None

    def _told(self, edition: Edition) -> str | None:
        text = " ".join("".join(map(str, self.clauses(edition))).split())
        text = re.sub(r"(?<=\() | (?=[.,;)])", "", text)
        return re.sub(r"(?:^|(?<=\. ))[a-zäöü]", lambda first: first[0].upper(), text) or None

    def is_copied_ruling(self, edition: Edition) -> bool:
        """Whether an edition's ruling on this rule is in the words of a rulebook's edition: the text has it."""
        return (self.id, edition.rulings.get(self.id)) in _rulings_by_the_book()

    def changed_by(self, edition: Edition) -> tuple[str, ...]:
        """The house rules that change this rule at a table, or take it away."""
        names = edition.house_rules
        without = (edition.with_house_rules(*(other for other in names if other != name)) for name in names)
        now = self._told(edition) if names else None
        return tuple(name for name, other in zip(names, without, strict=True) if self._told(other) != now)

    def variants(self, editions: Iterable[Edition]) -> dict[str, tuple[str, ...]]:
        """The different forms of the rule, each with the keys of those of the editions that have it so."""
        forms: dict[str, tuple[str, ...]] = {}
        for edition in editions:
            if text := self.as_in(edition):
                forms[text] = (*forms.get(text, ()), edition.key)
        return forms


def _clauses(markup: str, known: AbstractSet[str], names: Mapping[str, Argument], code: str | None) -> Iterator[Clause]:
    text = _SCOPED.sub(lambda scoped: scoped[2] if holds(scoped[1], known) else "", markup)
    end = 0
    for mark in _RULING.finditer(text):
        yield Clause(filled(text[end : mark.start()], names))
        codes = mark[2].split()
        ruled = code is not None and (not codes or code in codes)
        yield Clause(filled(mark[1], names), ruled, (mark[3] or "") if "book" in known else "")
        end = mark.end()
    yield Clause(filled(text[end:], names))


@cache
def _read() -> tuple[Mapping[str, Rule], Mapping[str, str]]:
    data = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
    keys: dict[str, str] = data["editions"]
    rules: dict[str, Rule] = {}
    for name, entry in data["rules"].items():
        section = data["sections"][name.split("-")[0]]
        editions = tuple(keys[code] for code in entry["editions"].split())
        rules[name] = Rule(name, section, editions, " ".join(entry["text"].split()), entry.get("when", ""))
    return rules, {key: code for code, key in keys.items()}


@cache
def _rulings_by_the_book() -> AbstractSet[tuple[str, str]]:
    """The rulings of the rulebooks' editions, from their files: the loader of editions itself needs the catalogue."""
    found: set[tuple[str, str]] = set()
    for book in _read()[1]:
        text = Path(__file__).with_name(book).joinpath("edition.toml").read_text(encoding="utf-8")
        rulings: dict[str, str] = tomllib.loads(text)["rulings"]
        found |= {(name, " ".join(ruling.split())) for name, ruling in rulings.items()}
    return found


def _code(edition: Edition) -> str | None:
    """The code of the rulebook that an edition follows, if it follows one."""
    return _read()[1].get(edition.follows)


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
