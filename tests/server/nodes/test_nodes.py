"""Several nodes over one database: any node takes any request, one runs a table, and nothing can be forged."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex

import msgspec
import pytest
from tests.deadline import until, until_told, waiting_for
from tests.server.breakable_links import Link
from tests.server.moved_clock import MovedClock
from tests.server.nginx import free_port
from tests.server.running_server import (
    frame_of,
    guest,
    hears_the_end,
    plays_until_over,
    quick,
    refused,
    running,
    stop_listening,
)
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from greycells.client import ServerClient, ServerError
from greycells.protocol.commands import ChairPlan, PerDecision, Ready, Say, Sit, Start, TablePlan
from greycells.protocol.frames import Choose, Hello, MaintenanceNotice, Present, Said
from greycells.server.errors.declined import Declined
from greycells.server.limits.rate_limits import LIMITS, RateLimits
from greycells.server.my_data.gathered_data import erase_guest
from greycells.server.nodes.node_facts import NodeFacts, serving
from greycells.server.nodes.node_messages import HEADER, SIGNATURE, NodeKey, PassedRequest, digest
from greycells.server.operator.admin_socket import ask_server
from greycells.server.operator.commands import AnyOperatorCommand, BanGuest, OperatorAnswer, SetMaintenance
from greycells.server.operator.doctor import examine
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.service.settings import resolve
from greycells.server.storage.database import DatabaseError, SqlConnection, StoreError
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.tables.log_entries import ChatSaid, decode
from greycells.server.tables.table_log import TableMoved
from greycells.server.web.logging_setup import JsonLines
from greycells.server.workers.review_jobs import ReviewJob

PLAN = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="constable"), ChairPlan(bot="constable")))


UNENDING = 3600.0
"""Seconds of a lease that no busy machine lets run out."""


def node(folder: Path, url: str) -> Config:
    return replace(quick(folder), database=url, lease=UNENDING)


@contextlib.asynccontextmanager
async def two_nodes(
    folder: Path,
    url: str,
    *,
    archive: Path | None = None,
    limits_factor: float = 1000.0,
    clock: SystemClock = SYSTEM_CLOCK,
) -> AsyncGenerator[tuple[tuple[str, Service], tuple[str, Service]]]:
    """Two nodes in the loop of the test."""
    one, other = (
        replace(node(folder / name, url), archive=archive, limits_factor=limits_factor, clock=clock)
        for name in ("one", "other")
    )
    async with running(one) as first, running(other) as second:
        # Each has to know the other, or both would think that they alone are asked.
        for _, service in (first, second):
            await until(lambda: service.cluster and len(service.cluster.leases.living) == 2, "both nodes to meet")  # noqa: B023
        yield first, second


async def test_any_node_takes_any_request_for_any_table(tmp_path: Path, postgres_url: str) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        ada = await guest(here, "Ada")
        table = await ada.open(PLAN)
        also = ServerClient(there, cookie=ada.cookie)
        assert (await also.table(table.id)).id == table.id
        assert (await also.with_code(table.code)).id == table.id
        await also.ask(table.id, Sit(chair=0))
        assert (await also.meet()) == "Ada"
        async with also.line(table.id, 0) as far, ada.line(table.id) as near:
            hello = await frame_of(far, Hello)
            assert hello.yours == (0,)
            assert (await frame_of(near, Present)).chairs == (0,)
            await far.say("good evening")
            assert (await frame_of(near, Said)).text == "good evening"
            await far.ask(Ready(chair=0))
            await near.ask(Start())
            assert (await frame_of(far, Choose)).decision
        assert (len(one.lobby), len(other.lobby)) == (1, 0)
        link = await also.seat_link(table.id, 0)
        eve = await guest(there, "Eve")
        assert (await eve.claim(link)).id == table.id
        with refused(404):
            await eve.table("nowhere")
        with refused(409):
            await eve.ask(table.id, Start())


async def test_a_request_that_is_passed_on_keeps_its_id(
    tmp_path: Path, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """So that the lines of both nodes' logs can be matched."""
    caplog.set_level("INFO", "greycells.access")
    lines = list[dict[str, object]]()

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(JsonLines().format(record)))

    logging.getLogger("greycells.access").addHandler(kept := Kept())
    try:
        async with two_nodes(tmp_path, postgres_url) as ((here, _), (there, _)):
            ada = await guest(here, "Ada")
            table = (await ada.open(PLAN)).id
            also = ServerClient(there, cookie=ada.cookie, headers={"X-Request-ID": "from-the-proxy"})
            await also.table(table)
            async with also.line(table) as line:
                await frame_of(line, Hello)
    finally:
        logging.getLogger("greycells.access").removeHandler(kept)
    requests, sockets = (
        [line["request"] for line in lines if (line["route"], line.get("status")) == about]
        for about in (("/api/tables/{table}", 200), ("/api/tables/{table}/live", 101))
    )
    assert requests == ["from-the-proxy"] * 2
    assert (len(sockets), len(set(sockets))) == (2, 1)


