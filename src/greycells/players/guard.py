"""A guard for players that are not ours: a bad choice costs the choice, never the game."""

from __future__ import annotations

from greycells.players.player import Player
from greycells.rules.actions import Action, CannotShow, EndTurn, Move, Roll, Show, Suggest, TakePassage
from greycells.rules.cards import Theory
from greycells.rules.options import Options, why_not
from greycells.rules.views import View


class Guarded:
    """A player whose illegal or failed choices are replaced by a legal default, and noted in `faults`."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.faults: list[str] = []

    def choose(self, view: View) -> Action:
        options = view.options
        if not options:
            raise ValueError("This seat has nothing to choose now.")
        try:
            action = self.player.choose(view)
            # A choice is whatever the stranger returned: an action of the wrong shape fails inside, and is caught.
            fault = why_not(view.scene, options.seat, view.hand, action)
            if fault is None:
                return action
            self.faults.append(str(fault))
        except Exception as error:
            self.faults.append(f"{type(error).__name__}: {error}")
        return default_action(options)


def default_action(options: Options) -> Action:
    """A legal choice for somebody who made none: the first card asked for, the first room in reach, no suggestion if possible."""
    if options.show:
        return Show(next(iter(options.show)))
    if options.cannot_show:
        return CannotShow()
    if options.end_turn:
        return EndTurn()
    if options.roll:
        return Roll()
    if options.moves is not None:
        return Move(options.moves.ends[-1])
    if options.passage is not None:
        return TakePassage()
    deck = options.show.deck
    return Suggest(Theory(deck.suspects[0], deck.weapons[0], options.rooms[0]))
