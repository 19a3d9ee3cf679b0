"""Advice: what the game may write into a notebook and say when asked, as far as the table's help goes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from itertools import product

from greycells.deduction.beliefs import Beliefs
from greycells.deduction.explain import explain, refute
from greycells.deduction.facts import Evidence
from greycells.deduction.hints import most_telling, worth_doing
from greycells.deduction.knowledge import Claim, Knowledge, direct_claims
from greycells.deduction.notebook import Box, Notebook, check
from greycells.deduction.sightings import evidence_from, facts_from
from greycells.deduction.telling import lines, name_of, say_claim, say_claims
from greycells.deduction.whatif import what_if
from greycells.rules.cards import Theory
from greycells.rules.edition import Answering
from greycells.rules.events import Opened, TurnEnded
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.sentences import Sentence
from greycells.rules.views import View
from greycells.terminal.sheet import printed

PROMISING = 3
"""How many suspects, weapons and rooms are tried for a hint: the likeliest ones."""


TELLING = 10
"""From how many in 100 on the likeliest case file is worth naming."""


class Help(Enum):
    """How much the game writes into a person's notebook."""

    NONE = "none"
    DIRECT_FACTS = "direct facts"
    FULL_LOGIC = "full logic"


def known(view: View, level: Help) -> Mapping[Box, bool]:
    """What the other ink on the sheet says; where answers contradict one another, only what was seen."""
    boxes = printed(view)
    if level is Help.NONE:
        return boxes
    evidence = facts_from(view)
    boxes |= {Box(card, holder): has for card, holder, has in direct_claims(evidence)}
    if level is Help.FULL_LOGIC:
        boxes |= {Box(card, holder): has for card, holder, has in Knowledge.of(evidence)}
    return boxes


def objections(notebook: Notebook, view: View, level: Help) -> Iterator[Sentence]:
    """The marks that cannot be right, as far as the table's help goes."""
    if level is Help.FULL_LOGIC:
        for objection in check(notebook, facts_from(view)):
            match objection.marks:
                case (claim,):
                    yield _objection(claim)
                case claims:
                    yield Sentence("advice.wrong together", claims=say_claims(claims))
        return
    boxes = known(view, level)
    for claim in notebook.claims:
        if boxes.get(Box(claim.card, claim.holder), claim.has) is not claim.has:
            yield _objection(claim)


def _objection(claim: Claim) -> Sentence:
    return Sentence("advice.wrong mark", truth=say_claim(claim._replace(has=not claim.has)))


def hint(view: View, level: Help) -> Iterator[Sentence]:
    """How far the case has come and what to suggest, for a table that plays with full logic."""
    if level is not Help.FULL_LOGIC:
        yield Sentence("advice.no hints", level=Sentence(f"assistance.{level.value}"))
        return
    evidence = facts_from(view)
    theories = Beliefs(evidence).theories
    if not theories:
        yield Sentence("advice.contradiction")
        return
    (suspect, weapon, room), share = next(iter(theories.items()))
    if len(theories) == 1:
        yield Sentence("advice.certain", suspect=suspect, weapon=weapon, room=room)
        return
    yield Sentence(
        "advice.open",
        suspects=tuple({theory.suspect: None for theory in theories}),
        weapons=tuple({theory.weapon: None for theory in theories}),
        rooms=tuple({theory.room: None for theory in theories}),
    )
    percent, count = round(100 * share), len(theories)
    if percent >= TELLING:
        yield Sentence("advice.likeliest", count=count, suspect=suspect, weapon=weapon, room=room, percent=percent)
    else:
        yield Sentence("advice.all alike", count=count)
    claim = most_telling(view, evidence)
    if claim is not None:
        yield Sentence("advice.follows", claim=say_claim(claim))
    best = _best_suggestion(view, evidence, theories)
    if best is not None:
        yield Sentence("advice.suggest", suspect=best.suspect, weapon=best.weapon, room=best.room)
    elif doing := worth_doing(view, tuple(theories)):
        yield doing


def _best_suggestion(view: View, evidence: Evidence, theories: Iterable[Theory]) -> Theory | None:
    """Of the promising suggestions that can be made now the one that would tell most.

    Where everybody answers there are too many ways to answer for that.
    """
    options, answering = view.options, view.scene.edition.rules.answering
    if options is None or not options.rooms or answering is Answering.EVERYBODY:
        return None
    suspects = list({theory.suspect: None for theory in theories})[:PROMISING]
    weapons = list({theory.weapon: None for theory in theories})[:PROMISING]
    likely = {theory.room: None for theory in theories}
    rooms = [room for room in likely if room in options.rooms] or list(options.rooms)
    prospects = [
        what_if(evidence, Theory(suspect, weapon, room), by=options.seat, answering=answering)
        for suspect, weapon, room in product(suspects, weapons, rooms[:PROMISING])
    ]
    return max(prospects, key=lambda prospect: prospect.information).theory


def why(view: View, box: Box, level: Help) -> Iterator[str]:
    """Why a holder has a card, or has not, step by step; while that is open, how likely it is."""
    if level is not Help.FULL_LOGIC:
        yield str(Sentence("advice.no hints", level=Sentence(f"assistance.{level.value}")))
        return
    evidence = facts_from(view)
    knowledge = Knowledge.of(evidence)
    if not knowledge.consistent:
        yield str(Sentence("advice.contradiction"))
        yield from lines(refute(evidence))
        return
    has = knowledge.has(box.holder, box.card)
    if has is None:
        percent = round(100 * knowledge.worlds.number_with(box.card, box.holder) / knowledge.worlds.total)
        yield str(Sentence("advice.not certain", holder=name_of(box.holder), card=box.card, percent=percent))
        return
    yield from lines(explain(evidence, Claim(box.card, box.holder, has)))


def could_have_proved(game: Game, seat: Seat) -> int | None:
    """The turn by whose end a seat had seen enough to be certain of the case file, if it ever had.

    Whoever has looked into the case file has nothing left to prove.
    """
    sightings = game.view(seat).sightings
    looked = (number for number, event in sightings if isinstance(event, Opened) and event.seat == seat)
    last = next(looked, len(sightings))
    ends = [number + 1 for number, event in sightings if isinstance(event, TurnEnded) and number < last]

    def certain(end: int) -> int:
        seen = evidence_from(game.edition.deck, game.seats, sightings=sightings[:end], viewer=seat)
        return int(Knowledge.of(seen).solution is not None)

    turn = bisect_left(ends, 1, key=certain)
    return turn + 1 if turn < len(ends) else None
