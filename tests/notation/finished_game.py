"""A game that bots have finished."""

from __future__ import annotations

from greycells.editions import load
from greycells.players.player_specs import player
from greycells.rules.game import Game


def finished_game(edition: str, seed: int) -> Game:
    """A game that three sergeants played."""
    rules = load(edition).rules
    count = min(3, rules.most_seats)
    game = Game.new(load(edition), ["Ada", "Grace", "Alan"][:count], seed=seed)
    bots = [player("sergeant:slip=0", seed=number) for number in range(count)]
    while game.to_act is not None:
        game.play(bots[game.to_act.index].choose(game.view(game.to_act)))
    return game
