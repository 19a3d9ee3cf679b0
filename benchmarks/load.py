"""How much one server process carries: many tables, many sockets, actions at a steady rate, then until it breaks.

Every table has four seats of one guest each, and a socket for every seat. A driver, in a process of its own, plays each
table at its rate through the sockets and measures the time from sending a command to the last of the table's viewers
having its frame. Games end, and the same people play another; at the end the server's log is compared with what was
sent.

    python -m benchmarks.load --tables 500 --period 2 --seconds 600 --until-it-breaks
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

from greycells.client import Server

PROMISED = 0.2
"""Seconds from a command to every viewer's frame, for 99 of 100 commands."""
SETTLED = 300.0
"""After so many seconds games of every age are on the tables, and as many are put away as are begun."""
FLAT = 0.05
"""By such a share memory may still grow after that, for as long again."""


class Used(NamedTuple):
    """What a process has used so far: CPU seconds, and MiB of memory now."""

    cpu: float
    memory: float

    @classmethod
    def by(cls, process: int) -> Used:
        folder = Path(f"/proc/{process}")
        pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
        fields = (folder / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return cls((int(fields[11]) + int(fields[12])) / 100, pages * resource.getpagesize() / 2**20)


class Measured(NamedTuple):
    """How it went for a while: rate, times in milliseconds, shares of a core, and the server's memory."""

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
            f"   driver {self.driver:4.0%}, its loop late by {self.lag:.1f} ms (p99)"
        )


async def watch(lags: list[float]) -> None:
    """How late the driver's own loop is: what it adds to every time that it measures."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.01)
        lags.append(time.perf_counter() - began - 0.01)


def percentile(times: Sequence[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else float("inf")


async def steady(
    tables: Sequence[DrivenTable], tally: Tally, process: int, *, period: float, seconds: float
) -> Measured:
    """Play all tables for a while."""
    tally.times.clear()
    tally.lags.clear()
    actions, began = tally.actions, time.monotonic()
    server, driver = Used.by(process), Used.by(os.getpid())
    await asyncio.gather(*(table.play(period, began + seconds) for table in tables))
    spent = time.monotonic() - began
    now, times = Used.by(process), tally.times
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


async def faster_and_faster(tables: Sequence[DrivenTable], tally: Tally, process: int, *, period: float) -> None:
    """Until 99 of 100 commands are not served in time any more, or the rate is not reached; then say what gave way."""
    good: Measured | None = None
    while True:
        period /= 1.4
        now = await steady(tables, tally, process, period=period, seconds=15)
        if now.p99 > 1000 * PROMISED or now.rate < 0.9 * now.asked:
            break
        good = now
    what = "the driver's loop, not the server" if now.driver > max(0.9, now.server) else "the server's one loop"
    print(
        f"It carries {good.rate if good else 0:.0f} actions/s and breaks at {now.asked:.0f}: {what} is busy"
        f" ({now.server:.0%} of a core, the driver {now.driver:.0%}); commands wait, none is lost."
    )


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


async def evening(folder: Path, tally: Tally, asked: argparse.Namespace) -> list[Measured]:
    """The whole measurement, from the first guest to the last action."""
    process, address = await serve(folder)
    watching = asyncio.create_task(watch(tally.lags))
    few = asyncio.Semaphore(16)
    tables = [
        DrivenTable([Server(address) for _ in range(SEATS)], tally, random.Random(number))
        for number in range(asked.tables)
    ]

    async def open_one(table: DrivenTable) -> None:
        async with few:
            await table.open()

    try:
        await asyncio.gather(*(open_one(table) for table in tables))
        print(f"{len(tables)} tables, {len(tables) * SEATS} sockets; server {process.pid}", flush=True)
        slices = max(1, round(asked.seconds / 30))
        seconds, measured = asked.seconds / slices, list[Measured]()
        for _ in range(slices):
            measured.append(await steady(tables, tally, process.pid, period=asked.period, seconds=seconds))
        if asked.until_it_breaks:
            await faster_and_faster(tables, tally, process.pid, period=asked.period)
    finally:
        watching.cancel()
        process.terminate()
        await process.wait()
    return measured


def written(folder: Path) -> tuple[int, int]:
    """How many actions the server's log holds, and how many decisions were answered twice in it."""
    query = "SELECT game, entry ->> 'decision' FROM (SELECT game, CAST(entry AS TEXT) AS entry FROM log)"
    query += " WHERE entry ->> 'type' = 'played'"
    with contextlib.closing(sqlite3.connect(folder / "greycells.db")) as connection:
        rows = connection.execute(query).fetchall()
    return len(rows), len(rows) - len(set(rows))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--period", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--until-it-breaks", action="store_true")
    asked = parser.parse_args()
    gc.disable()  # The driver's own pauses are none of the server's.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        measured = uvloop.run(evening(Path(folder), tally, asked))
        kept, twice = written(Path(folder))
    start, middle, end = (measured[number].memory for number in (0, len(measured) // 2, -1))
    worst = max(each.p99 for each in measured)
    wrong = (len(tally.refusals), tally.lost + abs(kept - tally.actions), tally.doubled + twice)
    grows = asked.seconds >= 2 * SETTLED and end > (1 + FLAT) * middle
    print(
        f"{tally.actions} actions sent, {kept} in the log; {tally.games} games ended and were played again;"
        f" refused {wrong[0]}, lost {wrong[1]}, doubled {wrong[2]}\n"
        f"worst p99 at the steady rate {worst:.1f} ms; memory at start, middle and end"
        f" {start:.0f}, {middle:.0f}, {end:.0f} MiB"
    )
    for sentence in sorted(set(tally.refusals)):
        print(f"refused: {sentence}")
    return int(worst > 1000 * PROMISED or any(wrong) or grows)


if __name__ == "__main__":
    sys.exit(main())
