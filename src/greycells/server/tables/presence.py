"""Everybody who is connected to a table, and how long those have been away who are not."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator

from greycells.protocol.frames import Devices, Noted, Present
from greycells.server.tables.permissions import sees
from greycells.server.tables.table_state import Table
from greycells.server.tables.viewer import Viewer, encode

TELL_EVERY = 0.25
"""Seconds between two frames that say which seats are connected, however often viewers come and go."""


class Presence:
    """The viewers of one table. What concerns all of them, or one chair's devices, is told here.

    Coming and going costs the same however many look on: everybody is told only if a seat's connection has changed,
    and not more often than every quarter of a second.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._viewers: set[Viewer] = set()
        self._sockets: Counter[str] = Counter()
        self._told: tuple[int, ...] | None = ()
        self._latest: Table | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._monotonic = monotonic
        self._loaded = monotonic()
        self._last_seen: dict[str, float] = {}

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def __len__(self) -> int:
        return len(self._viewers)

    def join(self, viewer: Viewer) -> None:
        self._viewers.add(viewer)
        self._sockets[viewer.guest.id] += 1

    def leave(self, viewer: Viewer, table: Table) -> None:
        if viewer in self._viewers:
            self._viewers.discard(viewer)
            self._sockets[viewer.guest.id] -= 1
            if not self._is_here(viewer.guest.id):
                del self._sockets[viewer.guest.id]
        if viewer.guest.id == table.host or table.held_by(viewer.guest.id):
            self._last_seen[viewer.guest.id] = self._monotonic()
        self.tell_who_is_here(table)

    def present(self, table: Table) -> list[int]:
        """The chairs whose guests are connected, from whichever chair they look: before the start, from none."""
        return [number for number, chair in enumerate(table.chairs) if any(map(self._is_here, chair.guests))]

    def away_for(self, guests: Collection[str]) -> float:
        """How long none of these guests has been connected: since the table was loaded, if they never were."""
        return min(map(self._gone_for, guests), default=self._gone_for(""))

    def _gone_for(self, guest: str) -> float:
        if self._is_here(guest):
            return 0.0
        return self._monotonic() - self._last_seen.get(guest, self._loaded)

    def _is_here(self, guest: str) -> bool:
        return self._sockets[guest] > 0

    def wake(self, chair: int | None = None) -> None:
        """Send everybody, or the devices of one chair, what is new to them."""
        for viewer in self:
            if chair is None or viewer.chair == chair:
                viewer.wake.set()

    def noted(self, chair: int, version: int) -> None:
        """A seat's notebook has changed: tell its other devices to reload it."""
        for viewer in self:
            if viewer.chair == chair:
                viewer.tell(Noted(version=version))

    def tell_who_is_here(self, table: Table) -> None:
        """Tell everybody if it has changed; changes that follow soon are told together."""
        self._latest = table
        if tuple(self.present(table)) == self._told:
            return
        self._told = None  # Until everybody is told: some may have been greeted with this, whatever comes next.
        if self._telling is None:
            self._tell_changes()

    def _tell_changes(self) -> None:
        self._telling = None
        if self._told is not None or self._latest is None:
            return
        self._told = tuple(self.present(self._latest))
        frame = encode(Present(chairs=self._told))
        for viewer in self:
            viewer.extras.append(frame)
            viewer.wake.set()
        self._telling = asyncio.get_running_loop().call_later(TELL_EVERY, self._tell_changes)

    def tell_owner(self, table: Table, number: int, *, only: Viewer | None = None, joined: bool = False) -> None:
        """Tell the guest who sat down how many other devices play the seat."""
        owner, *others = table.chairs[number].guests
        for viewer in self if only is None else (only,):
            if viewer.chair == number and viewer.guest.id == owner:
                viewer.tell(Devices(others=len(others), joined=joined))

    def put_out_whoever_may_not_look(self, table: Table) -> None:
        """A socket that was opened for a chair ends when its guest has lost that chair."""
        for viewer in self:
            if not sees(table, viewer.guest, viewer.chair):
                viewer.gone = True

    def end(self) -> None:
        """Close every connection: the table has stopped."""
        if self._telling is not None:
            self._telling.cancel()
        for viewer in self:
            viewer.gone = True
            viewer.wake.set()
