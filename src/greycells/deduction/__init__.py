"""Deduction: what follows from what a seat saw, how likely the rest is, and why."""

from greycells.deduction.beliefs import Beliefs, Habit, Leaning
from greycells.deduction.empathy import empathise
from greycells.deduction.evidence import evidence_from, facts_from
from greycells.deduction.exact_counting import warm_up
from greycells.deduction.explain import explain, refute
from greycells.deduction.facts import CASE_FILE, CaseFile, Evidence, Fact, Holder
from greycells.deduction.knowledge import Claim, Knowledge, direct_claims, knowledge
from greycells.deduction.notebook import Box, Mark, Notebook, NoteConflict, check
from greycells.deduction.proof_text import lines
from greycells.deduction.proofs import Proof, ProofStep
from greycells.deduction.what_if import Prospect, what_if, what_if_all
from greycells.deduction.worlds import Deal, Worlds

__all__ = [
    "CASE_FILE",
    "Beliefs",
    "Box",
    "CaseFile",
    "Claim",
    "Deal",
    "Evidence",
    "Fact",
    "Habit",
    "Holder",
    "Knowledge",
    "Leaning",
    "Mark",
    "NoteConflict",
    "Notebook",
    "Proof",
    "ProofStep",
    "Prospect",
    "Worlds",
    "check",
    "direct_claims",
    "empathise",
    "evidence_from",
    "explain",
    "facts_from",
    "knowledge",
    "lines",
    "refute",
    "warm_up",
    "what_if",
    "what_if_all",
]
