"""Names, records and messages: how a game is written down, and how it is sent."""

from __future__ import annotations

from greycells.notation.json_lines import write_json_lines
from greycells.notation.record import Note, Reading, Record, RecordError, Spot
from greycells.notation.texts import decode, read, scan
from greycells.notation.writing import stamp_of, stamped, write

__all__ = [
    "Note",
    "Reading",
    "Record",
    "RecordError",
    "Spot",
    "decode",
    "read",
    "scan",
    "stamp_of",
    "stamped",
    "write",
    "write_json_lines",
]
