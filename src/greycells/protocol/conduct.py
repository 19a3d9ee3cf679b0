"""What players ask of a server beside the game: to report somebody, and to use another device."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from greycells.protocol.commands import Message


class PlayerReport(Message, frozen=True):
    """Why a player is reported to the operator of the server."""

    reason: Annotated[str, Meta(min_length=1, max_length=400)]


class ReportKept(Message, frozen=True):
    """The report is kept for the operator, under this number."""

    id: str


class DeviceCode(Message, frozen=True):
    """A code that makes another device the same guest as this one; it works once, for this many seconds."""

    code: str
    seconds: int


class DeviceCodeUse(Message, frozen=True):
    """A code that another device shows."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
