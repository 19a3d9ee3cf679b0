"""Winning chances: how likely each seat is to win, from what each of them knows and where the pawns stand.

Reviews feed it what every seat really knew. A player may feed only its own view, and its idea of what the others know:
nothing here can see the secrets of a game.
"""

from __future__ import annotations

from greycells.chances.model import ChanceModel, default_model, luck_model
from greycells.chances.standing import SeatStanding, standings_array

__all__ = ["ChanceModel", "SeatStanding", "default_model", "luck_model", "standings_array"]
