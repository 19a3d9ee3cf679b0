"""Names, records and messages: how a game is written down, and how it is sent."""

from __future__ import annotations

from greycells.notation.case_writer import stamp_of, stamped, write
from greycells.notation.formats import decode, read, scan
from greycells.notation.json_lines import write_json_lines
from greycells.notation.record import Note, Reading, Record, RecordError, Spot
from greycells.notation.short_text import action_from, event_from, from_json, to_json

__all__ = [
    "Note",
    "Reading",
    "Record",
    "RecordError",
    "Spot",
    "action_from",
    "decode",
    "event_from",
    "from_json",
    "read",
    "scan",
    "stamp_of",
    "stamped",
    "to_json",
    "write",
    "write_json_lines",
]
