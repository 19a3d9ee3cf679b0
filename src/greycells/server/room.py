"""A room beside the tables: work that takes a while is done there, so that no table waits for a reader."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from greycells.server.conduct import Declined

T = TypeVar("T")


class Room:
    """A few desks; one guest's work waits for its turn there, and neither a guest nor all together fill it up.

    Whatever is brought here is bounded in size: work that has begun is always finished.
    """

    def __init__(self, name: str, *, desks: int = 1, most: int = 32, a_guest: int = 4) -> None:
        self._desks = ThreadPoolExecutor(desks, thread_name_prefix=name)
        self._most, self._a_guest = most, a_guest
        self._waiting: Counter[str] = Counter()

    async def ask(self, who: str, work: Callable[[], T]) -> T:
        """Do this beside the tables, in the language of whoever asks; Declined if there is too much to do already."""
        if self._waiting[who] >= self._a_guest or self._waiting.total() >= self._most:
            raise Declined("too fast")
        self._waiting[who] += 1
        done = asyncio.get_running_loop().run_in_executor(self._desks, copy_context().run, work)
        try:
            return await done
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]

    def close(self) -> None:
        self._desks.shutdown(cancel_futures=True)
