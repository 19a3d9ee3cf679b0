"""The record of a table's game as it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from greycells.notation import Note, Record, stamped
from greycells.rules.events import Event, Finished, TurnEnded
from greycells.rules.fair_dealing import FairDealer
from greycells.server.tables.log_entries import AnyEntry, Started
from greycells.server.tables.permissions import Declined
from greycells.server.tables.viewer_frames import TableHistory


def record_of(story: TableHistory) -> Record:
    """The record of a game as it stands, with the clock; the dealer's secret is in it only when the game is over.

    A practice game says that it is one, and has no pledge: its deal was given.
    """
    return recording(story)()


def recording(story: TableHistory) -> Callable[[], Record]:
    """A function that writes the record of the game as it is now; it can run in another thread."""
    game = story.game
    if game is None:
        raise Declined("not running")
    table, events, over, dealer = game.table, tuple(game.events), game.over, game.dealer
    log, spans, known, practice = tuple(story.log), tuple(story.spans), story.notes, story.table.practice

    def work() -> Record:
        notes = known if known is not None else _clock_notes(log, spans, events)
        pledge = None
        if isinstance(dealer, FairDealer) and practice is None:
            pledge = dealer.opened if over else dealer.pledge
        preface = () if practice is None else (f"Practice, played on from turn {practice.turn}",)
        record = Record(table, events, pledge=pledge, notes=notes, preface=preface)
        return stamped(record) if over else record

    return work


def _clock_notes(
    log: Sequence[AnyEntry], spans: Sequence[tuple[int, int]], events: Sequence[Event]
) -> Mapping[int, Note]:
    """When each turn ended, in seconds since the start."""
    began = next(entry.at for entry in log if isinstance(entry, Started))
    return {
        first: Note(clock=int(entry.at - began))
        for entry, (first, count) in zip(log, spans, strict=True)
        if any(isinstance(event, TurnEnded | Finished) for event in events[first : first + count])
    }
