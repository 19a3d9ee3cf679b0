"""Who may keep connections open without asking for anything: a few by address, and fewer when descriptors run out.

A connection waits until a whole request has come, and again between two requests. It costs its client nothing, and the
server one of its file descriptors. So one address may have a limited number of them; when there are more, the oldest is
closed, because an honest client sends its request at once. When hardly any descriptor is left, the address that has
most of them gives one up for each newcomer.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from greycells.server.system.metrics import Counters
from greycells.server.system.open_files import most_open_files

MOST_WAITING, MOST_OPEN = 100, 1000
"""So many HTTP connections of an address may wait for a request, and be open at all (sockets have limits of their own).

Where few files may be open, an eighth and a quarter of them.
"""
SOCKETS = "sockets"
"""What they are all counted as."""
TELL_EVERY = 60.0
"""Seconds between two lines of the log about the same cause."""
log = logging.getLogger("greycells.connections")


CAUSES = ("waiting", "open", "descriptors")
"""Why a connection is closed or refused: its address has too many that wait, or that are open, or all have."""


class ClosableConnection(Protocol):
    """A connection that can be closed from outside."""

    def give_way(self) -> None:
        """Close at once; nobody counts it any more."""
        ...


class OpenConnections:
    """All HTTP connections by address, those first that have waited longest; `factor` raises the limits for load tests.

    Connections of a trusted proxy have no address, and no limit but the descriptors: the proxy limits its clients.
    """

    def __init__(
        self, *, factor: float = 1.0, files: int | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._files = most_open_files() if files is None else files
        self._most_waiting = max(1, int(min(MOST_WAITING, self._files // 8) * factor))
        self._most_open = max(1, int(min(MOST_OPEN, self._files // 4) * factor))
        self._spare = max(1, self._files // 8)
        self._waiting: dict[str | None, dict[ClosableConnection, None]] = {}
        self._open: Counter[str | None] = Counter()
        self._others = 0.0
        self._now = now
        self._told: dict[str, float] = {}
        about = "Connections closed or refused because an address, or everybody, had too many"
        self.closed = Counters("greycells_connections_closed_total", about, ("cause",))
        for cause in CAUSES:
            self.closed.begin(cause)

    @property
    def waiting(self) -> int:
        """How many connections wait for a request, of all addresses."""
        return sum(map(len, self._waiting.values()))

    def admit(self, address: str | None, descriptor: int) -> bool:
        """Whether a new connection with this descriptor may stay."""
        most = self._room_for_connections(descriptor)
        while self._open.total() >= most:
            largest = max(self._waiting, key=lambda one: len(self._waiting[one]), default=None)
            room = self._close_oldest(largest)
            done = "the one that has waited longest for a request is closed" if room else "a new one is refused"
            left = f"hardly any of {self._files} open files is left: of all connections, {done}"
            self._tell("descriptors", f"{left}; raise the limit (LimitNOFILE of the service, or ulimit -n)")
            if not room:
                return False
        if address is not None and self._open[address] >= self._most_open and not self._close_oldest(address):
            self._tell("open", f"one address has {self._most_open} connections open: more are refused")
            return False
        self._open[address] += 1
        return True

    def _room_for_connections(self, newest: int) -> float:
        """How many connections there may be, beside what else there is: the database, bots, other nodes.

        The system gives away the lowest number that is free, so that all below the newest are in use. When others were
        closed just before, the newest tells too little: what it told earlier is forgotten slowly.
        """
        self._others = max(newest - self._open.total(), 0.99 * self._others)
        return self._files - self._spare - self._others

    def waits(self, connection: ClosableConnection, address: str | None) -> None:
        """From now on it waits for a request."""
        waiting = self._waiting.setdefault(address, {})
        waiting[connection] = None
        if address is not None and len(waiting) > self._most_waiting:
            self._close_oldest(address)
            self._tell(
                "waiting",
                f"one address has more than {self._most_waiting} connections open that wait for a whole request: "
                "the oldest is closed",
            )

    def works(self, connection: ClosableConnection, address: str | None) -> None:
        """It has sent a whole request, or it is gone."""
        waiting = self._waiting.get(address)
        if waiting is not None and connection in waiting:
            del waiting[connection]
            if not waiting:
                del self._waiting[address]

    def moves(self, connection: ClosableConnection, before: str | None, after: str | None) -> None:
        """A connection that waits is counted for another address; one that is at work stays so."""
        waiting = connection in self._waiting.get(before, ())
        self.gone(connection, before)
        self._open[after] += 1
        if waiting:
            self.waits(connection, after)

    def gone(self, connection: ClosableConnection, address: str | None) -> None:
        """An admitted connection is closed, or has become a socket."""
        self.works(connection, address)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def socket_opened(self) -> None:
        """A connection has become a socket: those have limits of their own, and are descriptors, too."""
        self._open[SOCKETS] += 1

    def socket_closed(self) -> None:
        self._open[SOCKETS] -= 1

    def _close_oldest(self, address: str | None) -> bool:
        oldest = next(iter(self._waiting.get(address, ())), None)
        if oldest is None:
            return False
        self.gone(oldest, address)
        oldest.give_way()
        return True

    def _tell(self, cause: str, sentence: str) -> None:
        """Write a line to the log, unless the same was written a moment ago. It names no address: none is recorded."""
        self.closed.add(cause)
        if self._now() >= self._told.get(cause, 0.0):
            self._told[cause] = self._now() + TELL_EVERY
            count = self.closed.series[cause,]
            log.warning("%s (cause: %s, so far %d)", sentence, cause, count, extra={"cause": cause})
