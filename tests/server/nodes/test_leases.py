"""A table is run by the node that holds its lease, and by another one when that node is lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tests.deadline import until, until_told
from tests.server.breakable_links import Link
from tests.server.moved_clock import MovedClock
from tests.server.nginx import free_port
from tests.server.nodes.two_nodes import PLAN, UNENDING, node, two_nodes
from tests.server.running_server import frame_of, guest, loaded, running, stop_listening

from greycells.client import ServerClient, ServerError
from greycells.protocol.commands import Ready, Say, Sit, Start
from greycells.protocol.frames import Hello, Said
from greycells.protocol.plans import PerDecision, TablePlan
from greycells.server.nodes.node_facts import NodeFacts, serving
from greycells.server.operator.doctor import examine
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.service.settings import resolve
from greycells.server.storage.database import DatabaseError, SqlConnection, StoreError
from greycells.server.tables.log_entries import ChatSaid, decode
from greycells.server.tables.table_log import TableMoved


async def test_leases_and_connections_are_measured(tmp_path: Path, postgres_url: str) -> None:
    async with running(node(tmp_path, postgres_url)) as (here, one):
        ada = await guest(here, "Ada")
        table = await ada.open(PLAN)
        await ada.table(table.id)
        await one.lobby.close()
        await ada.table(table.id)
        text = ""

        async def renewed() -> bool:
            nonlocal text
            text = await ada.text("/metrics")
            return "\ngreycells_lease_renewals_total 0\n" not in text

        await until_told(renewed, "a renewal in the metrics")
        lines = [line for line in text.splitlines() if line.startswith("greycells_") and "{" not in line]
        found = {line.partition(" ")[0]: line.partition(" ")[2] for line in lines}
        assert found["greycells_nodes"] == "1"
        assert 0 < float(found["greycells_lease_left_seconds"]) <= UNENDING
        assert float(found["greycells_lease_renewal_seconds"]) > 0
        assert int(found["greycells_tables_taken_total"]) == 2
        assert int(found["greycells_database_connections"]) >= int(found["greycells_database_connections_idle"])
        assert found["greycells_database_jobs_waiting"] == "0"
        jobs = [one.store.with_code("BCDFGH") for _ in range(50)]
        answers = asyncio.gather(*jobs)
        await asyncio.sleep(0)
        assert "greycells_database_jobs_waiting 0" not in one.metrics.text()
        await answers


async def test_a_table_is_taken_over_when_its_node_leaves_and_what_the_old_node_writes_is_refused(
    tmp_path: Path, postgres_url: str
) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        ada = await guest(here, "Ada")
        table = await ada.open(PLAN)
        live = await loaded(one, table.id)
        await ada.ask(table.id, Sit(chair=0))
        also = ServerClient(there, cookie=ada.cookie)
        async with also.line(table.id, 0) as line:
            await frame_of(line, Hello)
            await one.hand_over()
            await line.say("still here")
            assert (await frame_of(line, Said)).text == "still here"
        assert len(other.lobby) == 1
        with pytest.raises(TableMoved):
            await one.store.append(live._writer.lobby_row(live.table, None), 99, [b"late"], fence=live.fence)  # pyright: ignore[reportPrivateUsage]
        log = await other.store.log(table.id)
        assert isinstance(decode(log[-1]), ChatSaid)
        assert b"late" not in log


async def test_a_node_that_was_asleep_loses_its_tables_and_says_so(
    tmp_path: Path, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Its renewals stop, as if it were frozen: the other takes over, its own viewers are told to come again, and the
    log tells all of it.
    """
    caplog.set_level("INFO", "greycells.server")

    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, _)):
        ada = await guest(here, "Ada")
        table = await ada.open(PLAN)
        await ada.ask(table.id, Sit(chair=0))
        assert one.cluster is not None
        leases, old = one.cluster.leases, one.cluster.leases.node
        async with ada.line(table.id, 0) as line:
            await frame_of(line, Hello)
            leases.tell = _fail
            also = ServerClient(there, cookie=ada.cookie)
            await one.store.database.write(partial(run_out, node=old))
            leases._good_until = float("-inf")  # pyright: ignore[reportPrivateUsage]
            await until(lambda: leases.node != old, "the node to notice that its lease is lost")
            await also.ask(table.id, Say(text="from there"))
            leases.tell = str
            assert (await frame_of(line, Said)).text == "from there"
            await line.say("from here")
        assert leases.node != old
        rows = await one.store.rows("SELECT epoch, node FROM leases WHERE game = ? ORDER BY epoch", table.id)
        assert [epoch for epoch, _ in rows] == [1, 2, 3]
        epochs = await one.store.rows("SELECT epoch FROM log WHERE game = ? ORDER BY seq", table.id)
        assert epochs == sorted(epochs)
        lines = [record for record in caplog.records if record.getMessage().startswith("lease: ")]
        told = "\n".join(record.getMessage() for record in lines if record.levelname == "WARNING")
        assert told.count(f"node {old} has lost its own") == 1
        assert told.count("DatabaseError") == 1
        assert f"node {leases.node} has a new one" in told
        assert f"table {table.id} taken over from node {old}" in told
        taken = {(vars(record)["table"], vars(record)["epoch"]) for record in lines if "epoch" in vars(record)}
        assert (table.id, 2) in taken
        assert f"node {old} at " in caplog.text


