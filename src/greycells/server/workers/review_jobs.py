"""Reviews of finished games: computed one at a time in a separate process, and cached for a while."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from greycells.server.causes import cause_of
from greycells.server.limits.address_networks import address_network
from greycells.server.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.tables.permissions import Declined, DeclineReason
from greycells.server.workers.fair_turns import FairTurns

log = logging.getLogger("greycells.server")
COMMAND = (sys.executable, "-m", "greycells.server.workers.review_worker")
MOST_WAITING = 32
"""So many reviews may wait at once, for everybody together."""
AN_ADDRESS, A_GUEST = 8, 3
"""So many of them may one address, or one guest, have requested."""
KEPT = 64
"""So many finished reviews are kept in memory."""
PATIENCE = 120.0
"""A review that takes longer than this many seconds is given up."""
LONGEST_LINE = 8 * 1024 * 1024
"""The most bytes of a review: some ten times that of the longest game."""


class JobRequest(msgspec.Struct, frozen=True):
    """What a worker process is told; the same fields as its own `ReviewTask`."""

    record: str
    language: str
    seat: str | None = None
    reader: str | None = None
    letters: bool = False


class JobNews(msgspec.Struct, frozen=True):
    """What a worker process reports: its progress, the review as it wrote it, or why there is none."""

    part: float = 0.0
    review: msgspec.Raw = msgspec.Raw(b"null")
    problem: str | None = None


@dataclass(slots=True)
class ReviewJob:
    """One review: its progress, and the review as JSON when it is done, or the sentence that says why there is none."""

    part: float = 0.0
    review: bytes | None = None
    problem: str | None = None

    @property
    def done(self) -> bool:
        return self.review is not None or self.problem is not None


decode_news = msgspec.json.Decoder(JobNews).decode


class ReviewJobs:
    """The reviews that were requested, computed in one process at a time."""

    def __init__(self, command: Sequence[str] = COMMAND, *, clock: SystemClock = SYSTEM_CLOCK) -> None:
        self._command = tuple(command)
        self._clock = clock
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns = FairTurns(1)
        self._waiting: Counter[str] = Counter()

    def ask(self, key: str, request: Callable[[], JobRequest], *, guest: str, address: str) -> ReviewJob:
        """The review with this key, started at the first request; Declined if too many are waiting."""
        home = address_network(address)
        job = self._jobs.get(key)
        if job is None:
            limits = {f"address {home}": AN_ADDRESS, f"guest {guest}": A_GUEST}
            if len(self._tasks) >= MOST_WAITING or any(self._waiting[who] >= most for who, most in limits.items()):
                raise Declined("too fast", DeclineReason.TOO_MANY)
            job = self._jobs[key] = ReviewJob()
            task = asyncio.create_task(self._run(key, job, request, home=home))
            self._tasks.add(task)
            self._waiting.update(limits.keys())
            task.add_done_callback(lambda task: self._ended(task, limits))
        self._jobs.move_to_end(key)
        self._forget()
        return job

    def forget(self) -> None:
        """Drop all finished reviews: somebody whose name is in them was deleted."""
        self._jobs = OrderedDict((key, job) for key, job in self._jobs.items() if not job.done)

    def _ended(self, task: asyncio.Task[None], limits: Iterable[str]) -> None:
        self._tasks.discard(task)
        self._waiting.subtract(limits)
        self._waiting = +self._waiting

    def _forget(self) -> None:
        done = [key for key, job in self._jobs.items() if job.done]
        for key in done[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[key]

    async def _run(self, key: str, job: ReviewJob, request: Callable[[], JobRequest], *, home: str) -> None:
        began = await self._turns.take(home)
        try:
            asked = await asyncio.to_thread(request)
            async with self._clock.time_limit(PATIENCE):
                await self._work(job, asked)
        except Exception as error:  # Whatever it was, the next review has its turn.
            cause = cause_of(error)
            log.warning("a review failed: %s", cause, extra={"cause": cause})
        finally:
            self._turns.give(home, began)
            if not job.done:
                self._jobs.pop(key, None)
                job.problem = str(Declined("our fault", DeclineReason.OUR_FAULT))

    async def _work(self, job: ReviewJob, asked: JobRequest) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(asked) + b"\n")
            await process.stdin.drain()
            process.stdin.close()
            while line := await process.stdout.readline():
                news = decode_news(line)
                job.part = news.part
                job.problem = news.problem
                if bytes(news.review) != b"null":
                    job.review = bytes(news.review)
            await process.wait()
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def close(self) -> None:
        """Cancel everything that is still being computed."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
