"""Load test of one server process: many tables and sockets at a constant rate, then faster until it breaks.

Every table has four seats with one guest and one socket each. A driver in a separate process plays all tables at their
rate and measures the time from sending a command until all viewers of the table have their frame. Finished games are
followed by rematches. At the end the server's log is compared with what was sent.

    python -m benchmarks.load --tables 500 --period 2 --seconds 600 --until-it-breaks
    python -m benchmarks.load --tables 45 --period 0.3 --seconds 60 --attack
    python -m benchmarks.load --tables 200 --period 2 --seconds 60 --reviews
    python -m benchmarks.load --tables 40 --period 2 --seconds 10 --floods
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import resource
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop
from benchmarks.driven import SEATS, DrivenTable, Tally
from benchmarks.greedy import WORKS, another

from greycells.client import ServerClient
from greycells.protocol.review_messages import ReviewProgress

RECORD = Path(__file__).parents[1] / "records" / "classic" / "solved.case"
"""A finished game, to be reviewed."""
FLOODS = ("nothing", "/rules/classic", "/metrics", "/nowhere", "POST /api/records", "half-open", *WORKS)
"""What one address floods the server with, one after the other, beside the tables."""
SOON = 30.0
"""Seconds in which an honest reader has a review, whatever others ask for."""
PROMISED = 0.2
"""The limit for the 99th percentile: seconds from a command to every viewer's frame."""
SETTLED = 300.0
"""Seconds until there are games of every age, and as many are unloaded as are started."""
WARMING_UP = 6.0
"""Seconds that an attacker and the server's first bot need to start on two shared cores."""
FLAT = 0.05
"""The share by which memory may still grow in the second half of the run."""


