"""How much one server process carries: many tables, many sockets, actions at a steady rate, then until it breaks.

Every table has four seats of one guest each, and a socket for every seat. A driver plays each table at its rate through
the sockets and measures the time from sending a command to the last of the table's viewers having its frame.

    python benchmarks/load.py --tables 500 --period 2 --seconds 600
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import random
import resource
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from greycells.client import Server
from greycells.notation.messages import ChairPlan, Plan, Ready, Sit, Start

SEATS = 4


class Happened(msgspec.Struct):
    """As much of a frame as the measurement needs."""

    type: str
    seq: int = 0
    id: str = ""
    decision: int = 0
    options: dict[str, msgspec.Raw] | None = None
    sentence: str = ""


decode = msgspec.json.Decoder(list[Happened]).decode


@dataclass(slots=True)
class Tally:
    """What was seen: times from command to the last viewer, and what went wrong."""

    times: list[float] = field(default_factory=list[float])
    actions: int = 0
    refused: int = 0
    lost: int = 0
    doubled: int = 0


class Viewer:
    """One socket: how far it has read, and the decision that it is asked for."""

    def __init__(self, chair: int, connection: ClientConnection, table: DrivenTable) -> None:
        self.chair = chair
        self.connection = connection
        self.table = table
        self.seq = 0

    async def read(self) -> None:
        with contextlib.suppress(Exception):
            async for message in self.connection:
                for frame in decode(message):
                    self._take(frame)

    def _take(self, frame: Happened) -> None:
        if frame.type in ("happened", "changed", "said", "remarked"):
            if frame.seq != self.seq + 1:
                self.table.tally.doubled += frame.seq <= self.seq
                self.table.tally.lost += frame.seq > self.seq + 1
            self.seq = frame.seq
            self.table.seen()
        elif frame.type == "choose" and frame.options is not None:
            self.table.ask = (self, frame.decision, frame.options)
            self.table.asked.set()
        elif frame.type == "refused":
            self.table.tally.refused += 1
            self.table.refusal = frame.sentence
            self.table.done.set()


class DrivenTable:
    """A table that is played at a steady rate; the choices are simple, and never an accusation."""

    def __init__(self, number: str, tally: Tally, chance: random.Random) -> None:
        self.number = number
        self.tally = tally
        self.chance = chance
        self.viewers: list[Viewer] = []
        self.ask: tuple[Viewer, int, dict[str, msgspec.Raw]] | None = None
        self.asked = asyncio.Event()
        self.done = asyncio.Event()
        self.waits_for = 0
        self.refusal = ""

    def seen(self) -> None:
        if self.waits_for and min(viewer.seq for viewer in self.viewers) >= self.waits_for:
            self.done.set()

    async def act(self) -> None:
        """One action, from the command to every viewer's frame."""
        await self.asked.wait()
        assert self.ask is not None
        viewer, decision, options = self.ask
        self.asked.clear()
        self.done.clear()
        self.waits_for = max(viewer.seq for viewer in self.viewers) + 1
        command = {"type": "play", "chair": viewer.chair, "decision": decision, "action": self._choice(options)}
        began = time.perf_counter()
        await viewer.connection.send(json.dumps({"id": str(decision), "command": command}))
        try:
            async with asyncio.timeout(30):
                await self.done.wait()
        except TimeoutError:
            self.tally.lost += 1
            return
        self.tally.times.append(time.perf_counter() - began)
        self.tally.actions += 1

    def _choice(self, options: dict[str, msgspec.Raw]) -> dict[str, object]:
        if "show" in options:
            return {"do": "show", "card": json.loads(bytes(options["show"]))[0]}
        for name in ("cannot show", "roll", "end turn"):
            if name in options:
                return {"do": name}
        if "moves" in options:
            return {"do": "move", "to": self.chance.choice(json.loads(bytes(options["moves"]))["ends"])}
        if "suggest" in options:
            cards = json.loads(bytes(options["suggest"]))
            theory = [self.chance.choice(cards[kind]) for kind in ("suspects", "weapons", "rooms")]
            return {"do": "suggest", "theory": theory}
        return {"do": "take passage"}

    async def play(self, period: float, until: float) -> None:
        """An action every `period` seconds, at a phase of the table's own."""
        due = time.monotonic() + self.chance.random() * period
        while due < until:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self.act()
            due = max(due + period, time.monotonic() - period)


