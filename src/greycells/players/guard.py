"""A guard for players that are not ours: a bad choice costs the choice, never the game."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from greycells.players.player import Player
from greycells.rules.actions import Action, CannotShow, EndTurn, Move, Roll, Show, Suggest, TakePassage
from greycells.rules.cards import Theory
from greycells.rules.options import Options, why_not
from greycells.rules.views import View


class Guarded:
    """A player whose illegal, late or missing choices are replaced by a legal default, and noted in `faults`."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.faults: list[str] = []

    def choose(self, view: View) -> Action:
        options = view.options
        if not options:
            raise ValueError("This seat has nothing to choose now.")
        try:
            action = self.player.choose(view)
            # A stranger may return anything at all: what is no action fails in here, and is caught like a bad one.
            refused = why_not(view.scene, options.seat, view.hand, action)
            if refused is None:
                return action
            fault = str(refused)
        except Exception as error:
            fault = str(error) or type(error).__name__
        self.faults.append(fault)
        if isinstance(self.player, Complainable):
            self.player.complain(fault)
        return default_action(options)

    def close(self) -> None:
        """The game is over."""
        if isinstance(self.player, Closable):
            self.player.close()


@runtime_checkable
class Complainable(Protocol):
    """A player that can be told what it did wrong."""

    def complain(self, fault: str) -> None: ...


@runtime_checkable
class Closable(Protocol):
    """A player that holds something open, a process for instance, until its game is over."""

    def close(self) -> None: ...


def default_action(options: Options) -> Action:
    """A legal choice for somebody who made none: the first card, the last place in reach, no suggestion if possible."""
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
