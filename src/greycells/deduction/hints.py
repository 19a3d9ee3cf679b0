"""Hints: the most telling thing that follows from what a seat has seen, and what is worth doing now."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.deduction.facts import CASE_FILE, Evidence
from greycells.deduction.knowledge import Claim, Knowledge, direct_claims
from greycells.rules.cards import Room, Theory
from greycells.rules.sentences import Sentence
from greycells.rules.views import View

MOST_ROOMS = 3
"""How many rooms a hint sends somebody to."""


def most_telling(view: View, evidence: Evidence) -> Claim | None:
    """What follows and is not plain to see: what the case file has, then who has a card, then who has not.

    What one's own hand tells, and all about a card whose owner has shown it, is plain.
    """
    plain = set(direct_claims(evidence))
    placed = {claim.card for claim in plain if claim.has}
    hidden = [
        claim
        for claim in Knowledge.of(evidence)
        if claim not in plain and claim.holder is not view.seat and claim.card not in placed
    ]
    return min(hidden, key=lambda claim: (not claim.has, claim.holder is not CASE_FILE), default=None)


def worth_doing(view: View, theories: Sequence[Theory]) -> Sentence | None:
    """What to do now, with these case files possible, the likeliest first; None for whoever has nothing to choose."""
    options = view.options if view.to_act else None
    if options is None:
        return None
    if len(options.show) > 1:
        return Sentence("advice.show")
    if len(theories) == 1:
        suspect, weapon, room = theories[0]
        return Sentence("advice.certain", suspect=suspect, weapon=weapon, room=room)
    likely = list(dict.fromkeys(theory.room for theory in theories))
    if options.rooms:
        return worth_asking(options.rooms, theories)
    if options.moves is not None:
        near = {place.room: place for place in options.moves.ends if place.room is not None}
        best = next((near[room] for room in likely if room in near), None)
        return Sentence("advice.walk into", place=best) if best else None
    if options.passage is not None and options.passage.room in likely:
        return Sentence("advice.take passage", place=options.passage)
    return Sentence("advice.head for", rooms=tuple(likely[:MOST_ROOMS])) if options.roll else None


def worth_asking(rooms: Sequence[Room], theories: Sequence[Theory]) -> Sentence:
    """The likeliest suspect and weapon, in the likeliest room of those that can be named now."""
    best = next((theory for theory in theories if theory.room in rooms), None)
    if best is not None:
        return Sentence("advice.worth asking", suspect=best.suspect, weapon=best.weapon, room=best.room)
    suspect, weapon, _ = theories[0]
    return Sentence("advice.worth asking elsewhere", suspect=suspect, weapon=weapon, room=rooms[0])