async def test_a_node_that_takes_its_time_to_leave_still_leaves_under_its_own_name(
    tmp_path: Path, postgres_url: str
) -> None:
    """Its tables are handed over first; if it took another name meanwhile, its lease would go on without it."""
    async with two_nodes(tmp_path, postgres_url) as ((_, one), (_, other)):
        assert one.cluster is not None
        assert other.cluster is not None
        leases, there = one.cluster.leases, other.cluster.leases
        node, renewed = leases.node, leases.counts["lease renewals"]
        leases.leaving = True
        await until(lambda: leases.counts["lease renewals"] > renewed + 2, "time to pass while the node is leaving")
        await leases.leave()
        await until(lambda: node not in there.living, "the other node to know that it is gone")


def _fail() -> str:
    raise DatabaseError("frozen")


def run_out(connection: SqlConnection, *, node: str) -> None:
    """A lease ends, by the clocks of the database and of the node: as after so many seconds without a renewal."""
    connection.execute("UPDATE nodes SET until = 0 WHERE id = ?", (node,))


async def test_a_clock_and_a_bot_go_on_at_another_node(tmp_path: Path, postgres_url: str) -> None:
    """Nobody is connected when the node leaves: what the table waits for wakes it elsewhere."""
    clock = MovedClock(running=True)

    async with two_nodes(tmp_path, postgres_url, clock=clock) as ((here, one), (there, other)):
        ada = await guest(here, "Ada")
        table = await ada.open(TablePlan(chairs=PLAN.chairs, clock=PerDecision(seconds=10)))
        await ada.ask(table.id, Sit(chair=0))
        await ada.ask(table.id, Ready(chair=0))
        await ada.ask(table.id, Start())
        await one.hand_over()
        await until(lambda: len(other.lobby), "the other node to take the table")
        before = len(await other.store.log(table.id))

        await clock.advance(10)

        async def goes_on() -> bool:
            return len(await other.store.log(table.id)) > before

        await until_told(goes_on, "the clock to choose at the other node")
        assert (await ServerClient(there, cookie=ada.cookie).table(table.id)).state == "running"


