"""A player's random numbers, which depend only on its seed and on the number of sightings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def mixed(value: int) -> int:
    """A 64-bit hash of the value (the finisher of SplitMix64)."""
    value &= _WORD
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _WORD
    return value ^ value >> 31


class SeededRandom:
    """A new random stream for each choice: the same seed and moment always give the same stream.

    So a player makes the same choices whether it has followed the game or sees it for the first time.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, moment: int) -> None:
        self._state = mixed(mixed(seed) + moment * _STEP)

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _STEP) & _WORD
        return mixed(self._state)

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        return self.bits() * limit >> 64

    def part(self) -> float:
        """A number from 0 up to, not including, 1."""
        return (self.bits() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.below(len(items))]
