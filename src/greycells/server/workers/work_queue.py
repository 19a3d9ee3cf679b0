"""A process and a fair queue for it: slow work is done there, so that event loop and tables don't wait for it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from greycells.language.sentences import language
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.limits.address_networks import address_network
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.workers.fair_queue import FairQueue
from greycells.server.workers.slow_work import KINDS, name_of
from greycells.server.workers.work_process import ON_A_BUSY_MACHINE, START_UP, ProcessEnded, Task, WorkProcess

P = ParamSpec("P")
Q = ParamSpec("Q")
T = TypeVar("T")
U = TypeVar("U")

log = logging.getLogger("greycells.server")
SECONDS = 15.0
"""How much processor time one piece of work may take: the longest takes four, and is an attack."""
MEMORY = 512 * 1024 * 1024
"""How many bytes the process may have; it has about 60 MiB, and 180 once the kernel is loaded."""


class WorkQueue:
    """One process and a queue that neither a guest, nor an address, nor all of them together can fill up.

    Addresses have their turns by the time that they used, so that nobody waits for all that another one has asked for.
    When the queue is full, an address that has nothing in it gets a place of the one that waits for most. All work
    has a limit of time and memory, after which the process is killed: nothing needs to be bounded by itself.
    """

    def __init__(
        self,
        name: str,
        *,
        most: int = 128,
        an_address: int = 24,
        a_guest: int = 4,
        seconds: float = SECONDS,
        memory: int = MEMORY,
        clock: SystemClock = SYSTEM_CLOCK,
    ) -> None:
        self._name, self._seconds, self._clock = name, seconds, clock
        modules = sorted({work.__module__ for work in KINDS.values()})
        self._process = WorkProcess(seconds=seconds, memory=memory, modules=modules)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        """Talks to the process, which blocks; killing the process ends that."""
        self._turns = FairQueue(1)
        self._most, self._an_address, self._a_guest = most, an_address, a_guest
        self._waiting: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many jobs are queued or running."""
        return self._waiting["everybody"]

    @property
    def process_id(self) -> int | None:
        """The number of the process while it runs."""
        return self._process.id

    async def ask(self, guest: str, address: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do this work, in the language of the request; Declined if too much is queued already, or it takes too long.

        It is one of the `KINDS`, so that the test of them all knows it.
        """
        if name_of(work) not in KINDS:
            raise TypeError(name_of(work))
        home = address_network(address)
        limits = {f"address {home}": self._an_address, f"guest {guest}": self._a_guest}
        if any(self._waiting[who] >= most for who, most in limits.items()) or not self._has_room(home):
            raise Declined("too fast", DeclineReason.TOO_MANY)
        self._waiting.update(("everybody", *limits))
        try:
            began = await self._turns.take(home)
            try:
                return await self._done((work, args, named, language()))
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

    async def _done(self, task: Task[T]) -> T:
        """The result of a piece of work, done in time or ended."""
        try:
            await self._in_thread(START_UP, self._process.start)
            return await self._in_thread(ON_A_BUSY_MACHINE * self._seconds, self._process.do, task)
        except (TimeoutError, ProcessEnded):
            log.warning("%s was ended: it took too long, or too much memory", name_of(task[0]))
            raise Declined("too much work", DeclineReason.UNAVAILABLE) from None

    async def _in_thread(self, seconds: float, talk: Callable[Q, U], *args: Q.args, **named: Q.kwargs) -> U:
        """What the process answers. Whatever ends the wait for it ends the process, too."""
        talking = asyncio.get_running_loop().run_in_executor(self._thread, partial(talk, *args, **named))
        try:
            async with self._clock.time_limit(seconds):
                return await asyncio.shield(talking)
        finally:
            if not talking.done():
                self._process.kill()
                await asyncio.wait([talking])
                talking.exception()

    def close(self) -> None:
        """End whatever is being done."""
        self._process.shut()
        self._thread.shutdown(cancel_futures=True)
        self._process.close()
