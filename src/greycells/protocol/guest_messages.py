"""Who a guest is: the name, and codes by which another device becomes the same guest."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from greycells.protocol.vocabulary import Message, Name


class GuestView(Message, frozen=True):
    """Who the server takes you for."""

    name: str


class Rename(Message, frozen=True):
    """What to be called from now on."""

    name: Name


class DeviceCode(Message, frozen=True):
    """A code that makes another device the same guest as this one; it works once, for this many seconds."""

    code: str
    seconds: int


class DeviceCodeUse(Message, frozen=True):
    """A code that another device shows."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
