"""A random player: any of the legal choices in stages, accusations too, as a sampler with an action mask plays."""

from __future__ import annotations

from greycells.players.seeded_random import SeededRandom
from greycells.research.action_codes import PartialTheory, codes_of
from greycells.rules.actions import Action
from greycells.rules.views import View


class RandomChoice:
    """Chooses every stage uniformly. It nearly always accuses wrongly before it knows anything."""

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        codes, options = codes_of(view.scene.table), view.options
        whim = SeededRandom(self.seed, len(view.sightings))
        begun: PartialTheory | None = None
        while True:
            chosen = codes.read(whim.choice(codes.legal(options, begun)), options, begun)
            if not isinstance(chosen, PartialTheory):
                return chosen
            begun = chosen
