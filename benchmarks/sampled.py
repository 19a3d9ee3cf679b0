"""Runs greycells and samples its event loop: what its CPU time is spent on.

A timer of CPU time interrupts the process, and the stack of the main thread is counted by the CPU time that this thread
has used since the sample before. So threads of a database don't count, and neither does waiting.

    python -m benchmarks.action_cost --database sqlite --profile
"""

from __future__ import annotations

import atexit
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY = 0.001
"""CPU seconds between two samples."""
DEEPEST = 60


class Sampler:
    """The CPU time of each stack of the main thread."""

    def __init__(self) -> None:
        self.spent: Counter[tuple[str, ...]] = Counter()
        self._latest = time.thread_time_ns()

    def begin(self, *_: object) -> None:
        """Begin to sample: what was before, such as imports, is of no interest."""
        self._latest = time.thread_time_ns()
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def sample(self, _number: int, frame: FrameType | None) -> None:
        stack: list[str] = []
        while frame is not None and len(stack) < DEEPEST:
            code = frame.f_code
            stack.append(f"{Path(code.co_filename).stem}.{code.co_qualname}")
            frame = frame.f_back
        now = time.thread_time_ns()
        self.spent[tuple(reversed(stack))] += now - self._latest
        self._latest = now

    def write(self, path: Path) -> None:
        """A line for each stack, outermost first, with its microseconds: the format of flame graphs."""
        lines = (f"{';'.join(stack)} {spent // 1000}\n" for stack, spent in self.spent.most_common())
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(lines), encoding="utf-8")


PARTS = {
    "new games, other requests": (
        "RequestResponseCycle.run_asgi",
        "HttpConnection",
        "HttpToolsProtocol",
        "sockets.serve",
    ),
    "sending: sightings, words, scenes": ("TableHistory.news", "LiveTable.news"),
    "sending: the socket": ("SocketConnection.send", "WebSocket.send", "_Line._send"),
    "a move: the rules": ("Game.outcome", "Game.scene_after", "scene.after"),
    "a move: the next choice": ("NextChoice.wait",),
    "a move: the log and the rest": ("LiveTable._run",),
    "receiving": ("SocketConnection.data_received", "SocketConnection._read", "_Line._receive"),
    "the database's answers": ("database", "gathering", "appends"),
}
"""What a stack is counted for: the first part of which any function is in it."""


def shares(stacks: str) -> str:
    """How the time of these stacks is shared out, a line for each part."""
    spent: Counter[str] = Counter()
    for line in stacks.splitlines():
        stack, _, microseconds = line.rpartition(" ")
        part = next((part for part, names in PARTS.items() if any(name in stack for name in names)), "the event loop")
        spent[part] += int(microseconds)
    return "\n".join(f"{share / spent.total():7.1%}  {part}" for part, share in spent.most_common())


def stop(*_: object) -> None:
    sys.exit()


if __name__ == "__main__":
    kept = Path(sys.argv.pop(1))
    sampler = Sampler()
    atexit.register(lambda: sampler.write(kept))
    signal.signal(signal.SIGTERM, stop)  # uvicorn raises it again when it has stopped.
    signal.signal(signal.SIGPROF, sampler.sample)
    signal.signal(signal.SIGUSR1, sampler.begin)
    from greycells.cli import main

    main()
