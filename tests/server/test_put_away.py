"""A table that is put to rest is gone from memory at once: nobody has to search for what it left."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

from tests.server.house import quick

from greycells.notation.commands import ChairPlan, Plan, Sit, Start
from greycells.server.conduct import Guest
from greycells.server.live import LiveTable
from greycells.server.service import Service
from greycells.server.viewing import Viewer


async def _evening(service: Service) -> weakref.ref[LiveTable]:
    """A person and two bots are in the middle of a game when the table is put away."""
    host = Guest("ada", "Ada")
    bot = ChairPlan(bot="stroller")
    live = await service.lobby.open(host, Plan(chairs=(ChairPlan(), bot, bot)))
    await live.ask(host, Sit(chair=0))
    viewer = Viewer(host, 0, 0)
    live.arrive(viewer)
    await live.ask(host, Start())
    assert live.news(viewer)
    live.leave(viewer)
    await service.lobby.close()
    return weakref.ref(live)


def test_a_table_that_is_put_away_leaves_nothing_behind(tmp_path: Path) -> None:
    async def scene() -> None:
        service = Service.start(quick(tmp_path))
        gc.disable()
        try:
            gone = await _evening(service)
            await asyncio.sleep(0)
            assert gone() is None
        finally:
            gc.enable()
            await service.stop()

    asyncio.run(scene())
