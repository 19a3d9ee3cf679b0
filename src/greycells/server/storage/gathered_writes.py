"""Writes that are gathered, so that what comes close together waits for the disk once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

GATHER_FOR = 0.02
"""After something was handed on, what comes is gathered for so many seconds. Nobody notices them, and a busy server has
a fraction of the transactions, and wakes up less often; where nothing was written just before, nothing waits."""


class Gathering(Generic[T]):
    """Hands things on in groups, at the end of a step of the event loop, and not more often than every few
    milliseconds.

    A source that alone has had something to hand on lately, such as a table that bots play, doesn't wait for itself.
    """

    def __init__(self, hand_on: Callable[[list[T]], None], *, seconds: float = GATHER_FOR) -> None:
        self._hand_on = hand_on
        self._seconds = seconds
        self._gathered: list[T] = []
        self._sources: set[str] = set()
        self._alone = ""
        self._latest = float("-inf")
        self._loop: asyncio.AbstractEventLoop | None = None
        """The event loop that hands on what is gathered now."""

    def __len__(self) -> int:
        return len(self._gathered)

    def add(self, thing: T, *, source: str = "") -> None:
        """Hand this on soon, with what else comes until then."""
        self._gathered.append(thing)
        self._sources.add(source)
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop = loop
        wait = self._latest + self._seconds - loop.time()
        if wait > 0 and not (source and source == self._alone):
            loop.call_later(wait, self.hand_on)
        else:
            loop.call_soon(self.hand_on)

    def hand_on(self) -> None:
        """Hand on what has been gathered."""
        gathered, self._gathered = self._gathered, []
        self._alone = self._sources.pop() if len(self._sources) == 1 else ""
        self._sources.clear()
        if self._loop is not None:
            self._latest, self._loop = self._loop.time(), None
        if gathered:
            self._hand_on(gathered)
