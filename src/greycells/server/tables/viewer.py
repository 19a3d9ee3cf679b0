"""A viewer: one connection to a table, how far it has read, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, field

from msgspec.json import Encoder

from greycells.language.sentences import Sentence
from greycells.protocol.frames import AnyFrame
from greycells.server.tables.guest import Guest

encode = Encoder().encode


@dataclass(frozen=True, slots=True)
class Prompt:
    """The decision that the game waits for: its number, the chair that decides, and until when.

    An `automatic` one is made by a bot, or is a forced answer that the server gives: the person in the chair isn't
    asked.
    """

    decision: int
    chair: int
    until: float | None
    automatic: bool = False


class Wake(asyncio.Event):
    """Set when there is something to send. A `listener` is called then, in the step of the event loop that follows:
    to wake a task for it would cost as much as to send."""

    __slots__ = ("_context", "_listener")

    def __init__(self) -> None:
        super().__init__()
        self._listener: Callable[[], None] | None = None
        self._context = copy_context()

    def listen(self, listener: Callable[[], None] | None) -> None:
        """Have this called from now on, in the context of the listener: it knows the viewer's language."""
        self._listener, self._context = listener, copy_context()
        if self.is_set():
            self._call()

    def _call(self) -> None:
        if self._listener is not None:
            asyncio.get_running_loop().call_soon(self._listener, context=self._context)

    def set(self) -> None:
        if not self.is_set():
            self._call()
        super().set()


@dataclass(slots=True, eq=False)
class Viewer:
    """One connected viewer: a guest in a chair or a spectator, and how far they have read.

    One that `looks` is a page that wants every scene drawn; `drawn` is the event up to which it was, and whether the
    viewer was asked there. `letters` is whether squares are named by their coordinates. One that is `gone` is
    disconnected; `why` tells a guest who can't come back. `address` is from where. `helped` is how many events the help
    in the notebook knows.
    """

    guest: Guest
    chair: int | None
    cursor: int
    asked: int = -1
    wake: Wake = field(default_factory=Wake)
    extras: deque[bytes] = field(default_factory=deque[bytes])
    answers: list[bytes] = field(default_factory=list[bytes])
    gone: bool = False
    why: Sentence | None = None
    address: str = ""
    looks: bool = False
    drawn: tuple[int, bool] = (-1, False)
    anew: bool = False
    letters: bool = False
    helped: int = 0

    def tell(self, frame: AnyFrame) -> None:
        """Queue a frame without a number for this viewer."""
        self.extras.append(encode(frame))
        self.wake.set()

    def answer(self, frame: AnyFrame) -> None:
        """Answer a command of this viewer, in the same message as what came of it, and after that."""
        self.answers.append(encode(frame))
        self.wake.set()

    def send_away(self, why: Sentence | None = None) -> None:
        """Disconnect this viewer, with the reason if they can't come back."""
        self.gone, self.why = True, why
        self.wake.set()

    def begin_anew(self) -> None:
        """All frames come again from the first one, after a greeting that says so."""
        self.cursor, self.asked, self.drawn, self.anew, self.helped = 0, -1, (-1, False), True, 0
