"""The review of a finished game over HTTP: requested once, then polled until it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.responses import Response

from greycells.analysis.advice import why_certain
from greycells.analysis.certainty import certainties
from greycells.analysis.first_proofs import conclusive
from greycells.analysis.review_text import said
from greycells.deduction.evidence import evidence_from
from greycells.deduction.facts import CASE_FILE, Holder
from greycells.deduction.knowledge import Claim
from greycells.deduction.proof_text import say_claim
from greycells.notation import read, write
from greycells.protocol.responses import Hint
from greycells.protocol.reviews import ReviewProgress
from greycells.rules.events import Event, Finished
from greycells.rules.scene import GameTable
from greycells.rules.sentences import language
from greycells.rules.views import Sighting, seen_by
from greycells.server.http.about_text import About
from greycells.server.http.endpoints import Endpoint, GuestRequest, json_response
from greycells.server.http.review_guide_text import review_guide_text
from greycells.server.http.review_jobs import JobRequest, ReviewJob
from greycells.server.tables.permissions import Declined, DeclineReason, may_look
from greycells.server.tables.records import recording

JSON = "application/json"


async def review_table(visit: GuestRequest) -> Response:
    """The review of a game that was played here; only finished games have one."""
    live, guest = await visit.table(), await visit.guest()
    may_look(live.table, guest, None)
    game = live.story.game
    if game is None or not game.over:
        raise Declined("not over")
    visit.count("reviews")
    work_of_record = recording(live.story)
    return _asked(visit, f"table {live.table.id}", game.table, lambda: write(work_of_record()))


async def review_record(visit: GuestRequest) -> Response:
    """The review of an uploaded record."""
    number = visit.path("record")
    text = await visit.service.store.uploaded(number)
    if text is None:
        raise Declined("no such record", DeclineReason.NOT_FOUND)
    visit.count("reviews")
    record = await visit.beside(visit.service.library, lambda: read(text))
    if not record.events or not isinstance(record.events[-1], Finished):
        raise Declined("not over")
    return _asked(visit, f"record {number}", record.table, lambda: text)


async def why_then(visit: GuestRequest) -> Hint:
    """Why something was certain for a seat at a moment of a finished game: the proof from what it had seen by then."""
    live, guest = await visit.table(), await visit.guest()
    may_look(live.table, guest, None)
    game = live.story.game
    if game is None or not game.over:
        raise Declined("not over")
    visit.count("reviews")
    at, words = visit.query_number("at") or 0, (visit.query("seat"), visit.query("card"), visit.query("holder"))
    table, events = game.table, tuple(game.events)
    return await visit.beside(visit.service.study, lambda: _why(table, events, at, words))


def _why(table: GameTable, events: Sequence[Event], at: int, words: tuple[str | None, str | None, str | None]) -> Hint:
    seat = next((each for each in table.seats if str(each) == words[0]), None)
    card = next((each for each in table.edition.deck if each.word == words[1]), None)
    holders: tuple[Holder, ...] = (*table.seats, CASE_FILE)
    holder = next((each for each in holders if str(each) == words[2]), None)
    if seat is None or card is None or holder is None:
        raise Declined("not certain")
    seen = [
        Sighting(number, seen_by(seat, event, snooping=table.rules.snooping))
        for number, event in enumerate(events[: at + 1])
    ]
    evidence = evidence_from(table.edition.deck, table.seats, sightings=list(conclusive(table, seen)), viewer=seat)
    has = certainties(evidence).knowledge.has(holder, card)
    if has is None:
        raise Declined("not certain")
    claim = Claim(card, holder, has)
    turns, proof, _ = why_certain(evidence, claim, reader=seat)
    return Hint(sentence=said(say_claim(claim)), turns=turns, proof=proof)


def _asked(visit: GuestRequest, key: str, table: GameTable, text: Callable[[], str]) -> Response:
    """One review for each seat and language: another word for a seat is the review for nobody in particular."""
    seat, spoken = visit.query("seat"), language()
    named = next((str(each) for each in table.seats if str(each) == seat), None)
    job = visit.service.reviews.ask(
        f"{key} {named} {spoken}",
        lambda: JobRequest(text(), spoken, named),
        guest=visit.number or "",
        address=visit.address,
    )
    return _answer(job)


def _answer(job: ReviewJob) -> Response:
    """The review if it is done, else its progress."""
    if job.problem is not None:
        return json_response(ReviewProgress(part=1.0, problem=job.problem))
    if job.review is None:
        return json_response(ReviewProgress(part=job.part))
    return Response(b'{"part":1.0,"review":' + job.review + b"}", media_type=JSON)


async def explained(_: GuestRequest) -> About:
    """What every figure means."""
    return review_guide_text()


REVIEWS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/explained", explained, "What every number in a review means", reply=About),
    Endpoint(
        "GET",
        "/api/tables/{table}/analysis",
        review_table,
        "The review of a finished game: its progress, then the whole review",
        reply=ReviewProgress,
        query=("seat",),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/analysis/why",
        why_then,
        "Why something was certain for a seat at a moment of a finished game",
        reply=Hint,
        query=("at", "seat", "card", "holder"),
    ),
    Endpoint(
        "GET",
        "/api/records/{record}/analysis",
        review_record,
        "The review of an uploaded record",
        reply=ReviewProgress,
        query=("seat",),
    ),
)
