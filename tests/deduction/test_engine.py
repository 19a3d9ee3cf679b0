"""Which counting is used: plain Python without asking for anything, the kernel when it is ready, both in any thread."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from threading import enumerate as running_threads
from time import monotonic, sleep

import pytest
from tests.deduction.states import CLASSIC, MASTER_DETECTIVE, played, vectors
from tests.margin import at_most

from greycells.deduction import compiled_counting as compiled
from greycells.deduction import exact_counting as engine
from greycells.deduction import python_counting as counting
from greycells.deduction.problem import Count, CountProblem

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from greycells.deduction.exact_counting import count, warm_up
from tests.deduction.states import vectors
assert not warm_up()
assert all(count(vector.state.problem) == vector.answer for vector in vectors()[:20])
"""


def test_without_numba() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], check=True)


def test_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREYCELLS_KERNEL", "off")
    fresh = engine.Engine()
    assert not fresh.load()
    for _ in range(engine.COUNTS_IN_PYTHON + 1):
        assert fresh.ask() is counting


def test_the_kernel_takes_over_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits: until it is ready every answer comes from plain Python."""
    monkeypatch.setattr(engine, "COUNTS_IN_PYTHON", 3)
    monkeypatch.delenv("GREYCELLS_KERNEL", raising=False)
    fresh = engine.Engine()
    for number in count(1):
        asked = monotonic()
        assert fresh.ask() in (counting, compiled)
        assert monotonic() - asked < at_most(1)
        # However long a busy machine takes to compile, somebody must be at it.
        at_work = number < engine.COUNTS_IN_PYTHON or any(thread.name == "kernel" for thread in running_threads())
        if fresh.way is not counting:
            break
        assert at_work, "the kernel was never ready"
        sleep(0.05)
    assert fresh.ask() is compiled


def test_every_thread_has_a_desk_of_its_own() -> None:
    chosen = vectors()[::5]
    compiled.count(chosen[0].state.problem)

    def answer(problem: CountProblem) -> Count[int]:
        return compiled.count(problem)

    with ThreadPoolExecutor(4) as pool:
        for vector, found in zip(chosen * 4, pool.map(answer, [v.state.problem for v in chosen] * 4), strict=True):
            assert found == vector.answer


def test_a_hard_state_leaves_no_mountain_of_paper() -> None:
    from greycells.deduction.kernel.buffers import MANY_STEPS, kernel_buffers

    kernel_buffers().make_room(2 * MANY_STEPS)
    state, _ = played(Random(1), CLASSIC, 4, turns=6, everybody=False)
    compiled.count(state.problem)
    assert len(kernel_buffers().weights) <= MANY_STEPS


@pytest.mark.proof
def test_many_states_alike_in_both_ways() -> None:
    for seed in range(1_500):
        rng = Random(seed)
        cats = CLASSIC if seed % 2 else MASTER_DETECTIVE
        seats = rng.randint(3, 6 if seed % 2 else 10)
        state, _ = played(rng, cats, seats, turns=rng.randint(0, 30), everybody=not seed % 2)
        assert compiled.count(state.problem) == counting.count(state.problem)
