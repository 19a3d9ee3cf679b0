"""The arena: matches and tournaments between players, and what can be learnt from them."""

from __future__ import annotations

from greycells.arena.match import MatchResult, Pairing, play_match, play_out
from greycells.arena.standings import Standings
from greycells.arena.tournament import Journal, play_tournament

__all__ = ["Journal", "MatchResult", "Pairing", "Standings", "play_match", "play_out", "play_tournament"]
