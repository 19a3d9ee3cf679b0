"""What the log of a table holds: everything that happened there, in the past tense, each with its time.

Entries are a public contract of the database: a field is added with a default, and none is ever renamed.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Raw, Struct
from msgspec.json import Decoder, Encoder

from greycells.notation.commands import AnyChoice, Phrase, Plan

By: TypeAlias = Literal["person", "bot", "clock", "dealer"]


class Entry(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that happened at a table."""

    at: float


class Opened(Entry, tag="opened", frozen=True):
    """A guest opened the table. After a rematch, `rotation` is who dealt and who began the game before, among whom.

    A table with a `lesson` plays what that lesson has written down.
    """

    id: str
    code: str
    host: str
    plan: Plan
    commitment: str
    rotation: tuple[str, str, tuple[str, ...]] | None = None
    lesson: str | None = None


class Changed(Entry, tag="changed", frozen=True):
    """The host planned another game."""

    plan: Plan


class Sat(Entry, tag="sat", frozen=True):
    """A guest took a chair."""

    chair: int
    guest: str
    name: str
    suspect: str | None
    nonce: str


class Stood(Entry, tag="stood", frozen=True):
    """A guest left a chair, or was sent away, before the start."""

    chair: int
    removed: bool = False


class GotReady(Entry, tag="ready", frozen=True):
    """Somebody was ready, or not yet."""

    chair: int
    ready: bool


class Started(Entry, tag="started", frozen=True):
    """The game began: who plays what, in turn order, each seat's nonce, and everything up to the first turn.

    `suspects` are those of the chairs.
    """

    seats: tuple[tuple[str, str], ...]
    suspects: tuple[str, ...]
    nonces: tuple[str, ...]
    events: tuple[Raw, ...]


class Played(Entry, tag="played", frozen=True):
    """A seat answered the decision with this number, and this followed from it."""

    chair: int
    decision: int
    by: By
    action: AnyChoice
    events: tuple[Raw, ...]
    over: bool = False


class Said(Entry, tag="said", frozen=True):
    """A guest said something."""

    guest: str
    name: str
    chair: int | None
    id: str
    text: str = ""
    phrase: Phrase | None = None


class Muted(Entry, tag="muted", frozen=True):
    """The host silenced a chair, or let it speak again."""

    chair: int
    muted: bool


class SteppedIn(Entry, tag="stepped in", frozen=True):
    """A bot plays on for a guest who is away."""

    chair: int
    bot: str


class CameBack(Entry, tag="came back", frozen=True):
    """The guest of a chair has it back from the bot."""

    chair: int


class Claimed(Entry, tag="claimed", frozen=True):
    """The seat's secret link was opened on another device."""

    chair: int
    guest: str


class Resigned(Entry, tag="resigned", frozen=True):
    """A seat was given up for good."""

    chair: int
    bot: str


class Hurried(Entry, tag="hurried", frozen=True):
    """The bots were asked to play faster, or at their usual pace."""

    on: bool


class HostPassed(Entry, tag="host passed", frozen=True):
    """Another guest is the host now."""

    guest: str


class Remarked(Entry, tag="remarked", frozen=True):
    """The server told the table something: a sentence's key and what goes into it, to be said in any language."""

    key: str
    arguments: dict[str, str]


class Rematched(Entry, tag="rematched", frozen=True):
    """Another table was opened with the same people."""

    table: str


class Closed(Entry, tag="closed", frozen=True):
    """The table was closed."""

    reason: str


AnyEntry: TypeAlias = (
    Opened
    | Changed
    | Sat
    | Stood
    | GotReady
    | Started
    | Played
    | Said
    | Muted
    | SteppedIn
    | CameBack
    | Claimed
    | Resigned
    | Hurried
    | HostPassed
    | Remarked
    | Rematched
    | Closed
)

encode = Encoder().encode
decode = Decoder(AnyEntry).decode
