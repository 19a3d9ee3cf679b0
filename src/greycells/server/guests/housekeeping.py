"""Guests who did nothing are forgotten by the server itself."""

from __future__ import annotations

from collections.abc import Callable

from greycells.server.runtime.system_clock import SystemClock
from greycells.server.storage.idle_guests import forget_idle_guests
from greycells.server.storage.store import Store
from greycells.server.tables.inbox import report

KEPT_FOR = 7 * 24 * 3600.0
"""Seconds that a name is kept whose guest never sat down, wrote, uploaded or solved anything."""
LOOK_EVERY = 600.0


async def keep_guests(store: Store, clock: SystemClock, leads: Callable[[], bool]) -> None:
    """Forget those who did nothing, for ever; where there are several nodes, one of them does it."""
    while True:
        try:
            while leads() and await forget_idle_guests(store.database, before=clock.now() - KEPT_FOR):
                await clock.sleep(0.1)
        except Exception as error:
            report("guests who did nothing could not be forgotten", error)
        await clock.sleep(LOOK_EVERY)
