"""The review of a finished game over HTTP: requested once, then polled until it is done."""

from __future__ import annotations

from starlette.responses import Response

from greycells.analysis.conclusions.certainties import certainties
from greycells.analysis.conclusions.explanations import why_certain
from greycells.analysis.conclusions.telling_sightings import conclusive
from greycells.analysis.review.text import said
from greycells.deduction.evidence import evidence_from
from greycells.deduction.facts import CASE_FILE, Holder
from greycells.deduction.knowledge import Claim
from greycells.deduction.proof_text import say_claim
from greycells.protocol.help_messages import Hint
from greycells.protocol.review_messages import ReviewGuide, ReviewProgress
from greycells.rules.views import Sighting, seen_by
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.game_sources.game_source import finished_game, game_endpoints
from greycells.server.reviews.drawing import drawn_review
from greycells.server.reviews.guide_text import review_guide_text
from greycells.server.web.endpoints import Endpoint, GuestRequest, json_response
from greycells.server.workers.record_text import RecordSource, written
from greycells.server.workers.slow_work import slow_work

JSON = "application/json"


async def why_then(request: GuestRequest) -> Hint:
    """Why something was certain for a seat at a moment of a finished game: the proof from what it had seen by then."""
    request.count("reviews")
    game = await finished_game(request)
    at, words = request.query_number("at") or 0, (request.query("seat"), request.query("card"), request.query("holder"))
    return await request.run_in(request.service.study, explained_then, game.source, at, words)


@slow_work
def explained_then(source: RecordSource, at: int, words: tuple[str | None, str | None, str | None]) -> Hint:
    """Why something was certain for a seat at a moment: `words` name the seat, the card and the holder."""
    record = source.record()
    table, events = record.table, record.events
    seat = next((each for each in table.seats if str(each) == words[0]), None)
    card = next((each for each in table.edition.deck if each.word == words[1]), None)
    holders: tuple[Holder, ...] = (*table.seats, CASE_FILE)
    holder = next((each for each in holders if str(each) == words[2]), None)
    other = record.copy is not None and record.copy.seat != seat
    if seat is None or card is None or holder is None or other:
        raise Declined("not certain")
    seen = [
        Sighting(number, seen_by(seat, event, snooping=table.rules.snooping))
        for number, event in enumerate(events[: at + 1])
    ]
    evidence = evidence_from(table.edition.deck, table.seats, sightings=list(conclusive(table, seen)), viewer=seat)
    has = certainties(evidence).knowledge.has(card, holder)
    if has is None:
        raise Declined("not certain")
    claim = Claim(card, holder, has)
    turns, proof, _ = why_certain(evidence, claim, reader=seat, quickly=True)
    return Hint(sentence=said(say_claim(claim)), turns=turns, proof=proof)


async def review(request: GuestRequest) -> Response:
    """The review of a finished game, as the reader wishes to see it; another word for a seat is nobody's."""
    request.count("reviews")
    game, service = await finished_game(request), request.service
    if game.upload is not None:  # One node does it, so that any node can be asked how far it is.
        request.go_home(f"record {game.upload}")
    seat, reader = (word if word in game.seats else None for word in (request.query("seat"), request.query("you")))
    job = await service.reviews.ask(
        game.key,
        lambda: request.run_in(service.library, written, game.source),
        guest=request.guest_id or "",
        address=request.address,
    )
    if job.failed:
        problem = str(Declined("our fault", DeclineReason.OUR_FAULT))
        return json_response(ReviewProgress(part=1.0, problem=problem))
    if job.facts is None:
        return json_response(ReviewProgress(part=job.part))
    letters = request.query("coordinates") == "1"
    drawn = await request.run_in(service.study, drawn_review, job.facts, seat, reader, letters=letters)
    return Response(drawn, media_type=JSON)


async def explained(_: GuestRequest) -> ReviewGuide:
    """What every figure means."""
    return review_guide_text()


API: tuple[Endpoint, ...] = (
    Endpoint(
        "GET", "/api/explained", explained, "What every number in a review means", reply=ReviewGuide, fixed="by route"
    ),
    *game_endpoints(
        "GET",
        "analysis",
        review,
        "The review of {game}: its progress, then the whole review",
        reply=ReviewProgress,
        query=("seat", "you", "coordinates"),
    ),
    *game_endpoints(
        "GET",
        "analysis/why",
        why_then,
        "Why something was certain for a seat at a moment of {game}",
        reply=Hint,
        query=("at", "seat", "card", "holder"),
    ),
)
