"""Events: what happened in a game.

In an event that was redacted for a viewer, `None` stands for what the viewer may not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from greycells.rules.board import Place
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.seats import Seat
from greycells.rules.short_text import ShortText


@dataclass(frozen=True, slots=True)
class Placed(ShortText, verb="places"):
    """Pawns and weapons were set up (SET-3 to SET-6); None for a weapon off the board."""

    pawns: tuple[Place, ...]
    weapons: tuple[Place | None, ...]


@dataclass(frozen=True, slots=True)
class Sealed(ShortText, verb="seals"):
    """One card of each kind was put into the case file unseen (SET-7)."""

    case_file: Theory | None


@dataclass(frozen=True, slots=True)
class Dealt(ShortText, verb="deals"):
    """The other cards were dealt (SET-8). The sizes of the hands are public, the hands are not (SET-20)."""

    dealer: Seat
    sizes: tuple[int, ...]
    hands: tuple[CardSet | None, ...]


@dataclass(frozen=True, slots=True)
class LaidOpen(ShortText, verb="opens"):
    """The cards that couldn't be dealt evenly were laid face up (SET-10)."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class RolledForStart(ShortText, verb="throws"):
    """Everyone rolled for the start; ties for the highest roll were rolled again (SET-12, SET-13)."""

    rounds: tuple[tuple[tuple[Seat, tuple[int, ...]], ...], ...]


@dataclass(frozen=True, slots=True)
class Began(ShortText, verb="begins"):
    """The game began with this seat's turn (SET-11 to SET-13, SET-17)."""

    starter: Seat


@dataclass(frozen=True, slots=True)
class Rolled(ShortText, verb="rolls"):
    """The mover rolled the dice."""

    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moved(ShortText, verb="walks"):
    """The mover moved along a path; `steps_left` is the rest of the roll if the move may continue."""

    seat: Seat
    path: tuple[Place, ...]
    steps_left: int


@dataclass(frozen=True, slots=True)
class TookPassage(ShortText, verb="takes passage to"):
    """The mover took a secret passage instead of rolling (PASS-4)."""

    seat: Seat
    to: Place


@dataclass(frozen=True, slots=True)
class Snooped(ShortText, verb="snoops"):
    """The mover drew a card of an opponent's hand and looked at it (SNOOP-2, SNOOP-3)."""

    seat: Seat
    owner: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Suggested(ShortText, verb="suggests"):
    """The mover suggested a theory; pawn and weapon came to the room (SUG-4)."""

    seat: Seat
    theory: Theory


@dataclass(frozen=True, slots=True)
class CouldNotShow(ShortText, verb="no"):
    """A seat said that it has none of the named cards."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Shown(ShortText, verb="shows"):
    """A seat showed one of the named cards to the suggester (SHOW-3)."""

    seat: Seat
    to: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class FalseWitness(ShortText, verb="lied in"):
    """A seat was found to have denied a card that it held, when this theory was suggested in that turn (SHOW-9)."""

    seat: Seat
    turn: int
    theory: Theory


@dataclass(frozen=True, slots=True)
class Accused(ShortText, verb="accuses"):
    """The mover accused (ACC-2)."""

    seat: Seat
    theory: Theory


@dataclass(frozen=True, slots=True)
class Opened(ShortText, verb="sees"):
    """The accuser looked into the case file; everyone learns whether all three cards were right (ACC-4, ACC-5)."""

    seat: Seat
    case_file: Theory | None
    right: bool


@dataclass(frozen=True, slots=True)
class Cleared(ShortText, verb="cleared to"):
    """An eliminated player's pawn was moved from a doorway into the room (ACC-7)."""

    seat: Seat
    to: Place


@dataclass(frozen=True, slots=True)
class TurnEnded(ShortText, verb="ends"):
    """The mover's turn ended."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenBack(ShortText, verb="takes back"):
    """The mover took the last step back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished(ShortText, verb="wins"):
    """The game ended, won or unsolved, and the case file was revealed (ACC-4, ACC-8)."""

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
