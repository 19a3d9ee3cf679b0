"""The inspector: overlooks nothing."""

from __future__ import annotations

from greycells.players.trait_player import TraitPlayer, listening


class Inspector(TraitPlayer):
    """A player that overlooks nothing.

    It counts the deals that fit everything it has seen, so it knows everything that follows.
    It moves to rooms and suggests suspects and weapons that it doesn't know, at random;
    for what it already knows it names a card of its own, so that any answer is about an unknown card.
    It shows cards that it has shown before. It accuses as soon as it is certain: never wrongly, and never early.
    With `slip` it misses that share of the answers between others, and knows all that follows from the rest.
    """

    def __init__(self, *, seed: int = 0, slip: float = 0.0) -> None:
        super().__init__(listening(slip), seed=seed)
