"""Reviews of finished games: one for each record, computed in processes that take turns, and kept for a while.

Everybody who asks for the review of the same record waits for the same process, whatever their language and seat: what
it finds is drawn for each reader afterwards (`reviews/drawing.py`). One process runs at a time, and the guest with the
least time used is next, if need be after a pause of another: so one long review delays nobody for long.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import msgspec

from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.limits.address_networks import address_network
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.workers.fair_queue import UsedTime
from greycells.server.workers.review_news import ReviewNews

log = logging.getLogger("greycells.server")
COMMAND = (sys.executable, "-m", "greycells.server.workers.review_worker")
MOST_WAITING = 32
"""So many reviews may wait at once, for everybody together; an address that waits for none is always admitted."""
AN_ADDRESS, A_GUEST = 8, 3
"""So many of them may one address, or one guest, have requested."""
KEPT = 64
"""So many finished reviews are kept in memory."""
NAMES_KEPT = 1024
"""Of so many games it is remembered which record they have."""
REVIEW_TIME_LIMIT = 900.0
"""A review whose turns took more seconds than this is given up; its process ends long before on a quiet machine."""
FAILED_FOR = 120.0
"""For so many seconds nobody tries a review again that has failed: it may have been the machine's fault."""
SLICE = 2.0
"""After so many seconds, another guest's review may be next."""
MOST_STARTED = 3
"""So many processes there are at most, all but one of them paused: each has some 200 MiB.

A guest who has used less than a slice ends the process of the one who used most, so that nobody can keep all of them.
"""
LONGEST_LINE = 16 * 1024 * 1024
"""The most bytes of a review: some ten times that of the longest game."""


@dataclass(slots=True, eq=False)
class ReviewJob:
    """One review: its progress, and what it found (a pickled `GameReview`), or that it came to nothing.

    `askers` are the addresses and the guests who wait for it.
    """

    record: str
    part: float = 0.0
    facts: bytes | None = None
    failed: bool = False
    askers: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    seconds: float = 0.0
    ended: float = 0.0
    stale: bool = False
    """Whether its record may have the name of a guest in it who was deleted since."""
    process: asyncio.subprocess.Process | None = None
    reading: asyncio.Task[None] | None = None

    @property
    def done(self) -> bool:
        return self.facts is not None or self.failed


decode_news = msgspec.json.Decoder(ReviewNews).decode


