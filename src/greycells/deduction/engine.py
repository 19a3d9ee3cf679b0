"""Which counting is used: plain Python at once, the compiled kernel as soon as it is ready.

Nobody waits for a compiler. Counts begin in plain Python; when there have been many, another process compiles the
kernel (once on a machine: the result stays on disk), and a thread of this one loads it. `warm_up` does both at once for
those who would rather wait: long runs and benchmarks. The environment variable GREYCELLS_KERNEL=off
keeps to plain Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count as numbers
from threading import Thread
from typing import Protocol

from greycells.deduction import counting
from greycells.deduction.problem import Count, Problem, Table

PATIENCE = 300
"""How many counts in plain Python, about half a second, before the kernel is worth loading."""


COMPILE = "from greycells.deduction.engine import warm_up; raise SystemExit(not warm_up())"
"""What another process runs to compile the kernel."""


class Way(Protocol):
    """A way of counting."""

    def count(self, problem: Problem, *, joint: bool = True) -> Count[int]: ...
    def weigh(self, problem: Problem, *, joint: bool = True) -> Count[float]: ...


class Engine:
    """The way of counting in this process."""

    def __init__(self) -> None:
        self.way: Way = counting
        self._counts = numbers(1)

    def ask(self) -> Way:
        """The way to count now; the kernel is made ready behind it once plain Python has counted for a while."""
        if self.way is counting and next(self._counts) == PATIENCE and allowed():
            Thread(target=self._compile_elsewhere, name="kernel", daemon=True).start()
        return self.way

    def load(self) -> bool:
        """Turn to the kernel, compiling it first if need be; False where there is no numba or it is switched off."""
        if not allowed():
            return False
        try:
            from greycells.deduction import compiled
        except ImportError:
            return False
        small = Problem((1, 2, 12), 15, (15, 1, 2, 12), (1, 1, 1, 1), one_of=((0, 14),))
        compiled.count(small._replace(tables=(Table(0, 12, (0, 1)),)))
        compiled.weigh(small)
        self.way = compiled
        return True

    def _compile_elsewhere(self) -> None:
        """Compile in a process of its own, which may outlive this one; then load the result, in well under a second.

        The waiting thread may be dropped when the program ends; the loading one may not, being inside the compiler.
        """
        made = subprocess.run(
            [sys.executable, "-c", COMPILE], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        if made.returncode == 0:
            Thread(target=self.load, name="kernel").start()


def allowed() -> bool:
    """Whether the kernel may be used."""
    return os.environ.get("GREYCELLS_KERNEL") != "off"


_engine = Engine()


def count(problem: Problem, *, joint: bool = True) -> Count[int]:
    """Count the deals that fit, exactly; `joint=False` leaves out the case files. Weights must be whole numbers."""
    return _engine.ask().count(problem, joint=joint)


def weigh(problem: Problem, *, joint: bool = True) -> Count[float]:
    """The same as shares of the whole, which is 1; all 0 if no deal fits. With any weights."""
    return _engine.ask().weigh(problem, joint=joint)


def warm_up() -> bool:
    """Load the kernel now, compiling it first if need be; False where there is no numba or it is switched off."""
    return _engine.load()
