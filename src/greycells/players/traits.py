"""Traits: the named habits that make one of our players stronger or weaker than another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Traits:
    """How a player notes, concludes and decides. The defaults are those of the inspector, who misses nothing.

    A player with weak traits knows less than it could; what it notes is always true.
    """

    denials: float = 1.0
    """The share of the answers "I can't show any" that it notes. What it misses once is missed for good."""

    answers: float = 1.0
    """The share of the cards shown to others that it notes, as one of the three named cards."""

    counts_hands: bool = True
    """Whether it notices that a hand is complete, or that the cards left must all be in it."""

    counts_deals: bool = True
    """Whether it counts the deals that fit, and so knows everything that follows."""

    hides: bool = True
    """Whether it shows cards that it has shown before; otherwise a random one."""

    hunch: int = 1
    """It accuses as soon as at most this many theories are left: 1 is certainty, 2 a coin toss."""

    def __post_init__(self) -> None:
        if not (0 <= self.denials <= 1 and 0 <= self.answers <= 1 and self.hunch >= 1):
            raise ValueError(f"impossible traits: {self}")
