"""What a server offers, which tables there are, and how to take a seat."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, field

from greycells.protocol.commands import Help, Message, State


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
