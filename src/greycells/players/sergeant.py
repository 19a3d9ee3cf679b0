"""The sergeant: a good human player, with a good human's oversights."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.players.constable import name_unknown, worth_of_unknown
from greycells.players.detective import Detective, Moment
from greycells.players.whim import Whim
from greycells.rules.cards import Card, Theory
from greycells.rules.seats import Seat
from greycells.rules.sentences import Sentence

SLIP = 0.25
"""How many of the answers between others a sergeant overlooks, unless told otherwise."""


class Sergeant(Detective):
    """A good human player.

    It notes who could not answer and who showed one of three, and concludes what a careful person does:
    a hand that is full, a card that only one can hold, one of three that has become one of one.
    It goes for what it does not know, and shows what it has shown before.
    It overlooks every so many answers between others (`slip`), so that people can beat it; it notes nothing false.
    """

    def __init__(self, *, seed: int = 0, slip: float = SLIP) -> None:
        super().__init__(seed=seed)
        if not 0 <= slip <= 1:
            raise ValueError(Sentence("player.slip", slip=str(slip)))
        self.slip = slip

    def heed(self, number: int) -> bool:
        return Whim(~self.seed, number).part() >= self.slip

    def verdict(self, moment: Moment) -> Theory | None:
        moment.notes.conclude()
        return moment.notes.solution()

    def worth(self, moment: Moment) -> Sequence[float]:
        return worth_of_unknown(moment.notes)

    def suggestion(self, moment: Moment) -> Theory:
        return name_unknown(moment)

    def card_to_show(self, moment: Moment, to: Seat) -> Card:
        return shown_before(moment, to)


def shown_before(moment: Moment, to: Seat) -> Card:
    """A card that this seat has seen already, else one that most others have seen, else any."""
    notes, whim = moment.notes, moment.whim
    cards = tuple(moment.options.show)
    offset = whim.below(len(cards))

    def known(number: int) -> tuple[bool, int]:
        bit = cards[number].bit
        return bool(notes.told[to.index] & bit), sum(bool(told & bit) for told in notes.told)

    turned = [(number + offset) % len(cards) for number in range(len(cards))]
    return cards[max(turned, key=known)]
