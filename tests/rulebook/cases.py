"""Which test proves which rule in which edition, and with which answer flipped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pytest

from greycells.editions import load
from greycells.editions.catalogue import rule
from greycells.rules.edition import Edition

CODES = {"MD": "master-detective", "LX": "luxury", "CL": "classic", "AN": "anniversary", "GW": "getaway"}

Answer = object
"""An answer to one of the questions of `Rules`: a number, a truth value or a member of the question's enumeration."""


class Case(NamedTuple):
    """One run of a test: in this edition, and if it has to fail there, with these answers instead of its own."""

    edition: str
    flip: tuple[tuple[str, Answer], ...] = ()

    def __str__(self) -> str:
        return " ".join((self.edition, *(f"{question}:={spoken(answer)}" for question, answer in self.flip)))


def spoken(answer: Answer) -> str:
    """An answer as an edition's file says it."""
    return str(getattr(answer, "value", answer))


def editions_of(marks: Iterable[pytest.Mark]) -> list[str]:
    """The editions in which a test runs: those of its clause, or else all that the catalogue names for its rules."""
    marks = list(marks)
    for mark in marks:
        if mark.name == "editions":
            return [CODES[code] for code in mark.args[0].split()]
    named = [rule(name).editions for mark in marks if mark.name == "rule" for name in mark.args]
    return [key for key in CODES.values() if all(key in editions for editions in named)]


def cases_of(marks: Iterable[pytest.Mark]) -> list[Case]:
    """Every run of a test: plain in each edition, then flipped wherever the flip gives another answer."""
    marks = list(marks)
    editions = editions_of(marks)
    flips = [tuple(mark.kwargs.items()) for mark in marks if mark.name == "flip"]
    flipped = [Case(key, flip) for flip in flips for key in editions if differs(load(key), flip)]
    return [Case(key) for key in editions] + flipped


def differs(edition: Edition, flip: Iterable[tuple[str, Answer]]) -> bool:
    """Whether these are not the edition's own answers already."""
    return any(getattr(edition.own, question) != answer for question, answer in flip)