class ReviewJobs:
    """The reviews that were requested."""

    def __init__(self, command: Sequence[str] = COMMAND, *, clock: SystemClock = SYSTEM_CLOCK) -> None:
        self._command = tuple(command)
        self._clock = clock
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._names: OrderedDict[str, str] = OrderedDict()
        self._used = UsedTime()
        self._forgotten = 0
        """How often names were to be forgotten."""
        self._keeping: asyncio.Task[None] | None = None
        self._ending: list[asyncio.subprocess.Process | None] = []

    def __len__(self) -> int:
        """How many records there are reviews of, or will be."""
        return len(self._jobs)

    async def ask(self, name: str, record: Callable[[], Awaitable[str]], *, guest: str, address: str) -> ReviewJob:
        """The review of the game with this name, started at the first request; Declined if too many are waiting.

        Its `record` is asked for if need be: games with the same one have the same review.
        """
        self._forget_failed()
        digest = self._names.get(name, "")
        if digest not in self._jobs:
            forgotten, text = self._forgotten, await record()
            digest = blake2b(text.encode(), digest_size=16).hexdigest()
            self._names[name] = digest
            while len(self._names) > NAMES_KEPT:
                self._names.popitem(last=False)
            if digest not in self._jobs:
                self._check_room(address_network(address), guest)
                self._jobs[digest] = ReviewJob(text)
            self._jobs[digest].stale = forgotten != self._forgotten
        job = self._jobs[digest]
        job.askers.add((address_network(address), guest))
        self._jobs.move_to_end(digest)
        self._forget()
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.create_task(self._keep())
        return job

    def forget(self) -> None:
        """Drop all finished reviews: a guest whose name is in them was deleted.

        The others go on, and are dropped at their end unless the game has the same record still.
        """
        self._jobs = OrderedDict((key, job) for key, job in self._jobs.items() if not job.done)
        self._names.clear()
        self._forgotten += 1
        for job in self._jobs.values():
            job.stale = True

    def _check_room(self, home: str, guest: str) -> None:
        """Declined unless this address and this guest may ask for one more, if need be from the place of another."""
        unfinished = self._unfinished()
        homes = Counter(each for job in unfinished for each in {asker[0] for asker in job.askers})
        guests = Counter(each for job in unfinished for each in {asker[1] for asker in job.askers})
        if homes[home] >= AN_ADDRESS or guests[guest] >= A_GUEST:
            raise Declined("too fast", DeclineReason.TOO_MANY)
        if len(unfinished) < MOST_WAITING:
            return
        waiting = [job for job in unfinished if job.process is None]
        if homes[home] or not waiting:
            raise Declined("too fast", DeclineReason.TOO_MANY)

        def burden(job: ReviewJob) -> tuple[int, float]:
            """How much those wait for who ask for this job, as the one who waits for least."""
            return min((homes[each], self._used.of(each)) for each, _ in job.askers)

        self._drop(max(reversed(waiting), key=burden))

    def _drop(self, dropped: ReviewJob) -> None:
        self._jobs = OrderedDict((key, job) for key, job in self._jobs.items() if job is not dropped)

    def _unfinished(self) -> list[ReviewJob]:
        return [job for job in self._jobs.values() if not job.done]

    def _forget(self) -> None:
        done = [key for key, job in self._jobs.items() if job.done]
        for key in done[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[key]

    def _forget_failed(self) -> None:
        """Drop reviews that failed a while ago, so that they are tried again."""
        before = self._clock.monotonic() - FAILED_FOR
        self._jobs = OrderedDict((key, job) for key, job in self._jobs.items() if not job.failed or job.ended > before)

    def _payer(self, job: ReviewJob) -> str:
        """In whose place a job stands: of those who ask for it, the one who has used least time."""
        return min((home for home, _ in job.askers), key=self._used.of)

    def _place(self, job: ReviewJob) -> float:
        return self._used.of(self._payer(job))

    def _next(self) -> ReviewJob | None:
        """The job whose turn is next: if it has no process, there can be another, or its asker has used nothing yet."""
        unfinished = self._unfinished()
        if not unfinished:
            return None
        best = min(unfinished, key=self._place)
        started = [job for job in unfinished if job.process is not None]
        if best.process is None and len(started) >= MOST_STARTED:
            worst = max(started, key=self._place)
            if self._place(best) > SLICE / 2 or self._place(worst) < SLICE / 2:
                return min(started, key=self._place)
            self._ending.append(_end(worst))
        return best

    async def _keep(self) -> None:
        """Let every job have its turns until all are done."""
        running: ReviewJob | None = None
        try:
            while (job := self._next()) is not None:
                await self._wait_for_ended()
                if running is not None and running is not job:
                    _signal(running, "SIGSTOP")
                running, began, payer = job, self._clock.monotonic(), self._payer(job)
                try:
                    await self._run(job)
                except Exception as error:  # Whatever it was, the next review has its turn.
                    log.warning("a review failed: %s", type(error).__name__)
                    job.failed = True
                finally:
                    seconds = self._clock.monotonic() - began
                    job.seconds += seconds
                    self._used.add(payer, seconds)
                    if job.done:
                        job.ended = self._clock.monotonic()
                        job.askers.clear()
                        if job.stale:
                            self._drop(job)
                        self._ending.append(_end(job))
        finally:
            self._ending += map(_end, self._unfinished())
            await self._wait_for_ended()

    async def _wait_for_ended(self) -> None:
        """Wait until killed processes are gone and their pipes closed: transports would outlive the event loop."""
        while self._ending:
            process = self._ending[-1]
            if process is not None:
                await process.wait()
                assert process.stdout is not None
                while await process.stdout.read(LONGEST_LINE):
                    pass
            self._ending.pop()

    async def _run(self, job: ReviewJob) -> None:
        """Go on with a job for a while."""
        async with self._clock.time_limit(max(0.0, REVIEW_TIME_LIMIT - job.seconds)):
            if job.process is None:
                job.process = await self._started(job)
                await _read_line(job, job.process)  # By then it is in a group of its own, so it may be paused.
                job.reading = asyncio.create_task(_read(job, job.process))
            _signal(job, "SIGCONT")
            assert job.reading is not None
            with contextlib.suppress(TimeoutError):
                async with self._clock.time_limit(SLICE):
                    await asyncio.wait((job.reading,))
            if job.reading.done():
                job.reading.result()
                job.failed = not job.done

    async def _started(self, job: ReviewJob) -> asyncio.subprocess.Process:
        # It goes to a process group of its own (see `review_worker`): not here, because uvloop can't.
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(job.record) + b"\n")
        process.stdin.close()
        return process

    async def close(self) -> None:
        """End everything that is still being computed."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._wait_for_ended()  # It may have been cancelled while it waited for the last one.


async def _read(job: ReviewJob, process: asyncio.subprocess.Process) -> None:
    """Follow a process until it ends."""
    while await _read_line(job, process):
        pass
    await process.wait()


async def _read_line(job: ReviewJob, process: asyncio.subprocess.Process) -> bool:
    """Take in the next news; False if there are no more."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    if line:
        news = decode_news(line)
        job.part, job.facts = news.part, news.facts
    return bool(line)


def _signal(job: ReviewJob, name: str) -> None:
    """Pause a job, or let it go on; where there is no such signal, it just runs."""
    number: signal.Signals | None = getattr(signal, name, None)
    if number is not None and job.process is not None and job.process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            job.process.send_signal(number)


def _end(job: ReviewJob) -> asyncio.subprocess.Process | None:
    """End the process of a job, which may be paused; it begins anew if it is not done."""
    process, job.process = job.process, None
    if job.reading is not None and not job.done:
        job.reading.cancel()
    if process is not None and process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    return process
