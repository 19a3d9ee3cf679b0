"""A live table: one task owns one game. Questions come in by its inbox, sightings go out by each viewer's cursor."""

from __future__ import annotations

import asyncio
from collections.abc import Set as AbstractSet
from typing import assert_never

from greycells.notation.action_json import WireError
from greycells.protocol.commands import AnyCommand
from greycells.protocol.frames import Done
from greycells.rules.refusals import Refusal
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.errors.report import report
from greycells.server.tables.clocks import time_limit
from greycells.server.tables.command_answers import CommandAnswers
from greycells.server.tables.guest import Guest
from greycells.server.tables.host_commands import ABANDONED
from greycells.server.tables.inbox import (
    Abandoned,
    AnsweredItem,
    AutomaticChoice,
    ClaimRequest,
    CloseRequest,
    EraseRequest,
    GuestReturned,
    HandOver,
    Item,
    NoncesDue,
    QueuedCommand,
    SomebodyLeft,
    TableGone,
    WorkItem,
)
from greycells.server.tables.log_entries import CameBack, TableClosed
from greycells.server.tables.permissions import sees
from greycells.server.tables.presence import Presence
from greycells.server.tables.table_decisions import TableDecisions
from greycells.server.tables.table_log import ALONE, Fence, TableMoved
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.table_state import Chair, Table
from greycells.server.tables.table_writer import TableWriter
from greycells.server.tables.viewer import Prompt, Viewer
from greycells.server.tables.viewer_frames import TableHistory

JUST_ASKED = 1.0
"""A player who was asked for a choice less than so many seconds ago is still looking at what happened."""
OPERATOR = "operator"
"""Why a table was closed by the operator."""


