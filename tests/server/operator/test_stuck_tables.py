"""A table is made stuck in every way that we know of: the operator's report explains each, and tells no secret."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Run, run
from tests.deadline import until, until_told, waiting_for
from tests.server.faulty_database import faulty
from tests.server.guest_ids import number_of
from tests.server.moved_clock import MovedClock
from tests.server.nodes.two_nodes import node, two_nodes
from tests.server.running_server import frame_of, gone, guest, quick, refused, running
from tests.server.seated_table import ADA_FIRST, alone, seated
from tests.server.spoiled_tables import spoil

from greycells.language.sentences import using_language
from greycells.protocol.commands import Say
from greycells.protocol.frames import Choose
from greycells.protocol.plans import ChairPlan, PerDecision, TablePlan
from greycells.server.operator import admin_socket
from greycells.server.operator.admin_socket import ask_server
from greycells.server.operator.commands import (
    AnyOperatorCommand,
    CloseTable,
    ExportTable,
    ListTables,
    OperatorAnswer,
    ShowTable,
)
from greycells.server.operator.table_report import TableReport, duration
from greycells.server.operator.table_report_text import report_lines
from greycells.server.service.config import Config
from greycells.server.storage.database import SqlConnection, StoreError
from greycells.server.tables import new_tables

__all__ = ["run"]
BOT_FIRST = TablePlan(
    chairs=(ChairPlan(), ChairPlan(suspect="Scarlett", bot="sergeant"), ChairPlan(bot="sergeant")), spectators=True
)
HANGING = (sys.executable, "-c", "import time; time.sleep(3600)")
GONE = (sys.executable, "-c", "")


async def asked(config: Config, command: AnyOperatorCommand) -> OperatorAnswer:
    return await asyncio.to_thread(ask_server, config, command)


async def report_on(config: Config, table: str) -> TableReport:
    report = (await asked(config, ShowTable(table=table))).table
    assert report is not None
    return report


def whys(report: TableReport) -> list[str]:
    return [reason.key for reason in report.why]


def words(report: TableReport, language: str = "en") -> str:
    with using_language(language):
        return "\n".join(report_lines(report))


async def test_a_bot_whose_process_hangs_is_waited_for(tmp_path: Path) -> None:
    config, clock = replace(quick(tmp_path), bot_command=HANGING), MovedClock()
    async with running(replace(config, clock=clock)) as (address, service):
        _, table = await alone(address, BOT_FIRST)
        await until(lambda: service.bots.running, "the process to be started")
        await clock.advance(50)
        report = await report_on(config, table)
        assert whys(report) == ["bot chooses"]
        assert "A bot (sergeant) has been choosing for Scarlett for 50 s. 1 bot is thinking" in words(report)
        assert "in 1 of 1 process." in words(report)
        assert (report.waits_for, report.chairs[1].bot, report.phase) == (1, "sergeant", "starting")
        assert "Ein Bot (sergeant) entscheidet seit 50 s" in words(report, "de")


async def test_bots_that_cannot_be_started_are_told(tmp_path: Path) -> None:
    config = replace(quick(tmp_path), bot_command=GONE)
    async with running(config) as (address, service):
        ada, table = await alone(address, BOT_FIRST)
        async with ada.line(table, 0) as line:
            await frame_of(line, Choose)
        report = await report_on(config, table)
        trouble = report.running.trouble
        assert trouble is not None
        assert (trouble.what, trouble.cause) == ("bot", "BotFailed: WorkerLost")
        assert "bot, BotFailed: WorkerLost" in words(report)
        assert service.bots.lost >= 2 * service.bots.failed > 0


async def test_a_player_who_is_away_or_does_nothing(anywhere: Config) -> None:
    async with running(anywhere) as (address, service):
        ada, table = await alone(address, ADA_FIRST)
        async with ada.line(table, 0) as line:
            await frame_of(line, Choose)
            report = await report_on(anywhere, table)
            assert whys(report) == ["person here"]
            assert (report.waits_for, report.chairs[0].sockets, report.limit) == (0, 1, None)
            assert "Scarlett (Ada) has been choosing for " in words(report)
            assert "no time limit: it waits for them" in words(report)
            assert [entry.kind for entry in report.last][-2:] == ["sat", "started"]
        await gone(service, table, 0)
        report = await report_on(anywhere, table)
        assert whys(report) == ["person away"]
        assert "isn't connected. The game has no time limit" in words(report)
        await service.lobby.put_to_rest(rest=0)
        report = await report_on(anywhere, table)
        assert (whys(report), report.running.loaded) == (["person away"], False)
        assert "Not in memory" in words(report)
        code = (await ada.table(table)).code
        assert (await report_on(anywhere, code.lower())).id == table
        assert (await asked(anywhere, ShowTable(table="nowhere"))).refused
    report = await report_on(anywhere, table)
    assert whys(report) == ["no server", "person away"]


async def test_a_clock_that_runs_and_one_that_ran_out(tmp_path: Path) -> None:
    clock = MovedClock()
    config = replace(quick(tmp_path), clock=clock)
    plan = msgspec.structs.replace(ADA_FIRST, clock=PerDecision(seconds=300))
    async with running(config) as (address, _):
        _, table = await alone(address, plan)
        await clock.advance(60)
        report = await report_on(config, table)
        assert whys(report) == ["person away, clock"]
        assert "In 4 min the clock chooses" in words(report)
    await clock.advance(3600)
    report = await report_on(config, table)
    assert whys(report) == ["no server", "late"]
    (row,) = (await asked(config, ListTables())).rows
    assert (row["trouble"], row["waits_for"]) == ("late", "Scarlett")


async def test_before_the_start_and_after_the_end(tmp_path: Path) -> None:
    config = quick(tmp_path)
    async with running(config) as (address, _):
        ada, _, table = await seated(address, start=False)
        assert whys(await report_on(config, table)) == ["not started"]
        empty = (await ada.open(TablePlan())).id
        report = await report_on(config, empty)
        assert report.why[0].arguments == {"free": len(report.chairs)}
        await asked(config, CloseTable(table=empty))
        report = await report_on(config, empty)
        assert "closed (reason: operator)" in words(report)


async def test_a_full_disk_is_the_cause(tmp_path: Path) -> None:
    """The database may not grow any more, so that SQLite itself says that it is full; then nothing can be written."""

    def may_not_grow(connection: SqlConnection) -> None:
        ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
        connection.execute(f"PRAGMA max_page_count = {pages}")

    config = quick(tmp_path)
    async with running(config) as (address, service):
        ada, table = await alone(address, ADA_FIRST)
        await service.store.database.write(may_not_grow)
        with refused(503):
            for _ in range(1000):
                await ada.ask(table, Say(text="x" * 200))
        report = await report_on(config, table)
        assert whys(report)[0] == "stopped"
        assert report.why[0].arguments["cause"] == "DatabaseError: OperationalError (SQLITE_FULL)"
        assert "(DatabaseError: OperationalError (SQLITE_FULL))" in words(report)
        with faulty(service.store).failing("COMMIT"):
            service._disk = None  # pyright: ignore[reportPrivateUsage]
            report = await report_on(config, table)
        assert whys(report)[:2] == ["disk", "stopped"]


def test_an_unreadable_table_is_listed_first_explained_closed_and_exported(tmp_path: Path, run: Run) -> None:
    async def evening() -> None:
        config = quick(tmp_path)
        async with running(config) as (address, _):
            _, _, waiting = await seated(address)
            ada, _, broken = await seated(address)
            _, _, other = await seated(address)
            answer = await asked(config, ExportTable(table=waiting))
            assert answer.refused
            assert "would tell everybody's cards" in answer.sentence
        spoil(tmp_path, broken, wake=0.0)
        spoil(tmp_path, other, wake=0.0)
        rows = (await asked(config, ListTables())).rows
        assert [row["trouble"] for row in rows] == ["unreadable", "unreadable", ""], "no server runs"
        async with running(config) as (address, service):
            await until(lambda: len(service.lobby.set_aside) == 2, "the tables to be set aside")
            rows = (await asked(config, ListTables())).rows
            assert [row["trouble"] for row in rows] == ["unreadable", "unreadable", ""]
            report = await report_on(config, broken)
            assert (whys(report), report.unreadable) == (["unreadable"], "DecodeError")
            assert [(entry.number, entry.kind) for entry in report.last] == [(1, "opened"), (2, "")]
            assert f"greycells admin close {broken}" in words(report)
            assert "can't be read" in words(report)
            assert not (await asked(config, CloseTable(table=broken))).refused
            assert list(service.lobby.set_aside) == [other]
            rows = (await asked(config, ListTables())).rows
            assert [(row["id"], row["state"]) for row in rows][-1] == (broken, "closed")
            ada.url = address
            assert broken not in [row["id"] for row in rows if row["state"] != "closed"]

    asyncio.run(evening())
    file = tmp_path / "broken.jsonl"
    said = run("admin", "export-table", "--data", str(tmp_path), other_of(tmp_path), str(file))
    assert (said.code, said.out.startswith("Saved ")) == (0, True), said
    entries = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    assert entries[1]["entry"] == '{"type":"sat","at":'
    assert file.stat().st_mode & 0o777 == 0o600
    assert "File exists" in run("admin", "export-table", "--data", str(tmp_path), other_of(tmp_path), str(file)).err


async def test_an_unreadable_table_is_shown_as_such_although_nobody_has_opened_it(tmp_path: Path) -> None:
    config = quick(tmp_path)
    async with running(config) as (address, _):
        _, _, broken = await seated(address)
        _, _, whole = await seated(address)
    spoil(tmp_path, broken, wake=9e9)
    for command in (ListTables(), ShowTable(table=broken)):
        async with running(config) as (address, service):
            ada = await guest(address, "Ada")
            assert await ada.text("/health") == "ok\n"
            await asked(config, command)
            assert list(service.lobby.set_aside) == [broken]
            assert "cannot be read (see the log): 1" in await ada.text("/health")
            rows = (await asked(config, ListTables())).rows
            assert [(row["id"], row["trouble"]) for row in rows] == [(broken, "unreadable"), (whole, "")]
            assert len(service.lobby) == 0, "nothing is loaded for the list"


def other_of(folder: Path) -> str:
    """The unreadable table that wasn't closed."""
    with contextlib.closing(sqlite3.connect(folder / "greycells.db")) as connection:
        query = "SELECT game FROM log JOIN tables ON tables.id = game WHERE entry = ? AND state <> 'closed'"
        ((table,),) = connection.execute(query, (b'{"type":"sat","at":',)).fetchall()
    return str(table)


