"""Everybody who is connected to a table, and how long those have been away who are not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from greycells.protocol.frames import Devices, Noted, Present
from greycells.server.tables.permissions import Declined, may_look
from greycells.server.tables.table import Table
from greycells.server.tables.viewer_frames import Viewer


class Presence:
    """The viewers of one table. What concerns all of them, or one chair's devices, is told here."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._viewers: set[Viewer] = set()
        self._monotonic = monotonic
        self._loaded = monotonic()
        self._last_seen: dict[str, float] = {}

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def __len__(self) -> int:
        return len(self._viewers)

    def join(self, viewer: Viewer) -> None:
        self._viewers.add(viewer)

    def leave(self, viewer: Viewer, table: Table) -> None:
        self._viewers.discard(viewer)
        if viewer.guest.id == table.host or table.held_by(viewer.guest.id):
            self._last_seen[viewer.guest.id] = self._monotonic()
        self.tell_who_is_here(table)

    def present(self, table: Table) -> list[int]:
        """The chairs whose guests are connected, from whichever chair they look: before the start, from none."""
        return sorted({chair for viewer in self for chair in table.held_by(viewer.guest.id)})

    def away_for(self, guests: Collection[str]) -> float:
        """How long none of these guests has been connected: since the table was loaded, if they never were."""
        return min(map(self._gone_for, guests), default=self._gone_for(""))

    def _gone_for(self, guest: str) -> float:
        if any(viewer.guest.id == guest for viewer in self):
            return 0.0
        return self._monotonic() - self._last_seen.get(guest, self._loaded)

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
        frame = Present(chairs=tuple(self.present(table)))
        for viewer in self:
            viewer.tell(frame)

    def tell_owner(self, table: Table, number: int, *, only: Viewer | None = None, joined: bool = False) -> None:
        """Tell the guest who sat down how many other devices play the seat."""
        owner, *others = table.chairs[number].guests
        for viewer in self if only is None else (only,):
            if viewer.chair == number and viewer.guest.id == owner:
                viewer.tell(Devices(others=len(others), joined=joined))

    def put_out_whoever_may_not_look(self, table: Table) -> None:
        """A socket that was opened for a chair ends when its guest has lost that chair."""
        for viewer in self:
            try:
                may_look(table, viewer.guest, viewer.chair)
            except Declined:
                viewer.gone = True

    def end(self) -> None:
        """Close every connection: the table has stopped."""
        for viewer in self:
            viewer.gone = True
            viewer.wake.set()
