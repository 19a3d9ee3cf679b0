"""The machine twin of a `.case` text: JSON Lines, an object for the table, one for each event, one for the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Literal, TypeVar

from msgspec import Struct, ValidationError, convert

from greycells.language.sentences import Sentence
from greycells.notation.action_json import Json, WireError
from greycells.notation.case_header import edition_called
from greycells.notation.case_tokens import check_name
from greycells.notation.names import unknown
from greycells.notation.record import VERSION, Note, Reading, Record, RecordError, Spot
from greycells.notation.sighting_json import FIELDS, Reader, encode_sighting
from greycells.rules.edition import Edition, UnknownHouseRule
from greycells.rules.events import Dealt, Event, Moved, Placed, Rolled
from greycells.rules.movement.moves import why_not_fallen
from greycells.rules.record_metadata import Copy, Pledge
from greycells.rules.scene import GameTable

_HEAD = re.compile(r'\s*\{\s*"case"\s*:')
_SIDE = ("number", "event", "mark", "clock", "comments")


class _Seat(Struct, forbid_unknown_fields=True):
    """A seat: its suspect, and who sits there."""

    suspect: str
    name: str


class _Head(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The first line."""

    case: Literal[1]
    edition: str
    seats: tuple[_Seat, ...]
    house: tuple[str, ...] = ()
    copy: str | None = None
    commitment: str | None = None
    nonces: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


