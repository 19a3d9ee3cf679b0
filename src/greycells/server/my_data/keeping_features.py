"""All features that keep something of guests, each with what its `guest_data.py` declares."""

from __future__ import annotations

from greycells.server.companion.guest_data import KeptCompanions
from greycells.server.daily_games.guest_data import KeptCases
from greycells.server.guests.guest_data import KeptNames
from greycells.server.lobby.guest_data import KeptGames
from greycells.server.my_data.guest_data import KeptDocuments
from greycells.server.puzzles.guest_data import KeptPuzzles
from greycells.server.records.guest_data import KeptRecords
from greycells.server.reports.guest_data import KeptReports
from greycells.server.service.feature_guest_data import KeptOfGuests

FEATURES: tuple[KeptOfGuests, ...] = (
    KeptNames(),
    KeptGames(),
    KeptRecords(),
    KeptDocuments(),
    KeptPuzzles(),
    KeptCompanions(),
    KeptCases(),
    KeptReports(),
)
"""All features that keep something of guests. A test fails for a column of the database that none of them declares."""
COLUMNS = tuple(column for feature in FEATURES for column in feature.columns)
TRACES = tuple(column for column in COLUMNS if column != ("guests", "id"))
"""Where anything is kept of a guest who did something."""
