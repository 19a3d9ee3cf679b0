"""Deduction: from what a seat saw to what it knows, how likely the rest is, and why."""

from greycells.deduction.beliefs import Beliefs, Habit, Leaning
from greycells.deduction.empathy import Empathy, empathise
from greycells.deduction.engine import warm_up
from greycells.deduction.explain import explain, refute
from greycells.deduction.facts import CASE_FILE, CaseFile, Evidence, Fact, Holder
from greycells.deduction.knowledge import Claim, Knowledge, direct_claims
from greycells.deduction.notebook import Box, Mark, Notebook, Objection, check
from greycells.deduction.proofs import Proof, Step
from greycells.deduction.sightings import evidence_from, facts_from
from greycells.deduction.telling import lines
from greycells.deduction.whatif import Prospect, what_if
from greycells.deduction.worlds import Deal, Worlds

__all__ = [
    "CASE_FILE",
    "Beliefs",
    "Box",
    "CaseFile",
    "Claim",
    "Deal",
    "Empathy",
    "Evidence",
    "Fact",
    "Habit",
    "Holder",
    "Knowledge",
    "Leaning",
    "Mark",
    "Notebook",
    "Objection",
    "Proof",
    "Prospect",
    "Step",
    "Worlds",
    "check",
    "direct_claims",
    "empathise",
    "evidence_from",
    "explain",
    "facts_from",
    "lines",
    "refute",
    "warm_up",
    "what_if",
]
