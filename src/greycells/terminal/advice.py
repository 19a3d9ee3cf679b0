"""Advice: what the game may write into a notebook and say when asked, as far as the table's help goes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from enum import Enum

from greycells.deduction.beliefs import Beliefs
from greycells.deduction.explain import explain, refute
from greycells.deduction.knowledge import Claim, Knowledge, direct_claims
from greycells.deduction.sightings import evidence_from, facts_from
from greycells.deduction.telling import lines, name_of
from greycells.rules.events import TurnEnded
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.sentences import Sentence
from greycells.rules.views import View
from greycells.terminal.pad import Box, Mark, Pad
from greycells.terminal.sheet import printed


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


def contradicted(pad: Pad, known: Mapping[Box, bool]) -> Mapping[Box, bool]:
    """The boxes whose mark is not what the other ink says, and what that is."""
    wrong = {True: Mark.NO, False: Mark.YES}
    return {box: known[box] for box, mark in pad.marks.items() if box in known and mark is wrong[known[box]]}


def hint(view: View, level: Help) -> Iterator[Sentence]:
    """How far the case has come, for a table that plays with full logic."""
    if level is not Help.FULL_LOGIC:
        yield Sentence("advice.no hints", level=level.value)
        return
    theories = Beliefs(facts_from(view)).theories
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
    percent = round(100 * share)
    yield Sentence("advice.likeliest", count=len(theories), suspect=suspect, weapon=weapon, room=room, percent=percent)


def why(view: View, box: Box, level: Help) -> Iterator[str]:
    """Why a holder has a card, or has not, step by step; while that is open, how likely it is."""
    if level is not Help.FULL_LOGIC:
        yield str(Sentence("advice.no hints", level=level.value))
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
    """The turn by whose end a seat had seen enough to be certain of the case file, if it ever had."""
    sightings = game.view(seat).sightings
    ends = [number + 1 for number, event in sightings if isinstance(event, TurnEnded)]

    def certain(end: int) -> int:
        seen = evidence_from(game.edition.deck, game.seats, sightings=sightings[:end], viewer=seat)
        return int(Knowledge.of(seen).solution is not None)

    turn = bisect_left(ends, 1, key=certain)
    return turn + 1 if turn < len(ends) else None
