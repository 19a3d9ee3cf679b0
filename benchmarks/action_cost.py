"""What one action at a table costs a server: CPU time from the command to the last viewer's frame, by who spends it.

Every table has four seats with a socket each, which act at a constant rate, as in `benchmarks.load`. CPU seconds for
each acknowledged action say more than times do on a machine that has other things to do. With `--against`, a server of
another commit and one of this tree take turns, second by second in the same run; with `--fastest`, both are driven
faster and faster, in turn, until the 99th percentile passes 200 ms.

    python -m benchmarks.action_cost --against v1.0                      # SQLite, then PostgreSQL
    python -m benchmarks.action_cost --against v1.0 --look               # the sockets are those of pages
    python -m benchmarks.action_cost --against v1.0 --database postgres --fastest
    python -m benchmarks.action_cost --database sqlite --profile         # what the event loop's time is spent on
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import resource
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvloop
from benchmarks.against import HERE, checked_out
from benchmarks.driven import SEATS, DrivenTable, Tally
from benchmarks.load import PROMISED, home, percentile, serve
from benchmarks.sampled import shares
from tests.server.postgres import Postgres

from greycells.client import ServerClient

TICKS = os.sysconf("SC_CLK_TCK")
WARM_UP = 3.0
"""How many times as fast everything is played before measuring."""
STEP = 1.2
"""By how much the rate is raised."""


def cpu(process: str) -> float:
    """CPU seconds of a process, or of a thread (`PID/task/TID`)."""
    fields = Path("/proc", process, "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cpu_with_children(process: int) -> float:
    """CPU seconds of a process and its children, those that have ended included."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    spent = sum(map(int, fields[11:15])) / TICKS
    for child in children:
        with contextlib.suppress(FileNotFoundError):
            spent += cpu(child)
    return spent


class Contender:
    """A server of one tree, its tables, and what they have cost so far."""

    def __init__(self, name: str, tree: Path, url: str | None, database: int | None) -> None:
        self.name = name
        self.tally = Tally()
        self.tables: list[DrivenTable] = []
        self.spent: dict[str, float] = {}
        self.actions = 0
        self.best = 0.0
        self._tree = tree
        self._url = url
        self._database = database
        self._folder = tempfile.TemporaryDirectory()

    async def open(self, tables: int, *, look: bool, profile: Path | None = None) -> None:
        self.process, address = await serve(
            Path(self._folder.name),
            limits=100_000,
            database=self._url,
            source=self._tree / "src",
            program=("-m", "greycells") if profile is None else (str(HERE / "benchmarks" / "sampled.py"), str(profile)),
        )
        few = asyncio.Semaphore(8)

        async def open_one(number: int) -> None:
            guests = [ServerClient(address, headers=home(number)) for _ in range(SEATS)]
            table = DrivenTable(guests, self.tally, random.Random(number), look=look)
            async with few:
                await table.open()
            self.tables.append(table)

        await asyncio.gather(*map(open_one, range(tables)))

    def _used(self) -> dict[str, float]:
        pid = self.process.pid
        loop, all_threads = cpu(f"{pid}/task/{pid}"), cpu(str(pid))
        used = {"event loop": loop, "database threads": all_threads - loop}
        if self._database is not None:
            used["PostgreSQL"] = cpu_with_children(self._database)
        return used

    async def play(self, rate: float, seconds: float) -> tuple[float, float]:
        """Play at so many actions a second for this long; gives the rate that was reached, and the 99th percentile."""
        loop = asyncio.get_running_loop()
        self.tally.times.clear()
        before, actions, began = self._used(), self.tally.actions, loop.time()
        period = len(self.tables) / rate
        await asyncio.gather(*(table.play(period, began + seconds) for table in self.tables))
        for name, used in self._used().items():
            self.spent[name] = self.spent.get(name, 0.0) + used - before[name]
        self.actions += self.tally.actions - actions
        return (self.tally.actions - actions) / (loop.time() - began), percentile(self.tally.times, 0.99)

    def costs(self) -> dict[str, float]:
        """Milliseconds of CPU for each action."""
        each = {name: 1000 * seconds / self.actions for name, seconds in self.spent.items()}
        return {**each, "all": sum(each.values())}

    async def close(self) -> None:
        self.process.terminate()
        await self.process.wait()
        self._folder.cleanup()


