"""Worlds: the deals that still fit what a seat has seen, counted to the last one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter
from random import Random
from typing import NamedTuple

from greycells.deduction import engine
from greycells.deduction.facts import Evidence, Holder, theories_of
from greycells.deduction.plan import lowest
from greycells.deduction.problem import Count
from greycells.deduction.sampling import Sampler
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.seats import Seat


class Deal(NamedTuple):
    """One way in which the cards may lie."""

    case_file: Theory
    hands: tuple[CardSet, ...]


class Worlds:
    """The deals that fit: how many in all, with a card at a holder, with a case file."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.count: Count[int] = engine.count(evidence.problem())

    def __bool__(self) -> bool:
        return self.total > 0

    def __repr__(self) -> str:
        return f"<Worlds: {self.total} deals fit>"

    @property
    def total(self) -> int:
        return self.count.total

    def number_with(self, card: Card, holder: Holder) -> int:
        """In how many of the deals this holder has the card."""
        column = holder.index if isinstance(holder, Seat) else len(self.evidence.seats)
        return self.count.marginals[card.index][column]

    def number_of(self, theory: Theory) -> int:
        """How many of the deals have this case file."""
        suspect, weapon, room = theory
        return self.count.case_files.get((suspect.index, weapon.index, room.index), 0)

    @cached_property
    def case_files(self) -> list[tuple[Theory, int]]:
        """Every case file that is possible, with the number of deals that have it, the likeliest first."""
        theory = theories_of(self.evidence.deck)
        likeliest_first = sorted(self.count.case_files.items(), key=itemgetter(1), reverse=True)
        return [(theory[cards], number) for cards, number in likeliest_first]

    def deals(self, rng: Random) -> Iterator[Deal]:
        """Deals that fit, drawn again and again, each of them equally likely; a ValueError if there are none."""
        deck, seats = self.evidence.deck, len(self.evidence.seats)
        sampler = Sampler(self.evidence.problem())
        while True:
            hands = sampler.draw(rng)
            suspect, weapon, room = (lowest(place) for place in hands[seats:])
            yield Deal(
                self.evidence.theory(suspect, weapon, room), tuple(CardSet(deck, hand) for hand in hands[:seats])
            )
