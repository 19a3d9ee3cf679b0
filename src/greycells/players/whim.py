"""Whims: the randomness of a player, which depends on its own seed and on how much it has seen, and on nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def mixed(value: int) -> int:
    """A 64-bit number in which every bit of the value counts (the finisher of SplitMix64)."""
    value &= _WORD
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _WORD
    return value ^ value >> 31


class Whim:
    """A fresh stream of chance for one choice: the same seed and the same moment always give the same one.

    So a player chooses alike whether it has followed the game from the start or sees it for the first time.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, moment: int) -> None:
        self._state = mixed(mixed(seed) + moment * _STEP)

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _STEP) & _WORD
        return mixed(self._state)

    def below(self, limit: int) -> int:
        """A number from 0 up to the limit."""
        return self.bits() * limit >> 64

    def part(self) -> float:
        """A number from 0 up to 1."""
        return (self.bits() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.below(len(items))]
