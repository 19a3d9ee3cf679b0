"""Random games, as a seat or a spectator looks at them."""

from __future__ import annotations

from random import Random

from tests.leaks.deals import Rewriting, Step
from tests.properties.random_players import Party, on_a_whim


def played(party: Party, viewer: int, *, length: int) -> Rewriting:
    """A random game, cut short somewhere, and a seat that looks at it, or a spectator (-1)."""
    game, whim = party.game(), Random(party.seed)
    steps: list[Step] = []
    while not game.over and len(steps) < length:
        assert game.to_act is not None
        seat, scene, action = game.to_act, game.scene, on_a_whim(game, whim, patience=200)
        steps.append(Step(seat, scene, action, game.play(action)))
    return Rewriting(game, None if viewer < 0 else game.seats[viewer % len(game.seats)], steps, Random(party.seed))
