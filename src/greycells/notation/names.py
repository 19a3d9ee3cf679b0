"""Names as a record has them: one word each, and exactly that word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from greycells.rules.board import Place
from greycells.rules.cards import Card
from greycells.rules.scene import Table
from greycells.rules.seats import Seat
from greycells.rules.sentences import Sentence

T = TypeVar("T")


def word_of(place: Place) -> str:
    """A place in one word: q7, DiningRoom."""
    return "".join(letter for letter in place.name if letter.isalnum())


class Names:
    """The words for the seats, cards and places of one table, both ways."""

    def __init__(self, table: Table) -> None:
        edition = table.edition
        self.cards: Mapping[str, Card] = {card.word: card for card in edition.deck}
        self.places: Mapping[str, Place] = {word_of(place): place for place in edition.board.places}
        self.seats: Mapping[str, Seat] = {seat.suspect.word: seat for seat in table.seats}
        self.words: Mapping[Place, str] = {place: word for word, place in self.places.items()}


def unknown(kind: str, word: str, known: Iterable[str]) -> Sentence:
    """There is no such name, but perhaps one much like it."""
    words = list(known)
    close = get_close_matches(word[:40], words, n=1)
    folded = [name for name in words if name.casefold() == word.casefold()]
    if close or folded:
        return Sentence(f"record.unknown {kind}, close", word=word[:40], close=(folded or close)[0])
    return Sentence(f"record.unknown {kind}", word=word[:40])
