"""Reports of one player about another."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from greycells.protocol.vocabulary import Message


class PlayerReport(Message, frozen=True):
    """Why a player is reported to the operator of the server."""

    reason: Annotated[str, Meta(min_length=1, max_length=400)]


class ReportKept(Message, frozen=True):
    """The report is kept for the operator, under this number."""

    id: str
