"""Analysis of a game for the people who play it: help, hints and proofs while it runs, and the review afterwards."""

from __future__ import annotations

from greycells.analysis.first_proofs import FirstProofs, first_proofs

__all__ = ["FirstProofs", "first_proofs"]
