"""What is certain, and how likely the rest is, even where there are too many deals to count.

Help always answers. Where the exact count is too hard, `deduction/count_fallback.py` counts with less evidence: what it
calls certain is certain, but it may not find everything that is. Then `exact` is False, and the numbers are estimates.
"""

from __future__ import annotations

from typing import NamedTuple

from greycells.deduction import count_fallback as fallback
from greycells.deduction.beliefs import Beliefs
from greycells.deduction.facts import Evidence, theories_of
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.problem import TooHard
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Theory


class Certainties(NamedTuple):
    """Everything that is certain; without `exact`, a part of it."""

    knowledge: Knowledge
    exact: bool


class Likelihoods(NamedTuple):
    """Every case file that is possible with its probability, the likeliest first; without `exact`, estimates."""

    theories: dict[Theory, float]
    exact: bool


def certainties(evidence: Evidence) -> Certainties:
    """What follows from these facts, as far as it can be counted."""
    try:
        return Certainties(Knowledge.of(evidence), exact=True)
    except TooHard:
        return Certainties(Knowledge(Worlds(evidence, fallback.count(evidence.problem()))), exact=False)


def likelihoods(evidence: Evidence) -> Likelihoods:
    """The case files that these facts leave; none if the facts contradict one another."""
    try:
        return Likelihoods(Beliefs(evidence).theories, exact=True)
    except TooHard:
        theory, shares = theories_of(evidence.deck), fallback.weigh(evidence.problem()).case_files
        likeliest_first = sorted(shares, key=shares.__getitem__, reverse=True)
        return Likelihoods({theory[cards]: shares[cards] for cards in likeliest_first}, exact=False)
