"""Reading a record: what may be wrong with its text, and where."""

from __future__ import annotations

from typing import NamedTuple

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.rules.record import Note, Record
from greycells.rules.refusals import Refusal

__all__ = ["MARKS", "VERSION", "Note", "Reading", "Record", "RecordError", "Spot", "UnknownEdition"]

VERSION = 1
MARKS = ("!", "?", "!!", "??")


class Spot(NamedTuple):
    """Where in a text something stands, both counted from 1."""

    line: int
    column: int


class RecordError(GreycellsError, ValueError):
    """What is wrong with a record, and where; `rule` is the id of the rule that it breaks, if it is one."""

    def __init__(self, spot: Spot, sentence: Sentence, rule: str | None = None) -> None:
        super().__init__(spot, sentence, rule)
        self.spot = spot
        self.sentence = sentence
        self.rule = rule

    @classmethod
    def refused(cls, spot: Spot, no: Refusal) -> RecordError:
        """The referee's refusal of what stands here."""
        return cls(spot, no.sentence, no.rule)

    def __str__(self) -> str:
        """`LINE:COLUMN: sentence (RULE)`."""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.spot.line}:{self.spot.column}: {self.sentence}{rule}"


class UnknownEdition(RecordError):
    """A record of an edition that doesn't exist here; its sentence has the `word` that should be its key."""


class Reading(NamedTuple):
    """A record with the spot of each event in its text, and of its stamp, read up to its end, or up to an error."""

    record: Record
    spots: tuple[Spot, ...]
    seats: Spot
    error: RecordError | None
    stamp: Spot | None = None
