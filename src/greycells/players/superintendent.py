"""The superintendent: the strongest we can make. It puts itself in the place of whoever asks."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import ClassVar

from greycells.deduction.problem import Problem
from greycells.players.chief import Chief
from greycells.players.detective import Moment
from greycells.players.listening import Listener
from greycells.players.notes import Notes
from greycells.rules.options import Options
from greycells.rules.views import View


class Superintendent(Chief):
    """The strongest player that we can make.

    It thinks like the chief, and listens: it draws deals that fit (`nodes` of them for a round of suggestions),
    and asks in each what the other would suggest with that hand and what he was shown, a chief or an open asker.
    Deals in which he would have asked just that are likelier; so it finds out what kind of player he is, too.
    It tells the table less and walks further for a better room,
    and it accuses as soon as that is worth more than another turn in the race.
    """

    patience = 0.85
    others = 0.6
    doubt = 0.0
    styles: ClassVar[Mapping[str, float]] = {"careful": 1.0, "steady": 0.45, "bold": 0.3}

    def __init__(self, *, seed: int = 0, style: str = "steady", nodes: int = 300, seconds: float = 10.0) -> None:
        """A budget of `nodes` deals to look into for a round; `seconds` only cap a decision on a slow machine."""
        super().__init__(seed=seed, style=style)
        self.nodes = nodes
        self.seconds = seconds
        self._listener: Listener | None = None

    def suspicions(self, notes: Notes) -> Problem:
        assert self._listener is not None
        return self._listener.suspicions(notes)

    def _moment(self, view: View, options: Options) -> Moment:
        moment = super()._moment(view, options)
        listener = self._listener
        if listener is None or not listener.belong_to(view):
            worlds = self.nodes // (moment.notes.seats - 1)
            listener = self._listener = Listener(view, seed=self.seed, worlds=worlds)
        listener.until = time.perf_counter() + self.seconds
        listener.read(view, self.heed)
        return moment
