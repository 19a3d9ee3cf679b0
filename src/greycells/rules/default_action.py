"""What is done for a seat that has made no choice in time, or no legal one."""

from __future__ import annotations

from greycells.rules.actions import Action, CannotShow, EndTurn, Move, Roll, Show, Suggest, TakePassage
from greycells.rules.cards import Theory
from greycells.rules.legal_options import Options


def default_action(options: Options) -> Action:
    """A legal default choice: the first card, the last place in reach, no suggestion if possible."""
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
