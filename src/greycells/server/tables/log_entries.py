"""What the log of a table holds: everything that happened there, in the past tense, each with its time.

Entries are a public contract of the database: a field is added with a default, and none is ever renamed. What a default
cannot say, such as another meaning of a field, gets the next `version`.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Raw, Struct
from msgspec.json import Decoder, Encoder

from greycells.protocol.choices import AnyChoice
from greycells.protocol.plans import TablePlan
from greycells.protocol.vocabulary import By, Phrase, Reaction

VERSION = 1
"""The latest version of an entry. A change of format raises it and sets it in new entries."""


class VersionedEntry(Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """Which version of the log's format an entry is written in. The first is not written down.

    An entry of a later version than this server knows is refused and not misread: its table is set aside.
    """

    version: Annotated[int, Meta(ge=1, le=VERSION)] = 1


class LogEntry(VersionedEntry, frozen=True):
    """Something that happened at a table, and when."""

    at: float


class PracticeStart(Struct, frozen=True):
    """The position of a finished game that a practice table starts from: its turn, its seats in turn order by their
    suspects, and every event up to there, unredacted. `case` is the shared case that it was, while that is secret.
    """

    turn: int
    seats: tuple[str, ...]
    events: tuple[Raw, ...]
    case: str | None = None


class CaseScript(Struct, frozen=True, omit_defaults=True):
    """The shared case that a table plays: its id, and for a challenge what chance did in the game that it came from.

    `deal` is everything up to the first turn, `rolls` each seat's dice in order, and `draws` the owner and the card of
    each seat's snoops. Whatever isn't written down follows from the table's secret.
    """

    id: str
    deal: tuple[Raw, ...] = ()
    rolls: tuple[tuple[tuple[int, ...], ...], ...] = ()
    draws: tuple[tuple[tuple[str, str], ...], ...] = ()


class TableOpened(LogEntry, tag="opened", frozen=True):
    """A guest opened the table. After a rematch, `rotation` is who dealt and who began the game before, among whom.

    A table with a `lesson` plays what that lesson has written down, one with a `case` what others play too, and
    one for `practice` is not dealt, but plays on.
    """

    id: str
    code: str
    host: str
    plan: TablePlan
    commitment: str
    rotation: tuple[str, str, tuple[str, ...]] | None = None
    lesson: str | None = None
    practice: PracticeStart | None = None
    case: CaseScript | None = None


class PlanChanged(LogEntry, tag="changed", frozen=True):
    """The host planned another game."""

    plan: TablePlan


class Sat(LogEntry, tag="sat", frozen=True):
    """A guest took a chair, with a nonce, or with the hash of one that they tell later."""

    chair: int
    guest: str
    name: str
    suspect: str | None
    nonce: str
    nonce_hash: str = ""


class Stood(LogEntry, tag="stood", frozen=True):
    """A guest left a chair, or was sent away, before the start."""

    chair: int
    removed: bool = False


class GotReady(LogEntry, tag="ready", frozen=True):
    """A player was ready, or not yet."""

    chair: int
    ready: bool


class NoncesAsked(LogEntry, tag="nonces asked", frozen=True):
    """The start was decided. Nobody sits down or leaves any more, and all who gave a hash are asked for the nonce."""


class NonceRevealed(LogEntry, tag="nonce revealed", frozen=True):
    """A guest told the nonce that they had given the hash of."""

    chair: int
    nonce: str


class Started(LogEntry, tag="started", frozen=True):
    """The game began: who plays what, in turn order, each seat's nonce, and everything up to the first turn.

    `suspects` are those of the chairs.
    """

    seats: tuple[tuple[str, str], ...]
    suspects: tuple[str, ...]
    nonces: tuple[str, ...]
    events: tuple[Raw, ...]


class Played(LogEntry, tag="played", frozen=True):
    """A seat answered the decision with this number, and this followed from it.

    `auto` marks a forced answer that the server gave for a person. Nobody is told: to everybody it is the person's.
    """

    chair: int
    decision: int
    by: By
    action: AnyChoice
    events: tuple[Raw, ...]
    over: bool = False
    auto: bool = False


class ChatSaid(LogEntry, tag="said", frozen=True):
    """A guest said something: in words of their own, with a quick phrase, or with a reaction."""

    guest: str
    name: str
    chair: int | None
    id: str
    text: str = ""
    phrase: Phrase | None = None
    reaction: Reaction | None = None


class Muted(LogEntry, tag="muted", frozen=True):
    """The host silenced a chair, or let it speak again."""

    chair: int
    muted: bool


class SteppedIn(LogEntry, tag="stepped in", frozen=True):
    """A bot plays on for a guest who is away."""

    chair: int
    bot: str


class CameBack(LogEntry, tag="came back", frozen=True):
    """The guest of a chair has it back from the bot."""

    chair: int


class Claimed(LogEntry, tag="claimed", frozen=True):
    """The seat's secret link was opened on another device."""

    chair: int
    guest: str


