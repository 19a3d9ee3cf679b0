"""The record of a table's game as it stands."""

from __future__ import annotations

from collections.abc import Callable

from greycells.notation import Note, Record, stamped
from greycells.rules.events import Finished, TurnEnded
from greycells.rules.fair_dealing import FairDealer
from greycells.server.tables.log_entries import Started
from greycells.server.tables.permissions import Declined
from greycells.server.tables.viewer_frames import TableHistory


def record_of(story: TableHistory) -> Record:
    """The record of a game as it stands, with the clock; the dealer's secret is in it only when the game is over."""
    return recording(story)()


def recording(story: TableHistory) -> Callable[[], Record]:
    """A function that writes the record of the game as it is now; it can run in another thread."""
    game = story.game
    if game is None:
        raise Declined("not running")
    table, events, over, dealer = game.table, tuple(game.events), game.over, game.dealer
    log, spans = tuple(story.log), tuple(story.spans)

    def work() -> Record:
        began = next(entry.at for entry in log if isinstance(entry, Started))
        notes = {
            first: Note(clock=int(entry.at - began))
            for entry, (first, count) in zip(log, spans, strict=True)
            if any(isinstance(event, TurnEnded | Finished) for event in events[first : first + count])
        }
        pledge = None
        if isinstance(dealer, FairDealer):
            pledge = dealer.opened if over else dealer.pledge
        record = Record(table, events, pledge=pledge, notes=notes)
        return stamped(record) if over else record

    return work