class Used(NamedTuple):
    """What a process uses: CPU seconds so far, and MiB of memory now."""

    cpu: float
    memory: float

    @classmethod
    def by(cls, process: int) -> Used:
        folder = Path(f"/proc/{process}")
        pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
        fields = (folder / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return cls((int(fields[11]) + int(fields[12])) / 100, pages * resource.getpagesize() / 2**20)

    @classmethod
    def by_all(cls, processes: Sequence[int]) -> Used:
        used = [cls.by(process) for process in processes]
        return cls(sum(each.cpu for each in used), sum(each.memory for each in used))


class Measured(NamedTuple):
    """The results of an interval: throughput, times in milliseconds, CPU shares, and the server's memory."""

    asked: float
    rate: float
    median: float
    p99: float
    longest: float
    server: float
    driver: float
    lag: float
    memory: float

    def __str__(self) -> str:
        return (
            f"{self.rate:7.1f} actions/s of {self.asked:6.1f}   median {self.median:6.1f}  p99 {self.p99:6.1f}"
            f"  max {self.longest:6.1f} ms   server {self.server:4.0%} of a core, {self.memory:5.0f} MiB"
            f"   driver {self.driver:4.0%}, event loop lag {self.lag:.1f} ms (p99)"
        )


async def watch(lags: list[float]) -> None:
    """Measure the lag of the driver's own event loop, which adds to every measured time."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.01)
        lags.append(time.perf_counter() - began - 0.01)


def percentile(times: Sequence[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else float("inf")


async def steady(
    tables: Sequence[DrivenTable], tally: Tally, processes: Sequence[int], *, period: float, seconds: float
) -> Measured:
    """Play all tables for this many seconds."""
    tally.times.clear()
    tally.lags.clear()
    actions, began = tally.actions, time.monotonic()
    server, driver = Used.by_all(processes), Used.by(os.getpid())
    await asyncio.gather(*(table.play(period, began + seconds) for table in tables))
    spent = time.monotonic() - began
    now, times = Used.by_all(processes), tally.times
    measured = Measured(
        asked=len(tables) / period,
        rate=(tally.actions - actions) / spent,
        median=percentile(times, 0.5),
        p99=percentile(times, 0.99),
        longest=percentile(times, 1.0),
        server=(now.cpu - server.cpu) / spent,
        driver=(Used.by(os.getpid()).cpu - driver.cpu) / spent,
        lag=percentile(tally.lags, 0.99),
        memory=now.memory,
    )
    print(measured, flush=True)
    return measured


async def faster_and_faster(
    tables: Sequence[DrivenTable], tally: Tally, processes: Sequence[int], *, period: float
) -> float:
    """Raise the rate until the 99th percentile or the throughput misses its target; then print the bottleneck."""
    good: Measured | None = None
    while True:
        period /= 1.4
        now = await steady(tables, tally, processes, period=period, seconds=15)
        if now.p99 > 1000 * PROMISED or now.rate < 0.9 * now.asked:
            break
        good = now
    what = "the driver's event loop, not the server" if now.driver > max(0.9, now.server) else "the server's event loop"
    print(
        f"Sustains {good.rate if good else 0:.0f} actions/s and breaks at {now.asked:.0f}: the bottleneck is {what}"
        f" ({now.server:.0%} of a core, the driver {now.driver:.0%}); commands queue up, none is lost."
    )
    return good.rate if good else 0.0


async def review_without_end(address: str, seconds: list[float]) -> None:
    """Upload a finished game and ask for its review until it is there, again and again: one is always being computed.

    The server keeps finished reviews, so that each time it is another upload.
    """
    reader = ServerClient(address, headers=home(60_000))
    await reader.meet()
    record = RECORD.read_bytes()
    while True:
        path = f"/api/records/{(await reader.bring(record)).id}/analysis"
        began = time.monotonic()
        while (told := await reader.get(path, ReviewProgress)).review is None:
            if told.problem is not None:
                raise RuntimeError(told.problem)
            await asyncio.sleep(0.7)
        seconds.append(time.monotonic() - began)


async def read_a_game(address: str, number: int) -> float:
    """How many seconds an honest reader waits for the review of a game that nobody has read, from uploading it on."""
    reader = ServerClient(address, headers=home(60_000))
    await reader.meet()
    began = time.monotonic()
    path = f"/api/records/{(await reader.bring(another(RECORD, number))).id}/analysis"
    while (told := await reader.get(path, ReviewProgress)).review is None:
        if told.problem is not None:
            raise RuntimeError(told.problem)
        await asyncio.sleep(1.5)
    return time.monotonic() - began


async def serve(
    folder: Path,
    *,
    limits: float,
    database: str | None = None,
    source: Path | None = None,
    program: Sequence[str] = ("-m", "greycells"),
) -> tuple[asyncio.subprocess.Process, str]:
    """Start the server in a separate process, perhaps that of another tree, or by another program that runs it; the
    driver plays all guests, so rate limits are raised."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["serve", "--port", str(port), "--data", str(folder), "--limits-factor", str(limits)]
    arguments += ["--database", database] if database is not None else []
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *program, *arguments),
        stdout=asyncio.subprocess.PIPE,
        # By a variable, which a tree that doesn't know it ignores.
        env={**os.environ, "GREYCELLS_ONE_MACHINE": "1"} | ({"PYTHONPATH": str(source)} if source is not None else {}),
    )
    assert process.stdout is not None
    await process.stdout.readline()
    return process, f"http://127.0.0.1:{port}"


def home(number: int) -> dict[str, str]:
    """Each table has its own IP address, as behind a proxy."""
    return {"X-Forwarded-For": f"198.18.{number // 250}.{number % 250 + 1}"}


async def beside_floods(
    address: str, tables: Sequence[DrivenTable], tally: Tally, process: int, *, period: float, seconds: float
) -> list[Measured]:
    """Play all tables for so many seconds, beside each flood and without one; a guest has a game reviewed meanwhile."""
    measured = list[Measured]()
    for number, what in enumerate(FLOODS):
        print(f"beside {what}:", flush=True)
        flood: asyncio.subprocess.Process | None = None
        if what != "nothing":
            program = "benchmarks.greedy" if what in WORKS else "benchmarks.flood"
            arguments = ("-m", program, address, what, str(seconds + WARMING_UP / 2))
            flood = await asyncio.create_subprocess_exec(sys.executable, *arguments)
            await asyncio.sleep(WARMING_UP / 2)
        reading = asyncio.create_task(read_a_game(address, number))
        measured.append(await steady(tables, tally, [process], period=period, seconds=seconds))
        waited = await reading
        print(f"an honest guest had a review in {waited:.1f} s", flush=True)
        if waited > SOON:
            tally.refusals.append(f"a review took {waited:.0f} s beside {what}")
        if flood is not None and await flood.wait():
            tally.refusals.append(f"the flood of {what} failed")
    return measured


