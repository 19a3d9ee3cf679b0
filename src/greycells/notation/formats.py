"""A record from any text: `.case`, or its twin in JSON Lines."""

from __future__ import annotations

from greycells.language.sentences import Sentence
from greycells.notation.case_reader import scan_case
from greycells.notation.json_lines import is_json_lines, scan_json_lines
from greycells.notation.record import Reading, Record, RecordError, Spot
from greycells.rules.edition import Edition


def read(text: str, *, edition: Edition | None = None) -> Record:
    """The record that a text tells, or a RecordError. An `edition` of one's own is given along."""
    reading = scan(text, edition=edition)
    if reading.error is not None:
        raise reading.error
    return reading.record


def scan(text: str, *, edition: Edition | None = None) -> Reading:
    """The record up to the first error, with the spot of every event; which form it has shows in its first line."""
    return scan_json_lines(text, edition) if is_json_lines(text) else scan_case(text, edition)


def decode(data: bytes) -> str:
    """The text of a file, which is UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise RecordError(Spot(line, column), Sentence("record.utf-8")) from None
