"""After the game, and beside it: records to look at, to keep and to bring along."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from secrets import token_urlsafe
from typing import TypeVar

import msgspec
from starlette.responses import Response

from greycells.notation import Note, Record, RecordError, decode, read, scan, stamped, write
from greycells.notation.answers import Problem, Replay, Uploaded, Uploads
from greycells.notation.sightings import encode_sighting
from greycells.notation.story import retell
from greycells.rules.events import Finished, TurnEnded
from greycells.rules.fair import FairDealer
from greycells.rules.premises import Objection
from greycells.rules.replay import replay as check
from greycells.rules.seats import Seat
from greycells.server.conduct import Declined
from greycells.server.entries import Started
from greycells.server.sockets import check_eyes
from greycells.server.viewing import Story
from greycells.server.web import Endpoint, Unreadable, Visit

T = TypeVar("T")
CASE = "text/plain; charset=utf-8"
MOST_IN_A_RECORD = 128 * 1024
"""Letters: some fifteen times as long as a long game."""


def record_of(story: Story) -> Record:
    """The record of a game as it stands, with the clock; the dealer's secret is in it only when the game is over."""
    game = story.game
    if game is None:
        raise Declined("not running")
    began = next(entry.at for entry in story.log if isinstance(entry, Started))
    notes = {
        first: Note(clock=int(entry.at - began))
        for entry, (first, count) in zip(story.log, story.spans, strict=True)
        if any(isinstance(event, TurnEnded | Finished) for event in game.events[first : first + count])
    }
    pledge = None
    if isinstance(game.dealer, FairDealer):
        pledge = game.dealer.opened if game.over else game.dealer.pledge
    record = Record(game.table, tuple(game.events), pledge=pledge, notes=notes)
    return stamped(record) if game.over else record


async def seen_record(visit: Visit) -> Record:
    """What this guest may see of a game: everything when it is over, else what the seat saw, or a spectator."""
    live, guest = await visit.table(), await visit.guest()
    chair = visit.query_number("chair")
    check_eyes(live, guest, chair if not live.story.game or not live.story.game.over else None)
    record = record_of(live.story)
    if chair is None and live.table.state == "over":
        return record
    if chair is not None and chair >= len(live.table.chairs):
        raise Declined("no such chair", chair=chair + 1)
    return record.copy_for(live.story.seat(chair))


async def record(visit: Visit) -> Response:
    return _case(await seen_record(visit), visit.path("table"))


def _case(record: Record, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.case"'}
    return Response(write(record), media_type=CASE, headers=headers)


async def replay(visit: Visit) -> Replay:
    return _replay(await seen_record(visit), visit.query_number("at"))


def _replay(record: Record, at: int | None) -> Replay:
    """A record up to an event, as messages and as a story."""
    last = len(record.events) if at is None else min(at, len(record.events))
    viewer = record.copy.seat if record.copy is not None else None
    sightings = record.sightings[:last]
    return Replay(
        edition=record.table.edition.key,
        house_rules=record.table.edition.house_rules,
        seats=tuple((seat.suspect.word, seat.name) for seat in record.table.seats),
        events=len(record.events),
        sightings=tuple(msgspec.Raw(msgspec.json.encode(encode_sighting(sighting))) for sighting in sightings),
        story=tuple(str(sentence) for sentence in retell((sighting.event for sighting in sightings), viewer)),
    )


def checked(data: bytes) -> Record:
    """A record that somebody brought, checked by the referee; otherwise why not, with line and column."""
    try:
        reading = scan(decode(data))
        if reading.error is not None:
            raise reading.error
        try:
            check(reading.record.table, reading.record.events, copy=reading.record.copy)
        except Objection as no:
            spot = reading.seats if no.number is None else reading.spots[no.number]
            raise RecordError.refused(spot, no.why) from no
    except RecordError as error:
        sentence, spot = str(error.sentence), error.spot
        raise Unreadable(Problem(sentence=sentence, rule=error.rule, line=spot.line, column=spot.column)) from error
    return reading.record


def _accepted(data: bytes) -> tuple[str, str]:
    """The edition of a record that the referee accepts, and the record as we write it."""
    record = checked(data)
    return record.table.edition.key, write(record)


async def upload(visit: Visit) -> Uploaded:
    guest = await visit.guest()
    visit.count("uploads")
    data = await visit.bytes(most=MOST_IN_A_RECORD)
    edition, text = await visit.service.library.ask(guest.id, lambda: _accepted(data))
    number, now = token_urlsafe(9), visit.service.house.now()
    await visit.service.store.upload(text, number=number, guest=guest.id, at=now, edition=edition)
    return Uploaded(id=number, edition=edition, at=now)


async def uploads(visit: Visit) -> Uploads:
    rows = await visit.service.store.uploads_of((await visit.guest()).id)
    return Uploads(records=tuple(Uploaded(id=number, at=at, edition=edition) for number, at, edition in rows))


async def in_the_library(visit: Visit, show: Callable[[Record], T]) -> T:
    """What is to be shown of a record that somebody brought: read beside the tables, for it may be long."""
    text = await visit.service.store.uploaded(visit.path("record"))
    if text is None:
        raise Declined("no such record")
    word = visit.query("seat")
    return await visit.service.library.ask((await visit.guest()).id, lambda: show(_as_seen(read(text), word)))


def _as_seen(record: Record, word: str | None) -> Record:
    """A record, or a seat's copy of it."""
    if word is None:
        return record
    if record.copy is not None:
        raise Declined("no such record")
    return record.copy_for(_seat(record.table.seats, word))


def _seat(seats: Iterable[Seat], word: str) -> Seat:
    for seat in seats:
        if seat.suspect.word == word:
            return seat
    raise Declined("no such suspect", suspect=word[:24])


async def uploaded(visit: Visit) -> Response:
    return await in_the_library(visit, lambda record: _case(record, visit.path("record")))


async def replay_uploaded(visit: Visit) -> Replay:
    at = visit.query_number("at")
    return await in_the_library(visit, lambda record: _replay(record, at))


RECORDS: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        record,
        "The record as a .case file: whole when the game is over, else what you saw",
        reply=CASE,
        query=("chair",),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        replay,
        "The game to look at, up to an event",
        reply=Replay,
        query=("chair", "at"),
    ),
    Endpoint(
        "POST",
        "/api/records",
        upload,
        "Bring a record along; the referee checks it",
        body=CASE,
        reply=Uploaded,
        status=HTTPStatus.CREATED,
    ),
    Endpoint("GET", "/api/records", uploads, "The records that you brought", reply=Uploads),
    Endpoint("GET", "/api/records/{record}", uploaded, "A record that somebody brought", reply=CASE, query=("seat",)),
    Endpoint(
        "GET",
        "/api/records/{record}/replay",
        replay_uploaded,
        "A record to look at, up to an event",
        reply=Replay,
        query=("seat", "at"),
    ),
)
