"""Irreducible sets of facts that prove a claim or contradict one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from greycells.deduction.facts import UNDERSTOOD, Evidence, Fact, Has, HasNone, Origin, Source
from greycells.deduction.feasibility import fits
from greycells.deduction.knowledge import Claim

Part = TypeVar("Part")
Enough: TypeAlias = Callable[[Sequence[Part]], bool]

ATTEMPTS = 6
"""The number of orders in which turns are tried; the result with the fewest turns wins."""


def irreducible(evidence: Evidence, claim: Claim | None = None, *, attempts: int = ATTEMPTS) -> tuple[Fact, ...]:
    """Facts that prove the claim (or, without one, contradict each other), none of which can be left out.

    Hand sizes and open cards are implied and never included. Uses the fewest turns that several attempts find.
    Raises a ValueError if the facts don't prove the claim, or don't contradict.
    """
    against = () if claim is None else (denial(claim, evidence),)

    def enough(facts: Sequence[Fact]) -> bool:
        return not fits(evidence.only(facts).and_also(*against).problem())

    facts = _distinct(evidence.facts)
    if not enough(facts):
        raise ValueError("the facts do not prove the claim" if claim else "the facts do not contradict one another")
    rng = Random(0)
    best: list[Fact] | None = None
    turns = sorted({fact.source.turn for fact in facts}, reverse=True)
    for _ in range(attempts):
        needed = set(least(turns, lambda some: enough([fact for fact in facts if fact.source.turn in some]), [0]))
        kept = least([fact for fact in facts if fact.source.turn in needed or not fact.source.turn], enough)
        if best is None or _burden(kept) < _burden(best):
            best = kept
        if _burden(best)[0] <= 1:
            break
        rng.shuffle(turns)
    return tuple(fact for fact in facts if best is None or fact in best)


def least(parts: Sequence[Part], enough: Enough[Part], given: Sequence[Part] = ()) -> list[Part]:
    """An irreducible subset of the parts that is sufficient together with `given`, preferring early ones (QuickXplain).

    All parts together must be sufficient, and sufficiency must be monotonic.
    """
    if not parts or enough(given):
        return []
    if len(parts) == 1:
        return list(parts)
    half = len(parts) // 2
    first, second = parts[:half], parts[half:]
    late = least(second, enough, [*given, *first])
    return [*least(first, enough, [*given, *late]), *late]


def denial(claim: Claim, evidence: Evidence) -> Fact:
    """The negation of the claim, as a fact."""
    source = Source(Origin.SUPPOSED)
    if claim.has:
        return HasNone(claim.holder, evidence.deck.of((claim.card,)), source)
    return Has(claim.holder, claim.card, source)


def _distinct(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without duplicates and without implied ones, keeping the first of each."""
    said: dict[object, Fact] = {}
    for fact in facts:
        if not isinstance(fact, UNDERSTOOD):
            said.setdefault((type(fact), *(getattr(fact, name) for name in fact.__slots__ if name != "source")), fact)
    return list(said.values())


def _burden(facts: Sequence[Fact]) -> tuple[int, int]:
    """The cost of a set of facts: turns, then facts."""
    return len({fact.source.turn for fact in facts if fact.source.turn}), len(facts)