async def test_leases_and_connections_are_measured(tmp_path: Path, postgres_url: str) -> None:
    async with running(node(tmp_path, postgres_url)) as (here, one):
        ada = await guest(here, "Ada")
        table = await ada.open(PLAN)
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
        live = await one.lobby.table(table.id)
        assert live is not None
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
        rows = await one.store._all("SELECT epoch, node FROM leases WHERE game = ? ORDER BY epoch", table.id)  # pyright: ignore[reportPrivateUsage]
        assert [epoch for epoch, _ in rows] == [1, 2, 3]
        epochs = await one.store._all("SELECT epoch FROM log WHERE game = ? ORDER BY seq", table.id)  # pyright: ignore[reportPrivateUsage]
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


async def test_forged_node_messages_and_identity_headers_are_refused(tmp_path: Path, postgres_url: str) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        ada, eve = await guest(here, "Ada"), await guest(there, "Eve")
        table = await ada.open(PLAN)
        await ada.ask(table.id, Sit(chair=0))
        assert one.cluster is not None
        assert other.cluster is not None
        leases, door = one.cluster.leases, f"http://{one.cluster.leases.address}"
        target = f"/api/tables/{table.id}"
        made = PassedRequest(leases.node, "GET", target, "10.1.1.1", (), digest(b""), leases.now())

        async def knock(headers: dict[str, str], path: str = target, to: str = door) -> int:
            try:
                await ServerClient(to, headers=headers).text(path)
            except ServerError as error:
                return error.status
            return HTTPStatus.OK

        key = other.cluster.key
        assert await knock(key.sign(made)) == HTTPStatus.OK
        fresh = replace_in(made)
        for forged in (
            {},
            {"X-Forwarded-For": "10.1.1.1", "Cookie": f"greycells={ada.cookie}"},
            NodeKey("another key" * 9).sign(fresh),
            {**key.sign(fresh), SIGNATURE: "0" * 64},
            {**key.sign(fresh), HEADER: key.sign(replace_in(made, client="10.9.9.9"))[HEADER]},
            key.sign(made),
            key.sign(replace_in(made, at=leases.now() - 60)),
            key.sign(replace_in(made, target="/api/games")),
            key.sign(replace_in(made, method="POST")),
            key.sign(replace_in(made, body=digest(b"another"))),
        ):
            assert await knock(forged) == HTTPStatus.FORBIDDEN
        assert await knock(key.sign(replace_in(made, to=other.cluster.leases.node))) == HTTPStatus.MISDIRECTED_REQUEST
        # On the public address they mean nothing: whose cookie comes is who asks.
        claims = key.sign(replace_in(made, headers=(("cookie", f"greycells={ada.cookie}"),)))
        stranger = ServerClient(here, cookie=eve.cookie, headers=claims)
        assert (await stranger.table(table.id)).yours == ()
        with refused(403):
            await stranger.seat_link(table.id, 0)
        with pytest.raises(InvalidStatus):
            await connect(f"ws://{leases.address}{target}/live", additional_headers=key.sign(made))


