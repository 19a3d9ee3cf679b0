"""While one table is unloaded, other tables end, are loaded again, or leave: each of them runs once, or not at all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from tests.server.moved_clock import MovedClock
from tests.server.running_server import guest, loaded, quick, running

from greycells.protocol.plans import TablePlan
from greycells.server.nodes.leases import OneNode
from greycells.server.service.service import Service
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.table_log import Fence


class Interrupted(OneNode):
    """Something happens while the first table is let go."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self._meanwhile: Callable[[], Awaitable[object]] | None = meanwhile

    async def release(self, table: str, fence: Fence) -> None:
        del table, fence
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            await meanwhile()


async def two_loaded(address: str, service: Service) -> tuple[LiveTable, LiveTable]:
    """Two tables that nobody looks at, in the order in which they are put to rest."""
    ada = await guest(address, "Ada")
    first, second = [await loaded(service, (await ada.open(TablePlan())).id) for _ in range(2)]
    return first, second


async def test_a_table_that_was_loaded_again_meanwhile_stays(tmp_path: Path) -> None:
    async with running(replace(quick(tmp_path), clock=MovedClock())) as (address, service):
        first, ended = await two_loaded(address, service)
        lobby = service.lobby

        async def ends_and_is_asked_for() -> None:
            await ended.stop()
            await lobby.table(ended.table.id)

        lobby.leases = Interrupted(ends_and_is_asked_for)
        await lobby.put_to_rest(rest=0.0)
        again = lobby.loaded(ended.table.id)
        assert again is not None
        assert again is not ended
        assert not again.task.done()
        assert lobby.loaded(first.table.id) is None


async def test_a_table_that_has_left_meanwhile_is_not_missed(tmp_path: Path) -> None:
    async with running(replace(quick(tmp_path), clock=MovedClock())) as (address, service):
        first, second = await two_loaded(address, service)

        async def the_lease_is_lost() -> None:
            service.lobby.lapsed()

        service.lobby.leases = Interrupted(the_lease_is_lost)
        await service.lobby.put_to_rest(rest=0.0)
        assert len(service.lobby) == 0
        assert first.task.done()
        await second.task
