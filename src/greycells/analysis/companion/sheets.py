"""The companion's sheet: everything that is certain, the exact number of deals for the rest, and the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from greycells.analysis.companion.tables import CompanionTable
from greycells.deduction import count_fallback as fallback
from greycells.deduction import exact_counting as engine
from greycells.deduction.explain import TooDeep, explain
from greycells.deduction.facts import Evidence, Fact, HandSize, Holder, OpenCards
from greycells.deduction.feasibility import fits
from greycells.deduction.knowledge import Claim, Knowledge
from greycells.deduction.minimal_facts import denial, least
from greycells.deduction.problem import Count, CountProblem, TooHard, Triple, Weight
from greycells.deduction.proof_text import lines, tell_fact
from greycells.deduction.proofs import Proof
from greycells.deduction.python_counting import MOST_STEPS
from greycells.deduction.reasoning import Inference
from greycells.deduction.time_limits import check_time
from greycells.deduction.worlds import Worlds
from greycells.language.sentences import Sentence, addressed
from greycells.protocol.companion_entries import CompanionEntry
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.seats import Seat

SIZE_RULES = (Inference.FULL, Inference.LAST_CARDS, Inference.SPOKEN_FOR, Inference.CROWDED, Inference.NEEDED)
"""The inferences that depend on how many cards a hand has."""


@dataclass(frozen=True, slots=True)
class NumberedEntry:
    """An entry with its number in the list, by which people and proofs call it."""

    number: int
    entry: CompanionEntry


def numbered(entries: Iterable[CompanionEntry]) -> list[NumberedEntry]:
    """The entries of a list, numbered from 1."""
    return [NumberedEntry(number, entry) for number, entry in enumerate(entries, 1)]


@dataclass(frozen=True, slots=True)
class EnteredEvidence:
    """The facts of some entries: one Evidence for each possible way in which the hands may be sized.

    There is none if the hand sizes don't add up to the cards that were dealt.
    """

    table: CompanionTable
    entries: tuple[NumberedEntry, ...]
    sized: tuple[Evidence, ...]

    @classmethod
    def of(cls, table: CompanionTable, entries: Sequence[NumberedEntry], *, with_setup: bool = True) -> EnteredEvidence:
        facts: list[Fact] = list(table.setup_facts()) if with_setup else []
        for one in entries:
            facts += table.facts(one.entry, one.number)
        return cls(table, tuple(entries), cls.sizings(table, facts))

    @staticmethod
    def sizings(table: CompanionTable, facts: Sequence[Fact]) -> tuple[Evidence, ...]:
        """These facts with every possible set of hand sizes."""
        lying_open = table.deck.nothing
        for fact in facts:
            if isinstance(fact, OpenCards):
                lying_open = CardSet(table.deck, lying_open.mask | fact.cards.mask)
        return tuple(Evidence(table.deck, table.seats, (*sizes, *facts)) for sizes in table.size_facts(len(lying_open)))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts but the hand sizes."""
        return tuple(fact for fact in self.sized[0].facts if not isinstance(fact, HandSize)) if self.sized else ()

    @property
    def fits(self) -> bool:
        """Whether any deal fits."""
        return any(fits(evidence.problem()) for evidence in self.sized)

    def and_also(self, *facts: Fact) -> EnteredEvidence:
        """The same with more facts."""
        return replace(self, sized=tuple(evidence.and_also(*facts) for evidence in self.sized))

    def problems(self) -> list[CountProblem]:
        """The counting problems, with the suspicions as weights."""
        leanings = list(self.table.leanings(one.entry for one in self.entries))
        problems: list[CountProblem] = []
        for evidence in self.sized:
            weights = [Weight(card.index, evidence.place(holder, card), factor) for card, holder, factor in leanings]
            problems.append(evidence.problem()._replace(weights=tuple(weights)))
        return problems