async def test_a_wrong_address_ends_no_lease(tmp_path: Path, postgres_url: str) -> None:
    """Whoever can't reach a node says nothing about its lease; its tables are handed over once, by itself."""
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        ada = await guest(here, "Ada")
        table = await ada.open(PLAN)
        await ada.ask(table.id, Sit(chair=0))
        assert one.cluster is not None
        assert other.cluster is not None
        leases, name = one.cluster.leases, one.cluster.leases.node
        async with ada.line(table.id, 0) as line:
            await frame_of(line, Hello)
            stop_listening(one)
            also = ServerClient(there, cookie=ada.cookie)
            asked = await asyncio.gather(*(also.table(table.id) for _ in range(10)), return_exceptions=True)
            assert {answer.status for answer in asked if isinstance(answer, ServerError)} <= {503}
            await until(lambda: len(other.lobby), "the other node to take the table")
            await line.say("still here")
            assert (await frame_of(line, Said)).text == "still here"
            assert line.connections == 2
        assert (leases.node, leases.counts["leases lost"]) == (name, 0)
        assert name in other.cluster.leases.living


async def health(address: str) -> tuple[int, str]:
    try:
        return 200, await ServerClient(address).text("/health")
    except ServerError as error:
        return error.status, ""


def trouble(address: str) -> str:
    """What an unhealthy node says."""
    with pytest.raises(HTTPError) as caught:
        urlopen(f"{address}/health")
    return caught.value.read().decode()


