"""Knowledge: everything that follows with certainty from what a seat has seen, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from greycells.deduction.evidence import facts_from
from greycells.deduction.facts import Evidence, Has, HasNone, Holder, OpenCards
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Card, Theory
from greycells.rules.views import View


class Claim(NamedTuple):
    """A holder has a card, or doesn't."""

    card: Card
    holder: Holder
    has: bool

    def __str__(self) -> str:
        return f"{self.card.word} {'is with' if self.has else 'is not with'} {self.holder}"


class Knowledge:
    """For every card and holder: has it, doesn't have it, or unknown.

    It is complete: whatever holds in every deal that fits is known. If the facts contradict one another, no deal fits,
    nothing is known, and `consistent` is False.
    """

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds

    @classmethod
    def of(cls, evidence: Evidence) -> Knowledge:
        """What follows from these facts."""
        return cls(Worlds(evidence))

    @property
    def consistent(self) -> bool:
        return self.worlds.total > 0

    def __repr__(self) -> str:
        return f"Knowledge({sum(1 for _ in self)} certain, {self.worlds.total:,} deals fit)"

    def has(self, card: Card, holder: Holder | int) -> bool | None:
        """Whether this holder has the card; None if unknown."""
        number, total = self.worlds.number_with(card, holder), self.worlds.total
        if not total or 0 < number < total:
            return None
        return number > 0

    def holder_of(self, card: Card) -> Holder | None:
        """Who has a card, if that is certain. Nobody has an open card."""
        return next((holder for holder in self.worlds.evidence.holders if self.has(card, holder)), None)

    @property
    def solution(self) -> Theory | None:
        """The case file, if it is certain."""
        theories = self.worlds.count.case_files
        return self.worlds.evidence.theory(*next(iter(theories))) if len(theories) == 1 else None

    def __iter__(self) -> Iterator[Claim]:
        """Everything that is certain, card by card."""
        evidence = self.worlds.evidence
        for card in evidence.deck:
            for holder in evidence.holders:
                has = self.has(card, holder)
                if has is not None:
                    yield Claim(card, holder, has)


def knowledge(view: View) -> Knowledge:
    """Everything that follows from what a seat, or a spectator, has seen: `knowledge(game.view(0))`."""
    return Knowledge.of(facts_from(view))


def direct_claims(evidence: Evidence) -> Iterator[Claim]:
    """What the facts say without any deduction: the cards seen, and what somebody couldn't answer."""
    for fact in evidence.facts:
        match fact:
            case Has(holder, card):
                for other in evidence.holders:
                    yield Claim(card, other, other == holder)
            case HasNone(holder, cards):
                yield from (Claim(card, holder, has=False) for card in cards)
            case OpenCards(cards):
                yield from (Claim(card, holder, has=False) for card in cards for holder in evidence.holders)
            case _:
                pass
