"""All the processes in which bots think, so that none thinks on the event loop that serves people."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from time import perf_counter

from greycells.notation.action_json import WireError, decode_action
from greycells.rules.actions import Action
from greycells.rules.views import View
from greycells.server.errors.causes import cause_of
from greycells.server.system.metrics import Histogram
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.tables.table_services import BotFailed
from greycells.server.workers.bot_process import COMMAND, BotProcess, WorkerLost
from greycells.server.workers.bot_worker import Reply
from greycells.server.workers.fair_queue import UsedTime

log = logging.getLogger("greycells.server")


class BotPool:
    """All the processes of bots: a seat's bot always thinks in the same one, which remembers what it was told."""

    def __init__(
        self,
        *,
        workers: int = 1,
        time_limit: float = 5.0,
        command: Sequence[str] = COMMAND,
        clock: SystemClock = SYSTEM_CLOCK,
    ) -> None:
        used = UsedTime()
        self._workers = [BotProcess(command, time_limit, clock, used=used) for _ in range(workers)]
        self._thoughts: set[asyncio.Future[Reply]] = set()
        self.waiting = 0
        self.lost = self.failed = 0
        """How often a process was lost, and how often a bot made no choice, so that the default action was played."""
        self.seconds = Histogram()

    def __len__(self) -> int:
        """How many processes there can be."""
        return len(self._workers)

    @property
    def running(self) -> int:
        """How many of the processes are there."""
        return sum(worker.is_running for worker in self._workers)

    async def choose(self, level: str, view: View, *, key: str, seed: int, guest: str = "") -> tuple[Action, bool]:
        """A bot's choice, and how long it took is noted."""
        began = perf_counter()
        self.waiting += 1
        try:
            return await self._choose(level, view, key=key, seed=seed, guest=guest)
        finally:
            self.waiting -= 1
            self.seconds.add(perf_counter() - began)

    async def _choose(self, level: str, view: View, *, key: str, seed: int, guest: str) -> tuple[Action, bool]:
        """A bot's choice. A lost worker is retried once with the same level; then the default action is played."""
        digest = hashlib.blake2b(key.encode(), digest_size=4).digest()
        worker = self._workers[int.from_bytes(digest, "big") % len(self._workers)]
        why: BaseException | None = None
        about = {"table": key.partition(" ")[0]}
        for attempt in range(2):
            # A table may stop waiting. The process still answers, so the pipe has to be read to stay in step.
            thought = asyncio.ensure_future(worker.think(key, level, view, seed=seed, guest=guest))
            self._thoughts.add(thought)
            thought.add_done_callback(self._forget)
            try:
                reply = await asyncio.shield(thought)
            except WorkerLost as lost:
                why = lost.with_traceback(None)
                about["cause"] = cause_of(lost)
                self.lost += 1
                log.warning("the process of a bot (%s) was lost and is replaced: %s", level, lost, extra=about)
                continue
            if reply.action is None:
                log.warning("a bot (%s) failed: %s", level, reply.error, extra={**about, "cause": reply.error})
                break
            try:
                return decode_action(view.scene.table, reply.action), attempt > 0
            except WireError:
                break
        self.failed += 1
        raise BotFailed from why

    async def stop(self) -> None:
        """End all processes. What was asked and nobody waits for any more starts none again: it is lost."""
        await asyncio.gather(*(worker.close() for worker in self._workers))
        await asyncio.gather(*self._thoughts, return_exceptions=True)

    def _forget(self, thought: asyncio.Future[Reply]) -> None:
        """Retrieve the result that nobody waits for any more, so that asyncio doesn't report it as lost."""
        self._thoughts.discard(thought)
        if not thought.cancelled():
            thought.exception()
