"""Seats: the places at the table, in turn order."""

from __future__ import annotations

from dataclasses import dataclass

from greycells.language.sentences import Noun
from greycells.rules.cards import Suspect


@dataclass(frozen=True, slots=True, repr=False)
class Seat:
    """A seat: its position in turn order, its suspect, and its player's name."""

    index: int
    suspect: Suspect
    name: str

    def __hash__(self) -> int:
        return self.index

    def __repr__(self) -> str:
        return f"Seat({self.index}, {self.suspect.word}, {self.name!r})"

    def __str__(self) -> str:
        return self.suspect.word

    def in_words(self) -> Noun:
        return Noun(self.suspect.name, "person", self.suspect.word)
