"""A fair queue: the guest who has used least time is next, however many others wait."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from greycells.server.errors.declined import Declined, DeclineReason

HALF_LIFE = 60.0
"""Used time counts half as much after so many seconds, so that nobody pays for long for what they once asked."""
FORGOTTEN = 0.001
"""Less used time than this counts as none."""


class UsedTime:
    """How many seconds of work each address or guest has had lately."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._used)

    def of(self, who: str) -> float:
        """Seconds that still count."""
        seconds, at = self._used.get(who, (0.0, 0.0))
        left: float = seconds * 0.5 ** ((self._now() - at) / HALF_LIFE)
        return left

    def add(self, who: str, seconds: float) -> None:
        """Count more of it, and forget those that don't count any more, from time to time."""
        self._used[who] = self.of(who) + seconds, self._now()
        if len(self._used) & 255 == 0:
            self._used = {each: kept for each, kept in self._used.items() if self.of(each) > FORGOTTEN}


class FairQueue:
    """So many turns at once. The next goes to the guest who has used least time, however many asked before."""

    def __init__(
        self, at_once: int, *, used: UsedTime | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._free = at_once
        self._now = now
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.used = used or UsedTime(now)

    async def take(self, who: str) -> float:
        """Wait for a turn, and get when it begins; the caller gives it back. Declined if displaced meanwhile."""
        if self._free:
            self._free -= 1
            return self._now()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._next()
            raise
        return self._now()

    def give(self, who: str, began: float) -> None:
        """Give a turn back: it goes to the next one who waits and is still there."""
        self.used.add(who, self._now() - began)
        self._next()

    def displace(self) -> bool:
        """Decline the latest request of the guest who waits for most; of several, of the one who has used most time."""
        lines = {who: sum(not turn.done() for turn in line) for who, line in self._lines.items()}
        most = max(lines, key=lambda who: (lines[who], self.used.of(who)), default=None)
        if most is None or not lines[most]:
            return False
        latest = next(turn for turn in reversed(self._lines[most]) if not turn.done())
        latest.set_exception(Declined("too fast", DeclineReason.TOO_MANY))
        return True

    def _next(self) -> None:
        while self._lines:
            who = min(self._lines, key=self.used.of)
            line = self._lines[who]
            turn = line.popleft()
            if line:
                self._lines.move_to_end(who)
            else:
                del self._lines[who]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
