"""What the library reads for a `Game`: editions from the shelf or a folder, records from a text or a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from greycells.editions import load
from greycells.rules.edition import Edition
from greycells.rules.events import Began, Event
from greycells.rules.record import Record
from greycells.rules.scene import GameTable

if TYPE_CHECKING:
    from greycells.notation.record import Reading, RecordError


class Library:
    """Editions and records as `rules` asks for them. The notation is imported when the first record is read."""

    def edition(self, name: str | Path) -> Edition:
        """The edition of that name, or in that folder."""
        return load(name)

    def record(self, record: str | Path, edition: Edition | None) -> tuple[GameTable, Sequence[Event]]:
        """A record, `.case` or JSON Lines, checked by the referee; a RecordError says what is wrong with it and where.

        A text has more than one line, and what has only one is the path of a file.
        """
        from greycells.notation import decode, scan

        text = record if isinstance(record, str) and "\n" in record else decode(Path(record).read_bytes())
        reading = scan(text, edition=edition)
        if (fault := fault_of(reading)) is not None:
            raise fault
        told = reading.record
        if told.copy is not None:
            raise ValueError("Expected the whole record of a game, not one player's copy: it does not tell every hand.")
        return told.table, told.events

    def text(self, record: Record) -> str:
        """A record as `.case` text."""
        from greycells.notation import write

        return write(record)


def fault_of(reading: Reading) -> RecordError | None:
    """The first thing in a record that can't be parsed, or that the referee wouldn't have allowed."""
    from greycells.notation import RecordError
    from greycells.rules.replay import replay
    from greycells.rules.setup_checks import Objection, check_seats

    record, error = reading.record, reading.error
    try:
        check_seats(record.table)
        if error is not None and not any(isinstance(event, Began) for event in record.events):
            return error
        replay(record.table, record.events, copy=record.copy, torn_off=error is not None)
    except Objection as no:
        spot = reading.seats if no.number is None else reading.spots[no.number]
        return RecordError.refused(spot, no.why)
    return error
