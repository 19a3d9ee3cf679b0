"""What happened: the past-tense half of the game's vocabulary.

An event that carries a secret holds `None` there once it has been redacted for somebody who may not know it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from greycells.rules.board import Place
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Placed:
    """Pawns and weapons were set up (SET-3 to SET-6); a weapon off the board is nowhere."""

    pawns: tuple[Place, ...]
    weapons: tuple[Place | None, ...]


@dataclass(frozen=True, slots=True)
class Sealed:
    """One card of each kind went unseen into the case file (SET-7)."""

    case_file: Theory | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """The other cards were dealt (SET-8). The sizes of the hands are public, the hands are not (SET-20)."""

    dealer: Seat
    sizes: tuple[int, ...]
    hands: tuple[CardSet | None, ...]


@dataclass(frozen=True, slots=True)
class LaidOpen:
    """The cards that could not be dealt evenly lie face up (SET-10)."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class RolledForStart:
    """Everybody rolled for the start, those tied for highest again (SET-12, SET-13)."""

    rounds: tuple[tuple[tuple[Seat, tuple[int, ...]], ...], ...]


@dataclass(frozen=True, slots=True)
class Began:
    """The game began with this seat's turn (SET-11 to SET-13, SET-17)."""

    starter: Seat


@dataclass(frozen=True, slots=True)
class Rolled:
    """The mover rolled the dice."""

    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """The mover walked along a path; `steps_left` is what remains of the roll when the move may go on."""

    seat: Seat
    path: tuple[Place, ...]
    steps_left: int


@dataclass(frozen=True, slots=True)
class TookPassage:
    """The mover took a secret passage instead of rolling (PASS-4)."""

    seat: Seat
    to: Place


@dataclass(frozen=True, slots=True)
class Snooped:
    """The mover drew a card of an opponent's hand and looked at it (SNOOP-2, SNOOP-3)."""

    seat: Seat
    owner: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Suggested:
    """The mover suggested a theory; pawn and weapon came to the room (SUG-4)."""

    seat: Seat
    theory: Theory


@dataclass(frozen=True, slots=True)
class CouldNotShow:
    """A seat said that it holds none of the named cards."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat showed one of the named cards to the suggester (SHOW-3)."""

    seat: Seat
    to: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class FalseWitness:
    """A seat was found to have denied a card that it held, when this theory was suggested in that turn (SHOW-9)."""

    seat: Seat
    turn: int
    theory: Theory


@dataclass(frozen=True, slots=True)
class Accused:
    """The mover accused (ACC-2)."""

    seat: Seat
    theory: Theory


@dataclass(frozen=True, slots=True)
class Opened:
    """The accuser alone looked into the case file; everybody learns whether all three were right (ACC-4, ACC-5)."""

    seat: Seat
    case_file: Theory | None
    right: bool


@dataclass(frozen=True, slots=True)
class Cleared:
    """A pawn that is out of the game was moved out of a doorway into the room (ACC-7)."""

    seat: Seat
    to: Place


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The mover's turn was over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The mover took the last step back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished:
    """The game was over, won or unsolved, and the case file was laid open (ACC-4, ACC-8)."""

    winner: Seat | None
    case_file: Theory


Event: TypeAlias = (
    Rolled
    | Moved
    | TurnEnded
    | Suggested
    | CouldNotShow
    | Shown
    | TookPassage
    | Snooped
    | Accused
    | Opened
    | Cleared
    | FalseWitness
    | TakenBack
    | Finished
    | Placed
    | Sealed
    | Dealt
    | LaidOpen
    | RolledForStart
    | Began
)
