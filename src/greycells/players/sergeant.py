"""The sergeant: plays like a good human, mistakes included."""

from __future__ import annotations

from dataclasses import replace

from greycells.players.trait_player import TraitPlayer, listening

SLIP = 0.3
"""The default share of answers between other players that a sergeant misses."""


class Sergeant(TraitPlayer):
    """A good human player.

    It notes who couldn't answer and who showed one of three cards, and concludes what a careful person does:
    a full hand, a card with one possible holder, one of three cards with only one left.
    It suggests what it doesn't know, and shows what it has shown before.
    It misses a share of the answers between others (`slip`), so that people can beat it; its notes are never wrong.
    """

    def __init__(self, *, seed: int = 0, slip: float = SLIP) -> None:
        super().__init__(replace(listening(slip), counts_deals=False), seed=seed)
        self.slip = slip
