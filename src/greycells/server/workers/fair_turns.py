"""Turns that are shared fairly: whoever asks for many waits behind whoever asks for one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class FairTurns:
    """So many turns at once. The next one goes to each of those who wait in rotation, not to whoever asked most."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def take(self, who: str) -> None:
        """Wait for a turn; whoever has one gives it back."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()
            raise

    def give(self) -> None:
        """Give a turn back: it goes to the next one who waits and is still there."""
        while self._lines:
            who, line = next(iter(self._lines.items()))
            turn = line.popleft()
            if line:
                self._lines.move_to_end(who)
            else:
                del self._lines[who]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
