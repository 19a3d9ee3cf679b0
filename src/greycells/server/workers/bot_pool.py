"""Bots think in worker processes with a time limit, never on the event loop that serves people."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
from collections.abc import Sequence
from time import perf_counter

import msgspec

from greycells.errors import GreycellsError
from greycells.notation.action_json import WireError, decode_action
from greycells.notation.sighting_json import encode_sighting
from greycells.rules.actions import Action
from greycells.rules.views import View
from greycells.server.errors.causes import cause_of
from greycells.server.runtime.metrics import Histogram
from greycells.server.runtime.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.tables.table_services import BotFailed
from greycells.server.workers.bot_worker import KEPT, Reply, Task
from greycells.server.workers.fair_turns import FairTurns, UsedTime

log = logging.getLogger("greycells.server")
COMMAND = (sys.executable, "-m", "greycells.server.workers.bot_worker")
START_UP = 60.0
"""How many seconds a new process may take to import everything."""

decode_reply = msgspec.json.Decoder(Reply).decode


class WorkerLost(GreycellsError):
    """A worker process that could not be started, crashed, or took too long."""


class BotWorker:
    """One process that thinks about one decision at a time; it is started when first needed, and again when lost.

    Whose bots have used least time are next.
    """

    def __init__(
        self,
        command: Sequence[str],
        time_limit: float,
        clock: SystemClock = SYSTEM_CLOCK,
        *,
        used: UsedTime | None = None,
    ) -> None:
        self._command = tuple(command)
        self._clock = clock
        self._time_limit = time_limit
        self._turns = FairTurns(1, used=used)
        self._process: asyncio.subprocess.Process | None = None
        self._told: dict[str, int] = {}

    def __len__(self) -> int:
        """How many bots the process remembers at most."""
        return len(self._told)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def think(self, key: str, level: str, view: View, *, seed: int, guest: str = "") -> Reply:
        """Ask the process in this guest's turn, telling it only what it has not been told; raises WorkerLost."""
        began = await self._turns.take(guest)
        try:
            return await self._think(key, level, view, seed=seed)
        finally:
            self._turns.give(guest, began)

    async def _think(self, key: str, level: str, view: View, *, seed: int) -> Reply:
        process = await self._started()
        name = f"{key} {level}"
        count = len(view.sightings)
        told = self._told.get(name, 0)
        if told > count:  # Asked about an earlier moment than before: the process has to forget what came later.
            told = 0
        reply = await self._ask(process, self._task(key, level, view, seed=seed, span=(told, count)))
        if reply.forgotten:
            reply = await self._ask(process, self._task(key, level, view, seed=seed, span=(0, count)))
        self._remember(name, count)
        return reply

    def _remember(self, name: str, count: int) -> None:
        """What each remembered bot has been told; any other is told from the start."""
        self._told.pop(name, None)
        self._told[name] = count
        if len(self._told) > KEPT:
            del self._told[next(iter(self._told))]

    def _task(self, key: str, level: str, view: View, *, seed: int, span: tuple[int, int]) -> bytes:
        seat, edition = view.seat, view.scene.edition
        assert seat is not None
        task = Task(
            key=key,
            level=level,
            seed=seed,
            edition=edition.key,
            house_rules=edition.house_rules,
            seats=tuple((other.suspect.word, other.name) for other in view.scene.seats),
            seat=seat.index,
            first=span[0],
            sightings=tuple(
                msgspec.Raw(msgspec.json.encode(encode_sighting(sighting))) for sighting in view.sightings[slice(*span)]
            ),
        )
        return msgspec.json.encode(task) + b"\n"

    async def _ask(self, process: asyncio.subprocess.Process, task: bytes) -> Reply:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with self._clock.time_limit(self._time_limit):
                process.stdin.write(task)
                await process.stdin.drain()
                line = await process.stdout.readline()
        except (TimeoutError, OSError) as error:
            await self.stop()
            raise WorkerLost from error
        try:
            return decode_reply(line)
        except msgspec.DecodeError as error:
            await self.stop()
            raise WorkerLost from error

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        self._told.clear()
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self._process = process
        assert process.stdout is not None
        try:
            async with self._clock.time_limit(START_UP):
                line = await process.stdout.readline()
        except TimeoutError:
            line = b""
        if line != b"ready\n":
            await self.stop()
            raise WorkerLost
        return process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await asyncio.shield(process.wait())


class BotPool:
    """All the worker processes: a seat's bot always thinks in the same one, which remembers what it was told."""

    def __init__(
        self,
        *,
        workers: int = 1,
        time_limit: float = 5.0,
        command: Sequence[str] = COMMAND,
        clock: SystemClock = SYSTEM_CLOCK,
    ) -> None:
        used = UsedTime()
        self._workers = [BotWorker(command, time_limit, clock, used=used) for _ in range(workers)]
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
        for attempt in range(2):
            # A table may stop waiting. The process still answers, so the pipe has to be read to stay in step.
            thought = asyncio.ensure_future(worker.think(key, level, view, seed=seed, guest=guest))
            thought.add_done_callback(_heard)
            try:
                reply = await asyncio.shield(thought)
            except WorkerLost as lost:
                why = lost.with_traceback(None)
                self.lost += 1
                cause = cause_of(lost)
                log.warning("a bot of level %s was lost and is replaced: %s", level, cause, extra={"cause": cause})
                continue
            if reply.action is None:
                log.warning("a bot of level %s failed: %s", level, reply.error, extra={"cause": reply.error})
                break
            try:
                return decode_action(view.scene.table, reply.action), attempt > 0
            except WireError:
                break
        self.failed += 1
        raise BotFailed from why

    async def stop(self) -> None:
        await asyncio.gather(*(worker.stop() for worker in self._workers))


def _heard(thought: asyncio.Future[Reply]) -> None:
    """Retrieve the result that nobody waits for any more, so that asyncio doesn't report it as lost."""
    if not thought.cancelled():
        thought.exception()
