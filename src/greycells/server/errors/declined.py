"""What the server declines: a sentence for the guest who asked, and the kind of reason."""

from __future__ import annotations

from enum import Enum

from greycells.errors import GreycellsError
from greycells.language.sentences import Argument, Sentence


class DeclineReason(Enum):
    """The kind of a refusal, independent of its sentence; it determines the HTTP status."""

    NOT_NOW = "not as the table stands"
    UNREADABLE = "the message cannot be read"
    INVALID = "the message names something that does not exist or is not allowed"
    FORBIDDEN = "not for this guest to do"
    NOT_FOUND = "not there"
    TOO_LARGE = "the message is too large"
    TOO_MANY = "a rate limit"
    UNAVAILABLE = "the disk, or a table that cannot be read"
    OUR_FAULT = "an error of the server's"


class Declined(GreycellsError):
    """Why a command is refused, in a sentence; `stale` if it was based on an older state."""

    def __init__(
        self, key: str, reason: DeclineReason = DeclineReason.NOT_NOW, /, *, stale: bool = False, **arguments: Argument
    ) -> None:
        super().__init__(key)
        self.sentence = Sentence(f"table.{key}", **arguments)
        self.reason = reason
        self.stale = stale

    def __str__(self) -> str:
        return str(self.sentence)
