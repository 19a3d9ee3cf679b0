"""Help in the notebook, hints with their reason, the review after the game: from each seat's own sightings alone."""

from __future__ import annotations

from msgspec import structs

from greycells.analysis.conclusions.explanations import why_certain
from greycells.analysis.conclusions.first_proofs import FirstProofs, first_proofs_of
from greycells.analysis.help.hints import find_hint, nudge
from greycells.analysis.help.notebook_help import HelpLevel, help_claims
from greycells.deduction.evidence import facts_from
from greycells.deduction.facts import CASE_FILE, Evidence, Holder
from greycells.deduction.knowledge import Claim
from greycells.deduction.proof_text import name_of
from greycells.language.sentences import Sentence, addressed
from greycells.protocol.help_messages import Advice, HelpMark, Hint
from greycells.protocol.review_messages import ProofTurns, Review
from greycells.protocol.vocabulary import Help
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.views import View
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.shared_cases.case_access import check_reader
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.workers.slow_work import slow_work

SIGNS = {True: "+", False: "-", None: "."}


@slow_work
def marks(view: View, help_level: Help) -> tuple[HelpMark, ...]:
    """What help writes into a seat's notebook."""
    return tuple(_mark(claim) for claim in help_claims(facts_from(view), HelpLevel(help_level)))


@slow_work
def signs(view: View, help_level: Help) -> dict[str, str]:
    """What help writes, a sign for each cell: its length tells nothing of what is known."""
    claims = {(claim.card, claim.holder): claim.has for claim in help_claims(facts_from(view), HelpLevel(help_level))}
    holders: list[Holder] = [*view.scene.seats, CASE_FILE]
    return {
        card.word: "".join(SIGNS[claims.get((card, holder))] for holder in holders) for card in view.scene.edition.deck
    }


def _mark(claim: Claim) -> HelpMark:
    return HelpMark(card=claim.card.word, holder=str(claim.holder), has=claim.has)


@slow_work
def hint(view: View) -> Hint:
    """The most useful conclusion that isn't obvious, with its reason, and what to do now."""
    found = find_hint(view)
    if found.contradictory:
        return Hint(sentence=str(found.standing))
    if found.claim is None:
        return Hint(sentence=str(found.doing or Sentence("table.no hint")))
    told = _explained(found.evidence, found.claim, view.seat)
    return structs.replace(told, sentence=f"{told.sentence} {found.doing}") if found.doing else told


@slow_work
def why(view: View, help_level: Help, *, card: str, holder: str) -> Hint:
    """Why a mark of the help is certain: the proof, from what this seat saw."""
    evidence = facts_from(view)
    for claim in help_claims(evidence, HelpLevel(help_level)):
        if (claim.card.word, str(claim.holder)) == (card, holder):
            return _explained(evidence, claim, view.seat)
    raise Declined("not certain")


def _explained(evidence: Evidence, claim: Claim, reader: Seat | None) -> Hint:
    turns, steps, facts = why_certain(evidence, claim, reader=reader)
    key = ("case file " if claim.holder is CASE_FILE else "seat ") + ("has" if claim.has else "has not")
    told = Sentence(f"table.{key}", card=claim.card, holder=name_of(claim.holder))
    why = Sentence("table.from turns", turns=tuple(turns)) if turns else Sentence("table.from the deal")
    return Hint(
        sentence=f"{told} {why}",
        nudge=str(addressed(nudge(facts), reader)),
        mark=_mark(claim),
        turns=turns,
        proof=steps,
    )


@slow_work
def review(game: Game) -> Review:
    """Who could have proved what when."""
    proofs = first_proofs_of(game)
    suspect, weapon, room = game.secrets.case_file
    return Review(
        turns=game.scene.turn.number,
        case_file=(suspect.word, weapon.word, room.word),
        insights=tuple(_proof_turns(seat, first) for seat, first in proofs.items()),
    )


def _proof_turns(seat: Seat, first: FirstProofs) -> ProofTurns:
    return ProofTurns(
        seat=seat.suspect.word,
        name=seat.name,
        suspect=first.suspect,
        weapon=first.weapon,
        room=first.room,
        everything=first.everything,
    )


async def _own_view(request: GuestRequest) -> tuple[View, Help]:
    live, _, chair = await request.own_chair()
    game, seat = live.history.game, live.history.seat(chair)
    if game is None or seat is None:
        raise Declined("not running")
    request.count("reviews")
    view = game.view(seat)
    return view._replace(sightings=tuple(view.sightings)), live.table.plan.help


async def advise(request: GuestRequest) -> Advice:
    view, help_level = await _own_view(request)
    return Advice(help=help_level, marks=await request.run_in(request.service.study, marks, view, help_level))


async def give_hint(request: GuestRequest) -> Hint:
    view, help_level = await _own_view(request)
    if help_level != "full logic":
        raise Declined("no help", DeclineReason.FORBIDDEN)
    found = await request.run_in(request.service.study, hint, view)
    if (await request.table()).table.case_id is not None:
        await request.service.cases.count_hint(request.path("table"))
    return found


async def give_reason(request: GuestRequest) -> Hint:
    view, help_level = await _own_view(request)
    card, holder = request.query("card") or "", request.query("holder") or ""
    return await request.run_in(request.service.study, why, view, help_level, card=card, holder=holder)


async def look_back(request: GuestRequest) -> Review:
    live, guest = await request.table(), await request.guest()
    await check_reader(request.service.cases, live.table, guest)
    game = live.history.game
    if game is None or not game.over:
        raise Declined("not over")
    request.count("reviews")
    return await request.run_in(request.service.study, review, game)


API: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        "/api/tables/{table}/chairs/{chair}/help",
        advise,
        "What the table's help writes into your notebook",
        reply=Advice,
    ),
    Endpoint("GET", "/api/tables/{table}/chairs/{chair}/hint", give_hint, "A hint with its reason", reply=Hint),
    Endpoint(
        "GET",
        "/api/tables/{table}/chairs/{chair}/why",
        give_reason,
        "Why a mark of the help is certain",
        reply=Hint,
        query=("card", "holder"),
    ),
    Endpoint("GET", "/api/tables/{table}/review", look_back, "When each player could have proved what", reply=Review),
)
