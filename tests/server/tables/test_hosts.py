"""What the host of a table may do, and who is the host when they stay away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.server.moved_clock import MovedClock
from tests.server.running_server import frame_of, gone, quick, refused, running
from tests.server.seated_table import TWO_AND_A_BOT, seated

from greycells.protocol.commands import Change, Mute, Ready, Say, Start
from greycells.protocol.frames import Hello


async def test_the_hosts_rights_pass_on_when_the_host_stays_away(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(replace(quick(tmp_path), grace=20, clock=clock)) as (address, service):
        ada, grace, table = await seated(address, start=False)
        async with ada.line(table, 0) as line:
            await frame_of(line, Hello)
            await clock.advance(21)
            with refused(403, "Only the host"):
                await grace.ask(table, Change(plan=TWO_AND_A_BOT))
        await gone(service, table, 0)
        await clock.advance(21)
        async with grace.line(table, 1) as line:
            await frame_of(line, Hello)
            await grace.ask(table, Change(plan=TWO_AND_A_BOT))
            assert [chair.host for chair in (await grace.table(table)).chairs] == [False, True, False]
            with refused(403, "Only the host"):
                await ada.ask(table, Mute(chair=1))
            await ada.ask(table, Ready(chair=0))
            await grace.ask(table, Start())


async def test_only_the_host_silences_a_chair_for_everybody_and_it_may_speak_again(tmp_path: Path) -> None:
    """Hearing nothing of one chair oneself needs no leave: a page leaves its words out."""
    async with running(quick(tmp_path)) as (address, _):
        ada, grace, table = await seated(address)
        with refused(403, "Only the host"):
            await grace.ask(table, Mute(chair=0))
        await ada.ask(table, Mute(chair=1))
        with refused(403, "muted you"):
            await grace.ask(table, Say(text="But"))
        await ada.ask(table, Mute(chair=1, muted=False))
        await grace.ask(table, Say(text="Thank you"))