async def evening(folder: Path, tally: Tally, asked: argparse.Namespace) -> list[Measured]:
    """The whole measurement, from the first guest to the last action."""
    attacked = asked.attack or asked.floods
    process, address = await serve(folder, limits=1 if attacked else 100_000)
    watching = asyncio.create_task(watch(tally.lags))
    reviewing: asyncio.Task[None] | None = None
    few = asyncio.Semaphore(4 if attacked else 16)
    attack: asyncio.subprocess.Process | None = None
    tables = [
        DrivenTable([ServerClient(address, headers=home(number)) for _ in range(SEATS)], tally, random.Random(number))
        for number in range(asked.tables)
    ]

    async def open_one(table: DrivenTable) -> None:
        async with few:
            await table.open()

    try:
        await asyncio.gather(*(open_one(table) for table in tables))
        print(f"{len(tables)} tables, {len(tables) * SEATS} sockets; server {process.pid}", flush=True)
        if asked.attack:
            attack = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "benchmarks.attacker", address, str(folder), str(asked.seconds + WARMING_UP))
            )
            await asyncio.sleep(WARMING_UP)
        if asked.reviews:
            reviewing = asyncio.create_task(review_without_end(address, tally.reviews))
        slices = 0 if asked.floods else max(1, round(asked.seconds / 30))
        seconds, measured = asked.seconds / max(1, slices), list[Measured]()
        if asked.floods:
            measured = await beside_floods(
                address, tables, tally, process.pid, period=asked.period, seconds=asked.seconds
            )
        for _ in range(slices):
            measured.append(await steady(tables, tally, [process.pid], period=asked.period, seconds=seconds))
        if reviewing is not None and reviewing.done():
            tally.refusals.append(f"no review: {reviewing.exception()}")
        if attack is not None and await attack.wait():
            tally.refusals.append("the attacker got through")
        if asked.until_it_breaks:
            await faster_and_faster(tables, tally, [process.pid], period=asked.period)
    finally:
        watching.cancel()
        if reviewing is not None:
            reviewing.cancel()
        process.terminate()
        await process.wait()
    return measured


def written(folder: Path) -> tuple[int, int]:
    """How many actions are in the server's log, and how many decisions were answered twice."""
    query = "SELECT game, entry ->> 'decision' FROM (SELECT game, CAST(entry AS TEXT) AS entry FROM log)"
    query += " WHERE json_valid(entry) AND entry ->> 'type' = 'played'"
    with contextlib.closing(sqlite3.connect(folder / "greycells.db")) as connection:
        rows = connection.execute(query).fetchall()
    return len(rows), len(rows) - len(set(rows))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--period", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--until-it-breaks", action="store_true")
    parser.add_argument(
        "--attack", action="store_true", help="run an attacker at the same time, with the default rate limits"
    )
    parser.add_argument(
        "--floods", action="store_true", help="measure beside one flood after the other, with the default rate limits"
    )
    parser.add_argument("--reviews", action="store_true", help="have finished games reviewed all the time meanwhile")
    asked = parser.parse_args()
    gc.disable()  # Garbage collection in the driver would be measured as the server's time.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        measured = uvloop.run(evening(Path(folder), tally, asked))
        kept, twice = written(Path(folder))
    start, middle, end = (measured[number].memory for number in (0, len(measured) // 2, -1))
    worst = max(each.p99 for each in measured)
    others_play = asked.attack or asked.floods
    missing = max(0, tally.actions - kept) if others_play else abs(tally.actions - kept)
    wrong = (len(tally.refusals), tally.lost + missing, tally.doubled + twice)
    grows = asked.seconds >= 2 * SETTLED and end > (1 + FLAT) * middle
    print(
        f"{tally.actions} actions sent, {kept} in the log; {tally.games} games finished and restarted;"
        f" refused {wrong[0]}, lost {wrong[1]}, duplicated {wrong[2]}\n"
        f"worst p99 at the constant rate {worst:.1f} ms; memory at start, middle and end"
        f" {start:.0f}, {middle:.0f}, {end:.0f} MiB"
    )
    if asked.reviews:
        took = f", each in {percentile(tally.reviews, 0.5) / 1000:.1f} s (median)" if tally.reviews else ""
        print(f"{len(tally.reviews)} reviews meanwhile{took}")
    for sentence in sorted(set(tally.refusals)):
        print(f"refused: {sentence}")
    return int(worst > 1000 * PROMISED or any(wrong) or grows or (asked.reviews and not tally.reviews))


if __name__ == "__main__":
    sys.exit(main())