async def serve(folder: Path) -> tuple[asyncio.subprocess.Process, str]:
    """The server in a process of its own, with no limits on guests."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["serve", "--port", str(port), "--data", str(folder), "--limits-factor", "100000"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "greycells", *arguments), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    await process.stdout.readline()
    return process, f"http://127.0.0.1:{port}"


async def set_up(address: str, number: int, tally: Tally, lines: contextlib.AsyncExitStack) -> DrivenTable:
    """A started table, and a socket for every seat."""
    guests = [Server(address) for _ in range(SEATS)]
    for guest in guests:
        await guest.meet()
    plan = Plan(edition="classic", chairs=(ChairPlan(),) * SEATS)
    table = (await guests[0].open(plan)).id
    driven = DrivenTable(table, tally, random.Random(number))
    for chair, guest in enumerate(guests):
        await guest.ask(table, Sit(chair=chair))
        await guest.ask(table, Ready(chair=chair))
    await guests[0].ask(table, Start())
    for chair, guest in enumerate(guests):
        target = f"ws{address.removeprefix('http')}/api/tables/{table}/live?chair={chair}"
        cookie = {"Cookie": f"greycells={guest.cookie}"}
        connection = await lines.enter_async_context(
            connect(target, additional_headers=cookie, compression=None, ping_interval=None, open_timeout=60)
        )
        viewer = Viewer(chair, connection, driven)
        driven.viewers.append(viewer)
    for viewer in driven.viewers:
        reading = asyncio.create_task(viewer.read())
        lines.callback(reading.cancel)
    return driven


def memory_of(process: int) -> float:
    """The resident memory of a process, in MiB."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def cpu_of(process: int) -> float:
    """The CPU seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def steady(tables: list[DrivenTable], tally: Tally, process: int, *, period: float, seconds: float) -> float:
    """Play all tables for a while; prints a line, and returns the 99th percentile in milliseconds."""
    tally.times.clear()
    actions, cpu, began = tally.actions, cpu_of(process), time.monotonic()
    memory = memory_of(process)
    until = began + seconds
    await asyncio.gather(*(table.play(period, until) for table in tables))
    spent = time.monotonic() - began
    times = sorted(tally.times)
    percentile = 1000 * times[int(len(times) * 0.99)] if times else float("inf")
    print(
        f"{len(tables):6} tables {len(tables) * SEATS:6} sockets {(tally.actions - actions) / spent:8.1f} actions/s"
        f"  median {1000 * times[len(times) // 2]:7.1f} ms  p99 {percentile:7.1f} ms  max {1000 * times[-1]:7.1f} ms"
        f"  server {100 * (cpu_of(process) - cpu) / spent:4.0f} % CPU, {memory:.0f} -> {memory_of(process):.0f} MiB"
        f"  refused {tally.refused} lost {tally.lost} doubled {tally.doubled}",
        flush=True,
    )
    return percentile


async def main(count: int, period: float, seconds: float, *, until_it_breaks: bool) -> None:
    gc.disable()  # The driver's own pauses are none of the server's.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        process, address = await serve(Path(folder))
        tally, chance = Tally(), asyncio.Semaphore(16)
        try:
            async with contextlib.AsyncExitStack() as lines:

                async def one(number: int) -> DrivenTable:
                    async with chance:
                        return await set_up(address, number, tally, lines)

                tables = list(await asyncio.gather(*(one(number) for number in range(count))))
                await asyncio.sleep(2)
                slices = max(1, round(seconds / 60))
                for _ in range(slices):
                    await steady(tables, tally, process.pid, period=period, seconds=seconds / slices)
                while until_it_breaks:
                    period /= 1.5
                    if await steady(tables, tally, process.pid, period=period, seconds=20) > 1000:
                        break
        finally:
            process.terminate()
            await process.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--period", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--until-it-breaks", action="store_true")
    asked = parser.parse_args()
    asyncio.run(main(asked.tables, asked.period, asked.seconds, until_it_breaks=asked.until_it_breaks))
