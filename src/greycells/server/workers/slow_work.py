"""The kinds of work that a guest can start and that may take a while: all of them run in processes with limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

KINDS: dict[str, Callable[..., object]] = {}
"""Every kind by its name. A test starts each at its worst input, and fails for one that it has no input for."""


def slow_work(work: Callable[P, T]) -> Callable[P, T]:
    """Let a work queue run this function, of a module, in a process: what goes in and comes out is pickled."""
    KINDS[name_of(work)] = work
    return work


def name_of(work: Callable[..., object]) -> str:
    """What a kind of work is called in a log: its module and its name."""
    return f"{work.__module__}.{work.__qualname__}"
