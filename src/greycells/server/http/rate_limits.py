"""Rate limits: how much one guest and one address may ask for, counted in memory, and how many sockets they hold."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import Literal, NamedTuple

from greycells.protocol.commands import (
    AnyCommand,
    Change,
    Hurry,
    Mute,
    NewLink,
    Ready,
    RemoveDevices,
    Say,
    Sit,
    Stand,
)
from greycells.server.tables.permissions import Declined, DeclineReason

ROOM = 1000
"""Up to this many counters are kept before old ones are dropped."""
LimitedAction = Literal[
    "tables", "commands", "chat", "switches", "uploads", "codes", "reviews", "companion", "requests", "noise"
]
"""What is counted; noise is what a socket sends that cannot be read, or comes too fast."""


class Limit(NamedTuple):
    """How much of something one guest may have in so many seconds, and one address with perhaps many guests behind."""

    guest: int
    address: int
    seconds: int


LIMITS: dict[LimitedAction, Limit] = {
    "tables": Limit(30, 120, 3600),
    "commands": Limit(20, 400, 1),
    "chat": Limit(10, 100, 10),
    "switches": Limit(120, 1200, 60),
    "uploads": Limit(20, 60, 3600),
    "codes": Limit(20, 60, 60),
    "reviews": Limit(60, 240, 60),
    "companion": Limit(240, 1200, 60),
    "requests": Limit(50, 500, 1),
    "noise": Limit(10, 100, 10),
}


def counted_as(command: AnyCommand) -> LimitedAction:
    """Whatever can be switched on and off for ever, and fills the log, has a measure of its own."""
    match command:
        case Say():
            return "chat"
        case Change() | Sit() | Stand() | Ready() | Mute() | Hurry() | NewLink() | RemoveDevices():
            return "switches"
        case _:
            return "commands"


@lru_cache(maxsize=4096)
def address_network(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network that one home gets of IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


class RequestCount(NamedTuple):
    """How often something was asked for in one stretch of time, and in the stretch before it."""

    stretch: int
    times: int
    before: int


class RateLimits:
    """Counts what guests and addresses do, in memory; `factor` widens every measure, for load tests."""

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

    def __len__(self) -> int:
        """How many guests and addresses are remembered, for each thing that they asked for."""
        return len(self._seen)

    def count(self, thing: LimitedAction, *, guest: str | None, address: str) -> None:
        """One more of this; Declined if it is too much."""
        measure = LIMITS[thing]
        if guest is not None:
            self._count(thing, f"guest {guest}", most=measure.guest)
        self._count(thing, f"address {address_network(address)}", most=measure.address)

    def check(self, thing: LimitedAction, *, guest: str, address: str) -> None:
        """Declined if one more of this would be too much; nothing is counted."""
        measure = LIMITS[thing]
        self._so_far(thing, f"guest {guest}", most=measure.guest)
        self._so_far(thing, f"address {address_network(address)}", most=measure.address)

    def _so_far(self, thing: LimitedAction, who: str, *, most: int) -> RequestCount:
        """A stretch of time that slides: of the one before, as much counts as still lies in it."""
        stretch, gone = divmod(self._now() / LIMITS[thing].seconds, 1)
        last, times, before = self._seen.get((thing, who), RequestCount(int(stretch), 0, 0))
        if last < stretch:
            times, before = 0, times if last == stretch - 1 else 0
        if int(before * (1 - gone)) + times >= max(1, int(most * self._factor)):
            raise Declined("too fast", DeclineReason.TOO_MANY)
        return RequestCount(int(stretch), times, before)

    def _count(self, thing: LimitedAction, who: str, *, most: int) -> None:
        seen = self._so_far(thing, who, most=most)
        self._seen[thing, who] = seen._replace(times=seen.times + 1)
        if len(self._seen) > self._enough:
            self._forget()

    def _forget(self) -> None:
        """Whoever has not asked for a while is forgotten, each time that there are twice as many as were left."""
        now = self._now()
        self._seen = {
            key: seen for key, seen in self._seen.items() if seen.stretch >= now // LIMITS[key[0]].seconds - 1
        }
        self._enough = max(ROOM, 2 * len(self._seen))

    @contextmanager
    def socket(self, *, guest: str, address: str) -> Generator[None]:
        """One more socket, for as long as it is open; Declined if there are too many."""
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
