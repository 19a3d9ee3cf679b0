"""The notebook: what a person wrote down; never mixed with knowledge, but it can be checked against it (SET-18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from greycells.deduction.cores import irreducible
from greycells.deduction.explain import explain, refute
from greycells.deduction.facts import Evidence, Fact, Has, HasNone, Holder, Origin, Source
from greycells.deduction.knowledge import Claim, Knowledge
from greycells.deduction.proofs import Proof
from greycells.rules.cards import Card

MARKED = Source(Origin.MARKED)


class Mark(Enum):
    """What is written into a box of the sheet."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


class Box(NamedTuple):
    """A box of the sheet: does this holder have this card?"""

    card: Card
    holder: Holder


@dataclass(frozen=True, slots=True)
class Notebook:
    """One person's marks, box by box, and notes in free words."""

    marks: Mapping[Box, Mark] = field(default_factory=dict[Box, Mark])
    notes: tuple[str, ...] = ()

    def write(self, box: Box, mark: Mark | None) -> Notebook:
        """The notebook with a mark in this box, or with none."""
        others = {other: written for other, written in self.marks.items() if other != box}
        return Notebook(others if mark is None else {**others, box: mark}, self.notes)

    def note(self, text: str) -> Notebook:
        """The notebook with one more note."""
        return Notebook(self.marks, (*self.notes, text))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the marks say for certain; a maybe says nothing."""
        return tuple(Claim(*box, mark is Mark.YES) for box, mark in self.marks.items() if mark is not Mark.MAYBE)


@dataclass(frozen=True, slots=True)
class Objection:
    """Marks that cannot be right, and why: a proof of the opposite, or that together they contradict what was seen."""

    marks: tuple[Claim, ...]
    proof: Proof


def check(notebook: Notebook, evidence: Evidence) -> Iterator[Objection]:
    """The marks that contradict what was seen: each one that is wrong by itself, else those that are wrong together.

    Nothing can be said where the facts themselves contradict one another.
    """
    knowledge = Knowledge.of(evidence)
    if not knowledge.consistent:
        return
    wrong = [claim for claim in notebook.claims if knowledge.has(claim.holder, claim.card) is (not claim.has)]
    for claim in wrong:
        yield Objection((claim,), explain(evidence, claim._replace(has=not claim.has)))
    right = [claim for claim in notebook.claims if claim not in wrong]
    facts = {_fact(claim, evidence): claim for claim in right}
    together = evidence.and_also(*facts)
    if not Knowledge.of(together).consistent:
        blamed = tuple(facts[fact] for fact in irreducible(together) if fact in facts)
        yield Objection(blamed, refute(together))


def _fact(claim: Claim, evidence: Evidence) -> Fact:
    if claim.has:
        return Has(claim.holder, claim.card, MARKED)
    return HasNone(claim.holder, evidence.deck.of((claim.card,)), MARKED)
