"""The daily case and practice over HTTP."""

from __future__ import annotations

from datetime import date
from http import HTTPStatus

import msgspec

from greycells.analysis.puzzles.generator import VERSION
from greycells.analysis.puzzles.judge import why
from greycells.analysis.puzzles.solver_rating import FIRST_RATING, rated
from greycells.analysis.puzzles.sources import LARGEST_SEED, practice_case, practice_with_theme, puzzle_by_id
from greycells.language.sentences import language
from greycells.protocol.puzzle_messages import (
    DailyRecord,
    DaySolved,
    PracticeRecord,
    PuzzleProof,
    PuzzleResult,
    PuzzleView,
    StormResult,
)
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.puzzles.views import asked_for, counts_for_streak, daily_record, view_of
from greycells.server.storage.table_store import Document
from greycells.server.system.earth_dates import utc_day
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.web.query_values import open_day
from greycells.server.workers.slow_work import slow_work

DAILY, PRACTICE, RATING = "daily", "practice", "rating"
MOST_DAYS = 4_000
REMEMBERED = 200
"""So many puzzles are remembered for a guest, so that none is rated twice."""


class KeptPractice(msgspec.Struct, frozen=True):
    """What is stored about a guest's practice; `done` are the latest puzzles."""

    rating: int = FIRST_RATING
    change: int = 0
    played: int = 0
    storm: int = 0
    done: tuple[str, ...] = ()

    def told(self) -> PracticeRecord:
        return PracticeRecord(rating=self.rating, change=self.change, played=self.played, storm=self.storm)


async def _view(request: GuestRequest, name: str) -> PuzzleView:
    """A puzzle by its id, in the language of the request."""
    return await request.run_in(request.service.study, puzzle_view, name, language())


@slow_work
def puzzle_view(name: str, spoken: str) -> PuzzleView:
    """A puzzle by its id, in a language."""
    return asked_for(lambda: view_of(name, spoken))


@slow_work
def box_proof(name: str, row: int, column: int) -> PuzzleProof:
    """Why a box of a puzzle's notebook is certain."""
    return asked_for(lambda: PuzzleProof(lines=tuple(why(puzzle_by_id(name), row, column))))


@slow_work
def new_puzzle(edition: str, grade: int, seed: int, theme: str | None) -> PuzzleView:
    """A puzzle for practice, in the current language."""

    def made() -> PuzzleView:
        found = practice_with_theme(edition, grade, seed, theme=theme) if theme else practice_case(edition, grade, seed)
        return view_of(found.id, language())

    return asked_for(made)


def _open_day(request: GuestRequest, text: str) -> date:
    """A date that has started somewhere on Earth."""
    return open_day(text, request.service.config.clock.now())


def _today(request: GuestRequest) -> date:
    """The guest's own date, if it is today's date anywhere."""
    text = request.query("today")
    return _open_day(request, text) if text else utc_day(request.service.config.clock.now())


async def daily(request: GuestRequest) -> PuzzleView:
    """The case of a day: the guest's own date, or one before it."""
    day = _open_day(request, request.query("date") or utc_day(request.service.config.clock.now()).isoformat())
    request.count("reviews")
    return await _view(request, f"v{VERSION}-{day.isoformat()}")


async def _named(request: GuestRequest) -> PuzzleView:
    """The puzzle that the path names; a daily case only once its day has begun."""
    view = await _view(request, request.path("puzzle"))
    if view.date is not None:
        _open_day(request, view.date)
    return view


async def puzzle(request: GuestRequest) -> PuzzleView:
    """A puzzle by its id."""
    request.count("puzzles")
    return await _named(request)


async def reason(request: GuestRequest) -> PuzzleProof:
    """Why a box of the notebook is certain."""
    request.count("reviews")
    view = await _named(request)
    row, column = request.query_number("row"), request.query_number("column")
    if row is None or column is None or row >= len(view.rows) or column > len(view.seats):
        raise Declined("bad message", DeclineReason.UNREADABLE, why="row and column are a box of the notebook")
    return await request.run_in(request.service.study, box_proof, view.id, row, column)


async def _solved(request: GuestRequest) -> dict[date, DaySolved]:
    guest = await request.guest()
    kept = await request.service.store.documents_of(guest.id, DAILY, limit=MOST_DAYS)
    days = (msgspec.json.decode(document.body, type=DaySolved) for document in kept)
    return {date.fromisoformat(day.date): day for day in days}


async def days(request: GuestRequest) -> DailyRecord:
    """The guest's daily cases, with the streak."""
    today = _today(request)
    return daily_record(await _solved(request), today)


async def _checked(request: GuestRequest, result: PuzzleResult) -> PuzzleView:
    """The puzzle that a guest says they solved, if the answer is right."""
    view = await _view(request, result.id)
    if set(result.answer) != {view.rows[goal.row] for goal in view.goals}:
        raise Declined("wrong answer", DeclineReason.INVALID)
    return view


