"""When each seat could first have proved the case, from nothing but what it saw."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from greycells.analysis.conclusions.telling_sightings import TELLING, conclusive, turns_of
from greycells.deduction import exact_counting as engine
from greycells.deduction.evidence import evidence_from
from greycells.deduction.problem import TooHard
from greycells.rules.cards import Card, Theory
from greycells.rules.game import Game
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting


class FirstProofs(NamedTuple):
    """In which turn a seat could first have proved each card of the case file; None: never."""

    suspect: int | None
    weapon: int | None
    room: int | None

    @property
    def everything(self) -> int | None:
        """In which turn it could first have proved all three."""
        turns = [turn for turn in self if turn is not None]
        return max(turns) if len(turns) == len(self) else None


def first_proofs(table: GameTable, seat: Seat, *, sightings: Sequence[Sighting], case_file: Theory) -> FirstProofs:
    """The first turn, at any event of it, in which each card of the case file followed from what this seat saw.

    Turns have the table's numbers; the turn that the winner did not end counts like any other. A look into the case
    file proves nothing, neither the accuser's nor everybody's at the end. What is certain stays certain, so the first
    moment is found by bisection.
    """
    seen = list(conclusive(table, sightings))
    turns = turns_of(sightings)
    telling = [place for place, (_, event) in enumerate(seen) if isinstance(event, TELLING)]

    @cache
    def certain(moment: int) -> frozenset[Card]:
        return _certain(table, seat, seen[: telling[moment] + 1], case_file)

    def first(card: Card) -> int | None:
        moment = bisect_left(range(len(telling)), 1, key=lambda moment: int(card in certain(moment)))
        return turns[seen[telling[moment]].number] if moment < len(telling) else None

    return FirstProofs(*map(first, case_file))


def first_proofs_of(game: Game) -> dict[Seat, FirstProofs]:
    """When each seat of a game that is over could first have proved what: the quick part of a review."""
    finished = game.scene.finished
    if finished is None:
        raise ValueError("This game is not over.")
    case_file = finished.case_file
    return {
        seat: first_proofs(game.table, seat, sightings=game.view(seat).sightings, case_file=case_file)
        for seat in game.seats
    }


def _certain(table: GameTable, seat: Seat, seen: Sequence[Sighting], case_file: Theory) -> frozenset[Card]:
    """The cards that lie in the case file in every deal that fits; none while there are too many deals to count."""
    evidence = evidence_from(table.edition.deck, table.seats, sightings=seen, viewer=seat)
    try:
        deals = engine.count(evidence.problem(), joint=False)
    except TooHard:
        return frozenset()
    column = len(table.seats)
    return frozenset(card for card in case_file if 0 < deals.total == deals.marginals[card.index][column])
