"""What a server answers to those who ask once: guests, tables, notebooks, advice, records, and why not."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, field

from greycells.protocol.commands import Help, Message, Name, State
from greycells.protocol.frames import SightingJson


class GuestView(Message, frozen=True):
    """Who the server takes you for."""

    name: str


class Rename(Message, frozen=True):
    """What to be called from now on."""

    name: Name


class Listed(Message, frozen=True):
    """A table in a list: with whom, and how it stands, in words to whoever asked; whether it is for practice."""

    id: str
    code: str
    state: State
    edition: str
    touched: float
    spectators: bool
    company: str = ""
    standing: str = ""
    practice: bool = False


class Tables(Message, frozen=True):
    """Several tables."""

    tables: tuple[Listed, ...]


class EditionOffer(Message, frozen=True):
    """An edition that can be played here."""

    key: str
    title: str
    rulebook: str
    fewest: int
    most: int
    suspects: tuple[str, ...]
    house_rules: tuple[str, ...]


class LevelOffer(Message, frozen=True):
    """A level of the bots, from 1 to 10: its key, and its character, rank and way of playing in words."""

    key: str
    number: int
    character: str
    rank: str
    way: str


class Offer(Message, frozen=True):
    """What can be planned here: the editions, and the levels of the bots from weakest to strongest.

    `level_names` has what every level is called in the reader's language, also of those that aren't offered here: they
    may have played in a finished game. `characters` describes the offered levels, and `starters` are the ones that sit
    down with somebody who hasn't chosen. `help` is what a new game begins with.
    """

    editions: tuple[EditionOffer, ...]
    levels: tuple[str, ...]
    level_names: dict[str, str] = field(default_factory=dict[str, str])
    characters: tuple[LevelOffer, ...] = ()
    starters: tuple[str, ...] = ()
    help: Help = "none"


class Frames(Message, frozen=True):
    """What a viewer has not been told yet: the same frames as on a socket."""

    frames: Annotated[Raw, Meta(extra={"wire": "AnyFrame[]"})]


class SeatClaim(Message, frozen=True):
    """The secret of a seat link."""

    link: Annotated[str, Meta(max_length=200)]


class SeatLink(Message, frozen=True):
    """The secret address of a seat: whoever opens it sits there, on any device."""

    url: str


NotebookCell = Annotated[str, Meta(max_length=60)]
"""A cell of a notebook: a card's word and a column, such as `Rope|Plum` or `Rope|CaseFile`."""
NotebookMark = Annotated[
    str, Meta(max_length=12, pattern=r"^(yes|no|maybe|star|dot|ring|bang)(\.(red|blue|green|violet))?$")
]
"""What stands in a cell: a sign, and its colour after a dot unless it is that of the ink."""
FormerMark = Annotated[
    str, Meta(max_length=12, pattern=r"^((yes|no|maybe|star|dot|ring|bang)(\.(red|blue|green|violet))?)?$")
]
"""What stood in a cell, or nothing."""


LONGEST_NOTES = 4000
"""So many characters the notes of a seat may have."""


class NotebookPages(Message, frozen=True):
    """What a seat wrote down: a mark by card and column, notes, and the state before each change, for undo."""

    version: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    marks: Annotated[dict[NotebookCell, NotebookMark], Meta(max_length=400)] = field(default_factory=dict[str, str])
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)] = ""
    undo: Annotated[tuple[tuple[NotebookCell, FormerMark], ...], Meta(max_length=500)] = ()


class NotebookHistory(Message, frozen=True):
    """How a seat's marks came about: after how many events which cell got which mark; an empty one was removed."""

    changes: tuple[tuple[int, str, str], ...]


class HelpMark(Message, frozen=True):
    """What help writes into a notebook: this holder (a suspect's word, or CaseFile) has this card, or has not."""

    card: str
    holder: str
    has: bool


class Advice(Message, frozen=True):
    """What a seat may be told, as far as the table's help goes, from nothing but what that seat saw."""

    help: Help
    marks: tuple[HelpMark, ...]


class Hint(Message, frozen=True):
    """One thing that follows from what a seat saw, with its reason; or that there is none.

    `proof` has the steps of the reason in words, `turns` those turns that it rests on. `nudge` says only where to look:
    it is told first, then the sentence, then the proof.
    """

    sentence: str
    nudge: str = ""
    mark: HelpMark | None = None
    turns: tuple[int, ...] = ()
    proof: tuple[str, ...] = ()


class ProofTurns(Message, frozen=True):
    """In which turn a seat could first have proved each card of the case file, and all three; nothing if never."""

    seat: str
    name: str
    suspect: int | None
    weapon: int | None
    room: int | None
    everything: int | None


class Review(Message, frozen=True):
    """Who could have proved what when, for every seat."""

    turns: int
    case_file: tuple[str, str, str]
    insights: tuple[ProofTurns, ...]


class Replay(Message, frozen=True):
    """A game to look at: who sat there, and what one seat, a spectator or everybody together saw, up to a moment."""

    edition: str
    house_rules: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    events: int
    sightings: tuple[SightingJson, ...]
    story: tuple[str, ...]


class Uploaded(Message, frozen=True):
    """An uploaded record."""

    id: str
    edition: str
    at: float


class Uploads(Message, frozen=True):
    """The records that a guest brought."""

    records: tuple[Uploaded, ...]


class Problem(Message, frozen=True):
    """Why a request was refused, in a sentence."""

    sentence: str
    rule: str | None = None
    line: int | None = None
    column: int | None = None
