"""A starting point for your own bot: copy this file, change how it plays, and run it.

greycells arena --players examples/bot.py:MyBot,constable,constable --games 300
"""

from __future__ import annotations

import random

from greycells import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakePassage,
    Theory,
    View,
)
from greycells.rules.events import Shown, Snooped


class MyBot:
    """It suggests cards that it hasn't seen, enters any room it can, and accuses when one theory is left."""

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Choose one of `view.options`. The view has everything that the seat knows: scene, hand and sightings."""
        options = view.options
        assert options is not None
        chance = random.Random(f"{self.seed} {len(view.sightings)}")
        if options.show:
            return Show(chance.choice(list(options.show)))
        if options.cannot_show:
            return CannotShow()

        deck, seen = view.scene.edition.deck, self.seen(view)
        suspects = [card for card in deck.suspects if card not in seen]
        weapons = [card for card in deck.weapons if card not in seen]
        rooms = [card for card in deck.rooms if card not in seen]
        if len(suspects) == len(weapons) == len(rooms) == 1:
            return Accuse(Theory(suspects[0], weapons[0], rooms[0]))
        if options.snoop:
            return Snoop(options.snoop[0])
        if options.rooms:
            wanted_rooms = [room for room in options.rooms if room in rooms]
            room = chance.choice(wanted_rooms or list(options.rooms))
            return Suggest(Theory(chance.choice(suspects), chance.choice(weapons), room))
        if options.passage is not None and options.passage.room in rooms:
            return TakePassage()
        if options.roll:
            return Roll()
        if options.moves is not None and not options.end_turn:
            ends = options.moves.ends
            wanted = [place for place in ends if place.room in rooms]
            entered = [place for place in ends if place.room is not None]
            return Move(chance.choice(wanted or entered or list(ends)))
        if options.end_turn:
            return EndTurn()
        return TakePassage()

    def seen(self, view: View) -> set[object]:
        """The cards that can't be in the case file: in your hand, laid open, or shown to you."""
        seen: set[object] = {*view.hand, *view.scene.open_cards}
        for sighting in view.sightings:
            match sighting.event:
                case Shown(_, _, card) | Snooped(_, _, card) if card is not None:
                    seen.add(card)
                case _:
                    pass
        return seen