class _Tail(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The last line of a record that has been closed."""

    secret: str | None = None
    stamp: str | None = None


class _Side(Struct):
    """What was noted about an event."""

    mark: Literal["", "!", "?", "!!", "??"] = ""
    clock: int | None = None
    comments: tuple[str, ...] = ()


S = TypeVar("S", _Head, _Tail, _Side)


def is_json_lines(text: str) -> bool:
    """Whether this is a record in JSON Lines."""
    return _HEAD.match(text) is not None


def write_json_lines(record: Record) -> str:
    """The record in JSON Lines."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in _objects(record))


def _objects(record: Record) -> Iterator[dict[str, Json]]:
    table, pledge = record.table, record.pledge
    head: dict[str, Json] = {"case": VERSION, "edition": table.edition.key}
    if table.edition.house_rules:
        head["house"] = table.edition.house_rules
    head["seats"] = [{"suspect": seat.suspect.word, "name": seat.name} for seat in table.seats]
    if record.copy is not None:
        head["copy"] = "nobody" if record.copy.seat is None else record.copy.seat.suspect.word
    if pledge is not None:
        head["commitment"], head["nonces"] = pledge.commitment, pledge.nonces
    if record.preface:
        head["comments"] = record.preface
    yield head
    for sighting in record.sightings:
        yield encode_sighting(sighting) | _side(record.notes.get(sighting.number, Note()))
    tail: dict[str, Json] = {}
    if pledge is not None and pledge.secret is not None:
        tail["secret"] = pledge.secret
    if record.stamp is not None:
        tail["stamp"] = record.stamp
    if tail:
        yield tail


def _side(note: Note) -> dict[str, Json]:
    side: dict[str, Json] = {"mark": note.mark} if note.mark else {}
    if note.clock is not None:
        side["clock"] = note.clock
    if note.comments:
        side["comments"] = note.comments
    return side


def scan_json_lines(text: str, edition: Edition | None = None) -> Reading:
    """As much of a record in JSON Lines as can be understood; an error in its first line is raised at once."""
    lines = ((Spot(number, 1), line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    seats, first = next(lines)
    head = _struct(seats, _object(seats, first), _Head)
    table = _table(seats, head, edition)
    reader = _JsonLinesReader(table)
    error = None
    try:
        for spot, line in lines:
            reader.read(spot, _object(spot, line))
    except RecordError as wrong:
        error = wrong
        for spot, line in lines:
            with suppress(RecordError):
                reader.read_tail(spot, _object(spot, line))
    pledge = None if head.commitment is None else Pledge(head.commitment, head.nonces, reader.tail.secret)
    record = Record(
        table,
        tuple(reader.events),
        _copy(seats, head, table),
        pledge,
        reader.notes,
        head.comments,
        reader.tail.stamp,
    )
    return Reading(record, tuple(reader.spots), seats, error, reader.closed)


def _wrong(spot: Spot, words: str) -> RecordError:
    return RecordError(spot, Sentence("record.in other words", words=words))


def _object(spot: Spot, line: str) -> Mapping[str, Json]:
    """The JSON object of one line."""
    try:
        value: Json = json.loads(line)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise RecordError(Spot(spot.line, error.colno), Sentence("record.json", words=error.msg)) from None
    except RecursionError:
        raise RecordError(spot, Sentence("record.json too deep")) from None
    except ValueError:
        raise RecordError(spot, Sentence("record.json text")) from None
    if not isinstance(value, Mapping):
        raise RecordError(spot, Sentence("record.object"))
    return value


def _struct(spot: Spot, value: Mapping[str, Json], kind: type[S]) -> S:
    try:
        return convert(value, kind)
    except ValidationError as error:
        raise _wrong(spot, str(error)) from None


def _table(spot: Spot, head: _Head, own: Edition | None) -> GameTable:
    edition = edition_called(head.edition, spot, own)
    try:
        edition = edition.with_house_rules(*head.house)
    except UnknownHouseRule as error:
        raise _wrong(spot, str(error)) from None
    suspects = [suspect.word for suspect in edition.deck.suspects]
    for seat in head.seats:
        if seat.suspect not in suspects:
            raise RecordError(spot, unknown("suspect", seat.suspect, suspects))
        check_name(seat.name, spot)
    if not head.seats:
        raise RecordError(spot, Sentence("record.expected", wanted=Sentence("record.a seat"), got="[]"))
    return GameTable.from_words(edition, ((seat.suspect, seat.name) for seat in head.seats))


def _copy(spot: Spot, head: _Head, table: GameTable) -> Copy | None:
    if head.copy is None:
        return None
    seats = {seat.suspect.word: seat for seat in table.seats}
    if head.copy != "nobody" and head.copy not in seats:
        raise RecordError(spot, unknown("seat", head.copy, seats))
    return Copy(seats.get(head.copy))


class _JsonLinesReader:
    """Reads the lines after the first."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.sightings = Reader(table)
        self.events: list[Event] = []
        self.spots: list[Spot] = []
        self.notes: dict[int, Note] = {}
        self.tail = _Tail()
        self.closed: Spot | None = None

    def read_tail(self, spot: Spot, value: Mapping[str, Json]) -> bool:
        """The last line, if this is it."""
        if "event" in value:
            return False
        self.tail, self.closed = _struct(spot, value, _Tail), spot
        return True

    def read(self, spot: Spot, value: Mapping[str, Json]) -> None:
        """One more line: an event, or the end."""
        if self.closed is not None:
            raise RecordError(spot, Sentence("record.after stamp"))
        if self.read_tail(spot, value):
            return
        number = len(self.events)
        try:
            sighting = self.sightings.sighting(value)
        except WireError as error:
            raise _wrong(spot, str(error)) from None
        event = sighting.event
        known = (*_SIDE, *(name for name, _ in FIELDS[type(event)]))
        for key in value:
            if key not in known:
                raise RecordError(spot, unknown("key", key, known))
        if sighting.number != number:
            raise RecordError(spot, Sentence("record.number", number=number))
        self._check(spot, event)
        side = _struct(spot, value, _Side)
        if side.clock is not None and side.clock < 0:
            raise RecordError(spot, Sentence("record.note", note=str(side.clock)))
        if side != _Side():
            self.notes[number] = Note(side.mark, side.clock, side.comments)
        self.events.append(event)
        self.spots.append(spot)

    def _check(self, spot: Spot, event: Event) -> None:
        """What a `.case` text could not even say."""
        deck, seats, rules = self.table.edition.deck, len(self.table.seats), self.table.edition.rules
        match event:
            case Placed(pawns, weapons):
                fits = len(pawns) == len(deck.suspects) and len(weapons) == len(deck.weapons)
            case Dealt(_, sizes, hands):
                fits = len(sizes) == len(hands) == seats
            case Moved(_, _, steps_left):
                fits = 0 <= steps_left <= 6 * rules.dice
            case Rolled(_, dice):
                if no := why_not_fallen(rules, dice):
                    raise RecordError.refused(spot, no)
                return
            case _:
                return
        if not fits:
            raise RecordError(spot, Sentence("record.misfit"))
