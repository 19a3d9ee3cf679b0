"""Records over HTTP: downloads, replays, and uploads that the referee checks."""

from __future__ import annotations

from http import HTTPStatus
from secrets import token_urlsafe

import msgspec
from starlette.responses import Response

from greycells.notation.sighting_json import encode_sighting
from greycells.notation.story import retell
from greycells.protocol.record_messages import Replay, ReplaySteps, Uploaded, Uploads
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.game_sources.game_source import game_endpoints, seen_game
from greycells.server.game_sources.upload_quotas import Quotas, Upload, keep_upload, uploads_of
from greycells.server.records.upload_checks import accepted
from greycells.server.tables.scene_frames import steps_of
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.workers.record_text import RecordSource, written
from greycells.server.workers.slow_work import slow_work

CASE = "text/plain; charset=utf-8"
MB = 1_000_000
MOST_IN_A_RECORD = 128 * 1024
"""Characters: about fifteen times as many as in a long game."""


async def record(request: GuestRequest) -> Response:
    game = await seen_game(request)
    text = await request.run_in(request.service.library, written, game.source)
    return Response(text, media_type=CASE, headers={"Content-Disposition": f'attachment; filename="{game.file}.case"'})


async def replay(request: GuestRequest) -> Replay:
    game, at = await seen_game(request), request.query_number("at")
    return await request.run_in(request.service.library, replayed, game.source, at)


@slow_work
def replayed(source: RecordSource, at: int | None) -> Replay:
    """A record up to an event, as messages and as a story."""
    record = source.record()
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


async def upload(request: GuestRequest) -> Uploaded:
    guest = await request.guest()
    request.count("uploads")
    data = await request.bytes(most=MOST_IN_A_RECORD)
    edition, text = await request.run_in(request.service.library, accepted, data)
    record_id, now = token_urlsafe(9), request.service.table_services.now()
    config, new = request.service.config, Upload(record_id, guest.id, now, edition, text, request.origin)
    quotas = Quotas(*(int(most * MB) for most in (config.uploads_guest, config.uploads_address, config.uploads_total)))
    match await keep_upload(request.service.store.database, new, quotas):
        case "guest":
            raise Declined("uploads full", DeclineReason.TOO_MANY, most=round(quotas.guest / MB))
        case "address":
            raise Declined("uploads of address full", DeclineReason.TOO_MANY, most=round(quotas.address / MB))
        case "server":
            raise Declined("uploads of server full", DeclineReason.UNAVAILABLE)
        case None:
            pass
    return Uploaded(id=record_id, edition=edition, at=now)


async def uploads(request: GuestRequest) -> Uploads:
    rows = await uploads_of(request.service.store.database, (await request.guest()).id)
    return Uploads(records=tuple(Uploaded(id=record_id, at=at, edition=edition) for record_id, at, edition in rows))


@slow_work
def stepped(source: RecordSource) -> bytes:
    """A replay event by event, as JSON: the message is long."""
    return msgspec.json.encode(steps_of(source.record()))


async def steps(request: GuestRequest) -> Response:
    game = await seen_game(request)
    message = await request.run_in(request.service.library, stepped, game.source)
    return Response(message, media_type="application/json")


API: tuple[Endpoint, ...] = (
    *game_endpoints(
        "GET", "record", record, "The record of {game}, as a .case file", of=("table", "link"), reply=CASE, copies=True
    ),
    Endpoint(
        "GET", "/api/records/{record}", record, "An uploaded record, as a .case file", reply=CASE, query=("seat",)
    ),
    *game_endpoints(
        "GET",
        "replay",
        replay,
        "The replay of {game}, up to an event",
        of=("table", "record"),
        reply=Replay,
        query=("at",),
        copies=True,
    ),
    *game_endpoints("GET", "steps", steps, "The replay of {game}, event by event", reply=ReplaySteps, copies=True),
    Endpoint(
        "POST",
        "/api/records",
        upload,
        "Upload a record; the referee checks it",
        body=CASE,
        reply=Uploaded,
        status=HTTPStatus.CREATED,
    ),
    Endpoint("GET", "/api/records", uploads, "The records you uploaded", reply=Uploads),
)
