"""Why a request was refused."""

from __future__ import annotations

from greycells.protocol.vocabulary import Message


class Problem(Message, frozen=True):
    """Why a request was refused, in a sentence."""

    sentence: str
    rule: str | None = None
    line: int | None = None
    column: int | None = None
