"""What a server offers for new games: editions, house rules and levels of bots."""

from __future__ import annotations

from msgspec import field

from greycells.protocol.vocabulary import Help, Message


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
