"""Limits for tests whose subject is real time: floods, freezes, work beside other work.

What the project promises holds on a quiet machine, and `make proof` measures it there. `make test` runs beside
anything, so it allows ten times as much: enough to tell waiting for somebody else from a busy machine.
"""

from __future__ import annotations

import os

PROOF = bool(os.environ.get("GREYCELLS_PROOF"))


def at_most(seconds: float) -> float:
    """The seconds that are promised, with the margin of a busy machine outside `make proof`."""
    return seconds if PROOF else 10 * seconds
