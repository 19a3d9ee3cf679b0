"""Checks an uploaded file: it has to be a record, and the referee has to accept every line of it."""

from __future__ import annotations

import re

from greycells.language.sentences import Sentence
from greycells.library import fault_of
from greycells.notation import Record, RecordError, decode, scan, write
from greycells.notation.case_writer import wrong_stamp
from greycells.notation.json_lines import is_json_lines
from greycells.notation.record import UnknownEdition
from greycells.protocol.problem_message import Problem
from greycells.server.web.endpoints import Unreadable
from greycells.server.workers.slow_work import slow_work

_LIKE_A_RECORD = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*(?:case|edition)\b", re.MULTILINE)


def checked(data: bytes) -> Record:
    """An uploaded record, checked by the referee; errors have their line and column.

    A file that isn't a record at all gets a plain sentence instead of a parser's message.
    """
    if _LIKE_A_RECORD.search(data) is None and not is_json_lines(data.decode("utf-8", "replace")):
        raise Unreadable(Problem(sentence=str(Sentence("table.not a record"))))
    try:
        reading = scan(decode(data))
        if (fault := fault_of(reading) or wrong_stamp(reading)) is not None:
            raise fault
    except RecordError as error:
        told, spot = error.sentence, error.spot
        if isinstance(error, UnknownEdition):
            told = Sentence("table.unknown edition", edition=told.arguments["word"])
        raise Unreadable(Problem(sentence=str(told), rule=error.rule, line=spot.line, column=spot.column)) from error
    return reading.record


@slow_work
def accepted(data: bytes) -> tuple[str, str]:
    """The edition of a record that the referee accepts, and the record as we write it."""
    record = checked(data)
    return record.table.edition.key, write(record)
