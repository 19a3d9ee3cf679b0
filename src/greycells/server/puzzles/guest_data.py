"""What puzzles keep of guests: the days that they solved, and their practice."""

from __future__ import annotations

from greycells.server.puzzles.api import DAILY, PRACTICE
from greycells.server.service.feature_guest_data import KeptOfGuests


class KeptPuzzles(KeptOfGuests):
    """Documents only."""

    kinds = (DAILY, PRACTICE)
