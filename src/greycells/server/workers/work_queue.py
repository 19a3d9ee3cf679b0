"""Thread pools with a fair queue: slow work is done there, so that the event loop and the tables don't wait for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from greycells.server.limits.address_networks import address_network
from greycells.server.tables.permissions import Declined, DeclineReason
from greycells.server.workers.fair_turns import FairTurns

T = TypeVar("T")


class WorkQueue:
    """A few threads and a queue that neither a guest, nor an address, nor all of them together can fill up.

    Addresses have their turns by the time that they used, so that nobody waits for all that another one has asked for.
    When the queue is full, an address that has nothing in it gets the place of whoever waits for most. Whatever is
    queued is bounded in size or in time, so work that has begun is always finished.
    """

    def __init__(self, name: str, *, threads: int = 1, most: int = 128, an_address: int = 24, a_guest: int = 4) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._turns = FairTurns(threads)
        self._most, self._an_address, self._a_guest = most, an_address, a_guest
        self._waiting: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many jobs are queued or running."""
        return self._waiting["everybody"]

    async def ask(self, guest: str, address: str, work: Callable[[], T]) -> T:
        """Run this in a thread, in the language of whoever asks; Declined if too much is queued already."""
        home = address_network(address)
        limits = {f"address {home}": self._an_address, f"guest {guest}": self._a_guest}
        if any(self._waiting[who] >= most for who, most in limits.items()) or not self._has_room(home):
            raise Declined("too fast", DeclineReason.TOO_MANY)
        self._waiting.update(("everybody", *limits))
        try:
            began = await self._turns.take(home)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, work)
            finally:
                self._turns.give(home, began)
        finally:
            self._waiting.subtract(("everybody", *limits))
            self._waiting = +self._waiting

    def _has_room(self, home: str) -> bool:
        """Whether an address may still ask; one that has nothing here takes the place of another's."""
        if self.waiting < self._most:
            return True
        return not self._waiting[f"address {home}"] and self._turns.displace()

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
