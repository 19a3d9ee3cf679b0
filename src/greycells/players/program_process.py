"""The connection to a program that plays: JSON lines over its standard input and output, with limits on everything.

Nothing here waits longer than it is told to, whatever the program does: both directions are non-blocking, a line and
what the program prints besides have a greatest length, and its memory has a limit that the system enforces.
"""

from __future__ import annotations

import errno
import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.notation.action_json import Json

MEMORY = 2 << 30
"""How many bytes of memory each process of a program may allocate, where the system can limit that (not on Windows)."""

LONGEST_LINE = 1 << 20
MOST_PRINTED = 1 << 14
"""How much of what a process prints besides its answers is passed on; the rest is discarded."""

FAREWELL = 0.5
"""How many seconds a program has to exit after `bye`."""


class ProgramError(GreycellsError):
    """What a program did wrong, as a sentence, and the traceback that it sent, if it did."""

    def __init__(self, fault: Sentence | str, *, trace: str = "") -> None:
        super().__init__(str(fault))
        self.trace = trace


class CostlyError(ProgramError):
    """A fault that cost time or a process: a few of them forfeit the game."""


class Late(CostlyError):
    """The program did not answer in time."""

    def __init__(self) -> None:
        super().__init__(Sentence("fault.late"))


class Ended(CostlyError):
    """The program has exited, or was killed by a signal."""


class Flooded(CostlyError):
    """The program sent a line without end."""

    def __init__(self) -> None:
        super().__init__(Sentence("fault.too long"))


class ProgramPipe:
    """A running program in a session of its own: sends and receives JSON, always with a timeout."""

    def __init__(self, command: Sequence[str]) -> None:
        if shutil.which(command[0]) is None:
            why = os.strerror(errno.EACCES if Path(command[0]).exists() else errno.ENOENT)
            raise ProgramError(Sentence("fault.not started", program=command[0], why=why))
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                _limited(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            why = error.strerror or str(error)
            raise ProgramError(Sentence("fault.not started", program=command[0], why=why)) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in, self._out, self._err = self._process.stdin, self._process.stdout, self._process.stderr
        self._selector = selectors.DefaultSelector()
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._out, selectors.EVENT_READ, self._read)
        self._selector.register(self._err, selectors.EVENT_READ, self._pass_on)
        self._unsent = b""
        self._buffer = b""
        self._printed = 0

    @property
    def dead(self) -> bool:
        return self._process.poll() is not None

    def send(self, message: dict[str, Json]) -> None:
        """Send a message; what the program doesn't read yet is sent while waiting for its next answer."""
        self._unsent += msgspec.json.encode(message) + b"\n"
        self._send()

    def receive(self, until: float) -> dict[str, Json]:
        """The next message, if it comes in time; it must be a JSON object on one line."""
        while b"\n" not in self._buffer:
            left = until - time.monotonic()
            if left <= 0:
                raise Late
            for key, _ in self._selector.select(left):
                handle: Callable[[], None] = key.data
                handle()
        line, _, self._buffer = self._buffer.partition(b"\n")
        message: Json = None
        with suppress(msgspec.DecodeError, RecursionError):
            message = msgspec.json.decode(line)
        if not isinstance(message, dict):
            raise ProgramError(Sentence("fault.no object"))
        return message

    def _send(self) -> None:
        try:
            written = self._in.write(self._unsent)
        except OSError as error:
            raise self._ended() from error
        self._unsent = self._unsent[written or 0 :]
        waiting = self._in in self._selector.get_map()
        if self._unsent and not waiting:
            self._selector.register(self._in, selectors.EVENT_WRITE, self._send)
        elif waiting and not self._unsent:
            self._selector.unregister(self._in)

    def _read(self) -> None:
        received = self._out.read(1 << 16)
        if not received:
            raise self._ended()
        self._buffer += received
        if len(self._buffer) > LONGEST_LINE and b"\n" not in self._buffer:
            raise Flooded

    def _pass_on(self) -> None:
        """Pass on what the program prints, up to a limit."""
        printed = self._err.read(1 << 16)
        if not printed:
            if printed is not None:
                self._selector.unregister(self._err)
            return
        left = MOST_PRINTED - self._printed
        self._printed += len(printed)
        if left > 0:
            sys.stderr.write(printed[:left].decode(errors="replace"))
            if self._printed > MOST_PRINTED:
                sys.stderr.write(f"\n{Sentence('fault.prints too much')}\n")

    def _ended(self) -> Ended:
        """How the program ended. One that has only closed its output is killed."""
        self._wait(FAREWELL)
        status = self._process.returncode
        if status < 0:
            return Ended(Sentence("fault.killed", signal=signal.Signals(-status).name))
        return Ended(Sentence("fault.exited", status=str(status)))

    def close(self) -> None:
        """Say goodbye and close the connection; a program that doesn't exit soon is killed."""
        with suppress(ProgramError):
            self.send({"type": "bye"})
        self._in.close()
        self._wait(FAREWELL)
        self._close()

    def kill(self) -> None:
        """End the program at once."""
        self._wait(0)
        self._close()

    def _close(self) -> None:
        if self._err in self._selector.get_map():
            with suppress(OSError):
                self._pass_on()
        self._selector.close()
        for stream in (self._in, self._out, self._err):
            with suppress(OSError):
                stream.close()

    def _wait(self, seconds: float) -> None:
        """Wait for the program to exit, and kill it with its children if it doesn't."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
            self._process.wait()


def _limited(command: Sequence[str]) -> list[str]:
    """The command under a memory limit, set by the shell: between fork and exec nothing of ours may run in a thread."""
    if os.name != "posix":
        return list(command)
    return ["/bin/sh", "-c", f'ulimit -d {MEMORY >> 10} 2>/dev/null; exec "$@"', "sh", *command]