async def test_nodes_find_and_tell_who_cannot_be_reached(
    tmp_path: Path, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It runs no tables as long as the others don't reach it, and is used again when they do."""
    with caplog.at_level("WARNING", "greycells.server"):
        ports: list[int] = []
        link = Link(lambda: asyncio.open_connection("127.0.0.1", ports[0]))
        async with link.open(), running(node(tmp_path / "one", postgres_url)) as (here, one):
            listen = f"127.0.0.1:{free_port()}"
            ports.append(int(listen.rpartition(":")[2]))
            config = replace(node(tmp_path / "other", postgres_url), node_listen=listen)
            async with running(replace(config, node_address=f"127.0.0.1:{link.port}")) as (there, other):
                assert one.cluster is not None
                assert other.cluster is not None
                near, far = one.cluster.leases, other.cluster.leases
                for leases in (near, far):
                    await until(lambda: len(leases.serving) == 2, "both nodes to run tables")  # noqa: B023
                ada = await guest(there, "Ada")
                table = await ada.open(PLAN)
                async with ada.line(table.id) as line:
                    await frame_of(line, Hello)
                    link.cut("loud")
                    await until(lambda: far.apart, "the other node to know that it can't be reached")
                    assert (await health(there))[0] == 503
                    assert await health(here) == (200, "ok, but nodes that can't be reached (see the log): 1\n")
                    settings = resolve(
                        {"data": tmp_path / "one", "database": postgres_url, "one_machine": True}, {}, config=None
                    )
                    told = [str(one) for one in await asyncio.to_thread(examine, settings, {}) if one.is_wrong]
                    assert f"Node {far.node} can't be reached at {far.address} from node {near.node}" in "".join(told)
                    assert f"node {far.node} can't be reached at {far.address}" in caplog.text
                    assert f"node {far.node} at {far.address} and others don't reach one another" in caplog.text
                    await until(lambda: len(one.lobby) == 1, "the table to be run where all can play")
                    second = await ada.open(PLAN)
                    assert (await ada.table(second.id)).id == second.id
                    assert (len(one.lobby), len(other.lobby)) == (2, 0)
                    await line.say("both ways")
                    assert (await frame_of(line, Said)).text == "both ways"
                    link.heal()
                    await until(lambda: not (far.apart or near.unreached), "the other node to be reached again")
                    assert (await health(there), await health(here)) == ((200, "ok\n"), (200, "ok\n"))
                    assert (await ada.table(second.id)).id == second.id
                    assert not [
                        one for one in await asyncio.to_thread(examine, settings, {}) if "reached at" in str(one)
                    ]


async def test_a_node_with_the_address_of_another_runs_no_tables_and_everybody_is_told(
    tmp_path: Path, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Copied with its settings: it listens somewhere else, but others who look for it there find the first node."""
    settings = resolve({"data": tmp_path / "one", "database": postgres_url, "one_machine": True}, {}, config=None)

    def problems() -> str:
        return "\n".join(str(found) for found in examine(settings, {}) if found.is_wrong)

    with caplog.at_level("WARNING", "greycells.server"):
        async with running(node(tmp_path / "one", postgres_url)) as (here, one):
            assert one.cluster is not None
            first = one.cluster.leases
            copied = replace(
                node(tmp_path / "copy", postgres_url), node_address=first.address, node_listen="127.0.0.1:0"
            )
            async with running(copied) as (there, other):
                assert other.cluster is not None
                second = other.cluster.leases
                await until(lambda: second.node in second.unreached and second.apart, "the copy to know what it is")
                await until(lambda: second.node in first.unreached, "the first to know of it")
                assert await asyncio.to_thread(trouble, there) == (
                    f"another node answers at this node's address {first.address}: give each its own --node-address\n"
                )
                assert await health(here) == (200, "ok, but nodes that can't be reached (see the log): 1\n")
                told = (
                    f"{first.address} is this node's address, and node {first.node} answers there: give each node its"
                )
                assert told in caplog.text
                assert "runs tables again" not in caplog.text
                told = await asyncio.to_thread(problems)
                assert f"The nodes {first.node}, {second.node} have the same address {first.address}" in told
                ada = await guest(there, "Ada")
                await ada.table((await ada.open(PLAN)).id)
                assert (len(one.lobby), len(other.lobby)) == (1, 0)


async def test_doctor_lists_the_nodes_and_names_one_that_was_lost(tmp_path: Path, postgres_url: str) -> None:
    settings = resolve({"data": tmp_path / "one", "database": postgres_url, "one_machine": True}, {}, config=None)
    async with running(node(tmp_path / "one", postgres_url)) as (_, one):
        assert one.cluster is not None
        leases = one.cluster.leases
        lost = "INSERT INTO nodes VALUES ('lost', '192.0.2.6:8001', extract(epoch FROM clock_timestamp()) - 20, '')"
        await one.store.database.write(lambda connection: connection.execute(lost).rowcount)
        found = [str(finding) for finding in await asyncio.to_thread(examine, settings, {})]
    told = f"1 node runs on this database and can be reached: {leases.node} ({leases.address})."
    assert [line for line in found if told in line]
    (problem,) = (line for line in found if "192.0.2.6:8001" in line)
    assert problem.startswith("PROBLEM The node at 192.0.2.6:8001 hasn't been heard of for ")


def test_nodes_that_reach_one_another_run_the_tables() -> None:
    """All find the same ones: most nodes, then those that others reach, then the oldest."""

    def serve(**unreached: str) -> str:
        nodes = [NodeFacts(name, "there", frozenset(unreached.get(name, ""))) for name in "abcde"]
        return "".join(one.name for one in serving(nodes))

    assert serve() == "abcde"
    assert serve(b="a", c="a", d="a", e="a") == "bcde", "a is cut off, though it reaches the others"
    assert serve(a="bcde") == "bcde", "a reaches nobody, though they reach it"
    assert serve(a="cde", b="cde", c="ab", d="ab", e="ab") == "cde"
    assert serve(a="b") == "a" + "cde", "a can be reached, and b can't"
    assert serve(a="bcde", b="acde", c="abde", d="abce", e="abcd") == "a"
    assert [one.name for one in serving([NodeFacts("a", ""), NodeFacts("b", "there")])] == ["b"]


def test_an_address_that_no_other_machine_can_reach_is_refused_unless_it_is_meant(
    tmp_path: Path, postgres_url: str
) -> None:
    for address in ("127.0.0.1:0", "localhost:0", "0.0.0.0:8001"):
        with pytest.raises(StoreError, match="can't reach this node"):
            Service.start(Config(tmp_path, database=postgres_url, node_address=address))
    asyncio.run(Service.start(Config(tmp_path, database=postgres_url, one_machine=True)).stop())
