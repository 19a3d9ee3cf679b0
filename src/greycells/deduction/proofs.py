"""Proofs: the numbered steps from facts to a claim, each with what it depends on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from greycells.deduction.facts import CASE_FILE, Evidence, Fact, Has, Holder, OpenCards, Origin
from greycells.deduction.knowledge import Claim
from greycells.deduction.reasoning import DeductionSheet, Inference, Literal, Reason
from greycells.rules.cards import CardSet


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One conclusion: the claim, the rule, the facts, and the earlier steps that it depends on.

    Without a claim the step says that the supposition is impossible. A case split has cases, each with its own steps.
    `holders` and `cards` are those that the rule is about.
    """

    number: int
    rule: Inference
    claims: tuple[Claim, ...]
    facts: tuple[Fact, ...]
    grounds: tuple[Claim, ...]
    uses: tuple[int, ...]
    cases: tuple[Supposition, ...]
    holders: tuple[Holder, ...]
    cards: CardSet

    def __iter__(self) -> Iterator[ProofStep]:
        """This step and all those inside it."""
        yield self
        for case in self.cases:
            for step in case.steps:
                yield from step


@dataclass(frozen=True, slots=True)
class Supposition:
    """One case of a case split: the supposition, its number, and the steps that follow."""

    number: int
    supposed: Claim
    steps: tuple[ProofStep, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a claim holds; without a claim, why the facts contradict one another."""

    evidence: Evidence
    claim: Claim | None
    steps: tuple[ProofStep, ...]

    def __iter__(self) -> Iterator[ProofStep]:
        """Every step, those of all cases included."""
        for step in self.steps:
            yield from step

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The cited facts, without duplicates."""
        return tuple(dict.fromkeys(fact for step in self for fact in step.facts))

    @property
    def turns(self) -> tuple[int, ...]:
        """The cited turns."""
        return tuple(sorted({fact.source.turn for fact in self.facts if fact.source.turn}))


Group: TypeAlias = tuple[object, ...]


def write_proof(sheet: DeductionSheet, goal: Literal | None, claim: Claim | None) -> Proof:
    """The proof of a sheet's goal, with necessary steps only."""
    return Proof(sheet.evidence, claim, _Writer().tell(sheet, goal, {}))


class _Writer:
    """Numbers the steps of one proof in order."""

    def __init__(self) -> None:
        self._number = 0

    def tell(self, sheet: DeductionSheet, goal: Literal | None, told: dict[Literal, int]) -> tuple[ProofStep, ...]:
        """The steps to the goal, or to the contradiction; `told` are the earlier steps."""
        told = dict(told)
        last = sheet.impossible if goal is None or not sheet.knows(goal) or sheet.impossible is not None else None
        needed = _needed(sheet, last if last is not None else goal)
        depth = _depths(sheet, needed)
        groups: dict[Group, list[Literal]] = {}
        for literal in sheet.reasons:
            if literal in needed:
                groups.setdefault(_group(literal, sheet.reasons[literal], depth[literal]), []).append(literal)
        in_order = sorted(groups.values(), key=lambda group: max(depth[literal] for literal in group))
        steps = [self._step(sheet, tuple(group), told) for group in in_order]
        if last is not None:
            steps.append(self._write(sheet, (), (last,), told))
        return tuple(steps)

    def _step(self, sheet: DeductionSheet, group: tuple[Literal, ...], told: dict[Literal, int]) -> ProofStep:
        reasons = tuple(dict.fromkeys(sheet.reasons[literal] for literal in group))
        step = self._write(sheet, group, reasons, told)
        told.update(dict.fromkeys(group, step.number))
        return step

    def _write(
        self, sheet: DeductionSheet, group: tuple[Literal, ...], reasons: tuple[Reason, ...], told: dict[Literal, int]
    ) -> ProofStep:
        self._number += 1
        number = self._number
        evidence = sheet.evidence
        facts = tuple(dict.fromkeys(fact for reason in reasons for fact in reason.facts))
        premises = tuple(dict.fromkeys(premise for reason in reasons for premise in reason.premises))
        cases = tuple(
            self._case(case.supposed, case.sheet, group[0] if group else None, told)
            for reason in reasons
            for case in reason.cases
        )
        return ProofStep(
            number,
            reasons[0].rule,
            tuple(claim_of(literal, evidence) for literal in group),
            facts,
            tuple(claim_of(premise, evidence) for premise in premises),
            tuple(sorted({told[premise] for premise in premises})),
            cases,
            tuple(dict.fromkeys(holder_of(hand, evidence) for hand in reasons[0].hands)),
            CardSet(evidence.deck, reasons[0].cards),
        )

    def _case(
        self, supposed: Literal, sheet: DeductionSheet, goal: Literal | None, told: dict[Literal, int]
    ) -> Supposition:
        self._number += 1
        number = self._number
        steps = self.tell(sheet, goal, told | {supposed: number})
        return Supposition(number, claim_of(supposed, sheet.evidence), steps)


def claim_of(literal: Literal, evidence: Evidence) -> Claim:
    """The claim of a literal."""
    return Claim(evidence.deck.cards[literal.card], holder_of(literal.hand, evidence), literal.here)


def holder_of(hand: int, evidence: Evidence) -> Holder:
    """The holder of a hand; each of the three last places is the case file."""
    return evidence.seats[hand] if hand < len(evidence.seats) else CASE_FILE


def _group(literal: Literal, reason: Reason, depth: int) -> Group:
    """The literals that share one sentence: from one fact, in one hand, or by the same inference."""
    match reason.rule:
        case Inference.GIVEN:
            fact = reason.facts[0]
            if isinstance(fact, Has) and fact.source.origin is Origin.OWN_HAND:
                return reason.rule, fact.holder, literal.here
            return reason.rule, fact, literal.hand if isinstance(fact, OpenCards) else None
        case Inference.ELSEWHERE:
            return reason.rule, literal.hand, depth
        case Inference.EITHER_OR | Inference.OTHERWISE:
            return reason.rule, literal
        case _:
            return reason.rule, literal.hand, reason


def _needed(sheet: DeductionSheet, target: Literal | Reason | None) -> set[Literal]:
    """The literals of this sheet that a target depends on."""
    needed: set[Literal] = set()
    waiting = _rests_on(target) if isinstance(target, Reason) else [target] if target is not None else []
    while waiting:
        literal = waiting.pop()
        if literal not in needed and literal in sheet.reasons and sheet.reasons[literal].rule is not Inference.SUPPOSED:
            needed.add(literal)
            waiting += _rests_on(sheet.reasons[literal], literal)
    return needed


def _rests_on(reason: Reason, goal: Literal | None = None) -> list[Literal]:
    """The premises of a reason, and what its cases use from earlier sheets."""
    found = list(reason.premises)
    for case in reason.cases:
        sheet = case.sheet
        target: Literal | Reason | None = sheet.impossible if sheet.impossible is not None else goal
        inner = _needed(sheet, target)
        rests = _rests_on(target) if isinstance(target, Reason) else [target] if target is not None else []
        for literal in inner:
            rests += _rests_on(sheet.reasons[literal], literal)
        found += [literal for literal in rests if literal not in sheet.reasons]
    return found


def _depths(sheet: DeductionSheet, needed: set[Literal]) -> dict[Literal, int]:
    depth: dict[Literal, int] = {}
    for literal in sheet.reasons:
        if literal in needed:
            before = _rests_on(sheet.reasons[literal], literal)
            depth[literal] = 1 + max((depth.get(premise, 0) for premise in before), default=-1)
    return depth