def test_tables_are_listed_by_how_long_they_wait(tmp_path: Path) -> None:
    """Whoever talks doesn't make a table wait for less long."""

    async def evening() -> None:
        clock = MovedClock()
        config = replace(quick(tmp_path), clock=clock)
        async with running(config) as (address, _):
            found: list[str] = []
            for _ in range(3):
                ada, table = await alone(address, ADA_FIRST)
                found.append(table)
                await clock.advance(600)
                if len(found) == 3:
                    await ada.ask(table, Say(text="hello?"))
            grace = await guest(address, "Grace")
            open_table = (await grace.open(TablePlan())).id
            await asked(config, CloseTable(table=found[1]))
            rows = (await asked(config, ListTables())).rows
            assert [row["id"] for row in rows] == [found[0], found[2], open_table, found[1]]
            assert [round(float(str(row["waiting"]))) for row in rows[:3]] == [1800, 600, 0]
            assert rows[3]["waiting"] is None
            assert [row["id"] for row in (await asked(config, ListTables(limit=2))).rows] == [found[0], found[2]]

    asyncio.run(evening())


def test_a_table_whose_id_begins_with_a_hyphen(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(("-1234567890a", "--data-12345"))
    monkeypatch.setattr(new_tables, "new_table_id", lambda: next(numbers))

    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            await seated(address, start=False)
            await seated(address, start=False)

    asyncio.run(evening())
    data, file = ("--data", str(tmp_path)), str(tmp_path / "log")
    for before, after in (((*data,), ()), ((), data), ((*data, "--"), ())):
        said = run("admin", "table", *before, "-1234567890a", *after)
        assert (said.code, "Table -1234567890a (room code " in said.out) == (0, True), said
    assert run("admin", "export-table", "--data-12345", file, *data).out.startswith("Saved ")
    assert run("admin", "close", "--data-12345", *data).out == "Table --data-12345 is closed.\n"
    assert "There's no option --jsn" in run("admin", "table", "--jsn", "x", *data).err
    told = json.loads(run("admin", "table", "-1234567890a", "--json", *data).out)
    assert [reason["key"] for reason in told["why"]] == ["no server", "not started"]


async def test_nothing_secret_is_told(tmp_path: Path) -> None:
    config = replace(quick(tmp_path), bot_workers=1)
    async with running(config) as (address, service):
        ada, table = await alone(address, BOT_FIRST)
        await ada.ask(table, Say(text="a private word"))
        async with ada.line(table, 0) as line:
            await frame_of(line, Choose)
            report = await report_on(config, table)
            live = service.lobby.loaded(table)
            assert live is not None
            assert live.history.game is not None
            link, secret = await ada.seat_link(table, 0), (await service.store.read(table)).secret
            told = msgspec.json.encode(report).decode() + words(report)
            deck = live.table.edition.deck
            cards = [card.word for card in (*deck.weapons, *deck.rooms)]
            hidden = [*cards, secret, link, ada.cookie or "?", "127.0.0.1", "private word"]
            assert len(report.last) > 4
            assert [word for word in hidden if word in told] == []
            assert "said" in told
            number = number_of(service, ada)
            assert report.chairs[0].guests == (number,)
            assert told.count(number) == 2, "once for programs and once in words, for `admin ban`, and nowhere else"


async def test_another_node_that_runs_the_table_is_asked(tmp_path: Path, postgres_url: str) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (_, other)):
        ada, table = await alone(here, ADA_FIRST)
        assert one.cluster is not None
        async with ada.line(table, 0) as line:
            await frame_of(line, Choose)
            report = await report_on(other.config, table)
            assert len(other.lobby) == 0, "nothing was loaded or taken there"
            assert (report.node, report.epoch, report.answers) == (one.cluster.leases.node, 2, True)
            assert (report.running.loaded, report.chairs[0].sockets) == (True, 1)
            assert whys(report) == ["person here"]
            (row,) = (await asked(other.config, ListTables())).rows
            assert row["node"] == one.cluster.leases.node
        await one.hand_over()
        report = await report_on(other.config, table)
        assert (report.node, whys(report)) == ("", ["person away"])


