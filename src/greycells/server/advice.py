"""Help in the notebook, hints with their reason, the review after the game: from each seat's own sightings alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import structs

from greycells.deduction.beliefs import Beliefs
from greycells.deduction.explain import TooDeep, explain
from greycells.deduction.facts import CASE_FILE, Evidence
from greycells.deduction.hints import most_telling, worth_doing
from greycells.deduction.knowledge import Claim, Knowledge, direct_claims
from greycells.deduction.sightings import evidence_from, facts_from
from greycells.deduction.telling import addressed, lines, name_of, tell_fact
from greycells.notation.answers import Advice, Hint, Insight, Mark, Review
from greycells.notation.commands import Help
from greycells.rules.cards import Card
from greycells.rules.events import Finished, TurnEnded
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.sentences import Sentence
from greycells.rules.views import View
from greycells.server.conduct import Declined
from greycells.server.routes import own_chair
from greycells.server.sockets import check_eyes
from greycells.server.web import Endpoint, Visit

T = TypeVar("T")


def marks(view: View, help_level: Help) -> tuple[Mark, ...]:
    """What help writes into a seat's notebook."""
    return tuple(_mark(claim) for claim in _claims(facts_from(view), help_level))


def _claims(evidence: Evidence, help_level: Help) -> tuple[Claim, ...]:
    """What the table's help may tell of what a seat has seen."""
    if help_level == "none":
        return ()
    claims = dict.fromkeys(direct_claims(evidence))
    if help_level == "full logic":
        claims |= dict.fromkeys(Knowledge.of(evidence))
    return tuple(claims)


def _mark(claim: Claim) -> Mark:
    return Mark(card=claim.card.word, holder=str(claim.holder), has=claim.has)


def hint(view: View) -> Hint:
    """The most telling thing that follows and is not plain to see, with its reason, and what is worth doing now."""
    evidence = facts_from(view)
    theories = tuple(Beliefs(evidence).theories)
    if not theories:
        return Hint(sentence=str(Sentence("advice.contradiction")))
    claim, doing = most_telling(view, evidence), worth_doing(view, theories)
    if claim is None:
        return Hint(sentence=str(doing or Sentence("table.no hint")))
    told = _explained(evidence, claim, view.seat)
    return structs.replace(told, sentence=f"{told.sentence} {doing}") if doing else told


def why(view: View, help_level: Help, *, card: str, holder: str) -> Hint:
    """Why a mark of the help is certain: the proof, from what this seat saw."""
    evidence = facts_from(view)
    for claim in _claims(evidence, help_level):
        if (claim.card.word, str(claim.holder)) == (card, holder):
            return _explained(evidence, claim, view.seat)
    raise Declined("not certain")


def _explained(evidence: Evidence, claim: Claim, reader: Seat | None) -> Hint:
    try:
        proof = explain(evidence, claim)
        turns, steps = proof.turns, tuple(lines(proof, reader=reader))
    except TooDeep as enough:
        turns = tuple(sorted({fact.source.turn for fact in enough.facts if fact.source.turn}))
        steps = tuple(str(addressed(tell_fact(fact), reader)) for fact in enough.facts)
    key = ("case file " if claim.holder is CASE_FILE else "seat ") + ("has" if claim.has else "has not")
    told = Sentence(f"table.{key}", card=claim.card, holder=name_of(claim.holder))
    why = Sentence("table.from turns", turns=tuple(turns)) if turns else Sentence("table.from the deal")
    return Hint(sentence=f"{told} {why}", mark=_mark(claim), turns=turns, proof=steps)


def review(game: Game) -> Review:
    """Who could have proved what when. What is certain stays certain, so each seat is followed until it knows all."""
    finished = game.events[-1]
    assert isinstance(finished, Finished)
    return Review(
        turns=game.scene.turn.number,
        case_file=(finished.case_file.suspect.word, finished.case_file.weapon.word, finished.case_file.room.word),
        insights=tuple(_insight(game, seat, finished.case_file) for seat in game.seats),
    )


def _insight(game: Game, seat: Seat, case_file: tuple[Card, Card, Card]) -> Insight:
    sightings = game.view(seat).sightings
    ends = [number for number, event in sightings if isinstance(event, TurnEnded | Finished)]
    first: dict[Card, int] = {}
    for turn, end in enumerate(ends, 1):
        seen = evidence_from(game.edition.deck, game.seats, sightings=sightings[:end], viewer=seat)
        known = Knowledge.of(seen)
        for card in case_file:
            if card not in first and known.has(CASE_FILE, card):
                first[card] = turn
        if len(first) == len(case_file):
            break
    suspect, weapon, room = (first.get(card) for card in case_file)
    return Insight(
        seat=seat.suspect.word,
        name=seat.name,
        suspect=suspect,
        weapon=weapon,
        room=room,
        everything=max(first.values()) if len(first) == len(case_file) else None,
    )


async def _own_view(visit: Visit) -> tuple[View, Help]:
    live, _, chair = await own_chair(visit)
    game, seat = live.story.game, live.story.seat(chair)
    if game is None or seat is None:
        raise Declined("not running")
    visit.count("reviews")
    view = game.view(seat)
    return view._replace(sightings=tuple(view.sightings)), live.table.plan.help


async def _worked_out(visit: Visit, work: Callable[[], T]) -> T:
    return await visit.service.study.ask((await visit.guest()).id, work)


async def advise(visit: Visit) -> Advice:
    view, help_level = await _own_view(visit)
    return Advice(help=help_level, marks=await _worked_out(visit, lambda: marks(view, help_level)))


async def give_hint(visit: Visit) -> Hint:
    view, help_level = await _own_view(visit)
    if help_level != "full logic":
        raise Declined("no help")
    return await _worked_out(visit, lambda: hint(view))


async def give_reason(visit: Visit) -> Hint:
    view, help_level = await _own_view(visit)
    card, holder = visit.query("card") or "", visit.query("holder") or ""
    return await _worked_out(visit, lambda: why(view, help_level, card=card, holder=holder))


async def look_back(visit: Visit) -> Review:
    live, guest = await visit.table(), await visit.guest()
    check_eyes(live, guest, None)
    game = live.story.game
    if game is None or not game.over:
        raise Declined("not over")
    visit.count("reviews")
    return await _worked_out(visit, lambda: review(game))


ADVICE: tuple[Endpoint, ...] = (
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
    Endpoint("GET", "/api/tables/{table}/review", look_back, "Who could have proved what when", reply=Review),
)
