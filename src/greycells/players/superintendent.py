"""The superintendent: our strongest player. It infers cards from the suggestions of others."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import ClassVar

from greycells.deduction.problem import CountProblem
from greycells.players.chief import Chief
from greycells.players.detective import Situation
from greycells.players.notes import Notes
from greycells.players.suggestion_inference import Listener
from greycells.rules.legal_options import Options
from greycells.rules.views import View


class Superintendent(Chief):
    """Our strongest player.

    It plays like the chief, and interprets suggestions: it samples deals that fit (`nodes` per round of suggestions),
    and simulates what the other player would suggest in each, as a chief or as a player who asks openly. Deals in which
    they would have made this suggestion become more likely; so it also learns what kind of player it faces. It reveals
    less to the others and moves further for a better room, and it accuses as soon as that is worth more than another
    turn.
    """

    patience = 0.85
    others = 0.6
    doubt = 0.0
    styles: ClassVar[Mapping[str, float]] = {"careful": 1.0, "steady": 0.45, "bold": 0.3}

    def __init__(self, *, seed: int = 0, style: str = "steady", nodes: int = 300, seconds: float = 10.0) -> None:
        """`nodes` is the number of deals per round; `seconds` of CPU limit a decision on a slow machine."""
        super().__init__(seed=seed, style=style)
        self.nodes = nodes
        self.seconds = seconds
        self._listener: Listener | None = None

    def suspicions(self, notes: Notes) -> CountProblem:
        assert self._listener is not None
        return self._listener.suspicions(notes)

    def _moment(self, view: View, options: Options) -> Situation:
        moment = super()._moment(view, options)
        listener = self._listener
        if listener is None or not listener.belong_to(view):
            worlds = self.nodes // (moment.notes.seats - 1)
            listener = self._listener = Listener(view, seed=self.seed, worlds=worlds)
        listener.until = time.thread_time() + self.seconds
        listener.read(view, self.heed)
        return moment
