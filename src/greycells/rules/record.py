"""A record: who sat at the table, everything that happened, and what was noted about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from greycells.rules.events import Event
from greycells.rules.file_sources import written
from greycells.rules.record_metadata import Copy, Pledge
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, seen_by


@dataclass(frozen=True, slots=True)
class Note:
    """What was noted about one event: a mark (`! ? !! ??`), the seconds since the game began, comments."""

    mark: str = ""
    clock: int | None = None
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
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

    def __repr__(self) -> str:
        whose = "" if self.copy is None else f", copy for {self.copy.seat or 'a spectator'}"
        return f"Record({self.table.edition.key}, {len(self.table.seats)} seats, {len(self.events)} events{whose})"

    def __str__(self) -> str:
        """The `.case` text, ready for a file."""
        return written(self)

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """The events with their numbers, as whoever's record this is saw them."""
        return tuple(Sighting(number, event) for number, event in enumerate(self.events))

    def copy_for(self, seat: Seat | int | None) -> Record:
        """What this seat saw, or a spectator; the clock stays, but what the writer thought of it all goes."""
        seat, snooping = self.table.seat(seat), self.table.edition.rules.snooping
        return replace(
            self,
            events=tuple(seen_by(seat, event, snooping=snooping) for event in self.events),
            copy=Copy(seat),
            pledge=self.pledge._replace(secret=None) if self.pledge is not None else None,
            notes={number: Note(clock=note.clock) for number, note in self.notes.items() if note.clock is not None},
            preface=(),
            stamp=None,
        )
