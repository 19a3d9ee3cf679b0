"""The stroller: plays at random, but moves to rooms."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.players.detective import Detective, Situation
from greycells.players.seeded_random import SeededRandom
from greycells.rules.cards import Card, Theory
from greycells.rules.events import Event
from greycells.rules.seats import Seat


class Stroller(Detective):
    """The weakest player, a baseline.

    It moves to a random room, takes a passage or stays where its pawn was moved to if that is no detour,
    suggests any suspect and weapon, and shows a random card.
    It notes the cards that it is shown and draws no conclusions from anything else.
    It accuses only when its notes leave one suspect, one weapon and one room: never wrongly.
    """

    def heed(self, number: int, event: Event) -> bool:  # noqa: ARG002
        return False

    def verdict(self, moment: Situation) -> Theory | None:
        return moment.notes.solution()

    def worth(self, moment: Situation) -> Sequence[float]:
        notes = moment.notes
        rooms = len(notes.deck.rooms)
        goal = SeededRandom(self.seed, -1 - notes.asked[notes.me]).below(rooms)
        return [1.0 if room == goal else 0.4 for room in range(rooms)]

    def suggestion(self, moment: Situation) -> Theory:
        deck, whim = moment.notes.deck, moment.whim
        return Theory(whim.choice(deck.suspects), whim.choice(deck.weapons), whim.choice(moment.options.rooms))

    def card_to_show(self, moment: Situation, to: Seat) -> Card:  # noqa: ARG002
        return moment.whim.choice(tuple(moment.options.show))
