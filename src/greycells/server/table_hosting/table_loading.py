"""Loads tables when they are needed, and unloads them when they aren't."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import replace
from random import shuffle
from typing import TypeVar

from greycells.protocol.plans import TablePlan
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.errors.report import report
from greycells.server.nodes.leases import Leases, RunsElsewhere
from greycells.server.storage.database import DatabaseError
from greycells.server.storage.table_store import Store
from greycells.server.system.durations import DAY
from greycells.server.tables.guest import Guest
from greycells.server.tables.inbox import TableGone
from greycells.server.tables.lesson_game import FIRST, Opponents, seating
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.log_entries import Sat, TableOpened, decode
from greycells.server.tables.new_tables import history_of, open_table
from greycells.server.tables.permissions import check_plan
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.viewer import Viewer
from greycells.server.tables.viewer_frames import TableHistory

log = logging.getLogger("greycells.server")
T = TypeVar("T")
TRIES = 4
"""So often something is asked of a table that moves from one node to another."""
LOOK_EVERY = 600.0
"""How often, in seconds, the time that has passed is saved for every table."""


class Lobby:
    """Tables with viewers or with something to do are in memory; the others are only in the log."""

    def __init__(
        self,
        services: TableServices,
        store: Store,
        leases: Leases,
        *,
        open_for: float = DAY,
        play_for: float = 14 * DAY,
        rest: float = 60.0,
    ) -> None:
        """A table at which nothing happens is closed after `open_for` seconds before the start, after `play_for` in a
        game without a clock, both as the server has seen them pass."""
        self.services = services
        self.store = store
        self.leases = leases
        self._open_for, self._play_for = open_for, play_for
        self._rest = rest
        self._last_look = services.clock.monotonic()
        self.set_aside: dict[str, str] = {}
        """The tables that cannot be read, each with the kind of error; tried again when one is asked for."""
        self._live: dict[str, LiveTable] = {}
        self._stopping: set[asyncio.Task[None]] = set()
        self._waking: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._apart: dict[str, asyncio.Event] = {}

    def __len__(self) -> int:
        return len(self._live)

    @property
    def waiting(self) -> int:
        """How many commands wait in the inboxes of all tables."""
        return sum(table.waiting for table in self._live.values())

    @property
    def viewers(self) -> int:
        """How many sockets are open at all tables."""
        return sum(len(table.viewers) for table in self._live.values())

    async def open(
        self, host: Guest, plan: TablePlan, *, origin: int = 0, sitting: Sequence[Sat] = (), start: bool = False
    ) -> TableHistory:
        """A new table; those of one origin share the places in the lobby's lists. Any node may load it."""
        check_plan(plan, self.services.policy)
        self.leases.check_serving(host.id)
        opened = await open_table(self.services, host, plan, sitting=sitting, start=start)
        await self.store.set_origin(opened.table.id, origin)
        return opened

    async def open_lesson(self, pupil: Guest, key: str = FIRST) -> TableHistory:
        """A lesson's table for one pupil, dealt at once."""
        self.leases.check_serving(pupil.id)
        plan, sat = seating(key, pupil, now=self.services.now())
        return await open_table(self.services, pupil, plan, sitting=[sat], lesson=key, start=True)

    async def while_it_moves(self, act: Callable[[], Awaitable[T]]) -> T:
        """What comes of asking something of a table; asked again while the table moves to another node.

        Only what asks a table is repeated, since a table that is gone has done nothing of it: a whole request might
        open or count something twice.
        """
        for attempt in range(TRIES):
            try:
                return await act()
            except TableGone:
                await self.services.clock.sleep(0.1 * attempt)
        raise Declined("moving", DeclineReason.UNAVAILABLE)

    async def lesson_of(self, pupil: Guest) -> LiveTable | None:
        """The lesson that a pupil has not finished yet."""
        for row in await self.store.games_of(pupil.id):
            if row.state == "running" and await self._is_lesson(row.id):
                return await self.table(row.id)
        return None

    async def _is_lesson(self, table_id: str) -> bool:
        """Known from the log alone: a table that another node runs is not asked."""
        opening = await self.store.opening(table_id)
        opened = decode(opening) if opening is not None else None
        return isinstance(opened, TableOpened) and opened.lesson is not None

    async def table(self, table_id: str) -> LiveTable | None:
        """The table with this id, loaded if necessary; None if there is none. Raises RunsElsewhere."""
        live = self._live.get(table_id)
        if live is not None and not live.task.done() and self.leases.valid:
            return live
        if (apart := self._apart.get(table_id)) is not None:
            await apart.wait()
        waking = self._waking.get(table_id)
        if waking is None:
            waking = asyncio.create_task(self._wake(table_id))
            self._waking[table_id] = waking
            waking.add_done_callback(lambda _: self._waking.pop(table_id, None))
        return await asyncio.shield(waking)

    @contextlib.asynccontextmanager
    async def kept_apart(self, table_id: str) -> AsyncGenerator[bool]:
        """Keep a table out of memory while its log is changed; False if it is in use. Requests for it wait."""
        if table_id in self._live or table_id in self._waking or table_id in self._apart:
            yield False
            return
        self._apart[table_id] = asyncio.Event()
        try:
            yield True
        finally:
            self._apart.pop(table_id).set()

    async def _wake(self, table_id: str) -> LiveTable | None:
        """Load a table from its log. One that cannot be read is set aside, and no other table notices.

        It is taken first and read then: nobody else can have written anything that is not read.
        """
        troubles, now = self.services.troubles, self.services.now()
        try:
            fence = await self.leases.take(table_id)
        except DatabaseError as error:
            troubles.note(table_id, "untaken", error, at=now)
            raise Declined("disk", DeclineReason.UNAVAILABLE) from None
        if fence is None:
            return None
        try:
            stored = await self.store.read(table_id)
            history = await history_of(self.services, stored)
        except Exception as error:
            if fence.epoch and isinstance(error, DatabaseError):
                raise Declined("disk", DeclineReason.UNAVAILABLE) from None  # The database is away, not the table bad.
            if table_id not in self.set_aside:
                report(f"table {table_id} cannot be read and is set aside", error, table=table_id)
            troubles.note(table_id, "unreadable", error, at=now)
            self.set_aside[table_id] = type(error).__name__
            raise Declined("cannot be opened", DeclineReason.UNAVAILABLE) from None
        self.set_aside.pop(table_id, None)
        if history is None:
            return None
        lesson = history.table.lesson
        services = self.services if lesson is None else replace(self.services, bots=Opponents(lesson))
        live = LiveTable(services, history, stored.secret, auto=stored.auto, fence=fence)
        self._live[table_id] = live
        return live

    def all_viewers(self) -> list[Viewer]:
        """Everybody who is connected to a table."""
        return [viewer for live in self._live.values() for viewer in live.viewers]

    def loaded(self, table_id: str) -> LiveTable | None:
        """A table that is in memory here, and is not loaded if it is not."""
        return self._live.get(table_id)

    def connected(self, table_id: str) -> int:
        """How many viewers a table has."""
        return len(self._live[table_id].viewers) if table_id in self._live else 0

    def addresses(self) -> dict[str, set[str]]:
        """From where each guest is connected; kept nowhere."""
        found: dict[str, set[str]] = {}
        for viewer in self.all_viewers():
            found.setdefault(viewer.guest.id, set()).add(viewer.address)
        return found

    async def reread(self, table_id: str) -> None:
        """Show a table anew without the words of a guest who is gone. One that sleeps is read when it is woken.

        One that can't be read now is unloaded, so that nobody goes on seeing those words; its viewers connect again.
        """
        live = self._live.get(table_id)
        if live is None or live.task.done():
            return
        try:
            await live.reread()
        except (Declined, TableGone) as error:
            log.warning(
                "table %s was unloaded: it could not be read again (%s)",
                table_id,
                type(error).__name__,
                extra={"table": table_id},
            )
            if self._live.get(table_id) is live:
                self._drop(table_id)

    async def keep(self) -> None:
        """The lobby's loop: load tables that are due, close abandoned ones, unload those that nobody uses."""
        while True:
            for care in (self._wake_the_due, self._close_the_abandoned, self.put_to_rest):
                try:
                    await care()
                except Exception as error:
                    report("the lobby could not look after its tables", error)
            await self.services.clock.sleep(1.0)

    async def _wake_the_due(self) -> None:
        now, leases = self.services.now(), self.leases
        if not leases.valid or leases.apart:
            return
        due = await self.store.due(now, limit=1000 + len(self.set_aside), node=leases.node, at=leases.now())
        if leases.node:
            shuffle(due)  # Several nodes that look at once share the work.
        for table_id in due:
            live = None if table_id in self.set_aside else await self._woken(table_id)
            if live is not None and ((wake := live.wake) is None or wake > now):
                await self.store.wake_at(table_id, wake)

    async def _woken(self, table_id: str) -> LiveTable | None:
        try:
            return await self.table(table_id)
        except (Declined, RunsElsewhere):
            return None

    async def _close_the_abandoned(self) -> None:
        """Idle time is counted while the server runs, so a clock that jumps, or a month offline, closes nothing."""
        now = self.services.clock.monotonic()
        every = min(LOOK_EVERY, self._open_for / 10, self._play_for / 10)
        if now - self._last_look < every or not self.leases.leads:
            return
        passed, self._last_look = min(now - self._last_look, 2 * every), now
        await self.store.pass_time(passed)
        most = 100 + len(self.set_aside)
        for table_id in await self.store.abandoned(self._open_for, self._play_for, limit=most):
            live = None if table_id in self.set_aside else await self._woken(table_id)
            if live is not None:
                live.abandon()

    async def put_to_rest(self, *, rest: float | None = None) -> None:
        """Unload the tables that nobody has used for a while, or for `rest` seconds.

        While one of them stops, another may have left already, or have ended and been loaded again.
        """
        now, rest = self.services.clock.monotonic(), self._rest if rest is None else rest
        for table_id, live in list(self._live.items()):
            if self._live.get(table_id) is not live:
                continue
            if live.task.done() or (not live.busy and now - live.used >= rest):
                del self._live[table_id]
                await live.stop()
                await self.leases.release(table_id, live.fence)

    async def close(self) -> None:
        """Unload every table."""
        live, self._live = self._live, {}
        await asyncio.gather(*(table.stop() for table in live.values()))

    def lapsed(self) -> None:
        """The lease was lost: other nodes may run the tables by now, and their viewers have to connect again."""
        for table_id in list(self._live):
            self._drop(table_id)

    def _drop(self, table_id: str) -> None:
        self._stopping.add(stopping := asyncio.create_task(self._live.pop(table_id).stop()))
        stopping.add_done_callback(self._stopping.discard)

    async def drop_what_was_taken(self) -> None:
        """Unload the tables that another node has taken: their viewers here would see nothing more."""
        before = {table_id: live.fence for table_id, live in self._live.items()}
        held = await self.leases.held()
        for table_id, fence in before.items() if held is not None else ():
            live = self._live.get(table_id)
            if live is not None and live.fence == fence and held is not None and (table_id, fence.epoch) not in held:
                log.info("lease: table %s was taken by another node", table_id, extra={"table": table_id})
                self._drop(table_id)

    def idle_tables(self) -> list[str]:
        """The tables that can be handed over while nobody waits there for a choice; the quietest come first."""
        idle = [table_id for table_id, live in self._live.items() if live.nobody_waits and table_id not in self._apart]
        return sorted(idle, key=lambda table_id: len(self._live[table_id].viewers))

    async def give(self, table_id: str, node: str) -> None:
        """Let another node run a table from now on. Requests for it are sent there meanwhile."""
        live = self._live.pop(table_id, None)
        if live is None:
            return
        async with self.kept_apart(table_id):
            await live.hand_over()
            await self.leases.give(table_id, live.fence, node)

    async def hand_over(self) -> None:
        """Finish what every table is doing, and put it away for another node."""
        live, self._live = self._live, {}
        await asyncio.gather(*(table.hand_over() for table in live.values()))
