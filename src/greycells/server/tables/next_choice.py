"""What a table waits for: nonces before the deal, a bot that thinks, a forced answer that falls due, or a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from greycells.language.sentences import Sentence
from greycells.rules.actions import Action
from greycells.rules.default_action import default_action
from greycells.rules.views import View
from greycells.server.errors.report import report
from greycells.server.tables.automatic_answer_waits import known_times, waiting_time
from greycells.server.tables.automatic_answers import automatic_answer
from greycells.server.tables.clocks import time_limit, time_to_watch
from greycells.server.tables.inbox import AutomaticChoice, NoncesDue
from greycells.server.tables.seat_streams import bot_seed
from greycells.server.tables.table_services import BotFailed, TableServices
from greycells.server.tables.table_state import Table
from greycells.server.tables.viewer import Prompt
from greycells.server.tables.viewer_frames import TableHistory

TIME_TO_REVEAL = 5.0
"""So many seconds a guest who gave the hash of a nonce has to tell the nonce: pages do so by themselves, at once."""
REVEALING = -1
"""The number of what comes before the first decision."""


class NextChoice:
    """The decision that a table waits for, and the task that makes it when no person does; `put` takes its choice."""

    def __init__(
        self, services: TableServices, secret: str, put: Callable[[AutomaticChoice | NoncesDue], None]
    ) -> None:
        self.prompt: Prompt | None = None
        self._services = services
        self._secret = secret
        self._put = put
        self._task: asyncio.Task[None] | None = None
        self._waits_for: tuple[int, str | None, bool, bool, str | None] | None = None

    @property
    def due_soon(self) -> bool:
        """Whether a bot is thinking, or a clock runs out within ten minutes."""
        until = self.prompt.until if self.prompt is not None else None
        return self._task is not None and (until is None or until < self._services.now() + 600)

    def wait(
        self,
        history: TableHistory,
        auto: AbstractSet[int],
        *,
        earlier: Mapping[int, Sequence[float]],
        loading: bool = False,
    ) -> None:
        """Wait for the seat to act: start a bot, or a person's clock.

        For chairs in `auto`, forced answers are given once enough answering times are known, also from `earlier` games.
        """
        game, table = history.game, history.table
        if table.asking:
            self._wait_for_nonces()
            return
        seat = game.to_act if game is not None and table.state == "running" else None
        if game is None or seat is None:
            self.prompt = None
            self.stop()
            return
        chair, decision = table.chair_of(seat), len(game.events)
        driver = table.driver(chair)
        view = game.view(seat)
        own = driver is None and table.lesson is None
        answer = automatic_answer(view, wanted=chair in auto) if own else None
        times = known_times(history, chair, earlier) if answer is not None else ()
        waits_for = (decision, driver, bool(times), table.hurried, table.skipped)
        if waits_for == self._waits_for:
            return
        self.stop()
        self._waits_for = waits_for
        if driver is not None:
            self.prompt = Prompt(decision, chair, None, automatic=True)
            self._task = asyncio.create_task(self._let_bot_think(driver, view, decision, table=table))
        elif answer is not None and times:
            limit = time_limit(table.plan.clock)
            due = table.decided + waiting_time(times, decision, secret=self._secret, limit=limit)
            self.prompt = Prompt(decision, chair, due, automatic=True)
            self._task = asyncio.create_task(self._answer_for(due, answer, decision))
        else:
            until = self._deadline(table, chair, time_to_watch(view.sightings), loading=loading)
            self.prompt = Prompt(decision, chair, until)
            if until is not None:
                self._task = asyncio.create_task(self._let_clock_run(until, view, decision))

    def _wait_for_nonces(self) -> None:
        """A table that was loaded meanwhile waits anew, so that everybody can connect again and tell their nonce."""
        waits_for = (REVEALING, None, False, False, None)
        if waits_for != self._waits_for:
            self.stop()
            self._waits_for = waits_for
            self._task = asyncio.create_task(self._let_them_reveal())

    async def _let_them_reveal(self) -> None:
        await self._services.clock.sleep(TIME_TO_REVEAL)
        self._put(NoncesDue())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = self._waits_for = None

    def _deadline(self, table: Table, chair: int, watching: float, *, loading: bool) -> float | None:
        """The deadline of the person in a chair, with some extra time after they or the server have just come back.

        The seconds in which they are `watching` an accusation don't count.
        """
        seconds = time_limit(table.plan.clock)
        if seconds is None:
            return None
        back = self._services.now() if loading else table.chairs[chair].returned
        return max(table.decided + watching + seconds, back + min(seconds, self._services.notice))

    async def _answer_for(self, due: float, answer: Action, decision: int) -> None:
        """Give a person's forced answer in time; to everybody it is the person's own."""
        await self._services.clock.sleep(max(0.0, due - self._services.now()))
        self._put(AutomaticChoice(decision, answer, "person"))

    async def _let_clock_run(self, until: float, view: View, decision: int) -> None:
        wait = self._services.pace.wait(hurried=False)
        await self._services.clock.sleep(max(0.0, until - self._services.now()) + wait)
        options = view.options
        assert options is not None
        self._put(AutomaticChoice(decision, default_action(options), "clock"))

    async def _let_bot_think(self, level: str, view: View, decision: int, *, table: Table) -> None:
        """The wait is drawn first; a bot that needs longer than that waits for another whole draw."""
        clock, pace = self._services.clock, self._services.pace
        if table.skipped:
            pace = pace.without_pauses()
        hurried, began = table.hurried, clock.monotonic()
        asked = len(view.scene.seats) - 1 if view.scene.turn.phase == "answering" else 0
        wait = pace.wait(hurried=hurried, asked=asked)
        if not asked:
            wait += pace.watched(view.sightings, hurried=hurried)
        options, seat = view.options, view.seat
        assert options is not None
        assert seat is not None
        try:
            key, seed = f"{table.id} {seat}", bot_seed(self._secret, seat)
            action, replaced = await self._services.bots.choose(level, view, key=key, seed=seed, guest=table.host)
        except Exception as error:
            if not isinstance(error, BotFailed):
                report("a bot could not be asked", error, table=table.id)
            self._services.troubles.note(table.id, "bot", error, at=self._services.now())
            action, replaced = default_action(options), True
        remark = Sentence("table.stand-in", name=seat.suspect.word, level=level) if replaced else None
        while pace.factor and began + wait < clock.monotonic():
            wait += pace.wait(hurried=hurried, asked=asked)
        await clock.sleep(max(0.0, began + wait - clock.monotonic()))
        self._put(AutomaticChoice(decision, action, "bot", remark))
