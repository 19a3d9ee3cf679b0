"""Coming and going costs the same however many look on, and a flood of it reaches nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.deadline import until
from tests.server.running_server import guest, loaded, quick, running

from greycells.protocol.commands import Sit
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.tables import presence
from greycells.server.tables.guest import Guest
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.viewer import Viewer

PLAN = TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan()), spectators=True)
MANY = 40


def arrived(live: LiveTable, name: str, chair: int | None = None) -> Viewer:
    """A viewer who has connected, and was greeted."""
    viewer = live.history.viewer(Guest(name, name), chair, after=live.history.seq, at=None)
    live.arrive(viewer)
    return viewer


async def test_nobody_is_told_of_spectators_who_come_and_go(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        live = await loaded(service, (await (await guest(address, "Ada")).open(PLAN)).id)
        watching = [arrived(live, f"spectator {number}") for number in range(MANY)]
        for viewer in watching:
            viewer.extras.clear()
        for number in range(MANY):
            live.leave(arrived(live, f"passer-by {number}"))
        assert sum(len(viewer.extras) for viewer in watching) == 0, "no seat has come or gone"


async def test_a_seat_that_comes_and_goes_is_told_now_and_then_and_rightly_in_the_end(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        table = (await ada.open(PLAN)).id
        await ada.ask(table, Sit(chair=0))
        live = await loaded(service, table)
        (owner,) = live.table.chairs[0].guests
        watching = [arrived(live, f"spectator {number}") for number in range(MANY)]
        for viewer in watching:
            viewer.extras.clear()
        for _ in range(MANY):
            last = arrived(live, owner, 0)
            live.leave(last)
        arrived(live, owner, 0)
        assert {len(viewer.extras) for viewer in watching} == {1}, "told once, at once"
        for _ in range(2 * MANY):
            live.leave(arrived(live, "passer-by"))
        await asyncio.sleep(1.5 * presence.TELL_EVERY)
        live.leave(last := arrived(live, owner, 0))
        live.viewers.leave(last, live.table)
        assert live.viewers.present(live.table) == [0], "another device of theirs is still connected"
        for viewer in [viewer for viewer in live.viewers if viewer.chair == 0]:
            live.leave(viewer)
        await until(lambda: b'"chairs":[]' in watching[0].extras[-1], "everybody to hear that the seat has gone")
        assert len(watching[0].extras) <= 3


async def test_whoever_comes_between_two_changes_learns_of_the_second(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        table = (await ada.open(PLAN)).id
        await ada.ask(table, Sit(chair=0))
        live = await loaded(service, table)
        (owner,) = live.table.chairs[0].guests
        first = arrived(live, owner, 0)
        live.leave(first)
        between = arrived(live, "spectator")
        assert b'"present":[]' in between.extras[0]
        arrived(live, owner, 0)
        await until(lambda: b'"chairs":[0]' in between.extras[-1], "the spectator to hear that the seat is back")
