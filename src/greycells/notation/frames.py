"""What a server tells the viewers of a table, frame by frame: how the table stands, and what happens there."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Raw, Struct

from greycells.notation.commands import Message, Phrase, Plan, State


class ChairView(Message, frozen=True):
    """A chair as everybody sees it."""

    suspect: str | None
    name: str | None
    bot: str | None
    ready: bool
    host: bool
    muted: bool
    away: bool
    resigned: bool


class TableView(Message, frozen=True):
    """A table as everybody sees it. `commitment` is the hash that the dealer published before any nonce was known.

    A table with a `lesson` is dealt and played as that lesson has it, for one pupil. `yours` are the chairs of whoever
    asked for this table alone; what everybody is told leaves them out.
    """

    id: str
    code: str
    state: State
    plan: Plan
    chairs: tuple[ChairView, ...]
    hurried: bool
    commitment: str
    seats: tuple[tuple[str, str], ...] = ()
    winner: str | None = None
    rematch: str | None = None
    reason: str | None = None
    lesson: str | None = None
    yours: tuple[int, ...] = ()


class Frame(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that a viewer is told. Those with a `seq` come once each, in order and without a gap."""


class Hello(Frame, tag="hello", frozen=True):
    """The first frame: the table as it is, which chairs are yours, and who is here."""

    table: TableView
    seq: int
    yours: tuple[int, ...]
    present: tuple[int, ...]


class Changed(Frame, tag="changed", frozen=True):
    """Something about the table changed; this is how it stands after that."""

    seq: int
    at: float
    table: TableView


class Happened(Frame, tag="happened", frozen=True):
    """A choice was made, and this is what this viewer saw of it; `by` is who chose: a person, a bot, or the clock.

    `words` tells each sighting in a sentence, for a viewer who asked to look.
    """

    seq: int
    at: float
    decision: int
    by: Literal["person", "bot", "clock", "dealer"]
    sightings: tuple[Raw, ...]
    table: TableView | None = None
    words: tuple[str, ...] = ()


class Look(Frame, tag="look", frozen=True):
    """What a page draws, for a viewer who asked with `?look=1`: the scene, and the question to this viewer in words.

    `number` is how many events have been seen, `hand` the viewer's own, and `paths` the walk to each place where the
    viewer's pawn may go now.
    """

    number: int
    ask: str
    turn: int
    mover: str
    phase: str
    to_act: str | None
    dice: tuple[int, ...]
    steps: int
    theory: tuple[str, ...]
    pawns: dict[str, str]
    weapons: dict[str, str]
    out: tuple[str, ...]
    sizes: dict[str, int]
    open_cards: tuple[str, ...]
    hand: tuple[str, ...]
    paths: dict[str, tuple[str, ...]]
    winner: str | None
    case_file: tuple[str, ...]


class Said(Frame, tag="said", frozen=True):
    """Somebody said something; chair is None for a guest who watches."""

    seq: int
    at: float
    name: str
    chair: int | None
    text: str = ""
    phrase: Phrase | None = None


class Remarked(Frame, tag="remarked", frozen=True):
    """The server has something to tell the table."""

    seq: int
    at: float
    text: str


class Choose(Frame, tag="choose", frozen=True):
    """It is this seat's decision: its number, what is open, and until when."""

    decision: int
    options: Raw
    until: float | None = None


class Present(Frame, tag="present", frozen=True):
    """The chairs whose guests are connected now."""

    chairs: tuple[int, ...]


class Noted(Frame, tag="noted", frozen=True):
    """The seat's notebook has been written in, here or on another device."""

    version: int


class Done(Frame, tag="done", frozen=True):
    """The command was carried out; `seq` is its entry, `table` another table that it opened."""

    id: str
    seq: int
    table: str | None = None


class Refused(Frame, tag="refused", frozen=True):
    """The command was not carried out, and why."""

    id: str
    sentence: str
    rule: str | None = None
    stale: bool = False


AnyFrame: TypeAlias = Hello | Changed | Happened | Look | Said | Remarked | Choose | Present | Noted | Done | Refused
