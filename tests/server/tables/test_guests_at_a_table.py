"""Tables: who may do what, and when; each test is a few guests at a real server."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.deadline import until
from tests.server.moved_clock import MovedClock
from tests.server.running_server import (
    frame_of,
    gone,
    guest,
    loaded,
    plays_until_over,
    quick,
    refused,
    running,
    table_changes,
)
from tests.server.seated_table import TWO_AND_A_BOT, seated

from greycells.client import ConnectionClosed, NotDone, ServerClient
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import (
    Change,
    Close,
    Fill,
    Mute,
    Play,
    Ready,
    Rematch,
    Remove,
    RemoveDevices,
    Resign,
    Say,
    Sit,
    Stand,
    Start,
)
from greycells.protocol.frames import Choose, Happened, Hello, Said
from greycells.protocol.plans import ChairPlan, PerDecision, TablePlan
from greycells.rules.actions import EndTurn, Roll
from greycells.server.service.config import Config
from greycells.server.tables.clocks import OPENING
from greycells.server.tables.guest import Guest


async def test_everything_can_be_changed_until_the_start(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address, start=False)
        plan = TablePlan(edition="luxury", chairs=(ChairPlan(), ChairPlan(), ChairPlan(), ChairPlan(bot="constable")))
        with refused(403, "Only the host"):
            await grace.ask(table, Change(plan=plan))
        await ada.ask(table, Change(plan=plan))
        view = await ada.table(table)
        assert (view.plan.edition, [chair.name for chair in view.chairs]) == (
            "luxury",
            ["Ada", "Grace", None, None],
        )
        with refused(409, "Seat 2 is taken by Grace"):
            await ada.ask(table, Change(plan=TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan()))))
        with refused(409, "Seat 3 is empty"):
            await ada.ask(table, Start())
        await ada.ask(table, Change(plan=TWO_AND_A_BOT))
        with refused(409, "Grace isn't ready"):
            await ada.ask(table, Start())
        await grace.ask(table, Ready(chair=1))
        await ada.ask(table, Start())
        with refused(409, "in progress"):
            await ada.ask(table, Change(plan=plan))


async def test_a_device_that_was_removed_while_it_connected_is_sent_away(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        phone = await guest(address, "Phone")
        await phone.claim(await ada.seat_link(table, 0))
        live = await loaded(service, table)
        number = service.guests.known(phone.cookie)
        assert number is not None
        viewer = live.history.viewer(Guest(number, "Phone"), 0, after=0, at=None)
        await ada.ask(table, RemoveDevices(chair=0))
        live.arrive(viewer)
        assert viewer.gone
        assert not viewer.extras, "not even a greeting"
        assert viewer not in set(live.viewers)


async def test_whoever_is_ready_for_a_game_stays_ready_for_it(tmp_path: Path) -> None:
    """Another bot, or another name of one's own, is no other game; another rulebook is."""
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(
            address, TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan())), start=False
        )
        await grace.ask(table, Ready(chair=1))
        chairs = (ChairPlan(), ChairPlan(suspect="Mustard"), ChairPlan(bot="constable"))
        await ada.ask(table, Change(plan=TablePlan(chairs=chairs)))
        await grace.meet("Grace Hopper")
        await grace.ask(table, Sit(chair=1, suspect="Mustard"))
        chair = (await ada.table(table)).chairs[1]
        assert (chair.name, chair.ready) == ("Grace Hopper", True)
        await ada.ask(table, Change(plan=TablePlan(edition="luxury", chairs=chairs)))
        assert not (await ada.table(table)).chairs[1].ready


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (TablePlan(edition="../classic"), "can't be played"),
        (TablePlan(edition="classic", chairs=(ChairPlan(), ChairPlan())), "SET-15"),
        (TablePlan(chairs=(ChairPlan(suspect="Nobody"), ChairPlan(), ChairPlan())), "no suspect called Nobody"),
        (TablePlan(chairs=(ChairPlan(bot="./mybot.py:Bot"), ChairPlan(), ChairPlan())), "There's no bot level"),
        (TablePlan(house_rules=("cheating",)), "can't be played"),
        (TablePlan(chairs=(ChairPlan(suspect="Plum"), ChairPlan(suspect="Plum"), ChairPlan())), "SET-19"),
    ],
)
async def test_a_plan_that_cannot_be_played_is_refused(tmp_path: Path, plan: TablePlan, words: str) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        with pytest.raises(Exception, match=words):
            await ada.open(plan)


