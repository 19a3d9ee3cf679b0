"""Plays over the network in a background thread, while the main thread waits for what the person types."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import Empty, Queue
from threading import Event, Thread, current_thread, get_ident, main_thread
from typing import TypeAlias

from greycells.client.remote_seat import Chooser, RemoteSeat
from greycells.rules.actions import Action
from greycells.rules.views import View

PlayWith: TypeAlias = Callable[[Chooser], Coroutine[None, None, RemoteSeat]]

LOOK_UP = 0.5
"""How often, in seconds, a waiting thread wakes up: some systems notice Ctrl-C only then."""

FAREWELL = 2.0
"""How many seconds the connection gets to close when the person leaves."""


def in_foreground(play: PlayWith, choose: Callable[[View], Action]) -> RemoteSeat:
    """Play with the choices of a person at this thread's keyboard; whatever `choose` raises ends it.

    Only the main thread gets Ctrl-C. A prompt in any other thread would go on waiting for a line, and the process
    with it; here the prompt itself is interrupted, and the terminal is left as it was found.
    """
    background = _Background(play)
    background.start()
    try:
        with _insistent_interrupts():
            while (question := background.question()) is not None:
                view, answer = question
                answer.set_result(choose(view))
    except BaseException:
        background.leave()
        raise
    return background.result()


@contextmanager
def _insistent_interrupts() -> Generator[None]:
    """Send Ctrl-C again until this thread has noticed it.

    `input` loses a signal that comes after readline has printed its prompt and before it waits for a key. The wake-up
    descriptor hears of every signal, and a thread that reads it repeats the signal for as long as this block goes on.
    """
    if not hasattr(signal, "pthread_kill") or current_thread() is not main_thread():
        yield
        return
    reader, writer = socket.socketpair()
    writer.settimeout(0)
    over, waiting = Event(), get_ident()

    def repeat() -> None:
        while received := reader.recv(1):
            while received[0] == signal.SIGINT and not over.wait(LOOK_UP):
                signal.pthread_kill(waiting, signal.SIGINT)

    before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    Thread(target=repeat, name="interrupts", daemon=True).start()
    try:
        yield
    finally:
        over.set()
        signal.set_wakeup_fd(before)
        writer.close()


class _Background(Thread):
    """The event loop in a daemon thread."""

    def __init__(self, play: PlayWith) -> None:
        super().__init__(name="game on a server", daemon=True)
        self._play = play
        self._questions: Queue[tuple[View, Future[Action]] | None] = Queue()
        self._outcome: Future[RemoteSeat] = Future()
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task[RemoteSeat]] | None = None

    def run(self) -> None:
        try:
            self._outcome.set_result(asyncio.run(self._play_here()))
        except BaseException as error:
            self._outcome.set_exception(error)
        finally:
            self._questions.put(None)

    async def _play_here(self) -> RemoteSeat:
        task = asyncio.create_task(self._play(self._choose))
        self._running = asyncio.get_running_loop(), task
        return await task

    async def _choose(self, view: View) -> Action:
        answer: Future[Action] = Future()
        self._questions.put((view, answer))
        return await asyncio.wrap_future(answer)

    def question(self) -> tuple[View, Future[Action]] | None:
        """The next choice to make, as soon as there is one; None when the game is over."""
        while True:
            try:
                return self._questions.get(timeout=LOOK_UP)
            except Empty:
                continue

    def result(self) -> RemoteSeat:
        return self._outcome.result()

    def leave(self) -> None:
        """Close the connection; the seat stays taken."""
        if self._running is not None and not self._outcome.done():
            loop, task = self._running
            loop.call_soon_threadsafe(task.cancel)
        self.join(FAREWELL)
