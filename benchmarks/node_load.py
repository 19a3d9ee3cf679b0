"""Load test side by side: one node on SQLite, one on PostgreSQL, two on PostgreSQL, and the price of the pass-through.

The same tables and driver as in `benchmarks.load`, once for each setup. With two nodes, tables are opened at both in
turn; `own` has every socket at the node that runs its table, `any` spreads them as a balancer does, and `other` has
them all at the other node, so that every move and every frame is passed on.

    python -m benchmarks.node_load --tables 100 --period 2 --seconds 30 --until-it-breaks
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import random
import resource
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import psycopg
import uvloop
from benchmarks.driven import SEATS, DrivenTable, Tally
from benchmarks.load import Measured, faster_and_faster, home, serve, steady, watch
from tests.server.postgres import Postgres

from greycells.client import ServerClient


class Setup(NamedTuple):
    """How many nodes share which database, and where the sockets are."""

    name: str
    nodes: int = 1
    postgres: bool = True
    via: str = "own"


SETUPS = (
    Setup("SQLite, one node", postgres=False),
    Setup("PostgreSQL, one node"),
    Setup("PostgreSQL, two nodes, own", nodes=2),
    Setup("PostgreSQL, two nodes, any", nodes=2, via="any"),
    Setup("PostgreSQL, two nodes, other", nodes=2, via="other"),
)


def sockets_at(setup: Setup, addresses: list[str], number: int) -> list[str]:
    """The node of each guest's socket at a table that is opened at node `number`, counted around."""
    shift = {"own": [0] * SEATS, "any": list(range(SEATS)), "other": [1] * SEATS}[setup.via]
    return [addresses[(number + each) % len(addresses)] for each in shift]


async def measure(
    setup: Setup, folder: Path, url: str | None, asked: argparse.Namespace
) -> tuple[Measured, float, Tally]:
    """Play, then faster and faster if that was asked for."""
    tally = Tally()
    nodes = [await serve(folder / str(number), limits=100_000, database=url) for number in range(setup.nodes)]
    addresses, pids = [address for _, address in nodes], [process.pid for process, _ in nodes]
    watching, few = asyncio.create_task(watch(tally.lags)), asyncio.Semaphore(8)
    tables = [
        DrivenTable(
            [ServerClient(addresses[number % len(addresses)], headers=home(number)) for _ in range(SEATS)],
            tally,
            random.Random(number),
            through=sockets_at(setup, addresses, number),
        )
        for number in range(asked.tables)
    ]

    async def open_one(table: DrivenTable) -> None:
        async with few:
            await table.open()

    try:
        await asyncio.gather(*(open_one(table) for table in tables))
        measured = await steady(tables, tally, pids, period=asked.period, seconds=asked.seconds)
        best = await faster_and_faster(tables, tally, pids, period=asked.period) if asked.until_it_breaks else 0.0
    finally:
        watching.cancel()
        for process, _ in nodes:
            process.terminate()
        await asyncio.gather(*(process.wait() for process, _ in nodes))
    return measured, best, tally


def kept(folder: Path, url: str | None) -> int:
    """How many actions are in the log."""
    query = "SELECT entry FROM log"
    if url is not None:
        with psycopg.connect(url) as database:
            rows = [bytes(entry) for (entry,) in database.execute(query.encode()).fetchall()]
    else:
        with contextlib.closing(sqlite3.connect(folder / "0" / "greycells.db")) as connection:
            rows = [bytes(entry) for (entry,) in connection.execute(query)]
    return sum(b'"type":"played"' in entry for entry in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--period", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--until-it-breaks", action="store_true")
    asked = parser.parse_args()
    gc.disable()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    lines: list[str] = []
    wrong = 0
    postgres = Postgres()
    try:
        for setup in SETUPS:
            print(f"== {setup.name}", flush=True)
            url = postgres.url(postgres.new_schema()) if setup.postgres else None
            with tempfile.TemporaryDirectory() as folder:
                measured, best, tally = uvloop.run(measure(setup, Path(folder), url, asked))
                missing = abs(tally.actions - kept(Path(folder), url))
            wrong += missing + len(tally.refusals) + tally.lost + tally.doubled
            lines.append(
                f"{setup.name:30} {measured.rate:7.1f} actions/s"
                f"  p50 {measured.median:6.1f}  p99 {measured.p99:6.1f} ms  servers {measured.server:4.0%} of a core"
                + (f"  sustains {best:5.0f}/s" if best else "")
            )
    finally:
        postgres.stop()
    print("\n".join(lines))
    print(f"refused, lost, duplicated or missing: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
