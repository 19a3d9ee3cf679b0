"""Proofs of solved cases, kept: a proof stays one while its entries stay, and is slow to find where it is long."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from greycells.analysis.companion.sheets import CompanionSheet, NumberedEntry
from greycells.deduction.facts import CASE_FILE
from greycells.deduction.knowledge import Claim
from greycells.deduction.proof_text import say_claim
from greycells.language.sentences import language
from greycells.protocol.companion_entries import CompanionSetup
from greycells.rules.cards import Theory

MOST_KEPT = 200


class _SolvedCase(NamedTuple):
    """What a proof depends on beside the entries: they may become more, but the hands must stay as large."""

    setup: CompanionSetup
    sizes: tuple[tuple[int, ...], ...]
    solution: Theory
    language: str


class SolutionProofs:
    """The proofs of the cases that were solved last, in the language in which they were asked for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_SolvedCase, tuple[frozenset[NumberedEntry], tuple[str, ...]]] = OrderedDict()

    def known(self, sheet: CompanionSheet, solution: Theory) -> tuple[str, ...]:
        """The proof, if it has been found and all entries that were there then are still there; else nothing."""
        entries, proof = self._kept.get(_case(sheet, solution), (frozenset[NumberedEntry](), ()))
        return proof if entries <= set(sheet.entered.entries) else ()

    def prove(self, sheet: CompanionSheet, solution: Theory) -> tuple[str, ...]:
        """The proof of each of the three cards, found now if it has to be."""
        proof = self.known(sheet, solution) or tuple(
            line
            for claim in (Claim(card, CASE_FILE, has=True) for card in solution)
            for line in (f"{_begun(str(say_claim(claim)))}:", *sheet.prove(claim))
        )
        self._kept[_case(sheet, solution)] = frozenset(sheet.entered.entries), proof
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return proof


def _case(sheet: CompanionSheet, solution: Theory) -> _SolvedCase:
    sizes = tuple(tuple(evidence.sizes) for evidence in sheet.entered.sized)
    return _SolvedCase(sheet.table.setup, sizes, solution, language())


def _begun(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