def replace_in(request: PassedRequest, **changes: object) -> PassedRequest:
    """The same message with something else in it, and a nonce of its own."""
    return msgspec.structs.replace(request, nonce=token_hex(8), **changes)


async def test_a_node_that_does_not_run_a_table_passes_a_passed_request_no_further(
    tmp_path: Path, postgres_url: str
) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (_, other)):
        table = await (await guest(here, "Ada")).open(PLAN)
        assert one.cluster is not None
        assert other.cluster is not None
        leases, target = other.cluster.leases, f"/api/tables/{table.id}"
        made = PassedRequest(leases.node, "GET", target, "10.1.1.1", (), digest(b""), leases.now())
        with refused(421):
            await ServerClient(f"http://{leases.address}", headers=one.cluster.key.sign(made)).text(target)


def test_nodes_tell_each_other_who_has_used_up_a_limit() -> None:
    now = [1_000_000.0]
    here, there = (RateLimits(now=lambda: now[0]) for _ in range(2))
    for _ in range(20):
        here.count("tables", guest="ada", address="192.0.2.1")
    there.heard([here.told()])
    for _ in range(10):
        there.count("tables", guest="ada", address="192.0.2.1")
    with pytest.raises(Declined):
        there.count("tables", guest="ada", address="192.0.2.1")
    there.count("tables", guest="eve", address="192.0.2.2")
    now[0] += 2 * 3600
    there.heard([here.told()])
    there.count("tables", guest="ada", address="192.0.2.1")


async def test_bans_maintenance_and_limits_hold_on_all_nodes(tmp_path: Path, postgres_url: str) -> None:
    """Told to one node by its operator, they are noticed at the other, where the guest is."""
    async with two_nodes(tmp_path, postgres_url, limits_factor=1.0) as ((here, one), (there, other)):
        ada, eve = await guest(there, "Ada"), await guest(there, "Eve")
        table = (await ada.open(PLAN)).id
        number = other.guests.known(eve.cookie)
        assert number is not None
        live = f"{there.replace('http', 'ws')}/api/tables/{table}/live"
        async with (
            connect(live, additional_headers={"Cookie": f"greycells={eve.cookie}"}) as socket,
            ada.line(table) as line,
        ):
            await frame_of(line, Hello)
            assert not (await operate(one, SetMaintenance(minutes=10))).refused
            assert not (await operate(one, BanGuest(who=number))).refused
            assert (await frame_of(line, MaintenanceNotice)).seconds is not None
            with pytest.raises(ConnectionClosed) as closed:
                await hears_the_end(socket)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "You're banned from this server.")
        with refused(403, "You're banned"):
            await eve.table(table)
        with refused(503, "no new games can start"):
            await ada.open(PLAN)
        assert (len(one.lobby), len(other.lobby)) == (0, 1)
        also = ServerClient(here, cookie=ada.cookie)
        downloads = LIMITS["downloads"].guest
        for _ in range(downloads - 4):
            await also.text("/api/my-data/file")
        heard = other.moderation._elsewhere  # pyright: ignore[reportPrivateUsage]
        await until(lambda: max(heard.values(), default=0) >= downloads - 4, "the other node to be told of a limit")
        for _ in range(4):
            await ada.text("/api/my-data/file")
        with refused(429):
            await ada.text("/api/my-data/file")


async def operate(service: Service, command: AnyOperatorCommand) -> OperatorAnswer:
    return await asyncio.to_thread(ask_server, service.config, command)


def reviews_at(service: Service) -> int:
    return len(service.reviews._jobs)  # pyright: ignore[reportPrivateUsage]


