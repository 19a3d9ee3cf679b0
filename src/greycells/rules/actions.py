"""What a seat may choose: the imperative half of the game's vocabulary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from greycells.rules.board import Place
from greycells.rules.cards import Card, Theory
from greycells.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice (MOVE-1, MOVE-2)."""


@dataclass(frozen=True, slots=True)
class Move:
    """Walk to a place. Without a `path` a default one is taken; with it, it names every place entered."""

    to: Place
    path: tuple[Place, ...] | None = None


@dataclass(frozen=True, slots=True)
class TakePassage:
    """Take the secret passage instead of rolling (PASS-4)."""


@dataclass(frozen=True, slots=True)
class Snoop:
    """Draw one card of an opponent's hand blind, and look at it (SNOOP-2)."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class Suggest:
    """Suggest who did it, with what, in this room (SUG-1)."""

    theory: Theory


@dataclass(frozen=True, slots=True)
class Show:
    """Show this card to the suggester (SHOW-2)."""

    card: Card


@dataclass(frozen=True, slots=True)
class CannotShow:
    """Say that one holds none of the named cards (SHOW-2)."""


@dataclass(frozen=True, slots=True)
class Accuse:
    """Accuse, once a game (ACC-3)."""

    theory: Theory


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End one's turn (TURN-1)."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back one's last step, if it told nobody anything and the table allows it."""


Action: TypeAlias = Roll | Move | TakePassage | Snoop | Suggest | Show | CannotShow | Accuse | EndTurn | TakeBack
