"""Beliefs: probabilities of everything that isn't certain, from facts and soft evidence about other players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from greycells.deduction import exact_counting as engine
from greycells.deduction.facts import Evidence, Holder, theories_of
from greycells.deduction.problem import Count, Weight, WeightTable
from greycells.deduction.python_counting import entropy
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.seats import Seat


class Leaning(NamedTuple):
    """Soft evidence about one card: a factor for the odds that this holder has it."""

    card: Card
    holder: Holder
    factor: float


class Habit(NamedTuple):
    """Soft evidence about a whole answer: how likely it was if the seat holds none, one, two ... of these cards."""

    seat: Seat
    cards: CardSet
    weights: tuple[float, ...]


class Beliefs:
    """Probabilities: for every card and holder, and for every case file. All 0 if the facts contradict one another."""

    def __init__(self, evidence: Evidence, *, leanings: Sequence[Leaning] = (), habits: Sequence[Habit] = ()) -> None:
        self.evidence = evidence
        problem = evidence.problem()
        if leanings or habits:
            weights = [Weight(card.index, evidence.place(holder, card), factor) for card, holder, factor in leanings]
            tables = [WeightTable(seat.index, cards.mask, weights) for seat, cards, weights in habits]
            problem = problem._replace(weights=tuple(weights), tables=tuple(tables))
        self.shares: Count[float] = engine.weigh(problem)

    def __repr__(self) -> str:
        return f"Beliefs({len(self.shares.case_files)} case files, {self.uncertainty:.1f} bits)"

    def probability(self, card: Card, holder: Holder | int) -> float:
        """The probability that this holder has the card."""
        return self.shares.marginals[card.index][self.evidence.column(holder)]

    @cached_property
    def theories(self) -> dict[Theory, float]:
        """All possible case files with their probabilities, the most likely first."""
        theory, shares = theories_of(self.evidence.deck), self.shares.case_files
        return {theory[cards]: shares[cards] for cards in sorted(shares, key=shares.__getitem__, reverse=True)}

    @property
    def uncertainty(self) -> float:
        """The entropy of the case file, in bits."""
        return entropy(self.shares.case_files.values())
