"""Rate limits per guest and per address, counted in memory, and limits on open sockets."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec

from greycells.protocol.commands import AskedCommand, Play, SaveNotebook, Say
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.limits.address_networks import address_network

ROOM = 1000
"""When there are this many counters, old ones are dropped."""
TOLD_FROM, TOLD_SHARE, MOST_TOLD = 10, 0.125, 2000
"""Nodes tell each other of limits of so many seconds and more, from such a share of the limit on, and of so many."""
LimitedAction = Literal[
    "tables",
    "commands",
    "chat",
    "switches",
    "uploads",
    "downloads",
    "reports",
    "codes",
    "names",
    "reviews",
    "shares",
    "companion",
    "puzzles",
    "requests",
    "files",
    "noise",
]
"""What is counted. Files are those of the client, which a page asks for all at once; noise is what a socket sends that
cannot be read, or comes too fast."""


class Limit(NamedTuple):
    """How often a guest may do something in this many seconds, and how often an address, which may have many guests."""

    guest: int
    address: int
    seconds: int


LIMITS: dict[LimitedAction, Limit] = {
    "tables": Limit(30, 120, 3600),
    "commands": Limit(20, 400, 1),
    "chat": Limit(10, 100, 10),
    "switches": Limit(120, 1200, 60),
    "uploads": Limit(20, 60, 3600),
    "downloads": Limit(10, 60, 3600),
    "reports": Limit(5, 20, 3600),
    "codes": Limit(20, 60, 60),
    "names": Limit(60, 1200, 3600),
    "reviews": Limit(60, 240, 60),
    "shares": Limit(30, 120, 3600),
    "companion": Limit(240, 1200, 60),
    "puzzles": Limit(15, 900, 60),
    "requests": Limit(50, 500, 1),
    "files": Limit(500, 5000, 1),
    "noise": Limit(10, 100, 10),
}


def counted_as(command: AskedCommand) -> LimitedAction:
    """Whatever but moves can fill the log has a limit of its own: it can be done again and again."""
    match command:
        case Say():
            return "chat"
        case Play() | SaveNotebook():
            return "commands"
        case _:
            return "switches"


@dataclass(slots=True)
class RequestCount:
    """How often something happened in the current window of time, and in the one before."""

    stretch: int
    times: int
    before: int


class RateLimits:
    """Counts what guests and addresses do, in memory; `factor` raises every limit, for load tests."""

    def __init__(
        self,
        *,
        factor: float = 1.0,
        sockets_a_guest: int = 20,
        sockets_an_address: int = 200,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._factor = factor
        self._now = now
        self._seen: dict[tuple[LimitedAction, str], RequestCount] = {}
        self._enough = ROOM
        self._most = (int(sockets_a_guest * factor), int(sockets_an_address * factor))
        self._sockets: Counter[str] = Counter()
        self._elsewhere: Counter[tuple[str, str, int]] = Counter()

    def __len__(self) -> int:
        """The number of counters in memory."""
        return len(self._seen)

    def count(self, thing: LimitedAction, *, guest: str | None, address: str) -> None:
        """Count one more; Declined if the limit is reached."""
        measure = LIMITS[thing]
        if guest is not None:
            self._count(thing, f"guest {guest}", most=measure.guest)
        self._count(thing, f"address {address_network(address)}", most=measure.address)

    def check(self, thing: LimitedAction, *, guest: str, address: str) -> None:
        """Declined if the limit is reached; counts nothing."""
        measure = LIMITS[thing]
        self._so_far(thing, f"guest {guest}", most=measure.guest)
        self._so_far(thing, f"address {address_network(address)}", most=measure.address)

    def _so_far(self, thing: LimitedAction, who: str, *, most: int) -> RequestCount:
        """A sliding window: the previous window counts in proportion to its part that is still inside."""
        part = self._now() / LIMITS[thing].seconds
        stretch = int(part)
        gone, seen = part - stretch, self._seen.get((thing, who)) or RequestCount(stretch, 0, 0)
        if seen.stretch < stretch:
            seen.before = seen.times if seen.stretch == stretch - 1 else 0
            seen.stretch, seen.times = stretch, 0
        others = self._others(thing, who, stretch, gone) if self._elsewhere else 0
        if int(seen.before * (1 - gone)) + seen.times + others >= max(1, int(most * self._factor)):
            raise Declined("too fast", DeclineReason.TOO_MANY)
        return seen

    def _others(self, thing: LimitedAction, who: str, stretch: int, gone: float) -> int:
        """What the other nodes have counted in the same time."""
        return self._elsewhere[thing, who, stretch] + int(self._elsewhere[thing, who, stretch - 1] * (1 - gone))

    def _count(self, thing: LimitedAction, who: str, *, most: int) -> None:
        seen = self._so_far(thing, who, most=most)
        seen.times += 1
        self._seen[thing, who] = seen
        if len(self._seen) > self._enough:
            self._forget()

    def _forget(self) -> None:
        """Drop counters that haven't been used for a while, whenever their number has doubled since the last time."""
        now = self._now()
        self._seen = {
            key: seen for key, seen in self._seen.items() if seen.stretch >= now // LIMITS[key[0]].seconds - 1
        }
        self._enough = max(ROOM, 2 * len(self._seen))

    def told(self) -> str:
        """What the other nodes should know: who has used up a good part of a limit here.

        Limits of a second are not told: they protect a node, and each has its own.
        """
        shares = [
            (thing, who, seen.stretch, seen.times)
            for (thing, who), seen in self._seen.items()
            if LIMITS[thing].seconds >= TOLD_FROM
            and seen.times >= max(1.0, TOLD_SHARE * LIMITS[thing].guest * self._factor)
            and seen.stretch >= self._now() // LIMITS[thing].seconds - 1
        ]
        return msgspec.json.encode(shares[:MOST_TOLD]).decode()

    def heard(self, told: Iterable[str]) -> None:
        """What the other nodes have counted."""
        self._elsewhere.clear()
        for text in told:
            for thing, who, stretch, times in msgspec.json.decode(text or "[]", type=list[tuple[str, str, int, int]]):
                if thing in LIMITS:  # Nodes tell other facts in the same place.
                    self._elsewhere[thing, who, stretch] += times

    @contextmanager
    def socket(self, *, guest: str, address: str) -> Generator[None]:
        """Count a socket for as long as it is open; Declined if there are too many."""
        keys = (f"guest {guest}", f"address {address_network(address)}")
        if any(self._sockets[key] >= most for key, most in zip(keys, self._most, strict=True)):
            raise Declined("too many sockets", DeclineReason.TOO_MANY)
        for key in keys:
            self._sockets[key] += 1
        try:
            yield
        finally:
            for key in keys:
                self._sockets[key] -= 1
                if not self._sockets[key]:
                    del self._sockets[key]
