"""A clock that a test moves: whoever sleeps by it wakes when the test says so."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import time
from asyncio import Task
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from typing import TypeAlias

from tests.deadline import until

from greycells.server.system.system_clock import SystemClock

NOON = 1_800_000_000.0
"""Some day in January 2027."""
AnyTask: TypeAlias = Task[object]


class MovedClock(SystemClock):
    """Time passes in `advance`, and between it stands still. One that is `running`
    goes on like the machine's, and can only be put forward.
    """

    def __init__(self, now: float = NOON, *, running: bool = False) -> None:
        self._began = now
        self._moved = 0.0
        self._running_since = time.monotonic() if running else None
        self._due: list[tuple[float, int, Callable[[], AnyTask | None]]] = []
        self._order = count()
        self._asleep: set[AnyTask] = set()

    def now(self) -> float:
        return self._began + self._passed

    def monotonic(self) -> float:
        return self._passed

    @property
    def _passed(self) -> float:
        return self._moved + (0.0 if self._running_since is None else time.monotonic() - self._running_since)

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken, sleeper = asyncio.get_running_loop().create_future(), asyncio.current_task()
        assert sleeper is not None

        def wake() -> AnyTask | None:
            if woken.done():  # The sleeper was cancelled.
                return None
            self._asleep.discard(sleeper)
            woken.set_result(None)
            return sleeper

        self._asleep.add(sleeper)
        self._at(seconds, wake)
        try:
            await woken
        finally:
            self._asleep.discard(sleeper)

    def time_limit(self, seconds: float) -> asyncio.Timeout:
        limit, loop = asyncio.timeout(None), asyncio.get_running_loop()

        def end() -> None:
            with contextlib.suppress(RuntimeError):  # What it limited is over.
                limit.reschedule(loop.time())

        self._at(seconds, end)
        return limit

    def _at(self, seconds: float, do: Callable[[], AnyTask | None]) -> None:
        heapq.heappush(self._due, (self._passed + seconds, next(self._order), do))
        if self._running_since is not None:
            asyncio.get_running_loop().call_later(seconds, do)

    def set_now(self, now: float) -> None:
        """The time of day changes, and nothing else: as when somebody sets the clock of the machine."""
        self._began = now - self._passed

    async def pass_slowly(self, seconds: float, *, step: float = 1.0) -> None:
        """Let time pass in steps; after each, wait until whatever was woken has done its work and sleeps again."""
        passed = 0.0
        while passed < seconds:
            woken = await self.advance(min(step, seconds - passed))
            await until(partial(self._rest, woken), f"{len(woken)} tasks to sleep again")
            passed += step

    def _rest(self, tasks: Iterable[AnyTask]) -> bool:
        return all(task.done() or task in self._asleep for task in tasks)

    def sleeps(self, task: AnyTask) -> bool:
        return task in self._asleep

    async def advance_to_the_next(self) -> None:
        """Let time pass until the first of those who sleep wakes."""
        await self.advance(max(0.0, self._due[0][0] - self._passed) if self._due else 0.0)

    async def advance(self, seconds: float) -> list[AnyTask]:
        """Let so many seconds pass at once, and wake whoever slept no longer than that; the tasks that were woken."""
        self._moved += seconds
        due = list[Callable[[], AnyTask | None]]()
        while self._due and self._due[0][0] <= self._passed:
            due.append(heapq.heappop(self._due)[-1])
        woken = [task for wake in due if (task := wake()) is not None]
        await asyncio.sleep(0)
        return woken
