"""The game of a day over HTTP, and challenges: both are shared cases."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import NamedTuple

import msgspec

from greycells.analysis.review.game_review import GameReview
from greycells.editions.compact_pickles import loads
from greycells.protocol.daily_game_messages import (
    CaseOpponent,
    CaseShown,
    CaseStart,
    CaseTable,
    CaseTry,
    SharedCaseView,
)
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.shared_cases.game_of_the_day import daily_case, keep_daily_case
from greycells.server.shared_cases.shared_case import DATE, CaseResult, SharedCase, begin_try, known_case, result_of
from greycells.server.shared_cases.store import TryRow
from greycells.server.system.earth_dates import has_ended
from greycells.server.tables.new_tables import load_history
from greycells.server.tables.quick_game import DEFAULT_HELP
from greycells.server.tables.records import recording
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.web.query_values import open_day
from greycells.server.workers.record_text import written
from greycells.server.workers.slow_work import slow_work

MOST_LISTED = 1000
WORKED_OUT_AT_ONCE = 20
"""So many results are read from their logs in one request; the others come with the next."""
REVIEWED_AT_ONCE = 2
"""So many reviews are asked for in one request, first of all one's own: each keeps a process busy for seconds."""


class _AskedCase(NamedTuple):
    """The case that a request is about. `by` is the guest who made a challenge, and empty for a day's game."""

    case: SharedCase
    day: date | None
    by: str
    begun: bool


async def _asked(request: GuestRequest) -> _AskedCase:
    """The case of the path: a date that it is or was somewhere on Earth, or a challenge that a guest made."""
    services, name = request.service.table_services, request.path("case")
    day = open_day(name, services.now()) if DATE.fullmatch(name) else None
    found = await known_case(request.service.cases, name)
    if found is not None:
        return _AskedCase(found[0], day, found[1].guest, begun=True)
    if day is None:
        raise Declined("no such challenge", DeclineReason.NOT_FOUND)
    return _AskedCase(daily_case(day, request.service.daily_secrets, services.policy), day, "", begun=False)


async def look(request: GuestRequest) -> SharedCaseView:
    """A shared case, with everybody's results for those who may see them."""
    asked, guest = await _asked(request), await request.guest()
    request.count("reviews")
    case, now = asked.case, request.service.table_services.now()
    tries = await request.service.cases.tries(case.id, limit=MOST_LISTED) if asked.begun else []
    own = next((row for row in tries if row.guest == guest.id), None)
    finished = own is not None and own.state == "over"
    ended = asked.day is not None and has_ended(asked.day, now)
    seen = tries if finished or ended else []
    if asked.by and asked.by != guest.id:
        seen = [row for row in seen if row.guest in (guest.id, asked.by)]
    chairs = case.plan.chairs
    return SharedCaseView(
        id=case.id,
        day=asked.day.isoformat() if asked.day else None,
        by=(await request.service.guests.guest(asked.by)).name if asked.by else None,
        yours=asked.by == guest.id,
        edition=case.plan.edition,
        suspect=chairs[case.chair].suspect or "",
        opponents=tuple(CaseOpponent(suspect=chair.suspect or "", bot=chair.bot) for chair in chairs if chair.bot),
        help=case.plan.help if asked.by else DEFAULT_HELP,
        open=own is None and not ended,
        ended=ended,
        finished=finished,
        shown=own is not None and own.shown,
        players=len(tries),
        table=own.game if own is not None and own.state is not None else None,
        results=await _results(request, asked, seen),
    )


async def _results(request: GuestRequest, asked: _AskedCase, tries: list[TryRow]) -> tuple[CaseTry, ...]:
    """How these tries went, the best first."""
    guest = await request.guest()
    work = _Reckoning(request, asked.case)
    own_first = sorted(tries, key=lambda row: row.guest != guest.id)
    found = [(row, result) for row in own_first if (result := await work.result(row)) is not None]
    found.sort(key=lambda one: (not one[1].won, one[1].turns, one[1].suggestions, one[0].at))
    return tuple([await _told(request, asked, row, result) for row, result in found])


async def _told(request: GuestRequest, asked: _AskedCase, row: TryRow, result: CaseResult) -> CaseTry:
    you = row.guest == request.guest_id
    counted = not asked.by or row.guest != asked.by
    return CaseTry(
        name=(await request.service.guests.guest(row.guest)).name if row.shown or you else None,
        you=you,
        won=result.won,
        turns=result.turns,
        suggestions=result.suggestions,
        accuracy=result.accuracy,
        help=result.help,
        hints=row.hints if counted else None,
        by_bot=result.by_bot,
        replay=row.game if row.shown or you else None,
        challenger=row.guest == asked.by,
    )


