"""A record: who sat at the table, everything that happened, and what was noted about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.rules.events import Event
from greycells.rules.record_metadata import Copy, Pledge
from greycells.rules.refusals import Refusal
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, seen_by

VERSION = 1
MARKS = ("!", "?", "!!", "??")


@dataclass(frozen=True, slots=True)
class Note:
    """What was noted about one event: a mark (`! ? !! ??`), the seconds since the game began, comments."""

    mark: str = ""
    clock: int | None = None
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down: the whole truth, or the copy of one seat or of a spectator.

    `notes` are by the number of the event; `preface` is what was said before the first one. `stamp` is the hash of all
    the rest of a record that has been closed.
    """

    table: GameTable
    events: tuple[Event, ...]
    copy: Copy | None = None
    pledge: Pledge | None = None
    notes: Mapping[int, Note] = field(default_factory=dict[int, Note])
    preface: tuple[str, ...] = ()
    stamp: str | None = None

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """The events with their numbers, as whoever's record this is saw them."""
        return tuple(Sighting(number, event) for number, event in enumerate(self.events))

    def copy_for(self, seat: Seat | None) -> Record:
        """What this seat saw, or a spectator; the clock stays, but what the writer thought of it all goes."""
        snooping = self.table.edition.rules.snooping
        return replace(
            self,
            events=tuple(seen_by(seat, event, snooping=snooping) for event in self.events),
            copy=Copy(seat),
            pledge=self.pledge._replace(secret=None) if self.pledge is not None else None,
            notes={number: Note(clock=note.clock) for number, note in self.notes.items() if note.clock is not None},
            preface=(),
            stamp=None,
        )


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
