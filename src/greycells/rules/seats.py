"""A seat sits, a player thinks, a pawn moves."""

from __future__ import annotations

from dataclasses import dataclass

from greycells.rules.cards import Suspect


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in turn order, with the suspect that it plays and the name of whoever sits there."""

    index: int
    suspect: Suspect
    name: str

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.suspect.word