async def take_turns(contenders: Sequence[Contender], asked: argparse.Namespace) -> None:
    """The same load for each in turn. The first round is longer and not measured: a server that has just been started
    works out paths on the board that it then keeps."""
    for number in range(asked.rounds + 1):
        for one in contenders if number % 2 else contenders[::-1]:
            await (one.play(asked.rate, asked.seconds) if number else one.play(WARM_UP * asked.rate, asked.warm_up))
            if number == 0:
                one.spent.clear()
                one.actions = 0
                if asked.profile:
                    one.process.send_signal(signal.SIGUSR1)


async def faster_and_faster(contenders: Sequence[Contender], asked: argparse.Namespace) -> None:
    """Raise the rate for each in turn until it fails twice to keep up, or to keep the 99th percentile."""
    rate, left = asked.rate, list(contenders)
    while left:
        for one in list(left):
            for _ in range(2):
                reached, p99 = await one.play(rate, asked.seconds)
                print(f"  {one.name:12}{rate:8.0f}/s asked{reached:8.0f} reached, p99 {p99:6.1f} ms", flush=True)
                if p99 <= 1000 * PROMISED and reached >= 0.9 * rate:
                    one.best = reached
                    break
            else:
                left.remove(one)
        rate *= STEP


def table_of(contenders: Sequence[Contender], rows: Sequence[Mapping[str, float]]) -> None:
    """A row for each thing that was measured, and the ratio of the last contender to the first."""
    print(f"{'':24}" + "".join(f"{one.name:>12}" for one in contenders) + ("   ratio" if len(rows) > 1 else ""))
    for name in rows[-1]:
        numbers = [row.get(name, 0.0) for row in rows]
        ratio = f"{numbers[-1] / numbers[0]:8.2f}" if len(numbers) > 1 and numbers[0] else ""
        print(f"{name:24}" + "".join(f"{number:12.3f}" for number in numbers) + ratio)


async def measure(trees: Mapping[str, Path], postgres: Postgres | None, asked: argparse.Namespace) -> int:
    contenders = [
        Contender(
            name,
            tree,
            None if postgres is None else postgres.url(postgres.new_schema()),
            None if postgres is None else postgres.pid,
        )
        for name, tree in trees.items()
    ]
    profiles = {one.name: HERE / "build" / f"profile-{one.name}.txt" for one in contenders if asked.profile}
    try:
        for one in contenders:
            await one.open(asked.tables, look=asked.look, profile=profiles.get(one.name))
        if asked.fastest:
            await faster_and_faster(contenders, asked)
            table_of(contenders, [{"actions/s at 200 ms": one.best} for one in contenders])
        else:
            await take_turns(contenders, asked)
            table_of(contenders, [one.costs() for one in contenders])
    finally:
        for one in contenders:
            await one.close()
    for name, profile in profiles.items():
        print(f"-- {name}: shares of the event loop's time; all stacks are in {profile}")
        print(shares(profile.read_text(encoding="utf-8")))
    return sum(len(one.tally.refusals) + one.tally.lost + one.tally.doubled for one in contenders)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="REF", help="compare with another commit, in turn")
    parser.add_argument("--database", choices=("sqlite", "postgres"), help="measure only this one")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rate", type=float, default=150.0, help="actions a second, of all tables; the first one")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each turn lasts")
    parser.add_argument("--warm-up", type=float, default=20.0, help="how long the first turn lasts, before measuring")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--look", action="store_true", help="every socket is a page's, which has the scene drawn")
    parser.add_argument("--fastest", action="store_true", help="find the most actions a second instead")
    parser.add_argument("--profile", action="store_true", help="sample what the event loop does")
    asked = parser.parse_args()
    gc.disable()  # It would be measured as the server's time.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    wrong = 0
    with contextlib.ExitStack() as until_the_end:
        trees = {"now": HERE}
        if asked.against:
            trees = {asked.against[:10]: until_the_end.enter_context(checked_out(asked.against)), **trees}
        for kind in (asked.database,) if asked.database else ("sqlite", "postgres"):
            postgres = Postgres() if kind == "postgres" else None
            try:
                print("== SQLite" if postgres is None else "== PostgreSQL", flush=True)
                if not asked.fastest:
                    print("CPU milliseconds for each action")
                wrong += uvloop.run(measure(trees, postgres, asked))
            finally:
                if postgres is not None:
                    postgres.stop()
    print(f"refused, lost or duplicated: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
