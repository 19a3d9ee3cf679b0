"""Which tables there are, and how to take a seat."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw

from greycells.protocol.vocabulary import Message, State


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


class Frames(Message, frozen=True):
    """What a viewer has not been told yet: the same frames as on a socket."""

    frames: Annotated[Raw, Meta(extra={"wire": "AnyFrame[]"})]


class SeatClaim(Message, frozen=True):
    """The secret of a seat link."""

    link: Annotated[str, Meta(max_length=200)]


class SeatLink(Message, frozen=True):
    """The secret address of a seat: whoever opens it sits there, on any device."""

    url: str
