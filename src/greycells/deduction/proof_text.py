"""The text of proofs: short sentences with keys and arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from greycells.deduction.facts import (
    Evidence,
    Fact,
    HandSize,
    Has,
    HasNone,
    HasOneOf,
    Holder,
    NotAllOf,
    OpenCards,
    kind_of,
)
from greycells.deduction.knowledge import Claim
from greycells.deduction.proofs import Proof, ProofStep
from greycells.deduction.reasoning import Inference
from greycells.language.sentences import Argument, Sentence, addressed, either
from greycells.rules.cards import Card
from greycells.rules.seats import Seat

KINDS = ("suspect", "weapon", "room")


def lines(proof: Proof, *, reader: Seat | None = None) -> Iterator[str]:
    """The proof line by line: numbered steps, cases indented, each with the steps that it depends on.

    The reader's seat is called *you*.
    """
    for indent, number, sentence, uses in _lines(proof.steps, proof.evidence, ""):
        text = str(addressed(sentence, reader))
        rests_on = f" [{', '.join(map(str, uses))}]" if uses else ""
        yield f"{indent}{number}. {text[:1].upper()}{text[1:]}{rests_on}"


def _lines(
    steps: Sequence[ProofStep], evidence: Evidence, indent: str
) -> Iterator[tuple[str, int, Sentence, Sequence[int]]]:
    for step in steps:
        if step.rule is not Inference.OTHERWISE:
            yield indent, step.number, tell(step, evidence), step.uses
        for case in step.cases:
            key = "proof.suppose the opposite" if step.rule is Inference.OTHERWISE else "proof.suppose"
            yield f"{indent}  ", case.number, Sentence(key, claim=say_claim(case.supposed)), ()
            yield from _lines(case.steps, evidence, indent + "    ")
        if step.cases:
            yield indent, step.number, _in_every_case(step), ()


def _in_every_case(step: ProofStep) -> Sentence:
    if not step.claims:
        return Sentence("proof.in no case")
    if step.rule is Inference.OTHERWISE:
        return Sentence("proof.so it is", claims=say_claims(step.claims))
    return Sentence("proof.in every case", claims=say_claims(step.claims))


def tell(step: ProofStep, evidence: Evidence) -> Sentence:
    """The sentence of a step."""
    because = _because(step, evidence)
    if step.cases or (step.rule is Inference.GIVEN and isinstance(step.facts[0], Has)):
        return Sentence("proof.just", because=because)
    if not step.claims:
        return Sentence("proof.cannot be", because=because)
    return Sentence("proof.so", because=because, claims=say_claims(step.claims))


def _because(step: ProofStep, evidence: Evidence) -> Sentence:
    match step.rule:
        case Inference.GIVEN:
            cards = tuple(claim.card for claim in step.claims)
            return tell_fact(step.facts[0], cards if isinstance(step.facts[0], Has) else ())
        case Inference.ELSEWHERE:
            return Sentence("proof.elsewhere", others=say_claims(step.grounds))
        case Inference.ONLY_HOLDER:
            return Sentence("proof.only holder" if step.claims else "proof.no holder", card=next(iter(step.cards)))
        case Inference.FULL | Inference.LAST_CARDS:
            return _of_one_hand(step, evidence)
        case Inference.ONE_LEFT | Inference.WRONG_THEORY:
            fact = tell_fact(step.facts[0])
            return Sentence("proof.but", fact=fact, others=say_claims(step.grounds)) if step.grounds else fact
        case Inference.SPOKEN_FOR:
            return _of_answers(step, evidence)
        case Inference.CROWDED | Inference.NEEDED:
            holders = tuple(name_of(holder) for holder in step.holders)
            return Sentence(f"proof.{step.rule.value}", cards=tuple(step.cards), holders=holders)
        case Inference.EITHER_OR:
            sides = either(say_claim(case.supposed) for case in step.cases)
            if step.facts:
                return Sentence("proof.either or, as", sides=sides, fact=tell_fact(step.facts[0]))
            return Sentence("proof.either or", sides=sides)
        case Inference.SUPPOSED | Inference.OTHERWISE:
            return Sentence("proof.suppose", claim=say_claims(step.claims))
    assert_never(step.rule)


def _of_one_hand(step: ProofStep, evidence: Evidence) -> Sentence:
    """The sentence for a full hand, or one that needs all cards it may hold; the case file takes one of each kind."""
    holder, cards = step.holders[0], tuple(step.cards)
    if isinstance(holder, Seat):
        return Sentence(f"proof.{step.rule.value}", holder=holder, size=evidence.sizes[holder.index], cards=cards)
    named = cards or tuple(claim.card for claim in step.grounds)
    return Sentence(f"proof.{step.rule.value}, {KINDS[kind_of(named[0])]}", cards=cards)


def _of_answers(step: ProofStep, evidence: Evidence) -> Sentence:
    """The sentence for a hand whose remaining cards are all determined by what its seat has shown."""
    holder = step.holders[0]
    known = [claim.card for claim in step.grounds if claim.has]
    size = evidence.sizes[holder.index] if isinstance(holder, Seat) else len(KINDS)
    facts = tuple(tell_fact(fact) for fact in step.facts)
    return Sentence("proof.spoken for", holder=name_of(holder), left=size - len(known), facts=facts)


def tell_fact(fact: Fact, cards: tuple[Card, ...] = ()) -> Sentence:
    """A fact as it was seen, worded by its origin."""
    arguments: dict[str, Argument] = {"turn": fact.source.turn, "what": say_fact(fact)}
    match fact:
        case Has(holder, card):
            arguments |= {"holder": name_of(holder), "cards": cards or (card,)}
        case HasNone(holder, named):
            arguments |= {"holder": name_of(holder), "cards": either(named)}
        case HasOneOf(holder, named):
            arguments |= {"holder": holder, "cards": tuple(named)}
        case OpenCards(named):
            arguments |= {"cards": tuple(named)}
        case NotAllOf(theory):
            arguments |= {"theory": theory}
        case HandSize(seat, size):
            arguments |= {"holder": seat, "size": size}
        case _:
            assert_never(fact)
    return Sentence(f"fact.{fact.source.origin.value}", **arguments)


def say_fact(fact: Fact) -> Sentence:
    """What a fact means, whatever its origin."""
    match fact:
        case Has(holder, card):
            return say_claim(Claim(card, holder, has=True))
        case HasNone(holder, cards):
            return say_claims([Claim(card, holder, has=False) for card in cards])
        case HasOneOf(holder, cards):
            return Sentence("proof.has one", holder=holder, cards=tuple(cards))
        case OpenCards(cards):
            return Sentence("proof.nobody has", cards=either(cards))
        case NotAllOf(theory):
            return Sentence("proof.not all", theory=theory)
        case HandSize(seat, size):
            return Sentence("proof.has so many", holder=seat, size=size)
    assert_never(fact)


def say_claim(claim: Claim) -> Sentence:
    """A holder has a card, or doesn't."""
    return say_claims((claim,))


def say_claims(claims: Sequence[Claim]) -> Sentence:
    """Several claims in one sentence, grouped by holder."""
    together: dict[tuple[Holder, bool], list[Card]] = {}
    for claim in claims:
        together.setdefault((claim.holder, claim.has), []).append(claim.card)
    said = [_say(holder, cards, has=has) for (holder, has), cards in together.items()]
    return said[0] if len(said) == 1 else Sentence("proof.all of", claims=tuple(said))


def _say(holder: Holder, cards: list[Card], *, has: bool) -> Sentence:
    several = ", several" if len(cards) > 1 else ""
    where = "" if isinstance(holder, Seat) else ", case file"
    named = tuple(cards) if has else either(cards)
    return Sentence(f"proof.{'has' if has else 'has not'}{where}{several}", holder=name_of(holder), cards=named)


def name_of(holder: Holder) -> Seat | Sentence:
    """A holder as it stands in a sentence."""
    return holder if isinstance(holder, Seat) else Sentence("holder.case file")
