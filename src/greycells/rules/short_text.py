"""One short text for every action and event, in the words of a record: `Plum suggests Plum Rope Hall`.

A verb, and before it the seat, if there is one; then what else there is, a word for each card, seat and place. What a
viewer didn't see is a `?`. `notation.action_from` and `event_from` read it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import ClassVar, cast

from greycells.rules.cards import Card, CardSet
from greycells.rules.places import Place
from greycells.rules.seats import Seat

UNSEEN = "?"
GROUP = "|"
"""Stands before each of several lists, as before the hands of a deal."""

SUBJECTS = ("seat", "dealer", "starter", "winner")
"""The fields that say who did it."""


class ShortText:
    """An action or an event, whose `str` is its short text; `verb` is the word for its kind."""

    __slots__ = ()
    verb: ClassVar[str] = ""

    def __init_subclass__(cls, *, verb: str = "") -> None:
        if verb:
            cls.verb = verb

    def __str__(self) -> str:
        own = fields(self)  # type: ignore[arg-type]
        subject = [word_for(getattr(self, field.name)) for field in own if field.name in SUBJECTS]
        rest = [
            (getattr(self, field.name), str(field.type), field.default) for field in own if field.name not in SUBJECTS
        ]
        words = [word for value, kind, default in rest if value is not default for word in words_for(value, kind)]
        return " ".join([*subject, self.verb, *words])


def grouped(kind: str) -> bool:
    """Whether a field of this type is a list of lists, or a list with gaps: each of its items follows a bar."""
    return kind.startswith("tuple[") and ("| None, ...]" in kind or kind.startswith("tuple[tuple["))


def words_for(value: object, kind: str = "") -> Iterator[str]:
    """The words of one field."""
    match value:
        case CardSet():
            yield from (card.word for card in value)
        case tuple():
            for item in cast("tuple[object, ...]", value):
                if grouped(kind):
                    yield GROUP
                yield from words_for(item)
        case _:
            yield word_for(value)


def word_for(value: object) -> str:
    """The word for one thing."""
    match value:
        case None:
            return UNSEEN
        case bool():
            return "right" if value else "wrong"
        case Seat():
            return value.suspect.word
        case Card():
            return value.word
        case Place():
            return "".join(letter for letter in value.name if letter.isalnum())
        case _:
            return str(value)
