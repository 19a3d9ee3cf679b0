"""Whatever a guest starts ends: by itself, at its limit of time or memory, or when the server stops."""

from __future__ import annotations

import ast
import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.deadline import until, waiting_for
from tests.margin import at_most
from tests.server.busy_server import WORST
from tests.server.kinds_of_work import WorstInputs, take_all_memory, think_for_ever, wait_for
from tests.server.processes import children_of, is_running
from tests.server.records.longest_record import lengthen, monster
from tests.server.running_server import loaded, quick, running
from tests.server.seated_table import seated

import greycells.server
from greycells.editions.compact_pickles import dumps
from greycells.server.errors.declined import Declined
from greycells.server.service.service import Service
from greycells.server.tables.table_log import LobbyRow, StoredLog
from greycells.server.workers.slow_work import KINDS
from greycells.server.workers.work_process import ON_A_BUSY_MACHINE, WorkProcess
from greycells.server.workers.work_queue import MEMORY, SECONDS, WorkQueue

SERVER = Path(greycells.server.__file__).parent
OURS = "greycells.server."
ENDS_IN = 10.0
"""Seconds in which a stopped server is gone, whatever it is doing."""


async def stored_game(service: Service, table: str) -> tuple[LobbyRow, StoredLog]:
    """A game as the data page reads it."""
    live = await loaded(service, table)
    row = next(row for row in await service.store.games_of(live.table.chairs[0].guests[0]) if row.id == table)
    return row, await service.store.read(table)


async def worst_inputs(folder: Path) -> WorstInputs:
    async with running(quick(folder)) as (address, service):
        _, _, table = await seated(address)
        await lengthen(service, table)
        return WorstInputs(monster(), await stored_game(service, table))


async def test_every_kind_of_work_ends_at_its_worst_input(tmp_path: Path) -> None:
    """With the limits that it has on a server. A kind without a worst input belongs into `WorstInputs`."""
    worst = await worst_inputs(tmp_path)
    known = {name.removeprefix(OURS) for name in KINDS if name.startswith(OURS)}
    assert known == worst.of.keys()
    queue, times = WorkQueue("test"), dict[str, float]()
    await queue.ask("Ada", "192.0.2.1", wait_for, tmp_path)
    for name, (args, named) in worst.of.items():
        began = time.monotonic()
        try:
            await queue.ask("Ada", "192.0.2.1", KINDS[OURS + name], *args, **named)
        except Declined as declined:
            assert "too long" in str(declined)  # noqa: PT017
        times[name] = time.monotonic() - began
    assert await queue.ask("Ada", "192.0.2.1", wait_for, tmp_path), "and the queue goes on"
    queue.close()
    for name, seconds in sorted(times.items(), key=lambda one: -one[1]):
        print(f"{seconds:8.3f} s  {name}")
    assert max(times.values()) < ON_A_BUSY_MACHINE * SECONDS + at_most(5)


@pytest.mark.parametrize("work", [think_for_ever, take_all_memory])
async def test_work_without_end_is_ended_and_the_next_is_done(tmp_path: Path, work: object) -> None:
    queue = WorkQueue("test", seconds=2.0 if work is think_for_ever else 1000.0)
    assert await queue.ask("Ada", "192.0.2.1", wait_for, tmp_path)
    first = queue.process_id
    with pytest.raises(Declined, match="takes too long"):
        await queue.ask("Mallory", "192.0.2.2", work)  # type: ignore[arg-type]
    assert await queue.ask("Ada", "192.0.2.1", wait_for, tmp_path)
    assert queue.process_id not in (first, None)
    queue.close()


async def test_whoever_goes_away_ends_the_work(tmp_path: Path) -> None:
    queue = WorkQueue("test")
    assert await queue.ask("Ada", "192.0.2.1", wait_for, tmp_path)
    first = queue.process_id
    asked = asyncio.create_task(queue.ask("Ada", "192.0.2.1", think_for_ever))
    await asyncio.sleep(0.1)
    asked.cancel()
    assert await queue.ask("Ada", "192.0.2.1", wait_for, tmp_path)
    assert queue.process_id != first
    queue.close()


async def test_a_process_that_was_killed_when_it_had_answered_leaves_nothing_open() -> None:
    """Who goes away just then has it killed while nobody talks to it. A pipe left open is a warning, which fails."""
    process = WorkProcess(seconds=SECONDS, memory=MEMORY, modules=())
    process.start()
    first = process.id
    process.kill()
    await until(lambda: process.id is None, "the process to end")
    process.start()
    assert process.id not in (first, None)
    process.close()


async def test_a_queue_runs_only_what_the_tests_know() -> None:
    queue = WorkQueue("test")
    with pytest.raises(TypeError):
        await queue.ask("Ada", "192.0.2.1", time.sleep, 0.0)
    queue.close()


IN_THREADS = {
    "rulebook/board_pictures.py": "one picture for each edition, drawn once",
    "service/fixed_bodies.py": "compresses each page of ours once",
    "storage/table_store.py": "reads one file that this server wrote",
    "storage/postgres_database.py": "the connections of the database",
    "table_hosting/archiving.py": "asked for by the operator's settings, of a game that is over",
    "shared_cases/recognised_uploads.py": "compares a record that was read with the deals of cases: milliseconds",
    "service/service.py": "reads the log of a table, which takes a guest a choice for each line of it",
    "workers/work_queue.py": "talks to the process that does the work",
}
"""What runs in a thread, where nothing can end it, and why it ends by itself."""


def test_nothing_else_runs_where_it_cannot_be_ended() -> None:
    def threads(file: Path) -> Iterator[str]:
        names = {"to_thread", "run_in_executor", "ThreadPoolExecutor", "ProcessPoolExecutor"}
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            word = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if word in names:
                yield word

    found = {str(file.relative_to(SERVER)) for file in SERVER.rglob("*.py") if any(threads(file))}
    assert found == IN_THREADS.keys(), "a kind of work that a guest can start belongs into a work queue"


async def seconds_to_stop(folder: Path, what: str) -> float:
    """How long a server takes to end that is told to stop while it does this; nothing that it started stays behind."""
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.busy_server", str(folder), what), stdout=asyncio.subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        with waiting_for(f"the server to be busy with {what}"):
            assert await server.stdout.readline() == b"busy\n"
        children = children_of(server.pid)
        began = time.monotonic()
        server.terminate()
        with waiting_for(f"the server to stop that does {what}"):
            await server.wait()
        seconds = time.monotonic() - began
        await until(lambda: not any(is_running(child) for child in children), "its processes to end")
        return seconds
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("what", ["processes", "thread", "loop"])
async def test_a_server_stops_in_time_whatever_is_going_on(what: str, tmp_path: Path) -> None:
    seconds = await seconds_to_stop(tmp_path, what)
    print(f"{seconds:.2f} s  {what}")
    assert seconds < at_most(ENDS_IN)


@pytest.mark.proof
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_a_server_stops_in_time_during_every_kind_of_work(tmp_path: Path) -> None:
    worst = await worst_inputs(tmp_path / "house")
    (tmp_path / WORST).write_bytes(dumps(worst))
    times = {what: await seconds_to_stop(tmp_path, what) for what in worst.of}
    print(*(f"{seconds:.2f} s  {what}" for what, seconds in times.items()), sep="\n")
    assert max(times.values()) < at_most(ENDS_IN)
