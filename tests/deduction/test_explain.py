"""Proofs: every step follows from what it names, nothing that is cited can be left out, and they are short."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median

import pytest
from tests.deduction.evidence import evidence_of
from tests.deduction.sat import Sat
from tests.deduction.selfplay import SEATS, moments
from tests.deduction.states import vectors
from tests.margin import PROOF

from greycells.deduction.exact_counting import warm_up
from greycells.deduction.explain import explain, refute
from greycells.deduction.facts import (
    CASE_FILE,
    UNDERSTOOD,
    Evidence,
    HandSize,
    Has,
    HasNone,
    HasOneOf,
    NotAllOf,
    Origin,
    Source,
)
from greycells.deduction.knowledge import Claim, Knowledge
from greycells.deduction.knowledge_files import numbered_deck, numbered_seats
from greycells.deduction.proof_text import lines
from greycells.deduction.proofs import Proof, ProofStep
from greycells.deduction.reasoning import Inference
from greycells.rules.cards import Theory

MANY = 1_000 if PROOF else 120


def check(proof: Proof, sat: Sat) -> None:
    """The proof checker: believes nothing but the rules of the deal, and what a step names."""
    _check(proof.steps, (proof.claim,) if proof.claim else (), {}, sat)
    for fact in proof.facts:
        others = [other for other in proof.facts if other != fact]
        droppable = sat.follows((proof.claim,) if proof.claim else (), facts=others)
        assert isinstance(fact, UNDERSTOOD) or not droppable, f"{fact} is cited, but not needed"
    turns = set(proof.turns)
    for turn in turns:
        others = [fact for fact in proof.facts if fact.source.turn != turn]
        assert not sat.follows((proof.claim,) if proof.claim else (), facts=others)


def _check(
    steps: tuple[ProofStep, ...], goal: tuple[Claim, ...], known: dict[int, tuple[Claim, ...]], sat: Sat
) -> None:
    known = dict(known)
    for step in steps:
        named = {claim for number in step.uses for claim in known[number]}
        assert set(step.grounds) <= named, "a ground that no named step claims"
        if step.cases:
            _check_cases(step, known, sat)
        else:
            assert sat.follows(step.claims, facts=step.facts, grounds=step.grounds), f"{step} does not follow"
        known[step.number] = step.claims
    assert steps
    assert not steps[-1].claims or set(goal) <= set(steps[-1].claims), "the last step is not the goal"


def _check_cases(step: ProofStep, known: dict[int, tuple[Claim, ...]], sat: Sat) -> None:
    sides = [case.supposed for case in step.cases]
    if step.rule is Inference.OTHERWISE:
        (claim,), (side,) = step.claims, sides
        assert side == claim._replace(has=not claim.has)
    else:
        assert sat.one_of(sides, facts=step.facts, grounds=step.grounds), "the cases are not all there are"
    for case in step.cases:
        if case.supposed not in step.claims:
            goal = () if step.rule is Inference.OTHERWISE else step.claims
            _check(case.steps, goal, {**known, case.number: (case.supposed,)}, sat)


def forced(evidence: Evidence, rng: Random) -> Iterator[Claim]:
    """Certain claims in any order."""
    claims = list(Knowledge.of(evidence))
    yield from rng.sample(claims, len(claims))


def test_random_claims_from_play() -> None:
    """Claims from every edition and number of seats, any of those that are certain."""
    warm_up()
    cited: list[int] = []
    tables = [(edition, seats) for edition, numbers in SEATS.items() for seats in numbers]
    seed = 0
    while len(cited) < MANY:
        edition, seats = tables[seed % len(tables)]
        rng = Random(seed)
        seed += 1
        for moment in moments(edition, seats, seed=seed, every=6):
            sat = Sat(moment.evidence)
            for _, claim in zip(range(2), forced(moment.evidence, rng), strict=False):
                proof = explain(moment.evidence, claim)
                check(proof, sat)
                assert proof.claim == claim
                assert all(line for line in lines(proof))
                cited.append(len(proof.turns))
    assert median(cited) <= 4


def hard_claims(rng: Random) -> Iterator[tuple[Evidence, Claim]]:
    """Claims about others in states of the vectors, some of them steered by an adversary."""
    for vector in rng.sample(vectors(), 40 if MANY < 1_000 else 200):
        evidence = evidence_of(vector.state)
        observer = evidence.seats[vector.state.observer]
        claims = [claim for claim in forced(evidence, rng) if claim.holder != observer]
        yield from ((evidence, claim) for claim in claims[:2])


def test_hard_claims() -> None:
    warm_up()
    rules: set[Inference] = set()
    for evidence, claim in hard_claims(Random(4)):
        proof = explain(evidence, claim)
        check(proof, Sat(evidence))
        rules |= {step.rule for step in proof}
    assert {
        Inference.EITHER_OR,
        Inference.ONE_LEFT,
        Inference.FULL,
        Inference.ONLY_HOLDER,
        Inference.ELSEWHERE,
    } <= rules


def test_the_checker_finds_what_is_wrong() -> None:
    """A checker that believes everything would prove nothing."""
    evidence, claim = next((evidence, claim) for evidence, claim in hard_claims(Random(4)) if claim.has)
    proof, sat = explain(evidence, claim), Sat(evidence)
    check(proof, sat)
    last = proof.steps[-1]
    other = next(card for card in evidence.deck if not Knowledge.of(evidence).has(card, claim.holder))
    broken = [
        (*proof.steps[:-1], replace(last, claims=(claim._replace(card=other),))),
        (*proof.steps[:-1], replace(last, facts=(), grounds=())),
        (*proof.steps[:-1], replace(last, uses=())),
        proof.steps[:-1],
    ]
    for steps in broken:
        with pytest.raises(AssertionError):
            check(replace(proof, steps=steps), sat)


def small() -> Evidence:
    """A deck of ten cards, hands of four and three."""
    deck, seats = numbered_deck(3, 3, 4), numbered_seats(2)
    dealt = Source(Origin.DEALT)
    return Evidence(deck, seats, (HandSize(seats[0], 4, dealt), HandSize(seats[1], 3, dealt)))


def test_the_words_of_a_proof() -> None:
    evidence = small()
    deck, seats = evidence.deck, evidence.seats
    evidence = evidence.and_also(
        HasNone(seats[1], deck.of([deck.suspects[0], deck.weapons[0], deck.rooms[0]]), Source(Origin.COULD_NOT, 4)),
        HasOneOf(seats[1], deck.of([deck.suspects[0], deck.weapons[0], deck.rooms[1]]), Source(Origin.SHOWED_ONE, 6)),
    )
    proof = explain(evidence, Claim(deck.rooms[1], CASE_FILE, has=False))
    assert proof.turns == (4, 6)
    assert list(lines(proof)) == [
        (
            "1. On turn 4, seat 1 couldn't show suspect 0, the weapon 3 or the room 6, "
            "so seat 1 doesn't have suspect 0 or the weapon 3."
        ),
        (
            "2. On turn 6, seat 1 showed one of suspect 0, the weapon 3 and the room 7, "
            "but seat 1 doesn't have suspect 0 or the weapon 3, so seat 1 has the room 7. [1]"
        ),
        "3. Seat 1 has the room 7, so the room 7 isn't in the case file. [2]",
    ]


def test_a_wrong_accusation_is_one_clause() -> None:
    evidence = small()
    deck = evidence.deck
    theory = Theory(deck.suspects[0], deck.weapons[0], deck.rooms[0])
    evidence = evidence.and_also(
        NotAllOf(theory, Source(Origin.ACCUSED, 9)),
        Has(CASE_FILE, deck.suspects[0], Source(Origin.STATED)),
        Has(CASE_FILE, deck.weapons[0], Source(Origin.STATED)),
    )
    claim = Claim(deck.rooms[0], CASE_FILE, has=False)
    proof = explain(evidence, claim)
    assert proof.steps[-1].rule is Inference.WRONG_THEORY
    check(proof, Sat(evidence))
    with pytest.raises(ValueError, match="do not prove"):
        explain(evidence, Claim(deck.rooms[1], CASE_FILE, has=False))


def test_facts_that_contradict() -> None:
    evidence = small()
    deck, seats = evidence.deck, evidence.seats
    evidence = evidence.and_also(
        HasOneOf(seats[0], deck.of(deck.suspects), Source(Origin.SHOWED_ONE, 1)),
        *(HasOneOf(seats[1], deck.of([card]), Source(Origin.SHOWED_ONE, 2 + card.index)) for card in deck.suspects),
        HasNone(seats[1], deck.of([deck.rooms[3]]), Source(Origin.COULD_NOT, 9)),
    )
    proof = refute(evidence)
    check(proof, Sat(evidence))
    assert proof.claim is None
    assert proof.turns == (2, 3, 4)
    with pytest.raises(ValueError, match="do not contradict"):
        refute(small())