SERVE = """
import asyncio, sys
from pathlib import Path
from tests.server.running_server import quick, running
from dataclasses import replace

async def serve():
    async with running(replace(quick(Path(sys.argv[1])), database=sys.argv[2] or None)) as (address, _):
        print(address, flush=True)
        await asyncio.sleep(3600)

asyncio.run(serve())
"""


@contextlib.asynccontextmanager
async def another_process(folder: Path, database: str) -> AsyncGenerator[tuple[str, asyncio.subprocess.Process]]:
    """A server in a process of its own, which can be frozen: its address, and the process."""
    command = (sys.executable, "-c", SERVE, str(folder), database)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        with waiting_for("a server in a process of its own"):
            yield (await process.stdout.readline()).decode().strip(), process
    finally:
        process.kill()
        await process.wait()


async def test_a_frozen_server_is_named_by_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin_socket, "TAKEN_WITHIN", 0.2)
    async with another_process(tmp_path, "") as (address, process):
        _, table = await alone(address, ADA_FIRST)
        process.send_signal(signal.SIGSTOP)
        with pytest.raises(StoreError, match=rf"\(process {process.pid}\) .* doesn't answer"):
            await asked(Config(tmp_path), ShowTable(table=table))


async def test_a_frozen_node_is_named_by_the_others(tmp_path: Path, postgres_url: str) -> None:
    config = node(tmp_path / "here", postgres_url)
    async with running(config), another_process(tmp_path / "frozen", postgres_url) as (address, process):
        _, table = await alone(address, ADA_FIRST)
        process.send_signal(signal.SIGSTOP)

        async def is_gone() -> TableReport | None:
            report = await report_on(config, table)
            return report if "node gone" in whys(report) else None

        report = await until_told(is_gone, "the lease of the frozen node to end")
        assert report is not None
        assert re.search(
            r"Node [0-9a-f]{14} at 127\.0\.0\.1:\d+ ran it, and its lease has ended \d+ s ago", words(report)
        )
        assert (report.epoch, report.answers) == (2, False)


def test_durations_are_short() -> None:
    spans = {-1: "0 s", 45.4: "45 s", 60: "1 min", 3599: "59 min", 11100: "3 h 5 min", 352800: "4 d 2 h"}
    assert {seconds: duration(seconds) for seconds in spans} == spans
