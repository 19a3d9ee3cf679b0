"""Worlds drawn, beliefs, what-if, empathy and the notebook: against brute force where there is one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice
from math import log2
from random import Random

import pytest
from tests.deduction.evidence import evidence_of
from tests.deduction.selfplay import moments, whims
from tests.deduction.states import COTTAGE, Deal, deals_that_fit, made_up
from tests.properties.random_players import Party

from greycells.deduction.beliefs import Beliefs, Habit, Leaning
from greycells.deduction.empathy import empathise
from greycells.deduction.evidence import facts_from
from greycells.deduction.facts import CASE_FILE, Evidence, Has, Origin, Source
from greycells.deduction.knowledge import Claim, Knowledge
from greycells.deduction.notebook import Box, Mark, Notebook, check
from greycells.deduction.proof_text import lines
from greycells.deduction.what_if import Answer, what_if
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Theory
from greycells.rules.edition import Answering
from greycells.rules.events import Shown
from greycells.rules.seats import Seat


def drawn(evidence: Evidence, number: int) -> Counter[Deal]:
    deals = islice(Worlds(evidence).deals(Random(5)), number)
    return Counter(
        Deal(
            (deal.case_file.suspect.index, deal.case_file.weapon.index, deal.case_file.room.index),
            tuple(tuple(card.index for card in hand) for hand in deal.hands),
        )
        for deal in deals
    )


@pytest.mark.parametrize("seed", range(8))
def test_every_deal_is_drawn_equally_often(seed: int) -> None:
    """Every deal that fits and no other; how often, within five standard deviations. Wrong theories included."""
    rng = Random(seed)
    state = made_up(rng, COTTAGE, (3, 2, 2), facts=8 + seed % 6)
    fitting = set(deals_that_fit(state))
    number = min(60 * len(fitting), 40_000)
    found = drawn(evidence_of(state), number)
    assert set(found) <= fitting
    expected = number / len(fitting)
    if expected >= 50:
        assert set(found) == fitting
        assert all(abs(count - expected) < 5.5 * expected**0.5 for count in found.values())


def test_no_deal_no_draw() -> None:
    state = made_up(Random(1), COTTAGE, (3, 2, 2), facts=4)
    evidence = evidence_of(state)
    card, (first, second, _) = evidence.deck.cards[0], evidence.seats
    source = Source(Origin.STATED)
    worlds = Worlds(evidence.and_also(Has(first, card, source), Has(second, card, source)))
    assert not worlds
    with pytest.raises(ValueError, match="No deal fits"):
        next(worlds.deals(Random(0)))


@pytest.mark.parametrize("seed", range(12))
def test_beliefs_with_soft_evidence(seed: int) -> None:
    rng = Random(seed)
    state = made_up(rng, COTTAGE, (3, 2, 2), facts=seed % 8)
    evidence = evidence_of(state)
    deck, seats = evidence.deck, evidence.seats
    leanings = [Leaning(deck.cards[rng.randrange(10)], rng.choice(evidence.holders), rng.random() + 0.1)]
    habits = [Habit(rng.choice(seats), deck.of(rng.sample(deck.cards, 3)), (0.5, 1.0, rng.random(), 0.25))]
    beliefs = Beliefs(evidence, leanings=leanings, habits=habits)
    weights: dict[Deal, float] = {}
    for deal in deals_that_fit(state):
        (leaning,), (habit,) = leanings, habits
        held = deal.case_file if leaning.holder is CASE_FILE else deal.hands[leaning.holder.index]
        weight = leaning.factor if leaning.card.index in held else 1.0
        number = sum(card.index in deal.hands[habit.seat.index] for card in habit.cards)
        weights[deal] = weight * habit.weights[number]
    total = sum(weights.values())
    for card in deck:
        for holder in evidence.holders:
            at = len(seats) if holder is CASE_FILE else holder.index
            share = sum(w for deal, w in weights.items() if card.index in (*deal.hands, deal.case_file)[at]) / total
            assert beliefs.probability(card, holder) == pytest.approx(share, abs=1e-8)
    assert sum(beliefs.theories.values()) == pytest.approx(1.0)
    assert list(beliefs.theories.values()) == sorted(beliefs.theories.values(), reverse=True)
    assert beliefs.uncertainty == pytest.approx(entropy(list(beliefs.theories.values())))


def entropy(shares: list[float]) -> float:
    whole = sum(shares)
    return -sum(share / whole * log2(share / whole) for share in shares if share)


@pytest.mark.parametrize("answering", list(Answering))
@pytest.mark.parametrize("watching", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_what_if(seed: int, *, watching: bool, answering: Answering) -> None:
    """Against every deal that fits, in each of which who holds several named cards shows any of them alike."""
    rng = Random(seed)
    state = made_up(rng, COTTAGE, (3, 2, 2), facts=3 + seed)
    evidence = evidence_of(state)
    deck, (by, *others) = evidence.deck, evidence.seats
    theory = Theory(rng.choice(deck.suspects), rng.choice(deck.weapons), rng.choice(deck.rooms))
    viewer = others[1] if watching else by
    deals = list(deals_that_fit(state))
    expected: dict[tuple[Answer, ...], dict[object, Fraction]] = {}
    for deal in deals:
        for answers, chance in answered(deal, theory, others, everybody=answering is Answering.EVERYBODY):
            seen = tuple(Answer(a.seat, a.shows) for a in answers) if watching else answers
            files = expected.setdefault(seen, {})
            files[deal.case_file] = files.get(deal.case_file, Fraction()) + chance / len(deals)
    prospect = what_if(evidence, theory, by=by, viewer=viewer, answering=answering)
    assert {outcome.answers: outcome.probability for outcome in prospect.outcomes} == {
        answers: sum(files.values()) for answers, files in expected.items()
    }
    for outcome in prospect.outcomes:
        shares = [float(share) for share in expected[outcome.answers].values()]
        assert outcome.uncertainty == pytest.approx(entropy(shares), abs=1e-9)
    before = Counter(deal.case_file for deal in deals)
    left = sum(float(outcome.probability) * outcome.uncertainty for outcome in prospect.outcomes)
    assert prospect.information == pytest.approx(entropy([*map(float, before.values())]) - left, abs=1e-9)


def answered(
    deal: Deal, theory: Theory, asked: list[Seat], *, everybody: bool
) -> list[tuple[tuple[Answer, ...], Fraction]]:
    """How a suggestion is answered in one deal, and with which chance."""
    if not asked:
        return [((), Fraction(1))]
    seat, rest = asked[0], asked[1:]
    held = [card for card in theory if card.index in deal.hands[seat.index]]
    if not held:
        later = answered(deal, theory, rest, everybody=everybody)
        return [((Answer(seat, shows=False), *answers), chance) for answers, chance in later]
    later = answered(deal, theory, rest if everybody else [], everybody=everybody)
    return [
        ((Answer(seat, shows=True, card=card), *answers), chance / len(held))
        for card in held
        for answers, chance in later
    ]


def parties() -> list[Party]:
    return [
        Party("cottage", (), 3, 1),
        Party("classic", (), 4, 2),
        Party("master-detective", (), 5, 3),
        Party("master-detective", ("blind snoop",), 4, 4),
        Party("getaway", (), 5, 5),
    ]


@pytest.mark.parametrize("party", parties(), ids=lambda party: party.edition)
def test_empathy_claims_nothing_that_the_other_does_not_know(party: Party) -> None:
    """What another seat must know, as seen from mine, it knows indeed."""
    number = 0
    for moment in whims(party, every=12):
        mine = Knowledge.of(moment.evidence)
        for view in moment.views:
            other = view.seat
            if other is None or other == moment.seat:
                continue
            theirs = Knowledge.of(facts_from(view))
            for claim in empathise(moment.view, other, mine=mine):
                assert theirs.has(claim.card, claim.holder) is claim.has
                number += 1
    assert number > 40


def test_empathy_knows_what_i_showed() -> None:
    """What I showed to a seat it knows for certain, and so it does the cards of its own hand that I know."""
    told = 0
    for moment in moments("classic", 4, seed=6, every=5):
        mine = Knowledge.of(moment.evidence)
        for _, event in moment.view.sightings:
            if isinstance(event, Shown) and event.card is not None and event.seat == moment.seat:
                assert empathise(moment.view, event.to, mine=mine).has(event.card, moment.seat)
                told += 1
            if isinstance(event, Shown) and event.card is not None and event.to == moment.seat:
                assert empathise(moment.view, event.seat, mine=mine).has(event.card, event.seat)
    assert told


def test_marks_that_cannot_be_right() -> None:
    """Each wrong mark with the proof of the opposite; marks that are wrong only together, together."""
    moment = list(moments("classic", 4, seed=2, every=3))[4]
    evidence = moment.evidence
    knowledge = Knowledge.of(evidence)
    claim = next(claim for claim in knowledge if not claim.has and claim.holder != moment.seat)
    notebook = Notebook().write(Box(claim.card, claim.holder), Mark.YES).note("Plum looks guilty")
    (objection,) = check(notebook, evidence)
    assert objection.marks == (claim._replace(has=True),)
    assert objection.proof.claim == claim
    assert list(lines(objection.proof))
    assert not list(check(notebook.write(Box(claim.card, claim.holder), Mark.MAYBE), evidence))
    assert not list(check(notebook.write(Box(claim.card, claim.holder), None), evidence))
    assert notebook.notes == ("Plum looks guilty",)
    suspects = [card for card in evidence.deck.suspects if knowledge.has(card, CASE_FILE) is None]
    together = Notebook()
    for suspect in suspects:
        together = together.write(Box(suspect, CASE_FILE), Mark.NO)
    (objection,) = check(together, evidence)
    assert set(objection.marks) == {Claim(suspect, CASE_FILE, has=False) for suspect in suspects}
    assert objection.proof.claim is None