async def day_solved(request: GuestRequest) -> DailyRecord:
    """Save how a day was solved: the first time counts, so that sending it again changes nothing."""
    request.count("reviews")
    result = await request.body(PuzzleResult)
    view, now = await _checked(request, result), request.service.config.clock.now()
    if view.date is None:
        raise Declined("no daily case", DeclineReason.INVALID)
    day, on = _open_day(request, view.date), _open_day(request, result.on)
    solved = DaySolved(
        date=view.date,
        seconds=result.seconds,
        slips=result.slips,
        hints=result.hints,
        counts=counts_for_streak(day, on, now),
    )
    guest = await request.guest()
    body = msgspec.json.encode(solved)
    await request.service.store.write_document(guest.id, Document(DAILY, view.date, 1, now, body))
    return daily_record(await _solved(request), max(on, day))


async def practice(request: GuestRequest) -> PuzzleView:
    """A new puzzle of a grade, a theme and an edition."""
    edition, grade = request.query("edition") or "classic", request.query_number("grade") or 1
    theme = request.query("theme")
    seed = int(request.service.config.new_secret(), 16) % (LARGEST_SEED + 1)
    request.count("puzzles")  # Making one takes a second or two at the hard grades.
    return await request.run_in(request.service.study, new_puzzle, edition, grade, seed, theme)


async def _kept(request: GuestRequest) -> tuple[int, KeptPractice]:
    """What is stored about the guest's practice, with its version."""
    guest = await request.guest()
    document = await request.service.store.document(guest.id, PRACTICE, RATING)
    return (
        (document.version, msgspec.json.decode(document.body, type=KeptPractice)) if document else (0, KeptPractice())
    )


async def _keep(request: GuestRequest, version: int, kept: KeptPractice) -> PracticeRecord:
    guest, now = await request.guest(), request.service.config.clock.now()
    body = msgspec.json.encode(kept)
    if not await request.service.store.write_document(guest.id, Document(PRACTICE, RATING, version + 1, now, body)):
        raise Declined("meanwhile changed")
    return kept.told()


async def practised(request: GuestRequest) -> PracticeRecord:
    """The guest's rating."""
    return (await _kept(request))[1].told()


async def practice_solved(request: GuestRequest) -> PracticeRecord:
    """Rate a puzzle that a guest solved, or gave up on (with an empty answer); each puzzle once."""
    request.count("reviews")
    result = await request.body(PuzzleResult)
    solved = bool(result.answer)
    view = await (_checked(request, result) if solved else _view(request, result.id))
    version, kept = await _kept(request)
    if view.id in kept.done or view.date is not None:
        return kept.told()
    rating = rated(kept.rating, kept.played, view.grade, faults=result.slips + result.hints, solved=solved)
    done = (*kept.done, view.id)[-REMEMBERED:]
    return await _keep(
        request,
        version,
        KeptPractice(rating=rating, change=rating - kept.rating, played=kept.played + 1, storm=kept.storm, done=done),
    )


async def storm_over(request: GuestRequest) -> PracticeRecord:
    """Save the best storm."""
    request.count("reviews")
    result = await request.body(StormResult)
    version, kept = await _kept(request)
    if result.solved <= kept.storm:
        return kept.told()
    return await _keep(request, version, msgspec.structs.replace(kept, storm=result.solved))


API: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/daily", daily, "The daily case for a date", reply=PuzzleView, query=("date",)),
    Endpoint("GET", "/api/daily/record", days, "Your daily cases and your streak", reply=DailyRecord, query=("today",)),
    Endpoint(
        "POST",
        "/api/daily/record",
        day_solved,
        "Save how you solved a day's case",
        body=PuzzleResult,
        reply=DailyRecord,
        status=HTTPStatus.OK,
    ),
    Endpoint(
        "GET",
        "/api/practice",
        practice,
        "A new puzzle for practice",
        reply=PuzzleView,
        query=("edition", "grade", "theme"),
    ),
    Endpoint("GET", "/api/practice/record", practised, "Your puzzle rating", reply=PracticeRecord),
    Endpoint(
        "POST",
        "/api/practice/record",
        practice_solved,
        "Rate a puzzle that you solved or gave up on",
        body=PuzzleResult,
        reply=PracticeRecord,
    ),
    Endpoint("POST", "/api/practice/storm", storm_over, "Save your best storm", body=StormResult, reply=PracticeRecord),
    Endpoint("GET", "/api/puzzles/{puzzle}", puzzle, "A puzzle by its id", reply=PuzzleView),
    Endpoint(
        "GET",
        "/api/puzzles/{puzzle}/why",
        reason,
        "Why a box of a puzzle's notebook is certain",
        reply=PuzzleProof,
        query=("row", "column"),
    ),
)
