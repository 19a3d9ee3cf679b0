"""Which part of a record a guest may see: of a table's game, of an uploaded record, and of what somebody shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from greycells.notation import Record, read
from greycells.notation.case_tokens import TEXT_CONTROLS
from greycells.rules.events import Finished
from greycells.rules.seats import Seat
from greycells.server.records.shared_games import StoredShare, nameless, shared_game
from greycells.server.storage.case_store import CaseStore
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.permissions import Declined, DeclineReason, may_look
from greycells.server.tables.records import recording
from greycells.server.tables.shared_cases import check_case, check_finished, check_reader, ended
from greycells.server.web.endpoints import GuestRequest

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, which a guest may see in full. `key` tells it from others, and changes with its names.

    `record` takes a while for a long game, and belongs off the event loop. `live` is its table, if it was played here
    and the guest may know that; `case` is the shared case that was played there.
    """

    key: str
    seats: tuple[str, ...]
    record: Callable[[], Record]
    live: LiveTable | None = None
    case: str | None = None


async def show_seen(visit: GuestRequest, show: Callable[[Record], T]) -> T:
    """What this guest may see of a game, shown: everything when it is over, else what the seat saw, or a spectator.

    A long game takes a while to encode, so that is done off the event loop.
    """
    live, guest = await visit.table(), await visit.guest()
    chair = visit.query_number("chair")
    if live.story.game is None or not live.story.game.over:
        may_look(live.table, guest, chair)
    else:
        await check_reader(visit.service.table_services, live.table, guest)
    work_of_record, whole = recording(live.story), chair is None and live.table.state == "over"
    if chair is not None and chair >= len(live.table.chairs):
        raise Declined("no such chair", DeclineReason.NOT_FOUND, chair=chair + 1)
    seat = live.story.seat(chair)

    def work() -> T:
        record = work_of_record()
        return show(record if whole else replace(record.copy_for(seat), preface=record.preface))

    return await visit.beside(visit.service.library, work)


async def show_uploaded(visit: GuestRequest, show: Callable[[Record], T]) -> T:
    """What to show of an uploaded record; parsed off the event loop, because it may be long."""
    record, _ = await _uploaded(visit, visit.path("record"))
    word = visit.query("seat")
    return await visit.beside(visit.service.library, lambda: show(_as_seen(record, word)))


async def show_shared(visit: GuestRequest, show: Callable[[Record], T]) -> T:
    """What to show of a game that somebody shares."""
    game, word = await shared(visit), visit.query("seat")
    return await visit.beside(visit.service.library, lambda: show(_as_seen(game.record(), word)))


async def finished_table(visit: GuestRequest) -> FinishedGame:
    """The game of the table in the path, if it is over and this guest may look on."""
    live, guest = await visit.table(), await visit.guest()
    await check_reader(visit.service.table_services, live.table, guest)
    return _over(live)


async def finished_upload(visit: GuestRequest) -> FinishedGame:
    """The uploaded record in the path, if its game is over. It may be a seat's copy."""
    number = visit.path("record")
    record, case = await _uploaded(visit, number)
    if not isinstance(record.events[-1], Finished):
        raise Declined("not over")
    return FinishedGame(f"record {number}", _words(record.table.seats), lambda: record, case=case)


async def shared(visit: GuestRequest) -> FinishedGame:
    """The game behind the link in the path."""
    share: StoredShare = await shared_game(visit.service.store, visit.path("link"))
    if share.record is not None:
        record, case = await _uploaded(visit, share.record)
        game = FinishedGame(f"record {share.record}", _words(record.table.seats), lambda: record, case=case)
    else:
        live = await visit.service.lobby.table(share.table or "")
        if live is None:
            raise Declined("old share link", DeclineReason.NOT_FOUND)
        await check_finished(visit.service.table_services, live.table, await visit.guest())
        game = _over(live)
    if not share.hide_names:
        return replace(game, live=None)
    return replace(game, key=f"{game.key} nameless", record=lambda: nameless(game.record()), live=None)


def _over(live: LiveTable) -> FinishedGame:
    game = live.story.game
    if game is None or not game.over:
        raise Declined("not over")
    names = "|".join(seat.name for seat in game.seats)
    key = f"table {live.table.id} {names}"
    return FinishedGame(key, _words(game.seats), recording(live.story), live, live.table.case_id)


def _words(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(map(str, seats))


async def _uploaded(visit: GuestRequest, number: str) -> tuple[Record, str | None]:
    """An uploaded record, parsed off the event loop, and the shared case whose deal it has, if it's still a secret."""
    text = await visit.service.store.uploaded(number)
    if text is None:
        raise Declined("no such record", DeclineReason.NOT_FOUND)
    # One that was uploaded before names were checked for them is shown without them.
    record = await visit.beside(visit.service.library, lambda: read(text.translate(TEXT_CONTROLS)))
    services = visit.service.table_services
    store, secret = CaseStore(services.store), None
    for case in await visit.service.case_deals.like(record, store):
        if not ended(case, services.now()) and await store.case(case) is not None:
            await check_case(services, case, await visit.guest())
            secret = case
    return record, secret


def _as_seen(record: Record, word: str | None) -> Record:
    """A record, or a seat's copy of it."""
    if word is None:
        return record
    if record.copy is not None:
        raise Declined("no such record", DeclineReason.NOT_FOUND)
    return record.copy_for(_seat(record.table.seats, word))


def _seat(seats: Iterable[Seat], word: str) -> Seat:
    for seat in seats:
        if seat.suspect.word == word:
            return seat
    raise Declined("no such suspect", DeclineReason.INVALID, suspect=word[:24])