@dataclass(frozen=True, slots=True)
class CompanionSheet:
    """What follows from what was entered. Without `exact` only certainties count, and not all of them are found."""

    entered: EnteredEvidence
    knowledge: Knowledge
    exact: bool

    @classmethod
    def of(cls, entered: EnteredEvidence) -> CompanionSheet:
        """Count the deals, summed over all possible hand sizes; where that is too hard, with less evidence."""
        problems = entered.problems()
        exact = True
        try:
            counts = engine.count_all(problems, most_steps=MOST_STEPS // max(1, len(problems)))
        except TooHard:
            exact = False
            counts = [_easier_count(problem) for problem in problems]
        evidence = entered.sized[0] if entered.sized else Evidence(entered.table.deck, entered.table.seats, ())
        return cls(entered, Knowledge(Worlds(evidence, summed(counts, evidence))), exact)

    @property
    def table(self) -> CompanionTable:
        return self.entered.table

    @property
    def total(self) -> int:
        """The number of deals that fit; with suspicions, the sum of their weights."""
        return self.knowledge.worlds.total

    def number_with(self, card: Card, holder: Holder) -> int:
        return self.knowledge.worlds.number_with(card, holder)

    def share(self, card: Card, holder: Holder) -> float:
        """The probability that a holder has a card."""
        return self.number_with(card, holder) / self.total if self.total else 0.0

    @property
    def solution(self) -> Theory | None:
        """The case file, if it is certain; an inexact count may know it card by card only."""
        known = self.knowledge.solution
        if known is not None or self.exact:
            return known
        evidence = self.knowledge.worlds.evidence
        found = [card for card in evidence.deck if self.knowledge.has(card, evidence.holders[-1])]
        return evidence.theory(*(card.index for card in found)) if len(found) == len(Theory._fields) else None

    def why(self, card: Card, holder: Holder) -> tuple[str, ...]:
        """Why a holder has a card or doesn't, step by step; nothing while that is open. I am called *you*."""
        has = self.knowledge.has(card, holder)
        return () if has is None else self.prove(Claim(card, holder, has))

    def prove(self, claim: Claim) -> tuple[str, ...]:
        """The proof of something certain; where nobody could follow it, the facts that are enough."""
        sized, me = self.entered.sized, self.table.me
        possible = sized[0] if len(sized) == 1 else next(one for one in sized if fits(one.problem()))
        try:
            proof = explain(possible, claim)
            if len(sized) == 1 or not _needs_unknown_sizes(proof, sized):
                return tuple(lines(proof, reader=me))
        except TooDeep as enough:
            if len(sized) == 1:
                return tuple(_sentence(fact, me) for fact in enough.facts if not isinstance(fact, HandSize))
        return (str(Sentence("companion.any sizes")), *(_sentence(fact, me) for fact in self._enough(claim)))

    def _enough(self, claim: Claim) -> list[Fact]:
        """Facts that prove a claim whatever the hand sizes, none of which can be left out."""
        opposite = denial(claim, self.entered.sized[0])

        def enough(facts: Sequence[Fact]) -> bool:
            return not any(fits(evidence.only(facts).and_also(opposite).problem()) for evidence in self.entered.sized)

        facts = [fact for fact in dict.fromkeys(self.entered.facts) if not isinstance(fact, OpenCards)]
        return least(facts, enough)


def _easier_count(problem: CountProblem) -> Count[int]:
    check_time()
    return fallback.count(problem._replace(weights=()))


def summed(counts: Sequence[Count[int]], evidence: Evidence) -> Count[int]:
    """Several counts of one deck as one: every deal counts once, whatever the sizes of its hands."""
    if len(counts) == 1:
        return counts[0]
    columns = len(evidence.seats) + 1
    marginals = [[0] * columns for _ in evidence.deck]
    case_files: dict[Triple, int] = {}
    for count in counts:
        if not count.total:
            continue
        for row, more in zip(marginals, count.marginals, strict=True):
            for column in range(columns):
                row[column] += more[column]
        for theory, number in count.case_files.items():
            case_files[theory] = case_files.get(theory, 0) + number
    return Count(sum(count.total for count in counts), marginals, case_files)


def _needs_unknown_sizes(proof: Proof, sized: Sequence[Evidence]) -> bool:
    """Whether a proof counts the cards of a hand whose size isn't the same in every sizing."""
    sure = {
        seat for seat in sized[0].seats if len({evidence.sizes[seat.index] for evidence in sized}) == 1
    }  # The case file's places always hold one card each.
    return any(
        step.rule in SIZE_RULES and any(isinstance(holder, Seat) and holder not in sure for holder in step.holders)
        for step in proof
    )


def _sentence(fact: Fact, reader: Seat) -> str:
    text = str(addressed(tell_fact(fact), reader))
    return f"{text[:1].upper()}{text[1:]}."
