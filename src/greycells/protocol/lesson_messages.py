"""The first case, as the coach on the page follows it."""

from __future__ import annotations

from greycells.protocol.choices import AnyChoice
from greycells.protocol.vocabulary import Message


class Beat(Message, frozen=True):
    """What the coach says once so many events have happened, and what it waits for: a choice, a mark, or a button."""

    turn: int
    says: str
    at: int
    does: AnyChoice | None = None
    mark: tuple[str, str, str] | None = None


class Lesson(Message, frozen=True):
    """A lesson as the coach on the page follows it: what each turn teaches, and every sentence in order.

    `table` is where the guest who asks has begun it.
    """

    pupil: str
    teaches: tuple[str, ...]
    beats: tuple[Beat, ...]
    table: str | None = None
