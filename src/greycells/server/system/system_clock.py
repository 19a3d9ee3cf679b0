"""The time that a server goes by: everything at it that waits, or asks how late it is, asks one clock.

Tests hand over a clock that they move themselves. Only what is measured for metrics, and the time limits of single
connections, which are the event loop's own, read the machine's clock directly.
"""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        """The time of day, in seconds since 1970; it may jump."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def time_limit(self, seconds: float) -> asyncio.Timeout:
        """A context that ends in a TimeoutError after so many seconds."""
        return asyncio.timeout(seconds)


SYSTEM_CLOCK = SystemClock()