class Resigned(LogEntry, tag="resigned", frozen=True):
    """A seat was given up for good."""

    chair: int
    bot: str


class Hurried(LogEntry, tag="hurried", frozen=True):
    """The bots were asked to play faster, or at their usual pace."""

    on: bool


class Skipped(LogEntry, tag="skipped", frozen=True):
    """Only bots still play for the win: they play the rest without pauses, and one of this level for everybody else."""

    bot: str


class SkipWanted(LogEntry, tag="skip wanted", frozen=True):
    """The person in a chair wants to skip to the end, or no longer does, as when they have left."""

    chair: int
    on: bool = True


class HostPassed(LogEntry, tag="host passed", frozen=True):
    """Another guest is the host now."""

    guest: str


class NoticePosted(LogEntry, tag="remarked", frozen=True):
    """The server told the table something: a sentence's key and what goes into it, to be said in any language."""

    key: str
    arguments: dict[str, str]


class Rematched(LogEntry, tag="rematched", frozen=True):
    """Another table was opened with the same people. `name` is who asked for it; logs from before have none.

    `guest` is the same by number; where there is one, the name is kept beside the log.
    """

    table: str
    name: str = ""
    guest: str = ""


class Challenged(LogEntry, tag="challenged", frozen=True):
    """The player made a link with which others can play the same case; it is shared from then on under this id."""

    case: str


class TableClosed(LogEntry, tag="closed", frozen=True):
    """The table was closed."""

    reason: str


class Reopened(LogEntry, tag="reopened", frozen=True):
    """A guest who sat here opened the table again after it was closed as abandoned."""


class LinkRenewed(LogEntry, tag="link renewed", frozen=True):
    """The secret link of a seat was replaced; the old one is dead."""

    chair: int


class DevicesRemoved(LogEntry, tag="devices removed", frozen=True):
    """Only the guest who sat down still holds the seat, and its link is dead."""

    chair: int


class GuestErased(LogEntry, tag="guest erased", frozen=True):
    """A guest had everything deleted: their chairs are free, or given up for good to a bot of this level.

    `host` is who the host is from then on; empty if nobody is left.
    """

    guest: str
    bot: str
    host: str


AnyEntry: TypeAlias = (
    TableOpened
    | PlanChanged
    | Sat
    | Stood
    | GotReady
    | NoncesAsked
    | NonceRevealed
    | Started
    | Played
    | ChatSaid
    | Muted
    | SteppedIn
    | CameBack
    | Claimed
    | Resigned
    | Hurried
    | Skipped
    | SkipWanted
    | HostPassed
    | NoticePosted
    | Rematched
    | Challenged
    | TableClosed
    | Reopened
    | LinkRenewed
    | DevicesRemoved
    | GuestErased
)

encode = Encoder().encode
decode = Decoder(AnyEntry).decode
