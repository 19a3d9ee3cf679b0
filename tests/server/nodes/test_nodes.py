"""Several nodes over one database: any node takes any request, one runs a table, and nothing can be forged."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from tests.deadline import until
from tests.server.nodes.two_nodes import PLAN, two_nodes
from tests.server.running_server import frame_of, guest, hears_the_end, plays_until_over, refused
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from greycells.client import ServerClient, ServerError
from greycells.protocol.commands import Ready, Say, Sit, Start
from greycells.protocol.frames import Hello, MaintenanceNotice
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.errors.declined import Declined
from greycells.server.limits.rate_limits import LIMITS, RateLimits
from greycells.server.my_data.deletion import erase_guest
from greycells.server.operator.admin_socket import ask_server
from greycells.server.operator.commands import AnyOperatorCommand, BanGuest, OperatorAnswer, SetMaintenance
from greycells.server.service.service import Service
from greycells.server.workers.review_jobs import ReviewJob


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
