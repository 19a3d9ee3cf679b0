"""One deadline for every test, and what a test was waiting for when it ran out.

A test waits for a condition for as long as it takes: a busy machine is no fault of the code. Only the whole test has an
end, here and nowhere else. `TEST_DEADLINE=30` shortens it while a test is being written.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

import pytest

SECONDS = float(os.environ.get("TEST_DEADLINE", "300"))
"""How long a test may take, with everything that it sets up."""
AGAIN = 30.0
"""Seconds after which the clean-up of a test that ran out of time is interrupted, too."""
LOOK_EVERY = 0.01
MOST_TASKS = 30

T = TypeVar("T")
_waits: dict[object, str] = {}
_states: dict[object, Callable[[], str]] = {}


class RanOutOfTime(KeyboardInterrupt):
    """Raised wherever the test is; asyncio lets only this kind of exception through a running task."""


@contextmanager
def waiting_for(what: str) -> Generator[None]:
    """Say what is being waited for, should the test run out of time meanwhile."""
    with _kept(_waits, what):
        yield


@contextmanager
def told_at_the_deadline(state: Callable[[], str]) -> Generator[None]:
    """Print this state too, should the test run out of time: that of a server, or the end of its log."""
    with _kept(_states, state):
        yield


@contextmanager
def _kept(kept: dict[object, T], value: T) -> Generator[None]:
    key = object()
    kept[key] = value
    try:
        yield
    finally:
        del kept[key]


async def until(true: Callable[[], T], what: str) -> T:
    """Wait until something is true; what it is, for the report of a test that waits for ever."""
    with waiting_for(what):
        while not (found := true()):
            await asyncio.sleep(LOOK_EVERY)
        return found


async def until_told(ask: Callable[[], Awaitable[T]], what: str) -> T:
    """Ask again and again until the answer is true."""
    with waiting_for(what):
        while not (found := await ask()):
            await asyncio.sleep(LOOK_EVERY)
        return found


def report() -> str:
    """Where every task is, how the servers are, and at the end what was waited for."""
    lines = [f"Task: {where}" for where in _tasks()][:MOST_TASKS]
    for state in _states.values():
        try:
            lines.append(state())
        except Exception as error:  # A state that cannot be told must not hide the others.
            lines.append(f"A server could not tell its state: {error!r}")
    lines += [f"Waiting for: {what}" for what in _waits.values()] or ["Waiting for something that has no name."]
    lines.append(f"The test took longer than {SECONDS:.0f} seconds.")
    return "\n".join(lines)


def _tasks() -> Iterator[str]:
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return
    for task in asyncio.all_tasks(loop):
        yield f"{task.get_name()} at {' > '.join(_awaits(task.get_coro()))}"


def _awaits(waiter: object) -> Iterator[str]:
    """From a task's coroutine to what it awaits in the end."""
    while (frame := getattr(waiter, "cr_frame", None) or getattr(waiter, "gi_frame", None)) is not None:
        yield f"{frame.f_code.co_name}:{frame.f_lineno}"
        waiter = getattr(waiter, "cr_await", None) or getattr(waiter, "gi_yieldfrom", None)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise RanOutOfTime(report())


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Long runs, behind the figures that we claim, take as long as they take."""
    endless = item.get_closest_marker("proof") is not None or bool(os.environ.get("GREYCELLS_PROOF"))
    previous = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, 0 if endless else SECONDS, AGAIN)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _failing() -> Generator[None, object, object]:
    """Running out of time is a failure of this test, not an interruption of all of them."""
    try:
        return (yield)
    except RanOutOfTime as over:
        raise AssertionError(str(over)) from over


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    return (yield from _failing())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    return (yield from _failing())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    return (yield from _failing())
