"""An entropy player, after the abstract of Jinhua Xu's thesis (Princeton, 2013).

It says that naming the cards with the highest posterior probability of being in the case file also reduces the expected
entropy most, so that is what this player does. Posteriors are exact here. Where to go is our own: the thesis plans it
as a Markov decision process, and this player goes where the likeliest room is worth most per turn of the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from greycells.deduction.count_fallback import weigh
from greycells.players.detective import Detective, Situation
from greycells.players.notes import Notes
from greycells.rules.cards import Card, Theory
from greycells.rules.seats import Seat

DIGITS = 9
"""Probabilities are compared to this many digits, so that rounding errors change no choice."""


class EntropyPlayer(Detective):
    """Names what is likeliest to be in the case file, and accuses once one theory is left."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self._kept: tuple[Notes, int, list[float]] | None = None

    def in_case_file(self, notes: Notes) -> list[float]:
        """The probability of each card to be in the case file; counted again when the notes have changed."""
        kept = self._kept
        if kept is None or kept[0] is not notes or kept[1] != notes.version:
            shares = [round(row[-1], DIGITS) for row in weigh(notes.problem()).marginals]
            kept = self._kept = notes, notes.version, shares
        return kept[2]

    def verdict(self, moment: Situation) -> Theory | None:
        shares, deck = self.in_case_file(moment.notes), moment.notes.deck
        certain = [card.word for card in deck if shares[card.index] == 1]
        return deck.theory(*certain) if len(certain) == 3 else None

    def worth(self, moment: Situation) -> Sequence[float]:
        shares = self.in_case_file(moment.notes)
        return [0.05 + shares[room.index] for room in moment.notes.deck.rooms]

    def suggestion(self, moment: Situation) -> Theory:
        shares, deck = self.in_case_file(moment.notes), moment.notes.deck

        def likely(card: Card) -> float:
            return shares[card.index]

        return Theory(
            max(deck.suspects, key=likely), max(deck.weapons, key=likely), max(moment.options.rooms, key=likely)
        )

    def card_to_show(self, moment: Situation, to: Seat) -> Card:  # noqa: ARG002
        return moment.whim.choice(tuple(moment.options.show))
