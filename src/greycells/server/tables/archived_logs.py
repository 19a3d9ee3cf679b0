"""What stays in the log of an archived game, and how it is filled from the record again.

The choices go, except for the last one. Who sat where, the deal and the chat stay, so that names and words beside the
log keep their entries and can be erased; a record in the archive holds none of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw
from msgspec.structs import replace

from greycells.server.tables.log_entries import AnyEntry, Played, Started


def kept_in_log(entries: Sequence[AnyEntry]) -> list[int]:
    """The numbers of the entries that stay, the first entry of a log being 1."""
    last = max((seq for seq, entry in enumerate(entries, 1) if isinstance(entry, Played)), default=0)
    return [seq for seq, entry in enumerate(entries, 1) if seq == last or not isinstance(entry, Played)]


def with_archived_events(entries: Sequence[AnyEntry], events: Sequence[Raw]) -> list[AnyEntry]:
    """The log of an archived game: its last choice carries everything that happened since the deal."""
    dealt = sum(len(entry.events) for entry in entries if isinstance(entry, Started))
    return [replace(entry, events=tuple(events[dealt:])) if isinstance(entry, Played) else entry for entry in entries]