class _Reckoning:
    """Works out results that nobody has asked for yet, a few in each request, and keeps them."""

    def __init__(self, request: GuestRequest, case: SharedCase) -> None:
        self._request = request
        self._seat = case.plan.chairs[case.chair].suspect
        self._store = request.service.cases
        self._read = self._reviewed = 0

    async def result(self, row: TryRow) -> CaseResult | None:
        """How a try went; None if it isn't over, or too many others had to be worked out first."""
        if row.state != "over":
            return None
        result = msgspec.json.decode(row.result, type=CaseResult) if row.result else await self._from_log(row)
        if result is None or result.accuracy is not None:
            return result
        accuracy = await self._accuracy(row)
        if accuracy is None:
            return result
        result = msgspec.structs.replace(result, accuracy=accuracy)
        await self._store.keep_result(row, msgspec.json.encode(result).decode())
        return result

    async def _from_log(self, row: TryRow) -> CaseResult | None:
        if self._read >= WORKED_OUT_AT_ONCE:
            return None
        self._read += 1
        history = await load_history(self._request.service.table_services, row.game)
        result = result_of(history) if history is not None else None
        if result is not None:
            await self._store.keep_result(row, msgspec.json.encode(result).decode())
        return result

    async def _accuracy(self, row: TryRow) -> float | None:
        """The accuracy by the review; None until it is there, and for a game that can't be reviewed.

        A review that is over, whatever came of it, takes no other game's place.
        """
        if self._reviewed >= REVIEWED_AT_ONCE:
            return None
        self._reviewed += 1
        request = self._request
        try:
            job = await request.service.reviews.ask(
                f"try {row.game}",
                partial(self._record_of, row.game),
                guest=request.guest_id or "",
                address=request.address,
            )
            if job.done:
                self._reviewed -= 1
            if job.facts is None:
                return None
            return await request.run_in(request.service.study, accuracy_in, job.facts, self._seat)
        except Declined:
            return None  # Too many are waiting: the next request asks again.

    async def _record_of(self, game: str) -> str:
        history = await load_history(self._request.service.table_services, game)
        if history is None:
            raise Declined("no such table", DeclineReason.NOT_FOUND)
        return await self._request.run_in(self._request.service.library, written, recording(history))


@slow_work
def accuracy_in(facts: bytes, seat: str | None) -> float | None:
    """How accurately a seat played, in percent."""
    review = loads(facts)
    if not isinstance(review, GameReview):
        return None
    return next((round(each.accuracy, 1) for each in review.seats if str(each.seat) == seat), None)


async def begin(request: GuestRequest) -> CaseTable:
    """Begin your one try at a shared case, or go on with it."""
    asked, guest, wanted = await _asked(request), await request.guest(), await request.body(CaseStart)
    services, case = request.service.table_services, asked.case
    begun = await request.service.cases.try_of(case.id, guest.id)
    if begun is None or begun.state is None:
        if asked.day is not None and has_ended(asked.day, services.now()):
            raise Declined("day has ended")
        request.count("tables")
    if asked.day is not None and not asked.begun:
        case = await keep_daily_case(request.service.cases, case)
    helped = wanted.help if asked.day is not None else case.plan.help
    table_id = await begin_try(services, request.service.cases, case, guest, help_level=helped, shown=asked.day is None)
    return CaseTable(table=table_id)


async def show(request: GuestRequest) -> CaseShown:
    """Show your name and replay to the others who have finished a day's game, or hide them again."""
    guest, wanted = await request.guest(), await request.body(CaseShown)
    request.count("switches")
    case = request.path("case")
    if not DATE.fullmatch(case) or not await request.service.cases.show(case, guest.id, shown=wanted.shown):
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    return wanted


API: tuple[Endpoint, ...] = (
    Endpoint(
        "GET", "/api/cases/{case}", look, "A day's game by its date, or a challenge by its id", reply=SharedCaseView
    ),
    Endpoint(
        "POST", "/api/cases/{case}", begin, "Begin your one try, or go on with it", body=CaseStart, reply=CaseTable
    ),
    Endpoint(
        "PUT",
        "/api/cases/{case}/shown",
        show,
        "Show your name and replay to others who have finished",
        body=CaseShown,
        reply=CaseShown,
    ),
)
