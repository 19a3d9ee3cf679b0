"""Actions: what a seat may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from greycells.rules.board import Place
from greycells.rules.cards import Card, Theory
from greycells.rules.seats import Seat
from greycells.rules.short_text import ShortText


@dataclass(frozen=True, slots=True)
class Roll(ShortText, verb="rolls"):
    """Roll the dice (MOVE-1, MOVE-2)."""


@dataclass(frozen=True, slots=True)
class Move(ShortText, verb="to"):
    """Move to a place. `path` lists every place entered; without it, a default path is used."""

    to: Place
    path: tuple[Place, ...] | None = None


@dataclass(frozen=True, slots=True)
class TakePassage(ShortText, verb="takes passage"):
    """Take the secret passage instead of rolling (PASS-4)."""


@dataclass(frozen=True, slots=True)
class Snoop(ShortText, verb="snoops"):
    """Draw a random card from an opponent's hand, and look at it (SNOOP-2)."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class Suggest(ShortText, verb="suggests"):
    """Suggest who did it, with what, in this room (SUG-1)."""

    theory: Theory


@dataclass(frozen=True, slots=True)
class Show(ShortText, verb="shows"):
    """Show this card to the suggester (SHOW-2)."""

    card: Card


@dataclass(frozen=True, slots=True)
class CannotShow(ShortText, verb="no"):
    """Say that the seat has none of the named cards (SHOW-2)."""


@dataclass(frozen=True, slots=True)
class Accuse(ShortText, verb="accuses"):
    """Accuse, once per game (ACC-3)."""

    theory: Theory


@dataclass(frozen=True, slots=True)
class EndTurn(ShortText, verb="ends"):
    """End the turn (TURN-1)."""


@dataclass(frozen=True, slots=True)
class TakeBack(ShortText, verb="takes back"):
    """Take back the last step, if it revealed nothing and the table allows it."""


Action: TypeAlias = Roll | Move | TakePassage | Snoop | Suggest | Show | CannotShow | Accuse | EndTurn | TakeBack
