"""Beliefs: how likely everything is that is not certain, given what was seen and what one thinks of the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import log2
from typing import NamedTuple

from greycells.deduction import engine
from greycells.deduction.facts import Evidence, Holder, theories_of
from greycells.deduction.problem import Count, Table, Weight
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.seats import Seat


class Leaning(NamedTuple):
    """Soft evidence about one card: it is so many times as likely as before that this holder has it."""

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
            tables = [Table(seat.index, cards.mask, weights) for seat, cards, weights in habits]
            problem = problem._replace(weights=tuple(weights), tables=tuple(tables))
        self.shares: Count[float] = engine.weigh(problem)

    def probability(self, card: Card, holder: Holder) -> float:
        """How likely it is that this holder has the card."""
        column = holder.index if isinstance(holder, Seat) else len(self.evidence.seats)
        return self.shares.marginals[card.index][column]

    @cached_property
    def theories(self) -> dict[Theory, float]:
        """Every case file that is possible with its probability, the likeliest first."""
        theory, shares = theories_of(self.evidence.deck), self.shares.case_files
        return {theory[cards]: shares[cards] for cards in sorted(shares, key=shares.__getitem__, reverse=True)}

    @property
    def uncertainty(self) -> float:
        """How many yes-or-no questions the case file is still worth, in bits."""
        return uncertainty(list(self.shares.case_files.values()))


def uncertainty(shares: Sequence[float]) -> float:
    """The entropy of a distribution, in bits."""
    whole = sum(shares)
    return -sum(share / whole * log2(share / whole) for share in shares if share > 0)
