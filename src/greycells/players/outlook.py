"""Everybody's winning chances as one seat can estimate them while the game goes on.

The review feeds the model what every seat really knew. Here it gets the seat's own view, and for the others what they
must know by now as far as that view can tell: nobody's hidden cards can change the result.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from greycells.chances import ChanceModel, SeatStanding, default_model, standings_array
from greycells.chances.standing import room_shares
from greycells.deduction import count_fallback as fallback
from greycells.deduction.empathy import evidence_for
from greycells.deduction.evidence import facts_from
from greycells.deduction.facts import Evidence
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.python_counting import entropy
from greycells.deduction.worlds import Worlds
from greycells.rules.events import Suggested
from greycells.rules.seats import Seat
from greycells.rules.views import View


def winning_outlook(view: View, *, model: ChanceModel | None = None) -> dict[Seat, float]:
    """The winning chances of all seats, from this seat's view alone; they sum to 1.

    What the others know is underestimated: they also know the rest of their hands, and cards that this seat didn't see.
    """
    if view.seat is None:
        raise ValueError("A spectator has no hand, and no outlook of its own.")
    own = facts_from(view)
    mine = Knowledge(Worlds(own, fallback.count(own.problem())))
    asked = Counter(event.seat for _, event in view.sightings if isinstance(event, Suggested))
    standings = [
        _standing(own if seat == view.seat else evidence_for(view, seat, mine), asked[seat])
        for seat in view.scene.seats
    ]
    chances = (model or default_model()).chances(standings_array(view.scene, standings)[np.newaxis])[0]
    return {seat: float(share) for seat, share in zip(view.scene.seats, chances, strict=True)}


def _standing(evidence: Evidence, asked: int) -> SeatStanding:
    files = fallback.weigh(evidence.problem()).case_files
    return SeatStanding(max(0.0, entropy(files.values())), room_shares(files, evidence.deck), asked)
