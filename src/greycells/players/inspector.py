"""The inspector: overlooks nothing."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.deduction.engine import count
from greycells.players.constable import name_unknown, worth_of_unknown
from greycells.players.detective import Detective, Moment
from greycells.players.notes import Notes
from greycells.players.sergeant import shown_before
from greycells.rules.cards import Card, Theory
from greycells.rules.options import Options
from greycells.rules.seats import Seat
from greycells.rules.views import View


class Inspector(Detective):
    """A player that overlooks nothing.

    It counts the deals that fit everything it has seen, and so knows every single thing that follows.
    It goes for rooms and names suspects and weapons that it does not know, any of them alike;
    where it knows one already it names a card of its own, so that nobody but the others' unknown cards can answer.
    It shows what it has shown before. It accuses as soon as it is certain: never wrongly, and never early.
    """

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self._counted = -1

    def verdict(self, moment: Moment) -> Theory | None:
        self.deduce(moment.notes)
        return moment.notes.solution()

    def worth(self, moment: Moment) -> Sequence[float]:
        return worth_of_unknown(moment.notes)

    def suggestion(self, moment: Moment) -> Theory:
        return name_unknown(moment)

    def card_to_show(self, moment: Moment, to: Seat) -> Card:
        return shown_before(moment, to)

    def deduce(self, notes: Notes) -> None:
        """Know all that follows, by counting; only when there is news."""
        if self._counted == notes.version:
            return
        notes.conclude()
        if notes.solution() is None:
            found = count(notes.problem(), joint=False)
            notes.learn(found.marginals, found.total)
        self._counted = notes.version

    def _moment(self, view: View, options: Options) -> Moment:
        before = self.notes
        moment = super()._moment(view, options)
        if moment.notes is not before:
            self._counted = -1
        return moment
