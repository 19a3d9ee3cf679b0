"""What a server tells the viewers of a table, frame by frame: how the table stands, and what happens there."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw, Struct

from greycells.protocol.plans import TablePlan
from greycells.protocol.vocabulary import By, Message, Phrase, Reaction, State

SightingJson: TypeAlias = Annotated[Raw, Meta(extra={"wire": "Sighting"})]
"""A sighting, encoded already by `notation.sighting_json`; `wire` is the name of its type in `wire.d.ts`."""
OptionsJson: TypeAlias = Annotated[Raw, Meta(extra={"wire": "OptionsMessage"})]
"""The options of a seat, encoded already (`protocol.option_messages`)."""


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

    A table with a `lesson` is dealt and played as that lesson has it, for one pupil. One for `practice` plays on from
    this turn of a finished game: it is private, and its result doesn't count. `yours` are the chairs of whoever
    asked for this table alone; what everybody is told leaves them out. `rematch` is the next table of the same people,
    `rematch_by` the name of whoever asked for it. `case` is the shared case that is played here: the date of a day's
    game, or the id of a challenge. `skip` is whether only bots still play for the win, so that the command `skip` is
    allowed (`can`), or whether everybody gave it and the bots play the rest without pauses (`on`). `skip_wanted` are
    the chairs that have given it so far.
    """

    id: str
    code: str
    state: State
    plan: TablePlan
    chairs: tuple[ChairView, ...]
    hurried: bool
    commitment: str
    seats: tuple[tuple[str, str], ...] = ()
    winner: str | None = None
    rematch: str | None = None
    rematch_by: str | None = None
    reason: str | None = None
    lesson: str | None = None
    case: str | None = None
    yours: tuple[int, ...] = ()
    practice: int | None = None
    skip: Literal["can", "on"] | None = None
    skip_wanted: tuple[int, ...] = ()


class Frame(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that a viewer is told. Those with a `seq` come once each, in order and without a gap."""


class Hello(Frame, tag="hello", frozen=True):
    """The first frame: the table, the number of the last frame, which chairs are yours, and who is connected.

    `auto` is whether your seat's forced answers are given for you (the command `auto answer`).

    With `anew`, what the viewer knew of the table no longer holds, and all frames come again from the first one: an
    older backup was restored, or, on a socket that is open already, a player has deleted their name and words.

    `nonce_hashes` are there while the nonces are asked for: one for each chair, empty for those without a nonce. No
    nonce can be changed any more, and whoever holds one that belongs to a hash tells it now (the command `reveal`).
    """

    table: TableView
    seq: int
    yours: tuple[int, ...]
    present: tuple[int, ...]
    anew: bool = False
    auto: bool = False
    nonce_hashes: tuple[str, ...] = ()


class Changed(Frame, tag="changed", frozen=True):
    """Something about the table changed: this is its new state.

    `words` says it in a sentence where the log should have it, for a viewer who connected with `look=1`: a bot has
    stepped in, or a player is back. `nonce_hashes` are as in `hello`.
    """

    seq: int
    at: float
    table: TableView
    words: str = ""
    nonce_hashes: tuple[str, ...] = ()


class Happened(Frame, tag="happened", frozen=True):
    """A choice was made, and this is what this viewer saw of it; `by` is who chose: a person, a bot, or the clock.

    `words` tells each sighting in a sentence, for a viewer who connected with `look=1`.
    """

    seq: int
    at: float
    decision: int
    by: By
    sightings: tuple[SightingJson, ...]
    table: TableView | None = None
    words: tuple[str, ...] = ()


class SceneFrame(Frame, tag="look", frozen=True):
    """The scene to draw and the question to this viewer in words, for a viewer who connected with `look=1`.

    `number` is how many events have been seen, `hand` holds the viewer's own cards, and `paths` the path to each place
    where the viewer's pawn can go now.
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
    """Somebody said something; without a chair it was somebody who has no seat.

    Without text, phrase and reaction, whoever said it has deleted it.
    """

    seq: int
    at: float
    name: str
    chair: int | None
    text: str = ""
    phrase: Phrase | None = None
    reaction: Reaction | None = None


class Remarked(Frame, tag="remarked", frozen=True):
    """The server has something to tell the table, such as that a bot had to be replaced."""

    seq: int
    at: float
    text: str


class Choose(Frame, tag="choose", frozen=True):
    """It is this seat's decision: its number, the options, and until when."""

    decision: int
    options: OptionsJson
    until: float | None = None


class Present(Frame, tag="present", frozen=True):
    """The chairs whose guests are connected now."""

    chairs: tuple[int, ...]


class Noted(Frame, tag="noted", frozen=True):
    """The seat's notebook was changed, here or on another device."""

    version: int


class Helped(Frame, tag="helped", frozen=True):
    """What the table's help writes into the notebook of your seat, from what it saw up to the event of this number.

    For each card, `marks` has a sign for each seat, in turn order, and one for the case file: `+` has the card, `-` has
    it not, `.` isn't certain. For a viewer in a chair who connected with `help=1`.
    """

    event: int
    marks: dict[str, str]


class Devices(Frame, tag="devices", frozen=True):
    """How many other devices play this seat, for the guest who sat down; `joined` if one has just connected."""

    others: int
    joined: bool = False


class MaintenanceNotice(Frame, tag="maintenance", frozen=True):
    """The server goes down for maintenance in this many seconds and opens no new tables; or maintenance is over."""

    seconds: int | None = None


class Done(Frame, tag="done", frozen=True):
    """The command with this `id` was carried out; `seq` is its entry, `table` another table that it opened."""

    id: str
    seq: int
    table: str | None = None


class Refused(Frame, tag="refused", frozen=True):
    """The command was not carried out, and why; `stale` if it answered an older state of the table."""

    id: str
    sentence: str
    rule: str | None = None
    stale: bool = False


AnyFrame: TypeAlias = (
    Hello
    | Changed
    | Happened
    | SceneFrame
    | Said
    | Remarked
    | Choose
    | Present
    | Noted
    | Helped
    | Devices
    | MaintenanceNotice
    | Done
    | Refused
)
