"""A bot for OpenSpiel: greycells evaluate openspiel:examples/openspiel_bot.py:LastAction"""

from __future__ import annotations

import pyspiel


class LastAction:
    """Always takes the last of the legal actions, unless that begins an accusation."""

    def __init__(self, game: pyspiel.Game, player: int, seed: int) -> None:
        del game, seed
        self.player = player

    def step(self, state: pyspiel.State) -> int:
        """Choose for the current player; the state tells what this player knows."""
        legal = state.legal_actions(self.player)
        calm = [action for action in legal if state.action_to_string(self.player, action) != "accuse"]
        return (calm or legal)[-1]
