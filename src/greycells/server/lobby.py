"""The lobby: which tables are live, and who wakes those that are not."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from greycells.notation.commands import Plan, Start
from greycells.server.conduct import Guest, check_plan
from greycells.server.inbox import report
from greycells.server.lesson import FIRST, Opponents, seating
from greycells.server.live import LiveTable
from greycells.server.opening import House, load_story, open_table


class Lobby:
    """Every table that somebody looks at or that has something to do is live; the others sleep in the log."""

    def __init__(self, house: House, *, rest: float = 60.0) -> None:
        self.house = house
        self._rest = rest
        self._live: dict[str, LiveTable] = {}
        self._waking: dict[str, asyncio.Task[LiveTable | None]] = {}

    def __len__(self) -> int:
        return len(self._live)

    @property
    def viewers(self) -> int:
        """How many sockets are open at all tables."""
        return sum(len(table.viewers) for table in self._live.values())

    async def open(self, host: Guest, plan: Plan) -> LiveTable:
        """A new table."""
        check_plan(plan, self.house.customs)
        table = await self.table(await open_table(self.house, host, plan))
        assert table is not None
        return table

    async def open_lesson(self, pupil: Guest, key: str = FIRST) -> LiveTable:
        """A lesson's table for one pupil, dealt at once."""
        plan, sat = seating(key, pupil, now=self.house.now())
        table = await self.table(await open_table(self.house, pupil, plan, sitting=[sat], lesson=key))
        assert table is not None
        await table.ask(pupil, Start())
        return table

    async def lesson_of(self, pupil: Guest) -> LiveTable | None:
        """The lesson that a pupil has not finished yet."""
        for line in await self.house.store.games_of(pupil.id):
            if line.state == "running" and (live := await self.table(line.id)) and live.table.lesson is not None:
                return live
        return None

    async def table(self, number: str) -> LiveTable | None:
        """The live table with this id, woken if it sleeps; None if there is none."""
        live = self._live.get(number)
        if live is not None and not live.task.done():
            return live
        waking = self._waking.get(number)
        if waking is None:
            waking = asyncio.create_task(self._wake(number))
            self._waking[number] = waking
            waking.add_done_callback(lambda _: self._waking.pop(number, None))
        return await asyncio.shield(waking)

    async def _wake(self, number: str) -> LiveTable | None:
        story = await load_story(self.house, number)
        if story is None:
            return None
        lesson = story.table.lesson
        house = self.house if lesson is None else replace(self.house, bots=Opponents(lesson))
        live = LiveTable(house, story, (await self.house.store.secret(number)).decode())
        self._live[number] = live
        return live

    async def keep(self) -> None:
        """Wake the tables that are due, and put those to rest at which nothing happens; for ever."""
        while True:
            try:
                for number in await self.house.store.due(self.house.now()):
                    await self.table(number)
                await self._put_to_rest()
            except Exception as error:
                report("the lobby could not look after its tables", error)
            await asyncio.sleep(1.0)

    async def _put_to_rest(self) -> None:
        now = self.house.now()
        for number, live in list(self._live.items()):
            if live.task.done() or (not live.busy and now - max(live.idle_since, live.table.touched) > self._rest):
                del self._live[number]
                await live.stop()

    async def close(self) -> None:
        """Put every table away; the log has them."""
        await asyncio.gather(*(live.stop() for live in self._live.values()))
        self._live.clear()
