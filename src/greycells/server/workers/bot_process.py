"""A process in which bots think, seen from the server: started when needed, given a time limit, killed if it hangs.

The limit is of the processor's time, as it is for other work: a machine that is busy, or slow, is no fault of a bot. A
process that doesn't even get that in eight times as long is given up.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Sequence

import msgspec

from greycells.errors import GreycellsError
from greycells.notation.sighting_json import encode_sighting
from greycells.rules.views import View
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.workers.bot_worker import KEPT, Reply, Task
from greycells.server.workers.fair_queue import FairQueue, UsedTime
from greycells.server.workers.work_process import ON_A_BUSY_MACHINE

COMMAND = (sys.executable, "-m", "greycells.server.workers.bot_worker")
START_UP = 60.0
"""How many seconds a new process may take to import everything."""
FIRST_DECISION = 60.0
"""So many seconds more its first decision may take, in which it imports the bot and compiles the solver."""

AT_THE_END = "the server stops"

decode_reply = msgspec.json.Decoder(Reply).decode


class WorkerLost(GreycellsError):
    """A worker process that could not be started, crashed, or took too long: its words say which."""


class BotProcess:
    """One process that thinks about one decision at a time; it is started when first needed, and again when lost.

    One that takes too long is killed. Whose bots have used least time are next.
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
        self._turns = FairQueue(1, used=used)
        self._process: asyncio.subprocess.Process | None = None
        self._told: dict[str, int] = {}
        self._has_answered = self._is_closed = False

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
            seconds=self._seconds,
        )
        return msgspec.json.encode(task) + b"\n"

    @property
    def _seconds(self) -> float:
        """Of the processor, for the next decision."""
        return self._time_limit if self._has_answered else self._time_limit + FIRST_DECISION

    async def _ask(self, process: asyncio.subprocess.Process, task: bytes) -> Reply:
        assert process.stdin is not None
        assert process.stdout is not None
        seconds = ON_A_BUSY_MACHINE * self._time_limit + (0 if self._has_answered else FIRST_DECISION)
        try:
            async with self._clock.time_limit(seconds):
                process.stdin.write(task)
                await process.stdin.drain()
                line = await process.stdout.readline()
                status = 0 if line else await process.wait()
        except (TimeoutError, OSError) as error:
            await self.stop()
            raise WorkerLost(f"it didn't answer within {seconds:g} seconds; is the machine too busy?") from error
        if not line:
            raise WorkerLost(_end_of(status))
        try:
            reply = decode_reply(line)
        except msgspec.DecodeError as error:
            await self.stop()
            raise WorkerLost("it answered nonsense") from error
        self._has_answered = True
        return reply

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        if self._is_closed:
            raise WorkerLost(AT_THE_END)
        self._told.clear()
        self._has_answered = False
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self._process = process
        assert process.stdout is not None
        if self._is_closed:
            await self.stop()
            raise WorkerLost(AT_THE_END)
        try:
            async with self._clock.time_limit(START_UP):
                line = await process.stdout.readline()
        except TimeoutError:
            line = b""
        if line != b"ready\n":
            await self.stop()
            raise WorkerLost(f"it didn't start within {START_UP:g} seconds, or ended at once")
        return process

    async def close(self) -> None:
        """End the process for good."""
        self._is_closed = True
        await self.stop()

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await asyncio.shield(process.wait())


def _end_of(status: int) -> str:
    """How a process ended by itself."""
    if sys.platform != "win32" and status == -signal.SIGPROF:
        return "it used up the processor's time that a decision may take"
    return f"it ended with signal {-status}" if status < 0 else f"it ended with status {status}"
