"""What chance decides in a test follows from its name: the same deals, dice, bots and puzzles every time, everywhere.

`TEST_LUCK=2` leads to other situations, and `make shake` gives every round its own.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from hashlib import sha256


def name_of_the_test() -> str:
    """The test that runs in this process."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]


def lucky(word: str) -> str:
    """The word from which chance follows in this run."""
    return f"{os.environ.get('TEST_LUCK', '')} {word}"


class Luck:
    """Secrets for new games, drawn from a word, which is that of the test that runs."""

    def __init__(self, word: Callable[[], str] = lambda: lucky(name_of_the_test())) -> None:
        self._word = word
        self._drawn = Counter[str]()

    def secret(self) -> str:
        word = self._word()
        self._drawn[word] += 1
        return sha256(f"{word} {self._drawn[word]}".encode()).hexdigest()
