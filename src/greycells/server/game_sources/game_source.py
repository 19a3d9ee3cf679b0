"""Where the game is that a request is about: at a table, in the archive, among the uploads, or behind a shared link.

However it is found, it is one `GameSource`: for its record, its replay, its review, its links, and to play on from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import NamedTuple

from greycells.notation import Record, read
from greycells.notation.case_tokens import TEXT_CONTROLS
from greycells.rules.events import Finished
from greycells.rules.seats import Seat
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.game_sources.shared_links import nameless, shared_game
from greycells.server.game_sources.upload_quotas import opened_upload
from greycells.server.shared_cases.case_access import check_case, check_finished, check_reader, ended
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.permissions import may_look
from greycells.server.tables.records import recording
from greycells.server.web.endpoints import Answer, Endpoint, GuestRequest
from greycells.server.workers.record_text import RecordSource
from greycells.server.workers.slow_work import slow_work


class KnownRecord(NamedTuple):
    """A record that is there already."""

    known: Record

    def record(self) -> Record:
        return self.known


class WithoutNames(NamedTuple):
    """A record in which nobody can be recognised."""

    whole: RecordSource

    def record(self) -> Record:
        return nameless(self.whole.record())


class SeatsCopy(NamedTuple):
    """A seat's copy of a game, or a spectator's, which says as much as the whole one of what game it is."""

    whole: RecordSource
    seat: Seat | None

    def record(self) -> Record:
        record = self.whole.record()
        return replace(record.copy_for(self.seat), preface=record.preface)


class AskedCopy(NamedTuple):
    """The copy of the suspect that is named; of a copy there is no other."""

    whole: RecordSource
    word: str

    def record(self) -> Record:
        record = self.whole.record()
        if record.copy is not None:
            raise Declined("no such record", DeclineReason.NOT_FOUND)
        return record.copy_for(_seat(record.table.seats, self.word))


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game that a guest may see: all of it when it is over, else what a spectator sees.

    `key` tells it from others, and changes with the names in it. `file` is what its record is called on a disk. `live`
    is its table, if it was played here and the guest may know that; `upload` is the id of a record that somebody
    brought; `case` is the shared case that was played.
    """

    key: str
    file: str
    edition: str
    seats: tuple[str, ...]
    over: bool
    source: RecordSource
    live: LiveTable | None = None
    upload: str | None = None
    case: str | None = None


async def finished_game(request: GuestRequest) -> GameSource:
    """All of the game that the path names, which is over."""
    game = await _found(request)
    if not game.over:
        raise Declined("not over")
    return game


async def seen_game(request: GuestRequest) -> GameSource:
    """As much of the game that the path names as the guest may see: what a seat saw, if the query names one."""
    game = await _found(request)
    if game.live is None:
        word = request.query("seat")
        return game if word is None else replace(game, source=AskedCopy(game.source, word))
    table, history, chair = game.live.table, game.live.history, request.query_number("chair")
    if chair is None:
        return game
    if chair >= len(table.chairs):
        raise Declined("no such chair", DeclineReason.NOT_FOUND, chair=chair + 1)
    return replace(game, source=SeatsCopy(recording(history), history.seat(chair)))


async def _found(request: GuestRequest) -> GameSource:
    named = request.http.path_params
    if "table" in named:
        return await _at_table(request)
    return await _uploaded(request, request.path("record")) if "record" in named else await _shared(request)


async def _at_table(request: GuestRequest) -> GameSource:
    """The game at a table, from its archive if need be."""
    live, guest = await request.table(), await request.guest()
    if live.history.game is not None and live.history.game.over:
        await check_reader(request.service.cases, live.table, guest)
    else:
        may_look(live.table, guest, request.query_number("chair"))
    return _played(live)


def _played(live: LiveTable) -> GameSource:
    history, table = live.history, live.table
    source = recording(history)
    seats, edition = source.table.seats, source.table.edition.key
    key = f"table {table.id} {'|'.join(seat.name for seat in seats)}"
    seen = source if source.over else SeatsCopy(source, None)
    return GameSource(key, table.id, edition, _words(seats), source.over, seen, live=live, case=table.case_id)


async def _uploaded(request: GuestRequest, record_id: str) -> GameSource:
    """An uploaded record, which may be a seat's copy; a guest who may not see its shared case yet is refused."""
    cases, secret = request.service.cases, None
    text = await opened_upload(request.service.store.database, record_id, now=cases.now())
    if text is None:
        raise Declined("no such record", DeclineReason.NOT_FOUND)
    record = await request.run_in(request.service.library, read_record, text)
    for case in await request.service.case_deals.like(record, cases):
        if not ended(case, cases.now()) and await cases.case(case) is not None:
            await check_case(cases, case, await request.guest())
            secret = case
    key, edition, seats = f"record {record_id}", record.table.edition.key, _words(record.table.seats)
    over = isinstance(record.events[-1], Finished)
    return GameSource(key, record_id, edition, seats, over, KnownRecord(record), upload=record_id, case=secret)


async def _shared(request: GuestRequest) -> GameSource:
    """The game behind a link, which says nothing of where it was played."""
    share = await shared_game(request.service.store, request.path("link"))
    if share.record is not None:
        game = await _uploaded(request, share.record)
    else:
        live = await request.service.lobby.table(share.table or "")
        if live is None:
            raise Declined("old share link", DeclineReason.NOT_FOUND)
        await check_finished(request.service.cases, live.table, await request.guest())
        game = _played(live)
    game = replace(game, file="shared-game", live=None)
    if not share.hide_names:
        return game
    return replace(game, key=f"{game.key} nameless", source=WithoutNames(game.source))


def _words(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(map(str, seats))


@slow_work
def read_record(text: str) -> Record:
    """A record that was checked when it was uploaded."""
    # One that was uploaded before names were checked for them is shown without them.
    return read(text.translate(TEXT_CONTROLS))


def _seat(seats: Iterable[Seat], word: str) -> Seat:
    for seat in seats:
        if seat.suspect.word == word:
            return seat
    raise Declined("no such suspect", DeclineReason.INVALID, suspect=word[:24])


def game_endpoints(
    method: str,
    path: str,
    answer: Answer,
    does: str,
    *,
    of: tuple[str, ...] = ("table", "record", "link"),
    reply: object,
    body: object = None,
    query: tuple[str, ...] = (),
    copies: bool = False,
) -> Iterator[Endpoint]:
    """The same for every kind of game; `{game}` in what it does is this kind. A query may ask for `copies` of seats."""
    for kind in of:
        before, game, seat = PLACES[kind]
        status = HTTPStatus.CREATED if method == "POST" else HTTPStatus.OK
        asked = (seat, *query) if copies else query
        told = does.format(game=game)
        yield Endpoint(method, f"{before}/{path}", answer, told, body=body, reply=reply, query=asked, status=status)


PLACES = {
    "table": ("/api/tables/{table}", "a game played here", "chair"),
    "record": ("/api/records/{record}", "an uploaded record", "seat"),
    "link": ("/api/shared/{link}", "a shared game", "seat"),
}
"""Where the games of each kind are, what they are called, and the part of a query that names a seat."""