async def test_a_chair_has_one_guest_a_suspect_one_chair_and_the_host_may_send_away(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address, start=False)
        hedy = await guest(address, "Hedy")
        with refused(409, "taken by Grace"):
            await hedy.ask(table, Sit(chair=1))
        with refused(409, "Someone else is playing Scarlett"):
            await grace.ask(table, Sit(chair=1, suspect="Scarlett"))
        with refused(403, "isn't yours"):
            await hedy.ask(table, Ready(chair=1))
        link = await grace.seat_link(table, 1)
        with refused(403, "Only the host"):
            await hedy.ask(table, Remove(chair=1))
        await ada.ask(table, Remove(chair=1))
        with refused(404, "no longer works"):
            await grace.claim(link)
        await hedy.ask(table, Sit(chair=1))
        assert [chair.name for chair in (await ada.table(table)).chairs] == ["Ada", "Hedy", None]
        assert [listed.id for listed in (await hedy.games()).tables] == [table]


async def test_whoever_lost_a_chair_sees_nothing_more_from_it(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address, start=False)
        hedy = await guest(address, "Hedy")
        async with grace.line(table, 1) as line:
            await frame_of(line, Hello)
            await ada.ask(table, Remove(chair=1))
            await hedy.ask(table, Sit(chair=1))
            await hedy.ask(table, Ready(chair=1))
            await ada.ask(table, Start())
            with pytest.raises(ConnectionClosed, match="isn't yours"):
                await frame_of(line, Happened)


async def test_an_action_sent_twice_is_played_once_and_a_stale_one_not_at_all(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address)
        async with ada.line(table, 0) as line:
            asked = await frame_of(line, Choose)
            roll = Play(chair=0, decision=asked.decision, action=choice_message(Roll()))
            first, again = await line.play(roll), await ada.ask(table, roll)
            assert first.seq == again.seq
            with pytest.raises(NotDone, match="moved on") as stale:
                await line.play(Play(chair=0, decision=asked.decision, action=choice_message(EndTurn())))
            assert stale.value.stale
            later = await frame_of(line, Choose)
            assert later.decision == asked.decision + 1
            with refused(403, "isn't yours"):
                await grace.ask(table, Play(chair=0, decision=later.decision, action=choice_message(EndTurn())))
            with pytest.raises(NotDone, match=r"steps? to go") as illegal:
                await line.play(Play(chair=0, decision=later.decision, action=choice_message(EndTurn())))
            assert illegal.value.rule == "MOVE-8"


async def test_a_viewer_resumes_after_what_it_has_seen(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, _, table = await seated(address)
        async with ada.line(table, 0) as line:
            await frame_of(line, Choose)
            seq = line.seq
        async with ada.line(table, 0, after=seq) as line:
            hello = await frame_of(line, Hello)
            assert (hello.seq, hello.yours) == (seq, (0,))
            asked = await frame_of(line, Choose)
            await line.play(Play(chair=0, decision=asked.decision, action=choice_message(Roll())))
            assert (await frame_of(line, Happened)).seq == seq + 1


async def test_a_seat_link_brings_the_seat_to_another_device(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, _, table = await seated(address)
        phone, thief = ServerClient(address), await guest(address, "Thief")
        await phone.claim(await ada.seat_link(table, 0))
        async with phone.line(table, 0) as line:
            asked = await frame_of(line, Choose)
            await line.play(Play(chair=0, decision=asked.decision, action=choice_message(Roll())))
        with refused(403, "isn't yours"):
            await thief.seat_link(table, 0)
        async with thief.line(table, 0) as line:
            with pytest.raises(ConnectionClosed, match="isn't yours"):
                await frame_of(line, Hello)


async def test_one_guest_may_hold_several_seats(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan(bot="sergeant"))))).id
        for chair in (0, 1):
            await ada.ask(table, Sit(chair=chair))
        await ada.ask(table, Start())
        await asyncio.gather(*(plays_until_over(ada, table, chair) for chair in (0, 1)))
        assert (await ada.table(table)).state == "over"


async def test_whoever_leaves_is_played_for_and_gets_the_seat_back(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address)
        async with grace.line(table, 1) as line:
            await frame_of(line, Hello)
            await grace.ask(table, Stand(chair=1))
            await table_changes(line, lambda view: view.chairs[1].away)
        assert (await ada.table(table)).chairs[1].away
        async with grace.line(table, 1) as line:
            await table_changes(line, lambda view: not view.chairs[1].away)
        await ada.ask(table, Stand(chair=0))
        assert (await ada.table(table)).chairs[1].host


