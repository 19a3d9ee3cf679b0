"""Names as a record writes them: one word each, and exactly that word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from greycells.language.sentences import Sentence
from greycells.rules.board import Place
from greycells.rules.cards import Card
from greycells.rules.edition import Edition
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat

T = TypeVar("T")


def word_of(place: Place) -> str:
    """A place in one word: q7, DiningRoom."""
    return "".join(letter for letter in place.name if letter.isalnum())


def room_words(edition: Edition) -> dict[str, Place]:
    """The rooms by the words on their cards, which stand for them wherever their names do."""
    places = edition.board.places
    return {place.room.word: place for place in places if place.kind == "room" and place.room is not None}


@lru_cache(maxsize=256)
def places_by_name(edition: Edition) -> Mapping[str, Place]:
    """The places of an edition by their names, and its rooms by the words on their cards, too."""
    return MappingProxyType(room_words(edition) | {place.name: place for place in edition.board.places})


@lru_cache(maxsize=256)
def cards_by_word(edition: Edition) -> Mapping[str, Card]:
    """The cards of an edition by their words."""
    return MappingProxyType({card.word: card for card in edition.deck})


class RecordNames:
    """The words for the seats, cards and places of one table, both ways."""

    def __init__(self, table: GameTable) -> None:
        edition = table.edition
        self.cards: Mapping[str, Card] = cards_by_word(edition)
        self.words: Mapping[Place, str] = {place: word_of(place) for place in edition.board.places}
        self.places: Mapping[str, Place] = room_words(edition) | {word: place for place, word in self.words.items()}
        self.seats: Mapping[str, Seat] = {seat.suspect.word: seat for seat in table.seats}


def unknown(kind: str, word: str, known: Iterable[str]) -> Sentence:
    """There is no such name, but perhaps one much like it."""
    words = list(known)
    close = get_close_matches(word[:40], words, n=1)
    folded = [name for name in words if name.casefold() == word.casefold()]
    if close or folded:
        return Sentence(f"record.unknown {kind}, close", word=word[:40], close=(folded or close)[0])
    return Sentence(f"record.unknown {kind}", word=word[:40])
