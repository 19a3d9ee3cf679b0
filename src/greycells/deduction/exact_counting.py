"""Selects how to count: plain Python at first, the compiled kernel as soon as it is ready.

Nothing waits for the compiler. Counts start in plain Python; after many of them, another process compiles the kernel
(once per machine: the result is cached on disk), and a thread of this process loads it. `warm_up` does both
synchronously, for long runs and benchmarks. The environment variable GREYCELLS_KERNEL=off disables the kernel.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import count as numbers
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from greycells.deduction import python_counting as counting
from greycells.deduction.problem import Count, CountProblem, WeightTable
from greycells.deduction.python_counting import MOST_STEPS

if TYPE_CHECKING:
    from greycells.deduction.share_arrays import ShareArrays

COUNTS_IN_PYTHON = 300
"""The number of counts in plain Python, about half a second, after which the kernel is loaded."""


COMPILE = """
from greycells.deduction.exact_counting import warm_up
raise SystemExit(not warm_up())
"""
"""The code that another process runs to compile the kernel."""


class Way(Protocol):
    """An implementation of counting."""

    def count(self, problem: CountProblem, *, joint: bool = True, most_steps: int = MOST_STEPS) -> Count[int]: ...
    def weigh(self, problem: CountProblem, *, joint: bool = True, most_steps: int = MOST_STEPS) -> Count[float]: ...
    def count_all(
        self, problems: Sequence[CountProblem], *, joint: bool = True, most_steps: int = MOST_STEPS
    ) -> list[Count[int]]: ...
    def weigh_all(
        self, problems: Sequence[CountProblem], *, joint: bool = True, most_steps: int = MOST_STEPS
    ) -> list[Count[float]]: ...
    def totals_and_entropies(
        self, problems: Sequence[CountProblem], *, most_steps: int = MOST_STEPS
    ) -> list[tuple[int, float]]: ...


class Engine:
    """The current implementation of counting in this process."""

    def __init__(self) -> None:
        self.way: Way = counting
        self._counts = numbers(1)

    def ask(self) -> Way:
        """The implementation to use now. After enough calls, starts preparing the kernel in the background."""
        if self.way is counting and next(self._counts) == COUNTS_IN_PYTHON and allowed():
            Thread(target=self._compile_elsewhere, name="kernel", daemon=True).start()
        return self.way

    def load(self) -> bool:
        """Switch to the kernel, compiling it if necessary; False without numba or if it is disabled."""
        if not allowed():
            return False
        try:
            from greycells.deduction import compiled_counting as compiled
        except ImportError:
            return False
        small = CountProblem((1, 2, 12), 15, (15, 1, 2, 12), (1, 1, 1, 1), one_of=((0, 14),))
        compiled.count(small._replace(tables=(WeightTable(0, 12, (0, 1)),)))
        compiled.weigh(small)
        compiled.load_answer_gains()
        self.way = compiled
        return True

    def _compile_elsewhere(self) -> None:
        """Compile in a separate process, which may outlive this one; then load the result, in well under a second.

        The waiting thread is a daemon. The loading one isn't, because it must not be killed inside the compiler.
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


def count(problem: CountProblem, *, joint: bool = True, most_steps: int = MOST_STEPS) -> Count[int]:
    """Count the deals that fit, exactly; `joint=False` leaves out the case files. Weights must be whole numbers.

    Raises TooHard if that takes too many steps, or too much memory for the case files.
    """
    return _engine.ask().count(problem, joint=joint, most_steps=most_steps)


def weigh(problem: CountProblem, *, joint: bool = True, most_steps: int = MOST_STEPS) -> Count[float]:
    """The same as fractions of the total; all 0 if no deal fits. With any weights."""
    return _engine.ask().weigh(problem, joint=joint, most_steps=most_steps)


def kernel_is_ready() -> bool:
    """Whether counts use the kernel now."""
    return _engine.way is not counting


def warm_up() -> bool:
    """Load the kernel now, compiling it if necessary; False without numba or if it is disabled."""
    return _engine.load()


def count_all(
    problems: Sequence[CountProblem], *, joint: bool = True, most_steps: int = MOST_STEPS
) -> list[Count[int]]:
    """Count many related problems at once: the same numbers as `count` for each, with less overhead.

    The problems must have the same deck and number of seats, as all positions of one game do: for example a position
    after every possible answer to every question. Raises TooHard if one of them is.
    """
    return _engine.ask().count_all(problems, joint=joint, most_steps=most_steps)


def weigh_all(
    problems: Sequence[CountProblem], *, joint: bool = True, most_steps: int = MOST_STEPS
) -> list[Count[float]]:
    """The same as fractions of the total, like `weigh`."""
    return _engine.ask().weigh_all(problems, joint=joint, most_steps=most_steps)


def totals_and_entropies(problems: Sequence[CountProblem], *, most_steps: int = MOST_STEPS) -> list[tuple[int, float]]:
    """Only the total of each problem, exactly, and the entropy of its case file in bits."""
    return _engine.ask().totals_and_entropies(problems, most_steps=most_steps)


def share_arrays(problems: Sequence[CountProblem], *, most_steps: int = MOST_STEPS) -> ShareArrays:
    """The same in arrays, without a Python object for every number."""
    way = _engine.ask()
    if way is counting:
        from greycells.deduction.share_arrays import arrays_of

        return arrays_of(problems, way.weigh_all(problems, most_steps=most_steps))
    from greycells.deduction.compiled_counting import share_arrays as compiled_share_arrays

    return compiled_share_arrays(problems, most_steps=most_steps)
