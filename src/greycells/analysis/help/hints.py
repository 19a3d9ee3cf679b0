"""Hints: how far the case is solved, the most telling conclusion from what a seat saw, and what to do now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from greycells.analysis.conclusions.certainties import Likelihoods, certainties, likelihoods
from greycells.deduction.evidence import facts_from
from greycells.deduction.facts import CASE_FILE, Evidence, Fact, Has, HasNone, HasOneOf, NotAllOf
from greycells.deduction.knowledge import Claim, direct_claims
from greycells.deduction.problem import TooHard
from greycells.deduction.proof_text import say_claim
from greycells.deduction.what_if import what_if_all
from greycells.language.sentences import Sentence
from greycells.rules.cards import Room, Theory
from greycells.rules.edition import Answering
from greycells.rules.seats import Seat
from greycells.rules.views import View

MOST_ROOMS = 3
"""How many rooms a hint sends somebody to."""

PROMISING = 3
"""How many suspects, weapons and rooms are tried for the best suggestion: the likeliest ones."""

TELLING = 10
"""From how many in 100 on the likeliest case file is worth naming."""


@dataclass(frozen=True, slots=True)
class FoundHint:
    """What a seat is told when it asks for a hint.

    `claim` follows from `evidence` and isn't plain to see; `doing` says what is worth doing now. Both may be missing.
    """

    view: View
    evidence: Evidence
    likely: Likelihoods
    claim: Claim | None
    doing: Sentence | None

    def sentences(self) -> tuple[Sentence, ...]:
        """The hint in full: what is still open, what follows, and the suggestion that would tell most."""
        theories = self.likely.theories
        if len(theories) < 2:
            return (self.standing,)
        told = [_still_open(theories), *_likeliest(self.likely)]
        if self.claim is not None:
            told.append(Sentence("advice.follows", claim=say_claim(self.claim)))
        best = best_suggestion(self.view, self.evidence, theories)
        if best is not None:
            told.append(Sentence("advice.suggest", suspect=best.suspect, weapon=best.weapon, room=best.room))
        elif self.doing is not None:
            told.append(self.doing)
        return tuple(told)

    @property
    def contradictory(self) -> bool:
        """Whether no deal fits, so that somebody must have answered wrongly."""
        return not self.likely.theories

    @property
    def standing(self) -> Sentence:
        """How far the case is solved, in a sentence."""
        theories = self.likely.theories
        if not theories:
            return Sentence("advice.contradiction")
        return _certain(next(iter(theories))) if len(theories) == 1 else _still_open(theories)


def find_hint(view: View) -> FoundHint:
    """A hint from nothing but what this seat saw."""
    evidence = facts_from(view)
    likely = likelihoods(evidence)
    if not likely.theories:
        return FoundHint(view, evidence, likely, None, None)
    doing = worth_doing(view, tuple(likely.theories))
    return FoundHint(view, evidence, likely, most_telling(view, evidence), doing)


def _certain(theory: Theory) -> Sentence:
    return Sentence("advice.certain", suspect=theory.suspect, weapon=theory.weapon, room=theory.room)


def _still_open(theories: Iterable[Theory]) -> Sentence:
    return Sentence(
        "advice.open",
        suspects=tuple({theory.suspect: None for theory in theories}),
        weapons=tuple({theory.weapon: None for theory in theories}),
        rooms=tuple({theory.room: None for theory in theories}),
    )


def _likeliest(likely: Likelihoods) -> tuple[Sentence, ...]:
    """The likeliest case file if it stands out; nothing where numbers are only estimates."""
    if not likely.exact:
        return ()
    (suspect, weapon, room), share = next(iter(likely.theories.items()))
    percent, count = round(100 * share), len(likely.theories)
    if percent < TELLING:
        return (Sentence("advice.all alike", count=count),)
    return (Sentence("advice.likeliest", count=count, suspect=suspect, weapon=weapon, room=room, percent=percent),)


def best_suggestion(view: View, evidence: Evidence, theories: Iterable[Theory]) -> Theory | None:
    """Of the promising suggestions that can be made now the one that would tell most.

    None where everybody answers, which leaves too many ways to answer, and where there are too many deals to count.
    """
    options, answering = view.options, view.scene.edition.rules.answering
    if options is None or not options.rooms or answering is Answering.EVERYBODY:
        return None
    suspects = list({theory.suspect: None for theory in theories})[:PROMISING]
    weapons = list({theory.weapon: None for theory in theories})[:PROMISING]
    likely = {theory.room: None for theory in theories}
    rooms = [room for room in likely if room in options.rooms] or list(options.rooms)
    try:
        asked = [
            Theory(suspect, weapon, room) for suspect, weapon, room in product(suspects, weapons, rooms[:PROMISING])
        ]
        prospects = what_if_all(evidence, asked, by=options.seat, answering=answering)
    except TooHard:
        return None
    return max(prospects, key=lambda prospect: prospect.information).theory


def most_telling(view: View, evidence: Evidence) -> Claim | None:
    """What follows and is not plain to see: what the case file has, then who has a card, then who has not.

    What one's own hand tells, and all about a card whose owner has shown it, is plain.
    """
    plain = set(direct_claims(evidence))
    placed = {claim.card for claim in plain if claim.has}
    hidden = [
        claim
        for claim in certainties(evidence).knowledge
        if claim not in plain and claim.holder is not view.seat and claim.card not in placed
    ]
    return min(hidden, key=lambda claim: (not claim.has, claim.holder is not CASE_FILE), default=None)


def nudge(facts: Iterable[Fact]) -> Sentence:
    """Where to look, without the conclusion: the last of the facts that it rests on."""
    told = [fact for fact in facts if fact.source.turn]
    last = max(told, key=lambda fact: (fact.source.turn, fact.source.number or 0), default=None)
    match last:
        case HasNone(Seat() as seat, _, source):
            return Sentence("advice.look at denial", seat=seat, turn=source.turn)
        case HasOneOf(seat, _, source):
            return Sentence("advice.look at answer", seat=seat, turn=source.turn)
        case Has(Seat() as seat, _, source):
            return Sentence("advice.look at card", seat=seat, turn=source.turn)
        case NotAllOf(_, source):
            return Sentence("advice.look at accusation", turn=source.turn)
        case _:
            return Sentence("advice.look at hands")


def worth_doing(view: View, theories: Sequence[Theory]) -> Sentence | None:
    """What to do now, with these case files possible, the likeliest first; None for whoever has nothing to choose."""
    options = view.options if view.to_act else None
    if options is None:
        return None
    if len(options.show) > 1:
        return Sentence("advice.show")
    if len(theories) == 1:
        return _certain(theories[0])
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
