"""The record of a table's game as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from greycells.notation import Note, Record, stamped
from greycells.rules.events import Event, Finished, TurnEnded
from greycells.rules.fair_dealing import FairDealer
from greycells.rules.record_metadata import Pledge
from greycells.rules.scene import GameTable
from greycells.server.errors.declined import Declined
from greycells.server.tables.log_entries import Started
from greycells.server.tables.viewer_frames import TableHistory


def record_of(history: TableHistory) -> Record:
    """The record of a game as it stands, with the clock; the dealer's secret is in it only when the game is over.

    A practice game says that it is one, and has no pledge: its deal was given.
    """
    return recording(history).record()


class Recording(NamedTuple):
    """What a record is written from, as the game was at some moment; another process can write it.

    `moments` are when something happened, with the number of the first event and how many there were.
    """

    table: GameTable
    events: tuple[Event, ...]
    pledge: Pledge | None
    began: float
    moments: tuple[tuple[float, int, int], ...]
    notes: Mapping[int, Note] | None
    preface: tuple[str, ...]
    over: bool

    def record(self) -> Record:
        """The record, with the clock."""
        notes = self.notes if self.notes is not None else self._clock_notes()
        record = Record(self.table, self.events, pledge=self.pledge, notes=notes, preface=self.preface)
        return stamped(record) if self.over else record

    def _clock_notes(self) -> Mapping[int, Note]:
        """When each turn ended, in seconds since the start."""
        return {
            first: Note(clock=int(at - self.began))
            for at, first, count in self.moments
            if any(isinstance(event, TurnEnded | Finished) for event in self.events[first : first + count])
        }


def recording(history: TableHistory) -> Recording:
    """What the record of a game is written from, as the game is now."""
    game = history.game
    if game is None:
        raise Declined("not running")
    practice, pledge = history.table.practice, None
    if isinstance(game.dealer, FairDealer) and practice is None:
        pledge = game.dealer.opened if game.over else game.dealer.pledge
    return Recording(
        game.table,
        tuple(game.events),
        pledge,
        next((entry.at for entry in history.log if isinstance(entry, Started)), 0.0),
        tuple((entry.at, *span) for entry, span in zip(history.log, history.spans, strict=True)),
        history.notes,
        preface=() if practice is None else (f"Practice, played on from turn {practice.turn}",),
        over=game.over,
    )
