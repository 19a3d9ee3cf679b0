"""Bad days of a whole server: an unreadable table, a clock that jumps, a full disk, a game without an end."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from tests.deadline import until_told
from tests.server.bare_requests import ask
from tests.server.faulty_database import faulty
from tests.server.moved_clock import NOON, MovedClock
from tests.server.running_server import frame_of, guest, loaded, quick, refused, running
from tests.server.seated_table import TWO_AND_A_BOT, seated
from tests.server.spoiled_tables import awake, spoil

from greycells.client import ServerClient, ServerError, in_thread, play
from greycells.players.player_specs import player
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import (
    AnyCommand,
    AutoAnswer,
    Challenge,
    Change,
    Close,
    Fill,
    Hurry,
    Mute,
    NewLink,
    Play,
    Ready,
    Rematch,
    Remove,
    RemoveDevices,
    Reopen,
    Resign,
    ReturnToSeat,
    Reveal,
    Say,
    Sit,
    Skip,
    Stand,
    Start,
)
from greycells.protocol.frames import Choose
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Roll
from greycells.server.limits.rate_limits import LIMITS, Limit
from greycells.server.service import service as service_module
from greycells.server.system.system_clock import SYSTEM_CLOCK
from greycells.server.tables import log_length, table_decisions
from greycells.server.tables.log_entries import Played


async def test_an_unreadable_table_is_set_aside_and_every_other_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, _, broken = await seated(address)
        _, _, whole = await seated(address)
    spoil(tmp_path, broken, wake=0.0)
    awake(tmp_path, whole)
    clock = MovedClock()
    async with running(replace(quick(tmp_path), clock=clock)) as (address, service):
        while not (service.lobby.set_aside and len(service.lobby)):
            await clock.pass_slowly(1)
        assert list(service.lobby.set_aside) == [broken]
        ada.url = address
        with refused(503, "can't be opened"):
            await ada.table(broken)
        assert (await ada.table(whole)).state == "running"
        status, _, body = await asyncio.to_thread(ask, address, "/health")
        assert (status, b"cannot be read (see the log): 1" in body) == (200, True)
        _, _, body = await asyncio.to_thread(ask, address, "/metrics")
        assert b"\ngreycells_tables_set_aside 1\n" in body
        await clock.pass_slowly(3)
        assert caplog.text.count(f"table {broken} cannot be read and is set aside") == 1


async def test_a_clock_that_jumps_closes_no_table(tmp_path: Path) -> None:
    """Neither while the server runs, nor while it is switched off; and not once it has jumped back."""
    clock = MovedClock()
    config = replace(quick(tmp_path), clock=clock)
    async with running(config) as (address, _):
        ada, _, table = await seated(address)
        waiting = (await ada.open(TablePlan())).id
        for days in (400, -400):
            clock.set_now(NOON + days * 86400.0)
            await clock.pass_slowly(1.0)
            assert [(await ada.table(one)).state for one in (table, waiting)] == ["running", "open"]
    async with running(config) as (address, _):
        ada.url = address
        await clock.pass_slowly(1.0)
        assert [(await ada.table(one)).state for one in (table, waiting)] == ["running", "open"]


async def test_what_is_abandoned_is_closed_and_opened_again_by_whoever_sat_there(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(replace(quick(tmp_path), open_for=100.0, play_for=100.0, clock=clock)) as (address, _):
        ada, _, table = await seated(address)
        stranger = await guest(address, "Stranger")
        await clock.pass_slowly(110.0, step=10.0)
        assert (await ada.table(table)).state == "closed"
        with refused(403, "not playing in this game"):
            await stranger.ask(table, Reopen())
        await ada.ask(table, Reopen())
        assert (await ada.table(table)).state == "running"
        await ada.ask(table, Reopen())
        async with ada.line(table, 0) as line:
            await frame_of(line, Choose)
            await clock.pass_slowly(110.0, step=10.0)
            assert (await ada.table(table)).state == "running"  # Somebody is there.


async def is_closed(server: ServerClient, table: str) -> bool:
    return (await server.table(table)).state == "closed"


async def test_health_fails_when_the_disk_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "DISK_EVERY", 0.0)
    async with running(replace(quick(tmp_path), clock=SYSTEM_CLOCK)) as (address, service):
        disk = faulty(service.store)
        assert (await asyncio.to_thread(ask, address, "/health"))[0] == 200
        with disk.failing("COMMIT"):
            status, _, body = await asyncio.to_thread(ask, address, "/health")
            assert (status, b"cannot be written" in body) == (503, True)
        assert (await asyncio.to_thread(ask, address, "/health"))[0] == 200
        monkeypatch.setattr(service_module, "DISK_TIME_LIMIT", 0.2)
        with disk.holding("COMMIT"):
            assert (await asyncio.to_thread(ask, address, "/health"))[0] == 503


async def test_a_host_who_has_not_sat_down_stays_the_host(tmp_path: Path) -> None:
    async with running(replace(quick(tmp_path), grace=0.0)) as (address, _):
        ada, stranger = await guest(address, "Ada"), await guest(address, "Stranger")
        table = (await ada.open(TWO_AND_A_BOT)).id
        await stranger.ask(table, Sit(chair=0))
        other = msgspec.structs.replace(TWO_AND_A_BOT, help="full logic")
        for command in (Change(plan=other), Mute(chair=1), Start()):
            with refused(403, "Only the host"):
                await stranger.ask(table, command)
        await ada.ask(table, Change(plan=other))


async def test_what_changes_nothing_is_not_logged_and_what_does_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "switches", Limit(10, 1200, 60))
    async with running(replace(quick(tmp_path), limits_factor=1.0)) as (address, service):
        ada, grace, table = await seated(address, start=False)
        live = await loaded(service, table)
        await ada.ask(table, Mute(chair=1))
        before = live.history.seq
        plan = live.table.plan
        for command in (Mute(chair=1), Change(plan=plan), Ready(chair=0, ready=False), Sit(chair=0, nonce="ab")):
            done = await ada.ask(table, command)
            assert (done.seq, live.history.seq) == (before, before), command
        with refused(429, "going too fast"):
            for number in range(12):
                await grace.ask(table, Ready(chair=1, ready=number % 2 == 0))
        assert 5 < live.history.seq - before <= 10


async def test_a_table_has_a_limit_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_length, "ROOM_TO_TALK", 8)
    monkeypatch.setattr(table_decisions, "MOST_ENTRIES", 20)

    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        chairs = (ChairPlan(), ChairPlan(bot="constable"), ChairPlan(bot="constable"))
        table = (await ada.open(TablePlan(chairs=chairs))).id
        await ada.ask(table, Sit(chair=0))
        for number in range(6):
            await ada.ask(table, Say(text=f"Word {number}"))
        with refused(409, "log is full"):
            await ada.ask(table, Say(text="One more"))
        await ada.ask(table, Start())
        with refused(409, "log is full"):
            await ada.ask(table, Hurry())
        async with ada.line(table, 0) as line:
            playing = asyncio.create_task(play(line, 0, in_thread(player("constable").choose)))
            await until_told(lambda: is_closed(ada, table), "the table to be closed")
            playing.cancel()
        assert (await ada.table(table)).reason == "too long"
        assert len(await ada.text(f"/api/tables/{table}/record?chair=0")) > 100


EACH_COMMAND: tuple[AnyCommand, ...] = (
    Change(plan=TWO_AND_A_BOT),
    Sit(chair=0),
    Ready(chair=0, ready=False),
    Start(),
    Reveal(chair=0, nonce="ab"),
    Remove(chair=0),
    Play(chair=0, decision=999, action=choice_message(Roll())),
    Say(text="word"),
    Mute(chair=1),
    Mute(chair=1, muted=False),
    Fill(chair=1, bot="sergeant"),
    Stand(chair=0),
    ReturnToSeat(chair=0),
    AutoAnswer(chair=0, on=True),
    AutoAnswer(chair=0, on=False),
    Hurry(on=True),
    Hurry(on=False),
    Skip(on=True),
    Skip(on=False),
    Rematch(),
    Challenge(),
    NewLink(chair=0),
    RemoveDevices(chair=0),
    Reopen(),
    Resign(chair=0),
    Close(),
)


async def test_no_command_fills_the_log_of_a_long_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {type(command) for command in EACH_COMMAND} == set(get_args(AnyCommand))

    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        live = await loaded(service, table)
        link = await ada.seat_link(table, 0)
        monkeypatch.setattr(log_length, "ROOM_TO_TALK", live.history.seq)
        for command in EACH_COMMAND:
            before = live.history.seq
            for _ in range(5):
                for again in (command, ReturnToSeat(chair=0)):
                    with contextlib.suppress(ServerError):
                        await ada.ask(table, again)
            written = [entry for entry in live.history.log[before:] if not isinstance(entry, Played)]
            assert len(written) <= 1, command
        with refused(409, "log is full"):
            await (await guest(address, "Phone")).claim(link)
