"""Where slow work is done: a process of its own that can be killed, with a limit of memory, one piece at a time.

It ends when the server that started it does, even if that happens in the middle of work that would never end.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import IO, TypeAlias, TypeVar, cast

from greycells.editions.compact_pickles import dumps, loads
from greycells.errors import GreycellsError
from greycells.language.sentences import using_language

T = TypeVar("T")
POLITE = 5
"""How much the tables come first."""
START_UP = 300.0
"""How many seconds a new process may take to import everything: one, where no other work keeps the machine busy."""
ON_A_BUSY_MACHINE = 8
"""So many times as long as its limit of processor time a piece of work may take, since tables come first."""
AFTERWARDS = 5.0
"""So many seconds after that the process ends itself, should nobody be left to kill it."""

Task: TypeAlias = tuple[Callable[..., T], tuple[object, ...], dict[str, object], str]
"""A function with its arguments, and the language to do it in."""


class ProcessEnded(GreycellsError):
    """The process was killed, or ended by itself: it had too little memory, or crashed."""


class WorkProcess:
    """The server's side of a process: `start` and `do` block, and belong in a thread; `kill` ends both."""

    def __init__(self, *, seconds: float, memory: int, modules: Sequence[str]) -> None:
        self._seconds, self._memory, self._modules = seconds, memory, tuple(modules)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def id(self) -> int | None:
        """The number of the process while it runs."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def start(self) -> None:
        """Start the process unless it runs, and wait until it has imported everything."""
        if self.id is None:
            with self._lock:
                if self._closed:
                    raise ProcessEnded
                if self._process is not None:  # It was killed when it had just answered: nobody has closed its pipes.
                    self._end(self._process)
                self._process = subprocess.Popen(
                    [sys.executable, "-m", __spec__.name, str(self._seconds), str(self._memory)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            self._ask(dumps(self._modules))

    def do(self, task: Task[T]) -> T:
        """Do one piece of work, and raise what it raises; a ProcessEnded if the process ends meanwhile."""
        done, value = cast("tuple[bool, T | BaseException]", loads(self._ask(dumps(task))))
        if done:
            return cast("T", value)
        raise cast("BaseException", value)

    def _ask(self, message: bytes) -> bytes:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            send(process.stdin, message)
            return receive(process.stdout)
        except (EOFError, OSError):
            self._end(process)
            raise ProcessEnded from None

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # What it has not read is lost with it.
                    pipe.close()

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()

    def shut(self) -> None:
        """End the process for good."""
        with self._lock:
            self._closed = True
        self.kill()

    def close(self) -> None:
        """The same, once no thread talks to it any more."""
        self.shut()
        if self._process is not None:
            self._end(self._process)


def send(to: IO[bytes], message: bytes) -> None:
    """Write a message of any length."""
    to.write(len(message).to_bytes(8, "big") + message)
    to.flush()


def receive(source: IO[bytes]) -> bytes:
    """Read the next message; an EOFError if there will be none."""
    length = int.from_bytes(source.read(8), "big")
    message = source.read(length)
    if not length or len(message) < length:
        raise EOFError
    return message


def main() -> None:
    """Do each piece of work that comes, until there is no more."""
    seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    source, to = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # Whatever prints something doesn't get between the messages.
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the server, which ends this process.
    if hasattr(os, "nice"):  # Windows has none.
        os.nice(POLITE)
    limit_process(memory=memory)
    with contextlib.suppress(EOFError, OSError, MemoryError):  # The server is gone, or starts another process.
        for module in cast("Sequence[str]", loads(receive(source))):
            import_module(module)
        send(to, b"ready")
        while True:
            task = receive(source)
            with ending_after(seconds):
                send(to, _reply(task))


@contextmanager
def ending_after(seconds: float) -> Generator[None]:
    """End this process by a signal, whatever it is doing, when it has used so many seconds of the processor."""
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, ON_A_BUSY_MACHINE * seconds + AFTERWARDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.setitimer(signal.ITIMER_REAL, 0.0)


def limit_process(*, memory: int, processor_seconds: int | None = None) -> None:
    """Limit the memory of this process, and its time on the processor, where the system can do that."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    if processor_seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds))


def _reply(data: bytes) -> bytes:
    """What came of a piece of work: a result, or the error that it raised."""
    work, arguments, named, language = cast("Task[object]", loads(data))
    try:
        with using_language(language):
            return dumps((True, work(*arguments, **named)))
    except MemoryError:
        raise
    except Exception as error:
        if not isinstance(error, GreycellsError):
            error.add_note(traceback.format_exc())
        return dumps((False, error))


if __name__ == "__main__":
    main()
