"""Players: our bots from weakest to strongest, and your own. They get a view and its options, and nothing else."""

from __future__ import annotations

from greycells.players.player import Player
from greycells.players.player_specs import PlayerError, levels, player

__all__ = ["Player", "PlayerError", "levels", "player"]
