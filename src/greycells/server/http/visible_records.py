"""Which part of a record a guest may see: of a table's game, and of an uploaded record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from greycells.notation import Record, read
from greycells.rules.seats import Seat
from greycells.server.http.endpoints import GuestRequest
from greycells.server.tables.permissions import Declined, DeclineReason, may_look
from greycells.server.tables.records import recording
from greycells.server.tables.shared_cases import check_reader

T = TypeVar("T")


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
        return show(record if whole else record.copy_for(seat))

    return await visit.beside(visit.service.library, work)


async def show_uploaded(visit: GuestRequest, show: Callable[[Record], T]) -> T:
    """What to show of an uploaded record; parsed off the event loop, because it may be long."""
    text = await visit.service.store.uploaded(visit.path("record"))
    if text is None:
        raise Declined("no such record", DeclineReason.NOT_FOUND)
    word = visit.query("seat")
    return await visit.beside(visit.service.library, lambda: show(_as_seen(read(text), word)))


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
