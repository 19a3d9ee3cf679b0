"""Worlds: the exact number of deals that fit what a seat has seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter
from random import Random
from typing import NamedTuple

from greycells.deduction import exact_counting as engine
from greycells.deduction.count_plan import lowest
from greycells.deduction.facts import Evidence, Holder, theories_of
from greycells.deduction.problem import Count
from greycells.deduction.sampling import Sampler
from greycells.rules.cards import Card, CardSet, Theory


class Deal(NamedTuple):
    """One possible deal."""

    case_file: Theory
    hands: tuple[CardSet, ...]


class Worlds:
    """The deals that fit: in total, by card and holder, and by case file."""

    def __init__(self, evidence: Evidence, count: Count[int] | None = None) -> None:
        """Count the deals, unless that has been done; raises TooHard where it takes too long."""
        self.evidence = evidence
        self.count: Count[int] = engine.count(evidence.problem()) if count is None else count

    def __bool__(self) -> bool:
        return self.total > 0

    def __repr__(self) -> str:
        return f"<Worlds: {self.total} deals fit>"

    @property
    def total(self) -> int:
        return self.count.total

    def number_with(self, card: Card, holder: Holder | int) -> int:
        """The number of deals in which this holder has the card."""
        return self.count.marginals[card.index][self.evidence.column(holder)]

    @cached_property
    def case_files(self) -> list[tuple[Theory, int]]:
        """All possible case files with their number of deals, the most likely first."""
        theory = theories_of(self.evidence.deck)
        likeliest_first = sorted(self.count.case_files.items(), key=itemgetter(1), reverse=True)
        return [(theory[cards], number) for cards, number in likeliest_first]

    def deals(self, rng: Random) -> Iterator[Deal]:
        """An endless uniform sample of deals that fit; a ValueError if there are none."""
        deck, seats = self.evidence.deck, len(self.evidence.seats)
        sampler = Sampler(self.evidence.problem())
        while True:
            hands = sampler.draw(rng)
            suspect, weapon, room = (lowest(place) for place in hands[seats:])
            yield Deal(
                self.evidence.theory(suspect, weapon, room), tuple(CardSet(deck, hand) for hand in hands[:seats])
            )
