"""The deal as a SAT problem, for checking what follows from what; nothing of the solver is used but the facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Protocol, assert_never

from greycells.deduction.facts import CASE_FILE, Evidence, Fact, HandSize, Has, HasNone, HasOneOf, NotAllOf, OpenCards
from greycells.deduction.knowledge import Claim
from greycells.rules.cards import Card


class Solver(Protocol):
    def add_clause(self, clause: Sequence[int]) -> object: ...
    def solve(self, assumptions: Sequence[int]) -> bool | None: ...


class Clauses(Protocol):
    nv: int
    clauses: list[list[int]]


class Sat:
    """The rules of the deal, hand sizes and open cards as clauses, one variable for each card and holder.

    Each further fact has a switch, so that one can ask what follows from some of them.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.holders = evidence.holders
        self.solver: Solver = import_module("pysat.solvers").Cadical153()
        self.top = len(evidence.deck) * len(self.holders)
        self.switches: dict[Fact, int] = {}
        open_cards = {card for fact in evidence.facts if isinstance(fact, OpenCards) for card in fact.cards}
        for card in evidence.deck:
            self._exactly(
                [self.variable(card, holder) for holder in range(len(self.holders))], int(card not in open_cards)
            )
        for fact in evidence.facts:
            if isinstance(fact, HandSize):
                self._exactly([self.variable(card, fact.seat.index) for card in evidence.deck], fact.size)
        for kind in (evidence.deck.suspects, evidence.deck.weapons, evidence.deck.rooms):
            self._exactly([self.variable(card, len(self.holders) - 1) for card in kind], 1)
        for fact in evidence.facts:
            self._add(fact)

    def variable(self, card: Card, holder: int) -> int:
        return card.index * len(self.holders) + holder + 1

    def literal(self, claim: Claim) -> int:
        holder = len(self.holders) - 1 if claim.holder is CASE_FILE else claim.holder.index
        return self.variable(claim.card, holder) * (1 if claim.has else -1)

    def follows(self, claims: Iterable[Claim], *, facts: Iterable[Fact], grounds: Iterable[Claim] = ()) -> bool:
        """Whether every claim follows from these facts and grounds; without a claim, whether they contradict."""
        given = [self.switches[fact] for fact in facts if fact in self.switches]
        given += [self.literal(ground) for ground in grounds]
        denials = [[-self.literal(claim)] for claim in claims] or [[]]
        return not any(self.solver.solve(assumptions=[*given, *denial]) for denial in denials)

    def one_of(self, claims: Iterable[Claim], *, facts: Iterable[Fact], grounds: Iterable[Claim]) -> bool:
        """Whether at least one of the claims must hold."""
        denied = [claim._replace(has=not claim.has) for claim in claims]
        return self.follows((), facts=facts, grounds=[*grounds, *denied])

    def _exactly(self, variables: list[int], number: int) -> None:
        encoding = import_module("pysat.card").CardEnc
        clauses: Clauses = encoding.equals(variables, number, top_id=self.top)
        self.top = max(self.top, clauses.nv)
        for clause in clauses.clauses:
            self.solver.add_clause(clause)

    def _add(self, fact: Fact) -> None:
        match fact:
            case Has(holder, card):
                clauses = [[self.literal(Claim(card, holder, has=True))]]
            case HasNone(holder, cards):
                clauses = [[self.literal(Claim(card, holder, has=False))] for card in cards]
            case HasOneOf(holder, cards):
                clauses = [[self.literal(Claim(card, holder, has=True)) for card in cards]]
            case NotAllOf(theory):
                clauses = [[self.literal(Claim(card, CASE_FILE, has=False)) for card in theory]]
            case HandSize() | OpenCards():
                return
            case _:
                assert_never(fact)
        self.top += 1
        self.switches[fact] = self.top
        for clause in clauses:
            self.solver.add_clause([-self.top, *clause])
