"""What a server answers to those who ask once: guests, tables, notebooks, advice, records, and why not."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, field

from greycells.notation.commands import Help, Message, Name, State


class GuestView(Message, frozen=True):
    """Who the server takes you for."""

    name: str


class Rename(Message, frozen=True):
    """What to be called from now on."""

    name: Name


class Listed(Message, frozen=True):
    """A table in a list: with whom, and how it stands, in words to whoever asked."""

    id: str
    code: str
    state: State
    edition: str
    touched: float
    spectators: bool
    company: str = ""
    standing: str = ""


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


class Offer(Message, frozen=True):
    """What can be planned here: the editions, and the levels of the bots from gentle to formidable."""

    editions: tuple[EditionOffer, ...]
    levels: tuple[str, ...]


class Frames(Message, frozen=True):
    """What a viewer has not been told yet: the same frames as on a socket."""

    frames: Raw


class Claim(Message, frozen=True):
    """The secret of a seat link."""

    link: Annotated[str, Meta(max_length=200)]


class SeatLink(Message, frozen=True):
    """The secret address of a seat: whoever opens it sits there, on any device."""

    url: str


class Notebook(Message, frozen=True):
    """What a seat wrote down: a mark by card and column, notes, and the state before each change, for undo."""

    version: int = 0
    marks: Annotated[
        dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=12)]], Meta(max_length=400)
    ] = field(default_factory=dict[str, str])
    notes: Annotated[str, Meta(max_length=4000)] = ""
    undo: Annotated[
        tuple[tuple[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=12)]], ...],
        Meta(max_length=500),
    ] = ()


class Mark(Message, frozen=True):
    """What help writes into a notebook: this holder (a suspect's word, or CaseFile) has this card, or has not."""

    card: str
    holder: str
    has: bool


class Advice(Message, frozen=True):
    """What a seat may be told, as far as the table's help goes, from nothing but what that seat saw."""

    help: Help
    marks: tuple[Mark, ...]


class Hint(Message, frozen=True):
    """One thing that follows from what a seat saw, with its reason; or that there is none.

    `proof` has the steps of the reason in words, `turns` those turns that it rests on.
    """

    sentence: str
    mark: Mark | None = None
    turns: tuple[int, ...] = ()
    proof: tuple[str, ...] = ()


class Insight(Message, frozen=True):
    """In which turn a seat could first have proved each card of the case file, and all three; None: never."""

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
    insights: tuple[Insight, ...]


class Replay(Message, frozen=True):
    """A game to look at: who sat there, and what one seat, a spectator or everybody together saw, up to a moment."""

    edition: str
    house_rules: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    events: int
    sightings: tuple[Raw, ...]
    story: tuple[str, ...]


class Uploaded(Message, frozen=True):
    """A record that somebody brought."""

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
