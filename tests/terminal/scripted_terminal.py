"""The terminal, played by a script."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.deadline import LOOK_EVERY, told_at_the_deadline, waiting_for

COMMAND = (sys.executable, "-m", "greycells", "play")


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(folder), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **more}


class Terminal:
    """The game in a pseudo-terminal."""

    def __init__(self, process: subprocess.Popen[bytes], end: int) -> None:
        self.process, self.end, self.seen = process, end, ""

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def interrupt(self) -> None:
        """Ctrl-C, once a line is being read: Python misses one that comes just before."""
        with waiting_for("the game to read a line"):
            while not self._sleeps():
                time.sleep(LOOK_EVERY)
        self.type("\x03")

    def _sleeps(self) -> bool:
        """Whether the process waits, as after a prompt it does for nothing but keys."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if stat.exists():
            return stat.read_text().rpartition(")")[2].split()[0] == "S"
        asked = ["ps", "-o", "state=", "-p", str(self.process.pid)]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.startswith(("S", "I"))

    def shows(self, text: str) -> bool:
        """Whether this text has come by now; it never will if the process has ended without it."""
        while select.select([self.end], [], [], 0)[0]:
            self.seen += os.read(self.end, 65536).decode("utf-8", errors="replace")
        ended = self.process.poll() is not None and not select.select([self.end], [], [], 0)[0]
        assert text in self.seen or not ended, f"{text!r} did not come: {self.seen[-2000:]!r}"
        return text in self.seen

    def up_to(self, text: str) -> str:
        """Everything on the screen up to this text, which has come."""
        before, _, self.seen = self.seen.partition(text)
        return before

    def wait_for(self, text: str) -> str:
        """Everything on the screen up to this text, which has to come."""
        with waiting_for(f"{text!r} in a terminal"), told_at_the_deadline(lambda: f"Terminal: {self.seen[-2000:]!r}"):
            while not self.shows(text):
                time.sleep(LOOK_EVERY)
        return self.up_to(text)


@contextmanager
def terminal(folder: Path, *options: str, command: tuple[str, ...] = COMMAND) -> Generator[Terminal]:
    ours, theirs = pty.openpty()
    # Whoever opens a terminal as the first of a new session gets its Ctrl-C.
    opened = ["sh", "-c", 'exec "$@" < "$0" > "$0" 2>&1', os.ttyname(theirs)]
    process = subprocess.Popen(
        [*opened, *command, *options],
        env=environment(folder, COLUMNS="80", LINES="40"),
        start_new_session=True,
    )
    try:
        yield Terminal(process, ours)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)
