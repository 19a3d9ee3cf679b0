"""Which part of a record a guest may see: of a table's game, of an uploaded record, and of what somebody shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from greycells.notation import Record, read
from greycells.notation.case_tokens import TEXT_CONTROLS
from greycells.rules.events import Finished
from greycells.rules.seats import Seat
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.records.shared_games import StoredShare, nameless, shared_game
from greycells.server.shared_cases.shared_case import check_case, check_finished, check_reader, ended
from greycells.server.shared_cases.store import CaseStore
from greycells.server.storage.upload_quota import opened_upload
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.permissions import may_look
from greycells.server.tables.records import recording
from greycells.server.web.endpoints import GuestRequest
from greycells.server.workers.record_text import RecordSource
from greycells.server.workers.slow_work import slow_work

P = ParamSpec("P")
T = TypeVar("T")


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
    """The copy of the suspect that somebody names; of a copy there is no other."""

    whole: RecordSource
    word: str

    def record(self) -> Record:
        record = self.whole.record()
        if record.copy is not None:
            raise Declined("no such record", DeclineReason.NOT_FOUND)
        return record.copy_for(_seat(record.table.seats, self.word))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, which a guest may see in full. `key` tells it from others, and changes with its names.

    `live` is its table, if it was played here and the guest may know that; `case` is the shared case that was played
    there.
    """

    key: str
    seats: tuple[str, ...]
    source: RecordSource
    live: LiveTable | None = None
    case: str | None = None


async def show_seen(
    request: GuestRequest, show: Callable[Concatenate[RecordSource, P], T], *args: P.args, **named: P.kwargs
) -> T:
    """What this guest may see of a game, shown: everything when it is over, else what the seat saw, or a spectator."""
    live, guest = await request.table(), await request.guest()
    chair = request.query_number("chair")
    if live.history.game is None or not live.history.game.over:
        may_look(live.table, guest, chair)
    else:
        await check_reader(request.service.table_services, live.table, guest)
    game, whole = recording(live.history), chair is None and live.table.state == "over"
    if chair is not None and chair >= len(live.table.chairs):
        raise Declined("no such chair", DeclineReason.NOT_FOUND, chair=chair + 1)
    source = game if whole else SeatsCopy(game, live.history.seat(chair))
    return await request.run_in(request.service.library, show, source, *args, **named)


async def show_uploaded(
    request: GuestRequest, show: Callable[Concatenate[RecordSource, P], T], *args: P.args, **named: P.kwargs
) -> T:
    """What to show of an uploaded record."""
    record, _ = await _uploaded(request, request.path("record"))
    return await request.run_in(request.service.library, show, _as_asked(request, KnownRecord(record)), *args, **named)


async def show_shared(
    request: GuestRequest, show: Callable[Concatenate[RecordSource, P], T], *args: P.args, **named: P.kwargs
) -> T:
    """What to show of a game that somebody shares."""
    game = await shared(request)
    return await request.run_in(request.service.library, show, _as_asked(request, game.source), *args, **named)


async def finished_table(request: GuestRequest) -> FinishedGame:
    """The game of the table in the path, if it is over and this guest may look on."""
    live, guest = await request.table(), await request.guest()
    await check_reader(request.service.table_services, live.table, guest)
    return _over(live)


async def finished_upload(request: GuestRequest) -> FinishedGame:
    """The uploaded record in the path, if its game is over. It may be a seat's copy."""
    number = request.path("record")
    record, case = await _uploaded(request, number)
    if not isinstance(record.events[-1], Finished):
        raise Declined("not over")
    return FinishedGame(f"record {number}", _words(record.table.seats), KnownRecord(record), case=case)


async def shared(request: GuestRequest) -> FinishedGame:
    """The game behind the link in the path."""
    share: StoredShare = await shared_game(request.service.store, request.path("link"))
    if share.record is not None:
        record, case = await _uploaded(request, share.record)
        game = FinishedGame(f"record {share.record}", _words(record.table.seats), KnownRecord(record), case=case)
    else:
        live = await request.service.lobby.table(share.table or "")
        if live is None:
            raise Declined("old share link", DeclineReason.NOT_FOUND)
        await check_finished(request.service.table_services, live.table, await request.guest())
        game = _over(live)
    if not share.hide_names:
        return replace(game, live=None)
    return replace(game, key=f"{game.key} nameless", source=WithoutNames(game.source), live=None)


def _over(live: LiveTable) -> FinishedGame:
    game = live.history.game
    if game is None or not game.over:
        raise Declined("not over")
    names = "|".join(seat.name for seat in game.seats)
    key = f"table {live.table.id} {names}"
    return FinishedGame(key, _words(game.seats), recording(live.history), live, live.table.case_id)


def _words(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(map(str, seats))


async def _uploaded(request: GuestRequest, record_id: str) -> tuple[Record, str | None]:
    """An uploaded record, and the shared case whose deal it has, if it's still a secret."""
    text = await opened_upload(request.service.store.database, record_id, now=request.service.table_services.now())
    if text is None:
        raise Declined("no such record", DeclineReason.NOT_FOUND)
    record = await request.run_in(request.service.library, read_record, text)
    services = request.service.table_services
    store, secret = CaseStore(services.store), None
    for case in await request.service.case_deals.like(record, store):
        if not ended(case, services.now()) and await store.case(case) is not None:
            await check_case(services, case, await request.guest())
            secret = case
    return record, secret


@slow_work
def read_record(text: str) -> Record:
    """A record that was checked when it was uploaded."""
    # One that was uploaded before names were checked for them is shown without them.
    return read(text.translate(TEXT_CONTROLS))


def _as_asked(request: GuestRequest, source: RecordSource) -> RecordSource:
    """A record, or the copy of the seat that the query names."""
    word = request.query("seat")
    return source if word is None else AskedCopy(source, word)


def _seat(seats: Iterable[Seat], word: str) -> Seat:
    for seat in seats:
        if seat.suspect.word == word:
            return seat
    raise Declined("no such suspect", DeclineReason.INVALID, suspect=word[:24])
