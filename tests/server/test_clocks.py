"""Time at the table: clocks of days that outlive the server, hurried bots, take-backs, seats lost and given back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.house import frame_of, guest, quick, refused, running
from tests.server.test_tables import TWO_AND_A_BOT, seated

from greycells.client import Line, NotDone, Server
from greycells.notation.commands import (
    AnyChoice,
    ChairPlan,
    Change,
    Correspondence,
    Fill,
    Hurry,
    Move,
    Mute,
    Plan,
    Play,
    Ready,
    Remove,
    Roll,
    Say,
    Sit,
    Stand,
    Start,
    TakeBack,
)
from greycells.notation.frames import Changed, Choose, Happened, Hello, TableView
from greycells.server.pace import DAY
from greycells.server.service import Config

DAYS = 3
SLOWLY = Plan(chairs=TWO_AND_A_BOT.chairs, clock=Correspondence(days=DAYS))


def days_later(folder: Path, days: float) -> Config:
    """A server in the same folder, so many days from now; a clock that ran out meanwhile leaves half a second."""
    return replace(quick(folder), now=lambda: time.time() + days * DAY, notice=0.5)


async def deadline(address: str, ada: Server, table: str) -> float:
    ada.url = address
    async with ada.line(table, 0) as line:
        until = (await frame_of(line, Choose)).until
        assert until is not None
        return until


def test_a_clock_of_days_outlives_the_server_and_then_the_seat_is_answered_for(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(days_later(tmp_path, 0)) as (address, _):
            ada, _, table = await seated(address, SLOWLY)
            first = await deadline(address, ada, table)
            assert first == pytest.approx(time.time() + DAYS * DAY, abs=60)
        async with running(days_later(tmp_path, DAYS - 1)) as (address, _):
            assert await deadline(address, ada, table) == first
        async with running(days_later(tmp_path, DAYS + 1)) as (address, _):
            ada.url = address
            async with ada.line(table, 0) as line, asyncio.timeout(30):
                happened = await frame_of(line, Happened)
                while happened.by != "clock":
                    happened = await frame_of(line, Happened)
                assert b'"Rolled"' in bytes(happened.sightings[0])

    asyncio.run(evening())


def test_an_absent_players_clock_runs_while_nobody_looks(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(days_later(tmp_path, 0)) as (address, _):
            ada, _, table = await seated(address, SLOWLY)
        async with running(days_later(tmp_path, DAYS + 1)) as (address, service):
            async with asyncio.timeout(30):
                while not len(service.lobby):
                    await asyncio.sleep(0.05)
                live = await service.lobby.table(table)
                assert live is not None
                before = live.story.seq
                while live.story.seq == before:
                    await asyncio.sleep(0.05)
            ada.url = address
            assert (await ada.table(table)).state == "running"

    asyncio.run(evening())


def test_bots_can_be_hurried_by_whoever_plays(tmp_path: Path) -> None:
    """The shortest wait of a bot that is not hurried is longer than the longest of one that is."""

    async def evening() -> None:
        async with running(replace(quick(tmp_path), pace=0.6)) as (address, _):
            ada, stranger = await guest(address, "Ada"), await guest(address, "Stranger")
            table = (await ada.open(Plan(chairs=(ChairPlan(), *(ChairPlan(bot="constable"),) * 2)))).id
            await ada.ask(table, Sit(chair=0))
            await ada.ask(table, Start())
            with refused(403, "do not sit"):
                await stranger.ask(table, Hurry())
            async with ada.line(table, 0) as line, asyncio.timeout(60):
                await frame_of(line, Hello)
                await ada.ask(table, Stand(chair=0))
                slow = await bots_took(line, 3)
                await ada.ask(table, Hurry())
                assert (await ada.table(table)).hurried
                quick_ones = await bots_took(line, 5)
            assert min(slow) >= 0.6 * 0.7
            assert min(quick_ones) < 0.6 * 0.7

    asyncio.run(evening())


async def bots_took(line: Line, count: int) -> list[float]:
    """The times between what bots did, one after another."""
    times: list[float] = []
    last: Happened | None = None
    async for frame in line:
        if isinstance(frame, Happened):
            if last is not None and last.by == frame.by == "bot":
                times.append(frame.at - last.at)
            last = frame
        if len(times) == count:
            break
    return times


@pytest.mark.parametrize("allowed", [True, False])
def test_a_step_is_taken_back_only_where_the_table_allows_it_and_nothing_was_told(
    tmp_path: Path,
    allowed: bool,  # noqa: FBT001
) -> None:
    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            rules = ("take-backs",) if allowed else ()
            ada, _, table = await seated(address, Plan(chairs=TWO_AND_A_BOT.chairs, house_rules=rules))
            async with ada.line(table, 0) as line:
                asked = await frame_of(line, Choose)

                async def do(action: Callable[[Choose], AnyChoice]) -> Choose:
                    nonlocal asked
                    await line.play(Play(chair=0, decision=asked.decision, action=action(asked)))
                    asked = await frame_of(line, Choose)
                    return asked

                rolled = await do(lambda _: Roll())
                with pytest.raises(NotDone, match="nothing" if allowed else "allow"):
                    await do(lambda _: TakeBack())
                moves = bytes(rolled.options).decode()
                await do(lambda choose: Move(to=ends(choose)[0]))
                if not allowed:
                    with pytest.raises(NotDone, match="allow"):
                        await do(lambda _: TakeBack())
                    return
                again = await do(lambda _: TakeBack())
                assert bytes(again.options).decode() == moves
                with pytest.raises(NotDone, match="nothing"):
                    await do(lambda _: TakeBack())

    asyncio.run(evening())


def ends(asked: Choose) -> list[str]:
    import json

    return list(json.loads(bytes(asked.options))["moves"]["ends"])


async def told(line: Line, true: Callable[[TableView], bool]) -> None:
    while not true((await frame_of(line, Changed)).table):
        pass


def test_a_seat_that_a_bot_filled_is_given_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(replace(quick(tmp_path), grace=0.2)) as (address, _):
            ada, grace, table = await seated(address)
            async with ada.line(table, 0) as line:
                await frame_of(line, Hello)
                async with grace.line(table, 1) as own:
                    await frame_of(own, Hello)
                await asyncio.sleep(0.3)
                await ada.ask(table, Fill(chair=1, bot="constable"))
                await told(line, lambda view: view.chairs[1].away)
                async with grace.line(table, 1):
                    await told(line, lambda view: not view.chairs[1].away)
                with refused(409, "running"):
                    await ada.ask(table, Remove(chair=1))

    asyncio.run(evening())


def test_the_hosts_rights_pass_on_when_the_host_stays_away(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(replace(quick(tmp_path), grace=0.3)) as (address, _):
            ada, grace, table = await seated(address, start=False)
            async with ada.line(table, 0) as line:
                await frame_of(line, Hello)
                await asyncio.sleep(0.4)
                with refused(403, "Only the host"):
                    await grace.ask(table, Change(plan=TWO_AND_A_BOT))
            await asyncio.sleep(0.4)
            async with grace.line(table, 1) as line:
                await frame_of(line, Hello)
                await grace.ask(table, Change(plan=TWO_AND_A_BOT))
                assert [chair.host for chair in (await grace.table(table)).chairs] == [False, True, False]
                with refused(403, "Only the host"):
                    await ada.ask(table, Mute(chair=1))
                await ada.ask(table, Ready(chair=0))
                await grace.ask(table, Start())

    asyncio.run(evening())


def test_only_the_host_silences_a_chair_for_everybody_and_it_may_speak_again(tmp_path: Path) -> None:
    """Hearing nothing of one chair oneself needs no leave: a page leaves its words out."""

    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            ada, grace, table = await seated(address)
            with refused(403, "Only the host"):
                await grace.ask(table, Mute(chair=0))
            await ada.ask(table, Mute(chair=1))
            with refused(403, "quiet"):
                await grace.ask(table, Say(text="But"))
            await ada.ask(table, Mute(chair=1, muted=False))
            await grace.ask(table, Say(text="Thank you"))

    asyncio.run(evening())
