"""Explanations: a proof for every certain claim, citing turns, with case splits only where necessary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from greycells.deduction.facts import Evidence, Fact
from greycells.deduction.knowledge import Claim
from greycells.deduction.minimal_facts import irreducible
from greycells.deduction.proofs import Proof, write_proof
from greycells.deduction.python_counting import cards_of
from greycells.deduction.reasoning import Case, DeductionSheet, Inference, Literal, Reason
from greycells.errors import GreycellsError

DEEPEST = 8
"""The maximum nesting of suppositions: more than any deck needs."""


SHALLOW = 2
"""Suppositions nested less than this are tried on all facts at once."""


class TooDeep(GreycellsError):
    """These facts are sufficient, but the proof would need too many nested suppositions."""

    def __init__(self, facts: tuple[Fact, ...]) -> None:
        super().__init__("There is no proof that anybody could follow.")
        self.facts = facts


def explain(evidence: Evidence, claim: Claim) -> Proof:
    """The proof of a claim; a ValueError if it isn't certain."""
    return _prove(evidence.only(irreducible(evidence, claim)), claim)


def explain_quickly(evidence: Evidence, claim: Claim) -> Proof:
    """A proof of a claim, several times as fast as `explain`: no fact can be left out, but fewer turns might do.

    What follows with few suppositions, as most claims do, points at a handful of facts, and only these are tried.
    """
    goal = _goal(evidence, claim)
    for depth in range(SHALLOW):
        sheet = DeductionSheet(evidence)
        if think(sheet, goal, depth):
            evidence = evidence.only(write_proof(sheet, goal, claim).facts)
            break
    return _prove(evidence.only(irreducible(evidence, claim, attempts=1)), claim)


def refute(evidence: Evidence) -> Proof:
    """The proof of a contradiction; a ValueError if there is none."""
    return _prove(evidence.only(irreducible(evidence)), None)


def _prove(evidence: Evidence, claim: Claim | None) -> Proof:
    goal = None if claim is None else _goal(evidence, claim)
    for depth in range(DEEPEST):
        sheet = DeductionSheet(evidence)
        if think(sheet, goal, depth):
            return write_proof(sheet, goal, claim)
    raise TooDeep(evidence.facts)


def _goal(evidence: Evidence, claim: Claim) -> Literal:
    return Literal(claim.card.index, evidence.place(claim.holder, claim.card), claim.has)


class Split(NamedTuple):
    """A case split: one of these literals holds, by these premises and facts; or the negated goal, for a refutation."""

    literals: tuple[Literal, ...]
    premises: tuple[Literal, ...] = ()
    facts: tuple[Fact, ...] = ()
    rule: Inference = Inference.EITHER_OR


def think(sheet: DeductionSheet, goal: Literal | None, depth: int) -> bool:
    """Try to reach the goal, or a contradiction, with suppositions nested at most this deep."""
    while not sheet.conclude(goal):
        if depth == 0 or not _settle_by_cases(sheet, goal, depth):
            return False
    return True


def _settle_by_cases(sheet: DeductionSheet, goal: Literal | None, depth: int) -> bool:
    """Try every case split; use the cheapest one that reaches the goal, otherwise learn from all of them."""
    best: tuple[int, Literal | None, Reason] | None = None
    lessons: list[tuple[Literal, Reason]] = []
    for split in _splits(sheet, goal):
        cases = tuple(Case(literal, sheet.suppose(literal)) for literal in split.literals)
        closed = [think(case.sheet, goal, depth - 1) for case in cases]
        reason = Reason(split.rule, split.premises, split.facts, cases)
        possible = [case.sheet for case in cases if case.sheet.impossible is None]
        if all(closed):
            price = sum(case.sheet.price_of(goal) for case in cases)
            if best is None or price < best[0]:
                best = price, goal if possible or split.rule is Inference.OTHERWISE else None, reason
        elif best is None and possible and split.rule is Inference.EITHER_OR:
            common = set[Literal].intersection(*(set(branch.reasons) for branch in possible))
            lessons += [(literal, reason) for literal in common if not sheet.knows(literal)]
    if best is not None:
        _, literal, reason = best
        if literal is None:
            sheet.impossible = reason
        else:
            sheet.take(literal, reason)
        return True
    for literal, reason in lessons:
        sheet.take(literal, reason)
    return bool(lessons)


def _splits(sheet: DeductionSheet, goal: Literal | None) -> Iterator[Split]:
    """The available case splits, those with two cases first."""
    found = [*_answers(sheet), *_whereabouts(sheet)]
    if goal is not None:
        found.append(Split((goal._replace(here=not goal.here),), rule=Inference.OTHERWISE))
    yield from sorted(found, key=lambda split: len(split.literals))


def _answers(sheet: DeductionSheet) -> Iterator[Split]:
    """Splits by which card somebody showed."""
    for hand, cards, fact in sheet.one_of:
        if not cards & sheet.yes[hand]:
            left = cards_of(cards & ~sheet.no[hand])
            ruled_out = tuple(Literal(card, hand, here=False) for card in cards_of(cards & sheet.no[hand]))
            yield Split(tuple(Literal(card, hand, here=True) for card in left), ruled_out, (fact,))


def _whereabouts(sheet: DeductionSheet) -> Iterator[Split]:
    """Splits by who has a card that some fact mentions."""
    cards = 0
    for _, named, _ in sheet.one_of:
        cards |= named
    for fact in sheet.wrong:
        cards |= fact.theory.mask
    for card in cards_of(cards):
        holders = sheet.open_holders(card)
        if len(holders) == 2:
            ruled_out = (Literal(card, hand, here=False) for hand in sheet.holders(card) if hand not in holders)
            yield Split(tuple(Literal(card, hand, here=True) for hand in holders), tuple(ruled_out))
