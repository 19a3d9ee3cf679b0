"""An information-gain player: asks what can be expected to tell it most about the case file, exactly computed.

Published work on Cluedo compared such a strategy with simpler ones (Amsterdam, 2012) and found that more information
did not win more games. This one is written from that description alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from greycells.deduction import facts_from, what_if_all
from greycells.deduction.problem import TooHard
from greycells.players.detective import Situation
from greycells.research.baselines.entropy import EntropyPlayer
from greycells.rules.cards import Room, Theory
from greycells.rules.views import View


class InformationGain(EntropyPlayer):
    """Chooses room and question by expected information, and accuses once one theory is left."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self._asked: tuple[int, dict[Theory, float]] = -1, {}

    def gains(self, view: View, rooms: Sequence[Room]) -> dict[Theory, float]:
        """The expected information of every question in these rooms, in bits; nothing if it can't be counted."""
        deck, seat = view.scene.edition.deck, view.seat
        assert seat is not None
        theories = [Theory(*named) for named in product(deck.suspects, deck.weapons, rooms)]
        try:
            prospects = what_if_all(facts_from(view), theories, by=seat, answering=view.scene.edition.rules.answering)
        except TooHard:
            return {}
        return {prospect.theory: round(prospect.information, 9) for prospect in prospects}

    def worth(self, moment: Situation) -> Sequence[float]:
        rooms = moment.notes.deck.rooms
        known, gains = self._asked
        if known != moment.notes.version:
            gains = self.gains(moment.view, rooms)
            self._asked = moment.notes.version, gains
        if not gains:
            return super().worth(moment)
        best = dict.fromkeys(rooms, 0.0)
        for theory, bits in gains.items():
            best[theory.room] = max(best[theory.room], bits)
        return [0.01 + best[room] for room in rooms]

    def suggestion(self, moment: Situation) -> Theory:
        gains = self.gains(moment.view, moment.options.rooms)
        return max(gains, key=gains.__getitem__) if gains else super().suggestion(moment)
