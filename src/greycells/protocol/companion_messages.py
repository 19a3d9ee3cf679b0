"""Messages between a companion on a phone and the server: changes to a game, and what follows from it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from greycells.protocol.companion_entries import MOST_ENTRIES, CompanionEntry, CompanionGame, CompanionSetup, EntryId
from greycells.protocol.vocabulary import Message, Stored

MOST_CHANGES = 100
"""So many changes may be sent at once: what a phone gathers during a long walk without a connection."""

LinkMode: TypeAlias = Literal["read", "write"]
CompanionRole: TypeAlias = Literal["owner", "write", "read"]


class _Change(Stored, frozen=True, tag_field="do", kw_only=True):
    """What all changes have: an id, so that one that arrives twice is made once."""

    id: EntryId


class PutEntry(_Change, frozen=True, tag="put"):
    """Add an entry at the end, or at a place, or replace the one with its id.

    `was` is what the editor saw before: an edit of something that has changed meanwhile is noticed by it.
    """

    entry: CompanionEntry
    at: Annotated[int, Meta(ge=0, le=MOST_ENTRIES)] | None = None
    was: CompanionEntry | None = None


class TakeOutEntry(_Change, frozen=True, tag="take out"):
    """Remove an entry; `was` is what it said when somebody decided that."""

    entry: EntryId
    was: CompanionEntry | None = None


class ChangeSetup(_Change, frozen=True, tag="set up"):
    """Correct the set-up."""

    setup: CompanionSetup


class ImportGame(_Change, frozen=True, tag="import"):
    """Continue with the game from a file instead."""

    game: CompanionGame


class UndoChange(_Change, frozen=True, tag="undo"):
    """Undo the last change that hasn't been undone."""


GameChange: TypeAlias = PutEntry | TakeOutEntry | ChangeSetup | ImportGame
CompanionChange: TypeAlias = GameChange | UndoChange


class CompanionChanges(Message, frozen=True):
    """Changes in the order in which they were made on a device."""

    changes: Annotated[tuple[CompanionChange, ...], Meta(max_length=MOST_CHANGES)]


class EntryView(Message, frozen=True):
    """An entry in words; `aside` if it is one of those that can't all be true."""

    entry: CompanionEntry
    words: str
    aside: bool = False


class CorrectionView(Message, frozen=True):
    """A single correction: another entry instead, none, or another set-up; the words say what is right then."""

    words: str
    entry: EntryId | None = None
    replacement: CompanionEntry | None = None
    setup: CompanionSetup | None = None


class ClashView(Message, frozen=True):
    """Entries that can't all be true, in words, and what would fix it, the best correction first."""

    words: tuple[str, ...]
    entries: tuple[EntryId, ...]
    corrections: tuple[CorrectionView, ...]


class SolvedView(Message, frozen=True):
    """The solution, and why it is certain; a proof that takes long to find is asked for by itself."""

    words: str
    proof: tuple[str, ...] = ()


class RefusedChange(Message, frozen=True):
    """A change that could not be made, and why."""

    id: EntryId
    words: str


class OverwrittenView(Message, frozen=True):
    """What an entry said before a change that didn't know of it."""

    id: EntryId
    entry: CompanionEntry
    words: str


class CompanionLinkView(Message, frozen=True):
    """A link for another phone: its id, what it allows, when it was made and ends, how many phones came by it.

    `path` is there once, when the link is made: only its hash is stored.
    """

    id: str
    mode: LinkMode
    made: float
    ends: float
    phones: int = 0
    path: str | None = None


class CompanionSheetView(Message, frozen=True):
    """What follows: for every card and holder (players in order, then the case file) how likely it is.

    1 and 0 are certain; -1 is unknown at the level *sheet*. `numbers` are deals out of `total`, as text, if exact.
    """

    shares: tuple[tuple[float, ...], ...]
    total: str | None = None
    numbers: tuple[tuple[str, ...], ...] = ()
    solved: SolvedView | None = None


class CompanionView(Message, frozen=True):
    """A companion's game with everything that follows from it, for one of its devices."""

    id: str
    version: int
    role: CompanionRole
    setup: CompanionSetup
    names: tuple[str, ...]
    kinds: tuple[int, int, int]
    everybody: bool
    snooping: bool
    sizes: tuple[int | None, ...]
    turn: int
    entries: tuple[EntryView, ...]
    sheet: CompanionSheetView
    clashes: tuple[ClashView, ...] = ()
    can_undo: bool = False
    refused: tuple[RefusedChange, ...] = ()
    overwritten: tuple[OverwrittenView, ...] = ()
    links: tuple[CompanionLinkView, ...] = ()


class CompanionNews(Message, frozen=True):
    """A companion's game if it has changed since the version that a device knows."""

    game: CompanionView | None = None


class CompanionListed(Message, frozen=True):
    """One of a guest's companions, with a line about it."""

    id: str
    words: str
    changed: float
    role: CompanionRole


class CompanionList(Message, frozen=True):
    """A guest's companions, the latest first."""

    games: tuple[CompanionListed, ...]


class CompanionBox(Message, frozen=True):
    """An edition as a companion needs it to set up a table: its cards by name, and how it is played."""

    key: str
    title: str
    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]
    everybody: bool
    snooping: bool


class CompanionBoxes(Message, frozen=True):
    """All editions, in the language of whoever asks: a phone keeps them, to set up a table without a connection."""

    boxes: tuple[CompanionBox, ...]


class NewCompanionLink(Message, frozen=True):
    """What a link for another phone should allow."""

    mode: LinkMode


class CompanionWhy(Message, frozen=True):
    """How likely it is that a holder has a card, and the proof if it is certain."""

    words: str
    proof: tuple[str, ...] = ()


class QuestionView(Message, frozen=True):
    """A suggestion worth making, and what it would tell, in words."""

    cards: tuple[int, int, int]
    words: str
    tells: str


class CompanionAdvice(Message, frozen=True):
    """What to ask, what to show, whether to accuse, and what the others are likely to know, in words."""

    questions: tuple[QuestionView, ...]
    accuse: str
    show: tuple[str, ...]
    others: tuple[str, ...]