async def test_an_upload_is_reviewed_by_one_node_whichever_is_asked(tmp_path: Path, postgres_url: str) -> None:
    record = (Path(__file__).parents[3] / "records" / "classic" / "solved-seen-by-peacock.case").read_bytes()

    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        nodes = (one, other)
        ada = await guest(here, "Ada")
        also = ServerClient(there, cookie=ada.cookie)
        path = f"/api/records/{(await ada.bring(record)).id}/analysis"
        parts: list[float] = []
        with waiting_for("the review by either node"):
            while not (told := msgspec.json.decode(await (ada, also)[len(parts) % 2].text(path)))["review"]:
                assert told["problem"] is None
                parts.append(told["part"])
                await asyncio.sleep(0.02)
        assert parts == sorted(parts)
        assert await ada.text(path) == await also.text(path)
        away, home = sorted(nodes, key=reviews_at)
        assert (reviews_at(away), reviews_at(home)) == (0, 1)
        stop_listening(home)
        asker = ada if away is one else also
        lost = asyncio.create_task(home.hand_over())

        async def reviewed() -> bool:
            return msgspec.json.decode(await asker.text(path))["review"] is not None

        await until_told(reviewed, "the review by the node that is left")
        await lost
        assert (reviews_at(away), reviews_at(home)) == (1, 1), "nobody else is left to do it"


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


async def test_a_guest_who_is_deleted_at_one_node_is_gone_at_the_other(tmp_path: Path, postgres_url: str) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (_, other)):
        ada, eve = await guest(here, "Ada"), await guest(here, "Eve")
        table = await ada.open(TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan(bot="constable"))))
        await ada.ask(table.id, Sit(chair=0))
        await eve.ask(table.id, Sit(chair=1))
        number = one.guests.known(ada.cookie)
        assert number is not None
        async with eve.line(table.id, 1) as line:
            await frame_of(line, Hello)
            await erase_guest(other, number)
            hello = await frame_of(line, Hello)
            assert [chair.name for chair in hello.table.chairs][:2] == [None, "Eve"]
        await until(lambda: one.guests.known(ada.cookie) is None, "the guest to be gone")
        assert [chair.name for chair in (await eve.table(table.id)).chairs][:2] == [None, "Eve"]


async def test_a_guest_who_is_deleted_at_one_node_looks_on_at_no_other(tmp_path: Path, postgres_url: str) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (_, other)):
        ada, eve = await guest(here, "Ada"), await guest(here, "Eve")
        table = (await eve.open(TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan(bot="constable"))))).id
        number = one.guests.known(ada.cookie)
        assert number is not None
        live, cookie = (
            f"{here.replace('http', 'ws')}/api/tables/{table}/live",
            {"Cookie": f"greycells={ada.cookie}"},
        )
        async with connect(live, additional_headers=cookie) as line:
            await line.recv()
            await erase_guest(other, number)
            with pytest.raises(ConnectionClosed):
                await hears_the_end(line)


async def test_a_name_that_is_deleted_at_one_node_leaves_a_finished_game_at_another(
    tmp_path: Path, postgres_url: str
) -> None:
    """Also from what the other node has in memory, and would write: lists, and reviews that it keeps."""
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (_, other)):
        ada, eve = await guest(here, "Ada"), await guest(here, "Eve")
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan(bot="sergeant"))))).id
        await ada.ask(table, Sit(chair=0))
        await eve.ask(table, Sit(chair=1))
        await eve.ask(table, Ready(chair=1))
        await ada.ask(table, Start())
        await asyncio.gather(plays_until_over(ada, table, 0), plays_until_over(eve, table, 1))
        number = one.guests.known(ada.cookie)
        assert number is not None
        one.reviews._jobs["old"] = ReviewJob("", 1.0, b"Ada")  # pyright: ignore[reportPrivateUsage]
        async with eve.line(table, 1) as line:
            await frame_of(line, Hello)
            await erase_guest(other, number)
            with contextlib.suppress(ServerError):
                await eve.ask(table, Say(text="good evening"))
            hello = await frame_of(line, Hello)
            assert [chair.name for chair in hello.table.chairs][:2] == ["Guest", "Eve"]
        (row,) = [row for row in await one.store.games_of(one.guests.known(eve.cookie) or "") if row.id == table]
        assert "Ada" not in row.sketch
        await until(lambda: "old" not in one.reviews._jobs, "the old review to be dropped")  # pyright: ignore[reportPrivateUsage]
        assert "Ada" not in await eve.text(f"/api/tables/{table}/record")
