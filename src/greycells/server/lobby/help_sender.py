"""Help in the notebook of a connected page: sent after each event from which something may follow for its seat."""

from __future__ import annotations

import asyncio

from greycells.protocol.frames import Helped
from greycells.rules.events import CouldNotShow, Dealt, LaidOpen, Opened, Shown, Snooped
from greycells.rules.views import View
from greycells.server.errors.declined import Declined
from greycells.server.lobby.advice_api import signs
from greycells.server.service.service import Service
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.viewer import Viewer

INFORMATIVE = (Dealt, LaidOpen, CouldNotShow, Shown, Snooped, Opened)
"""Events from which something may follow."""
RETRY_DELAY = 4.0
"""Seconds until help is worked out again that was too much work just now."""


class HelpSender:
    """Works out what follows for the seat of one viewer, and sends it.

    No frame waits for that: it may take a tenth of a second. Whatever happens meanwhile is worked out together.
    """

    def __init__(self, service: Service, live: LiveTable, viewer: Viewer) -> None:
        self._service = service
        self.live = live
        self._viewer = viewer
        self.task: asyncio.Task[None] | None = None

    def follow(self) -> None:
        """Begin, if this viewer has been sent something from which more may follow."""
        if self.task is None and self.news() is not None:
            self.task = asyncio.create_task(self._send())

    def news(self) -> View | None:
        """What the seat saw, if the help doesn't know all of it."""
        viewer, history = self._viewer, self.live.history
        game, seat = history.game, history.seat(viewer.chair)
        if game is None or seat is None or history.table.plan.help == "none" or viewer.cursor < history.seq:
            return None
        if not any(isinstance(event, INFORMATIVE) for event in game.events[viewer.helped :]):
            return None
        view = game.view(seat)
        return view._replace(sightings=tuple(view.sightings))

    async def _send(self) -> None:
        viewer = self._viewer
        try:
            while (view := self.news()) is not None:
                level, before = self.live.table.plan.help, viewer.helped
                viewer.helped = len(view.sightings)
                try:
                    marks = await self._service.study.ask(viewer.guest.id, viewer.address, signs, view, level)
                except Declined:
                    viewer.helped = min(before, viewer.helped)  # It may have begun anew.
                    await self._service.config.clock.sleep(RETRY_DELAY)
                else:
                    viewer.tell(Helped(event=len(view.sightings) - 1, marks=marks))
        finally:
            self.task = None
