"""The notebook: a person's marks; kept apart from knowledge, but it can be checked against it (SET-18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from greycells.deduction.explain import explain, refute
from greycells.deduction.facts import Evidence, Fact, Has, HasNone, Holder, Origin, Source
from greycells.deduction.knowledge import Claim, Knowledge
from greycells.deduction.minimal_facts import irreducible
from greycells.deduction.proofs import Proof
from greycells.rules.cards import Card

MARKED = Source(Origin.MARKED)


class Mark(Enum):
    """The mark in a box of the sheet."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


class Box(NamedTuple):
    """A box of the sheet: does this holder have this card?"""

    card: Card
    holder: Holder


@dataclass(frozen=True, slots=True)
class Notebook:
    """One person's marks by box, and free notes."""

    marks: Mapping[Box, Mark] = field(default_factory=dict[Box, Mark])
    notes: tuple[str, ...] = ()

    def write(self, box: Box, mark: Mark | None) -> Notebook:
        """The notebook with this mark in this box, or without one."""
        others = {other: written for other, written in self.marks.items() if other != box}
        return Notebook(others if mark is None else {**others, box: mark}, self.notes)

    def note(self, text: str) -> Notebook:
        """The notebook with one more note."""
        return Notebook(self.marks, (*self.notes, text))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of the marks; a maybe claims nothing."""
        return tuple(Claim(*box, mark is Mark.YES) for box, mark in self.marks.items() if mark is not Mark.MAYBE)


@dataclass(frozen=True, slots=True)
class NoteConflict:
    """Marks that can't be right, with a proof of the opposite, or of their contradiction with the facts."""

    marks: tuple[Claim, ...]
    proof: Proof


def check(notebook: Notebook, evidence: Evidence) -> Iterator[NoteConflict]:
    """The marks that contradict what was seen: each one that is wrong by itself, else those that are wrong together.

    Empty if the facts themselves contradict one another.
    """
    knowledge = Knowledge.of(evidence)
    if not knowledge.consistent:
        return
    wrong = [claim for claim in notebook.claims if knowledge.has(claim.card, claim.holder) is (not claim.has)]
    for claim in wrong:
        yield NoteConflict((claim,), explain(evidence, claim._replace(has=not claim.has)))
    right = [claim for claim in notebook.claims if claim not in wrong]
    facts = {_fact(claim, evidence): claim for claim in right}
    together = evidence.and_also(*facts)
    if not Knowledge.of(together).consistent:
        blamed = tuple(facts[fact] for fact in irreducible(together) if fact in facts)
        yield NoteConflict(blamed, refute(together))


def _fact(claim: Claim, evidence: Evidence) -> Fact:
    if claim.has:
        return Has(claim.holder, claim.card, MARKED)
    return HasNone(claim.holder, evidence.deck.of((claim.card,)), MARKED)
