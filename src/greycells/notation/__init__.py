"""Names, records and messages: how a game is written down, and how it is sent."""

from __future__ import annotations

from greycells.notation.case_writer import stamp_of, stamped, write
from greycells.notation.formats import decode, read, scan
from greycells.notation.json_lines import write_json_lines
from greycells.notation.record import Note, Reading, Record, RecordError, Spot

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
