"""Why something is certain, in words: the proof, or the facts that are enough where nobody could follow it."""

from __future__ import annotations

from typing import NamedTuple

from greycells.deduction.explain import TooDeep, explain, explain_quickly, refute
from greycells.deduction.facts import Evidence, Fact
from greycells.deduction.knowledge import Claim
from greycells.deduction.proof_text import lines, tell_fact
from greycells.language.sentences import Sentence, addressed
from greycells.rules.seats import Seat


class Explanation(NamedTuple):
    """Why something is certain: the turns that it rests on (none: the deal alone), the proof in words, its facts."""

    turns: tuple[int, ...]
    proof: tuple[str, ...]
    facts: tuple[Fact, ...] = ()


def why_certain(evidence: Evidence, claim: Claim, *, reader: Seat | None = None, quickly: bool = False) -> Explanation:
    """The proof of a claim; where nobody could follow it, the facts that are enough. The reader is called *you*.

    A proof that is found `quickly` may rest on more turns than necessary.
    """
    try:
        proof = (explain_quickly if quickly else explain)(evidence, claim)
    except TooDeep as enough:
        return _facts_alone(enough, reader)
    return Explanation(proof.turns, tuple(lines(proof, reader=reader)), proof.facts)


def why_contradictory(evidence: Evidence) -> tuple[str, ...]:
    """That the answers contradict one another, and the proof of it."""
    try:
        steps = tuple(lines(refute(evidence)))
    except TooDeep as enough:
        steps = _facts_alone(enough, None).proof
    return (str(Sentence("advice.contradiction")), *steps)


def _facts_alone(enough: TooDeep, reader: Seat | None) -> Explanation:
    turns = tuple(sorted({fact.source.turn for fact in enough.facts if fact.source.turn}))
    return Explanation(turns, tuple(str(addressed(tell_fact(fact), reader)) for fact in enough.facts), enough.facts)
