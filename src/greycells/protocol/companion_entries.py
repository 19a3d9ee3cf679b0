"""What is entered into a companion: the set-up of a real table, and what happened there, by numbers.

Cards are numbered through suspects, weapons and rooms, players in the order in which they sit. The structs are the file
format and the wire format at once; `analysis.companion.tables` checks what their types can't.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from greycells.protocol.vocabulary import Stored

MOST_PLAYERS = 12
MOST_OF_A_KIND = 30
MOST_ENTRIES = 400
LONGEST_NAME = 24
CASE_FILE_NUMBER = -1
"""Stands for the case file where an entry names a holder."""

PlayerNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)]
HolderNumber: TypeAlias = Annotated[int, Meta(ge=CASE_FILE_NUMBER, le=MOST_PLAYERS - 1)]
CardNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3 * MOST_OF_A_KIND - 1)]
EntryId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
TypedName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
NamesOfKind: TypeAlias = Annotated[tuple[TypedName, ...], Meta(min_length=1, max_length=MOST_OF_A_KIND)]
ThreeCards: TypeAlias = tuple[CardNumber, CardNumber, CardNumber]
CompanionLevel: TypeAlias = Literal["sheet", "deductions", "advice"]
"""How much the companion does: keep the sheet neat, draw every conclusion, or say what to do as well."""


class OwnBox(Stored, frozen=True):
    """A box that isn't one of our editions: the names on its cards, and whether everybody answers (SHOW-5)."""

    suspects: NamesOfKind
    weapons: NamesOfKind
    rooms: NamesOfKind
    everybody: bool = False


class CompanionSetup(Stored, frozen=True):
    """A real table: the edition or another box, the players in turn order, who I am, my cards, and the face-up ones.

    `sizes` are the hand sizes, None where unknown; without any, all of them are. Unknown hands differ by at most one
    card from one another.
    """

    players: Annotated[tuple[TypedName, ...], Meta(min_length=2, max_length=MOST_PLAYERS)]
    me: PlayerNumber
    edition: Annotated[str, Meta(max_length=40)] | None = None
    box: OwnBox | None = None
    hand: Annotated[tuple[CardNumber, ...], Meta(max_length=3 * MOST_OF_A_KIND)] = ()
    open: Annotated[tuple[CardNumber, ...], Meta(max_length=3 * MOST_OF_A_KIND)] = ()
    sizes: Annotated[tuple[CardNumber | None, ...], Meta(max_length=MOST_PLAYERS)] = ()
    level: CompanionLevel = "deductions"


class ShownEntry(Stored, frozen=True):
    """A player showed a card to the suggester; which one, if I saw it."""

    player: PlayerNumber
    card: CardNumber | None = None


class _Entry(Stored, frozen=True, tag_field="kind", kw_only=True):
    """What all entries have: an id, by which they are edited and removed."""

    id: EntryId


class SuggestionEntry(_Entry, frozen=True, tag="suggestion"):
    """A suggestion with its answers. Everybody who was asked and isn't among `shown` could not show a card."""

    by: PlayerNumber
    cards: ThreeCards
    shown: Annotated[tuple[ShownEntry, ...], Meta(max_length=MOST_PLAYERS)] = ()


class SnoopEntry(_Entry, frozen=True, tag="snoop"):
    """A player snooped on another one; `card` is the card, if I know it."""

    by: PlayerNumber
    of: PlayerNumber
    card: CardNumber | None = None


class OpenCardEntry(_Entry, frozen=True, tag="open"):
    """A card that is face up for everybody: one of this player's, or one that nobody was dealt."""

    card: CardNumber
    of: PlayerNumber | None = None


class AccusationEntry(_Entry, frozen=True, tag="accusation"):
    """A wrong accusation."""

    by: PlayerNumber
    cards: ThreeCards


class KnownEntry(_Entry, frozen=True, tag="known"):
    """*I know that ...*: a fact from outside, about a player or the case file."""

    holder: HolderNumber
    card: CardNumber
    has: bool = True


class SuspicionEntry(_Entry, frozen=True, tag="suspicion"):
    """*I think that ...*: `weight` times as likely as the sheet alone would say."""

    holder: HolderNumber
    card: CardNumber
    has: bool = True
    weight: Annotated[int, Meta(ge=2, le=100)] = 4


CompanionEntry: TypeAlias = SuggestionEntry | SnoopEntry | OpenCardEntry | AccusationEntry | KnownEntry | SuspicionEntry


class CompanionGame(Stored, frozen=True):
    """Everything that was entered about one game, in order. As JSON, this is a companion file."""

    companion: Literal[1]
    setup: CompanionSetup
    entries: Annotated[tuple[CompanionEntry, ...], Meta(max_length=MOST_ENTRIES)] = ()