class LiveTable:
    """The task that owns a table. A failed write ends it; the table is loaded again from its log."""

    def __init__(
        self,
        services: TableServices,
        history: TableHistory,
        secret: str,
        *,
        auto: AbstractSet[int] = frozenset(),
        fence: Fence = ALONE,
    ) -> None:
        self.services = services
        self.fence = fence
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        put = self._inbox.put_nowait
        self._writer = TableWriter(services, history, secret, auto=auto, fence=fence, put=put)
        self._decisions = TableDecisions(self._writer)
        self._commands = CommandAnswers(self._writer, self._decisions, put)
        self._failed = False
        self.task = asyncio.create_task(self._run(), name=f"table {history.table.id}")

    @property
    def history(self) -> TableHistory:
        return self._writer.history

    @property
    def table(self) -> Table:
        return self._writer.history.table

    @property
    def viewers(self) -> Presence:
        return self._writer.viewers

    @property
    def used(self) -> float:
        """When something last happened here, by the monotonic clock."""
        return self._writer.used

    @property
    def prompt(self) -> Prompt | None:
        """The decision that the table waits for."""
        return self._writer.next.prompt

    @property
    def waiting(self) -> int:
        """How many items wait in the inbox."""
        return self._inbox.qsize()

    async def ask(self, guest: Guest, command: AnyCommand, *, id: str = "") -> Done:  # noqa: A002
        """Put a command into the inbox and wait for the result; raises the refusal."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        return await self._put(QueuedCommand(guest, command, id, answer))

    async def claim(self, guest: Guest, chair: int, *, sittings: int) -> Done:
        """Sit down on another device, by the seat's secret link."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        return await self._put(ClaimRequest(guest, chair, sittings, answer))

    async def erase(self, guest: str) -> Done:
        """Let a guest go who wants everything deleted."""
        return await self._put(EraseRequest(guest, asyncio.get_running_loop().create_future()))

    async def reread(self) -> Done:
        """Read the log again, since a guest's words beside it are gone, and show it anew to everybody here."""
        return await self._put(EraseRequest(None, asyncio.get_running_loop().create_future()))

    async def close_for_operator(self) -> Done:
        """Close the table, whoever sits there."""
        return await self._put(CloseRequest(asyncio.get_running_loop().create_future()))

    async def _put(self, item: AnsweredItem) -> Done:
        if self.task.done():
            raise self._ended()
        self._writer.used = self.services.clock.monotonic()  # Unloading it now would lose the answer to this.
        self._inbox.put_nowait(item)
        return await item.answer

    def arrive(self, viewer: Viewer) -> None:
        """A viewer has connected: greet them, tell the others, and give the seat back to its guest.

        If the table has ended since it was looked for, they are sent back: nobody would ever tell them anything. So
        are those who have lost their chair since.
        """
        if self.task.done() or not sees(self.table, viewer.guest, viewer.chair):
            viewer.send_away()
            return
        self.viewers.join(viewer)
        if viewer.chair is not None:
            self._inbox.put_nowait(GuestReturned(viewer.chair))
        viewer.extras.appendleft(
            self.history.hello(viewer, self.viewers.present(self.table), auto=viewer.chair in self._writer.auto)
        )
        if viewer.chair is not None and len(self.table.chairs[viewer.chair].guests) > 1:
            self.viewers.tell_owner(self.table, viewer.chair, only=viewer)
        viewer.wake.set()
        self.viewers.tell_who_is_here(self.table)

    def leave(self, viewer: Viewer) -> None:
        self._writer.used = self.services.clock.monotonic()
        self.viewers.leave(viewer, self.table)
        if not self.task.done():
            self._commands.look_who_left()

    def hello(self, viewer: Viewer) -> bytes:
        """The table as this viewer may see it."""
        present = self.viewers.present(self.table)
        return self.history.hello(viewer, present, auto=viewer.chair in self._writer.auto)

    def news(self, viewer: Viewer) -> bytes | None:
        """What a viewer has not been told yet."""
        return self.history.news(viewer, self._writer.next.prompt)

    @property
    def busy(self) -> bool:
        """Whether a viewer is connected, a bot is thinking, or a clock is about to run out."""
        return bool(self.viewers) or not self._inbox.empty() or self._writer.next.due_soon

    @property
    def nobody_waits(self) -> bool:
        """Whether nobody is connected who has been thinking about a choice for long, nor waits for an answer."""
        prompt = self._writer.next.prompt
        if not self._inbox.empty() or self.table.asking:
            return False
        if prompt is None or prompt.automatic or prompt.chair not in self.viewers.present(self.table):
            return True
        return self.services.now() - self.table.decided < JUST_ASKED

    def _ended(self) -> Declined | TableGone:
        """Why a table that has stopped answers nothing: the disk failed, or it runs elsewhere, or sleeps."""
        return Declined("disk", DeclineReason.UNAVAILABLE) if self._failed else TableGone()

    async def hand_over(self) -> None:
        """Finish what is being done, and stop; all who are connected are told to connect again."""
        self._inbox.put_nowait(HandOver())
        await asyncio.wait({self.task})

    async def stop(self) -> None:
        """Unload the table; it can be loaded again from its log."""
        self.task.cancel()
        self._writer.next.stop()
        self.viewers.end()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            self._commands.look_who_left()
            await self._writer.read_earlier_answers(loading=True)
            while not isinstance(item := await self._inbox.get(), HandOver):
                await self._take(item)
                self._writer.tell_viewers()  # After the command's answer, so that both go in one message.
                await self._writer.read_earlier_answers()
        except TableMoved:
            return  # Another node has it; the log has all that was acknowledged here.
        except asyncio.CancelledError:
            return  # Unloaded. If the task kept the error, its traceback would form a reference cycle with the table.
        except Exception as error:
            self._failed = True
            report(f"table {self.table.id} stopped", error, table=self.table.id)
            self.services.troubles.note(self.table.id, "stopped", error, at=self.services.now())
        finally:
            self._writer.next.stop()
            self._commands.stop()
            self._answer_the_rest()

    def _answer_the_rest(self) -> None:
        """Refuse the remaining requests of a table that has stopped."""
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, AnsweredItem) and not item.answer.done():
                item.answer.set_exception(self._ended())
        self.viewers.end()

    async def _take(self, item: WorkItem) -> None:
        match item:
            case QueuedCommand() | ClaimRequest() | EraseRequest() | CloseRequest():
                await self._settle(item)
            case AutomaticChoice():
                await self._decisions.chosen(item)
            case NoncesDue():
                if self.table.asking:
                    await self._writer.deal()
            case GuestReturned(chair):
                sitting = self.table.chairs[chair] if chair < len(self.table.chairs) else Chair()
                if sitting.stand_in is not None and not sitting.resigned:
                    await self._writer.append([CameBack(self.services.now(), chair=chair)])
                self._decisions.is_back(chair)
            case SomebodyLeft():
                await self._commands.skip_without_the_lost()
            case Abandoned():
                await self._close_if_abandoned()
            case _:
                assert_never(item)

    async def _settle(self, item: AnsweredItem) -> None:
        """Carry out a command and set its result, unless nobody waits any more."""
        try:
            match item:
                case QueuedCommand():
                    done = await self._commands.answer(item)
                case ClaimRequest():
                    done = await self._commands.sit_elsewhere(item)
                case EraseRequest(guest):
                    await (self._writer.reread() if guest is None else self._commands.let_go(guest))
                    done = Done(id="", seq=self.history.seq)
                case CloseRequest():
                    if self.table.state in ("open", "running"):
                        await self._writer.append([TableClosed(self.services.now(), reason=OPERATOR)])
                    done = Done(id="", seq=self.history.seq)
                case _:
                    assert_never(item)
        except (Declined, Refusal, WireError) as why_not:
            if not item.answer.done():
                item.answer.set_exception(why_not)
        except BaseException as error:
            self._failed = isinstance(error, Exception) and not isinstance(error, TableMoved)
            if not item.answer.done():
                item.answer.set_exception(self._ended())
            raise
        else:
            if not item.answer.done():
                item.answer.set_result(done)

    @property
    def wake(self) -> float | None:
        """When this table has to be loaded."""
        prompt = self._writer.next.prompt
        if prompt is not None and (prompt.until is not None or not prompt.automatic):
            return prompt.until
        return self._writer.lobby_row(self.table, self.history.game.scene if self.history.game else None).wake

    def abandon(self) -> None:
        """Nothing has happened here for a long time: close the table, unless a viewer is there or a clock runs."""
        self._inbox.put_nowait(Abandoned())

    async def _close_if_abandoned(self) -> None:
        waiting = self.table.state == "open" or (
            self.table.state == "running" and time_limit(self.table.plan.clock) is None
        )
        if waiting and not self.viewers:
            await self._writer.append([TableClosed(self.services.now(), reason=ABANDONED)])
            return
        try:
            await self.services.log.not_abandoned(self.table.id)
        except Exception as error:  # The lobby asks again at its next look.
            report(f"table {self.table.id} could not be marked as used", error, table=self.table.id)
