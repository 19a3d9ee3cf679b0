"""The stroller: random, but purposeful."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.players.detective import Detective, Moment
from greycells.players.whim import Whim
from greycells.rules.cards import Card, Theory
from greycells.rules.seats import Seat


class Stroller(Detective):
    """The baseline, a guest who plays along.

    It picks a room by whim and walks there, takes a passage or stays where it was called to if that is no detour,
    names any suspect and any weapon, and shows any card that it must.
    It ticks the cards that it is shown and draws no conclusion from anything else.
    It accuses only when its ticks leave one suspect, one weapon and one room: never wrongly.
    """

    def heed(self, number: int) -> bool:  # noqa: ARG002
        return False

    def verdict(self, moment: Moment) -> Theory | None:
        return moment.notes.solution()

    def worth(self, moment: Moment) -> Sequence[float]:
        notes = moment.notes
        rooms = len(notes.deck.rooms)
        goal = Whim(self.seed, -1 - notes.asked[notes.me]).below(rooms)
        return [1.0 if room == goal else 0.4 for room in range(rooms)]

    def suggestion(self, moment: Moment) -> Theory:
        deck, whim = moment.notes.deck, moment.whim
        return Theory(whim.choice(deck.suspects), whim.choice(deck.weapons), whim.choice(moment.options.rooms))

    def card_to_show(self, moment: Moment, to: Seat) -> Card:  # noqa: ARG002
        return moment.whim.choice(tuple(moment.options.show))
