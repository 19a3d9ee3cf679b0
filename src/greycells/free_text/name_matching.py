"""Finding what a person means by a word or two: any case, any part of a name, and small slips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Generic, TypeVar

from greycells.errors import GreycellsError
from greycells.language.languages import ENGLISH
from greycells.language.sentences import Argument, Sentence, called, language
from greycells.rules.board import Place, plain
from greycells.rules.cards import Card
from greycells.rules.seats import Seat

T = TypeVar("T", bound=Argument)

LONGEST_NAME = 3
"""How many words a name has at most."""

LONGEST_NUMBER = 6
LIKENESS = 0.75
"""How alike a misspelt word must be to the name that is meant."""


class Unclear(GreycellsError):
    """What was typed cannot be understood; the sentence says what to type instead."""

    def __init__(self, key: str, /, **arguments: Argument) -> None:
        super().__init__(key)
        self.sentence = Sentence(f"unclear.{key}", **arguments)

    def __str__(self) -> str:
        return str(self.sentence)


class NameIndex(Generic[T]):
    """Things that can be named, each with its spellings."""

    def __init__(self, things: Iterable[T], spellings: Callable[[T], Sequence[str]]) -> None:
        self._spelt: list[tuple[str, T]] = []
        self._parts: list[tuple[str, T]] = []
        for thing in things:
            names = spellings(thing)
            self._spelt += [(plain(name), thing) for name in names]
            parts = {plain(part) for name in names for part in name.split()} - _plain((*ways("titles"), *ways("room")))
            self._parts += [(part, thing) for part in parts]

    def like(self, text: str, *, slips: bool = True) -> list[T]:
        """What the text may mean, only the best matches: the name itself, its beginning, a part of it, or a slip."""
        wanted = plain(text)
        if not wanted:
            return []
        for pairs in (self._spelt, self._parts):
            exact = [thing for name, thing in pairs if name == wanted]
            if found := exact or [thing for name, thing in pairs if name.startswith(wanted)]:
                return list(dict.fromkeys(found))
        return self._misspelt(wanted) if slips and len(wanted) > 3 else []

    def _misspelt(self, wanted: str) -> list[T]:
        likely = [(SequenceMatcher(None, wanted, name).ratio(), thing) for name, thing in self._spelt + self._parts]
        best = max((ratio for ratio, _ in likely), default=0)
        return list(dict.fromkeys(thing for ratio, thing in likely if ratio == best)) if best >= LIKENESS else []

    def one(self, text: str) -> T:
        """The one thing that the text means, or the reason why it is unclear."""
        found = self.like(text)
        if not found:
            raise Unclear("no such name", text=text)
        if len(found) > 1:
            raise Unclear("several names", text=text, names=tuple(found))
        return found[0]

    def first(self, words: Sequence[str]) -> tuple[list[T], int]:
        """What the first words mean, and how many of them that took: several only if together they begin one name."""
        for count in range(min(LONGEST_NAME, len(words)), 1, -1):
            together = plain("".join(words[:count]))
            found = {thing for name, thing in self._spelt if name.startswith(together)}
            if len(found) == 1:
                return list(found), count
        return self.like(words[0]), 1


@cache
def _ways(key: str, tag: str) -> tuple[str, ...]:
    said = (Sentence(f"typed.{key}").say(one) for one in (tag, ENGLISH))
    return tuple(dict.fromkeys(word for words in said for word in words.split()))


def ways(key: str) -> tuple[str, ...]:
    """What may be typed for something: first in the user's language, then in English."""
    return _ways(key, language())


def _plain(words: Iterable[str]) -> frozenset[str]:
    return frozenset(plain(word) for word in words)


def number_in(text: str) -> int | None:
    """The number that was typed, if it is one and a reasonable one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def card_names(cards: Iterable[Card]) -> NameIndex[Card]:
    return NameIndex(cards, lambda card: (card.word, card.name, called(card)))


def place_names(places: Iterable[Place]) -> NameIndex[Place]:
    return NameIndex(places, lambda place: (place.name, called(place)))


def seat_names(seats: Iterable[Seat]) -> NameIndex[Seat]:
    return NameIndex(
        seats, lambda seat: (seat.suspect.word, seat.suspect.name, seat.name, called(seat), called(seat.suspect))
    )


def significant(words: Sequence[str]) -> list[str]:
    """The words without those that only make a sentence of them."""
    skipped = _plain((*ways("fillers"), *ways("titles")))
    return [word for word in words if plain(word) and plain(word) not in skipped]
