"""How long one request may think: the searches of deduction look at the clock, and give up as too hard.

It is the processor's time of this thread: on a busy machine nobody's entries are harder than on a quiet one.

Whether any deal fits is a search without a bound of its own. Somebody can enter facts on which it takes for ever, and a
thread can't be stopped from outside.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from greycells.deduction.problem import TooHard
from greycells.language.sentences import Sentence

TOO_SLOW = Sentence("counting.too many deals")
_DEADLINE: ContextVar[float | None] = ContextVar("deadline", default=None)


@contextmanager
def time_limit(seconds: float) -> Generator[None]:
    """Searches inside raise TooHard when so many seconds are used up, or those of a limit around this one."""
    around, ends = _DEADLINE.get(), time.thread_time() + seconds
    token = _DEADLINE.set(ends if around is None else min(around, ends))
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def check_time() -> None:
    """TooHard if the time is over; without a limit nothing happens."""
    deadline = _DEADLINE.get()
    if deadline is not None and time.thread_time() > deadline:
        raise TooHard(TOO_SLOW)