async def test_a_lost_seat_is_filled_only_after_the_grace_time(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(replace(quick(tmp_path), grace=20, clock=clock)) as (address, service):
        ada, grace, table = await seated(address)
        async with grace.line(table, 1) as line:
            await frame_of(line, Hello)
            await clock.advance(21)
            with refused(409, "may still come back"):
                await ada.ask(table, Fill(chair=1))
        await gone(service, table, 1)
        await clock.advance(21)
        with refused(403, "Only the host"):
            async with ada.line(table, 0) as line:
                await frame_of(line, Hello)
                await grace.ask(table, Fill(chair=0))
        await ada.ask(table, Fill(chair=1))
        assert (await ada.table(table)).chairs[1].away


async def test_a_seat_that_was_given_up_is_played_to_the_end_by_a_bot(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address)
        await grace.ask(table, Resign(chair=1))
        await plays_until_over(ada, table, 0)
        view = await ada.table(table)
        assert (view.state, view.chairs[1].resigned) == ("over", True)
        with refused(409, "over"):
            await grace.ask(table, Play(chair=1, decision=0, action=choice_message(Roll())))
        another = (await ada.ask(table, Rematch())).table
        assert another is not None
        assert (await grace.ask(table, Rematch())).table == another
        await grace.ask(another, Ready(chair=1))
        await ada.ask(another, Start())
        record = await ada.text(f"/api/tables/{another}/record?chair=0")
        assert "dealer   Scarlett" in record
        assert "begins   Mustard" in record


async def test_when_time_is_out_the_seat_is_answered_for_and_then_a_bot_steps_in(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(replace(quick(tmp_path), clock=clock)) as (address, service):
        plan = TablePlan(chairs=TWO_AND_A_BOT.chairs, clock=PerDecision(seconds=5))
        ada, _, table = await seated(address, plan)
        async with ada.line(table, 0) as line:
            assert (await frame_of(line, Choose)).until is not None
            live = await loaded(service, table)
            while live.table.chairs[0].driver is None:
                seq = live.history.seq
                await clock.pass_slowly(5 + OPENING)
                await until(lambda: live.history.seq > seq, "the clock to choose")  # noqa: B023
            happened = await frame_of(line, Happened)
            while happened.by != "clock":
                happened = await frame_of(line, Happened)
            await table_changes(line, lambda view: view.chairs[0].away)


async def test_abandoned_tables_are_closed_and_their_records_kept(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, _, running_table = await seated(address)
        open_table = (await ada.open(TablePlan())).id
        before = await ada.text(f"/api/tables/{running_table}/record?chair=0")
    later = Config(tmp_path, pace=0.0, limits_factor=1000.0, open_for=0.0, play_for=0.0)
    async with running(later) as (address, _):
        ada.url = address
        for table in (open_table, running_table):
            while (view := await ada.table(table)).state != "closed":
                await asyncio.sleep(0.05)
            assert view.reason == "abandoned"
        assert await ada.text(f"/api/tables/{running_table}/record?chair=0") == before


async def test_what_is_said_is_said_once_and_the_host_may_ask_for_quiet(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address, start=False)
        stranger = await guest(address, "Stranger")
        async with ada.line(table, 0) as line:
            for _ in range(2):
                await grace.ask(table, Say(text="  <b>Hello</b>\n\u202ethere "), name="x1")
            await grace.ask(table, Say(phrase="good luck"))
            await grace.ask(table, Say(reaction="wow"))
            said = [await frame_of(line, Said) for _ in range(3)]
            assert [(frame.name, frame.chair, frame.text, frame.phrase, frame.reaction) for frame in said] == [
                ("Grace", 1, "<b>Hello</b> there", None, None),
                ("Grace", 1, "", "good luck", None),
                ("Grace", 1, "", None, "wow"),
            ]
        await ada.ask(table, Mute(chair=1))
        for words in (Say(text="But"), Say(reaction="sad")):
            with refused(403, "muted you"):
                await grace.ask(table, words)
            with refused(403, "not playing in this game"):
                await stranger.ask(table, words)
        with refused(409, "Write a message first"):
            await ada.ask(table, Say(text=" \n"))
        await ada.ask(table, Close())
        with refused(409, "closed"):
            await ada.ask(table, Say(text="Bye"))


async def test_spectators_come_only_where_they_are_welcome(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        _, _, private = await seated(address, TablePlan(chairs=TWO_AND_A_BOT.chairs, spectators=False, public=True))
        _, _, public = await seated(address, TablePlan(chairs=TWO_AND_A_BOT.chairs, public=True))
        stranger = await guest(address, "Stranger")
        with refused(403, "allow spectators"):
            await stranger.text(f"/api/tables/{private}/frames")
        with refused(403, "allow spectators"):
            await stranger.text(f"/api/tables/{private}/record")
        assert "?" in await stranger.text(f"/api/tables/{public}/record")
        assert [listed.id for listed in (await stranger.tables("running")).tables] == [public]
        code = (await stranger.table(public)).code
        assert (await stranger.with_code(code.lower())).id == public
        with refused(404):
            await stranger.with_code("AEIOUY")


async def test_whoever_arrives_at_a_table_that_has_just_ended_is_sent_back_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking for the table and arriving there, names are read from the database, which may take a while."""
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        eve, known = await guest(address, "Eve"), service.guests.guest

        async def slowly(number: str) -> Guest:
            monkeypatch.setattr(service.guests, "guest", known)
            await service.lobby.close()
            return await known(number)

        await ada.table(table)
        monkeypatch.setattr(service.guests, "guest", slowly)
        async with eve.line(table) as line:
            await frame_of(line, Hello)
            await ada.ask(table, Say(text="good evening"))
            assert (await frame_of(line, Said)).text == "good evening"
            assert line.connections == 2
