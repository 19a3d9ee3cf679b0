"""A random number generator of our own, so that no Python version or library changes a day's case.

SplitMix64 by Steele, Lea and Flood (2014): one addition and three xor-multiply rounds, on whole numbers only.
"""

from __future__ import annotations

from collections.abc import Iterable

MASK = (1 << 64) - 1


class StableRandom:
    """SplitMix64, seeded with whole numbers."""

    __slots__ = ("_state",)

    def __init__(self, seeds: Iterable[int]) -> None:
        self._state = 0
        for seed in seeds:
            self._state ^= seed & MASK
            self._state = self.next()

    def next(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        return mixed ^ mixed >> 31

    def below(self, limit: int) -> int:
        """A number below the limit, exactly uniform."""
        largest = (1 << 64) - (1 << 64) % limit
        while (value := self.next()) >= largest:
            pass
        return value % limit

    def shuffled(self, items: Iterable[int]) -> list[int]:
        """The items in random order."""
        pack = list(items)
        for place in range(len(pack) - 1, 0, -1):
            other = self.below(place + 1)
            pack[place], pack[other] = pack[other], pack[place]
        return pack
