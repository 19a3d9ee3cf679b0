"""Run tests again and again, in random order, beside a load: `make shake`, or `python -m tools.shake`.

A test that depends on how fast the machine is, or on which of two things happens first, passes on a quiet machine and
fails on somebody else's. Here several processes per core do nothing but keep the machine busy meanwhile. Every outcome
is added to `build/shake.jsonl`, so that a run can be interrupted and goes on where it was: the next one runs what has
not passed often enough yet. At the end each test that did not pass every time is named, with its first failure.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom

import msgspec
from tools.check import changed_files, is_test
from tools.test_parts import BROWSER, Part, parts
from tools.test_results import SHUFFLE, Result, read_results

RESULTS = Path("build", "shake.jsonl")
CHANGED = "changed"
BUSY_PER_CORE = 4
TIMES = 20
DEADLINE = "1500"
"""Seconds that a test may take here: as many times the usual ones as the cores are busier."""
MOST_NAMED = 200
"""So many tests are given to pytest by their ids; of more than these, whole files are run."""


@dataclass
class Tally:
    """How often a test passed, and what it said when it failed first."""

    passed: int = 0
    failed: int = 0
    first: str = ""
    commits: set[str] = field(default_factory=set[str])

    @property
    def runs(self) -> int:
        return self.passed + self.failed


class Counted(msgspec.Struct, frozen=True):
    """One outcome in the file that is kept, with the commit that was tried."""

    test: str
    passed: bool
    commit: str
    failure: str = ""


def keep_busy() -> None:
    """Never rest, until the process that asked for it is gone."""
    parent = os.getppid()
    while os.getppid() == parent:
        for _ in range(100_000):
            pass


@contextlib.contextmanager
def load(processes: int) -> Generator[None]:
    """So many processes that never rest."""
    start = multiprocessing.get_context("spawn").Process
    busy = [start(target=keep_busy, daemon=True) for _ in range(processes)]
    for process in busy:
        process.start()
    try:
        yield
    finally:
        for process in busy:
            process.kill()


def tallies(path: Path) -> dict[str, Tally]:
    """Everything that was counted so far."""
    found: dict[str, Tally] = {}
    decode = msgspec.json.Decoder(Counted).decode
    for line in path.read_bytes().splitlines() if path.exists() else ():
        counted = decode(line)
        tally = found.setdefault(counted.test, Tally())
        tally.passed += counted.passed
        tally.failed += not counted.passed
        tally.first = tally.first or counted.failure
        tally.commits.add(counted.commit)
    return found


def add_up(results: Iterable[Result], path: Path, commit: str) -> None:
    with path.open("ab") as file:
        for result in results:
            if result.outcome != "skipped":
                counted = Counted(result.test, result.outcome == "passed", commit, result.failure)
                file.write(msgspec.json.encode(counted) + b"\n")


def commit_id() -> str:
    """The commit that is tried; with a plus if something was changed since."""
    ran = subprocess.run(["git", "describe", "--always", "--dirty=+"], capture_output=True, text=True, check=False)
    return ran.stdout.strip()


def collected(part: Part) -> list[str]:
    """The ids of all tests of a part."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-m", "not proof"]
    ignored = [word for path in part.ignored for word in ("--ignore", path)]
    ran = subprocess.run([*command, *ignored, *part.tests], capture_output=True, text=True, check=False)
    tests = [line for line in ran.stdout.splitlines() if "::" in line and " " not in line.split("[", 1)[0]]
    if not tests:
        sys.exit(ran.stdout + ran.stderr)
    return tests


def due(tests: Sequence[str], counted: Mapping[str, Tally], times: int) -> list[str]:
    """What has not run often enough; a test that has failed need not fail again."""
    return [test for test in tests if (tally := counted.get(test, Tally())).runs < times and not tally.failed]


def once(part: Part, tests: Sequence[str], path: Path, commit: str) -> None:
    """Run these tests once, in an order and with a luck of its own; what came out by then is kept if it is interrupted.

    The number that is printed leads to the same order (`--shuffle`) and to the same games in browsers (`TEST_LUCK`).
    """
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    chosen = tuple(tests if len(tests) <= MOST_NAMED else files)
    with tempfile.TemporaryDirectory() as folder:
        results, log = Path(folder) / "results", Path(folder) / "log"
        seed = str(SystemRandom().randrange(10**9))
        command = part._replace(tests=chosen, ignored=()).command(results, SHUFFLE, seed, "--tb=short")
        try:
            with log.open("wb") as output:
                env = {"TEST_DEADLINE": DEADLINE, "TEST_LUCK": seed} | os.environ
                subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=env, check=False)
        finally:
            outcomes = [line for line in read_results(results) if isinstance(line, Result)]
            add_up(outcomes, path, commit)
            failed = sum(result.outcome == "failed" for result in outcomes)
            print(f"{part.name}: {len(outcomes)} tests in order {seed}, {failed} failed", flush=True)
        if not outcomes:
            sys.exit(log.read_text(encoding="utf-8", errors="replace"))


def report(tests: Iterable[str], counted: Mapping[str, Tally], times: int) -> bool:
    """What did not pass every time; whether everything has passed often enough."""
    of_these = {test: counted.get(test, Tally()) for test in tests}
    flaky = {test: tally for test, tally in of_these.items() if tally.failed}
    for test, tally in sorted(flaky.items()):
        print(f"\n== {test}: passed {tally.passed} of {tally.runs}\n{tally.first}")
    enough = sum(tally.passed >= times and not tally.failed for tally in of_these.values())
    fewest = min((tally.runs for tally in of_these.values()), default=0)
    commits = sorted({commit for tally in of_these.values() for commit in tally.commits})
    print(f"\n{enough} of {len(of_these)} tests passed {times} of {times} times; each ran at least {fewest} times.")
    print(f"Commits: {', '.join(commits)}")
    for test, tally in sorted(flaky.items()):
        print(f"  {tally.passed} of {tally.runs}  {test}")
    return enough == len(of_these)


def chosen_parts(named: Sequence[str]) -> list[Part]:
    if list(named) == [CHANGED]:
        changed = [path for path in changed_files() if is_test(path) or path.startswith(f"{BROWSER}/test_")]
        if not changed:
            sys.exit("No test file differs from main.")
        return parts(changed)
    return parts(named)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run tests again and again, in random order, beside a load.")
    parser.add_argument("tests", nargs="*", help=f"files, folders or ids of tests, or '{CHANGED}' (default: all)")
    parser.add_argument("--times", type=int, default=TIMES, help="how often each has to pass (default: %(default)s)")
    busy = BUSY_PER_CORE * (os.cpu_count() or 1)
    parser.add_argument(
        "--busy", type=int, default=busy, help="processes that keep the cores busy (default: %(default)s)"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file in which runs are added up")
    parser.add_argument("--anew", action="store_true", help="forget the runs of before")
    parser.add_argument("--report", action="store_true", help="run nothing, and say what came out so far")
    asked = parser.parse_args(arguments)
    path: Path = asked.results.absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    if asked.anew:
        path.unlink(missing_ok=True)
    plan = [(part, collected(part)) for part in chosen_parts(asked.tests)]
    commit = commit_id()
    with contextlib.suppress(KeyboardInterrupt), load(0 if asked.report else asked.busy):
        while not asked.report and any(due(tests, tallies(path), asked.times) for _, tests in plan):
            for part, tests in plan:
                if left := due(tests, tallies(path), asked.times):
                    once(part, left, path, commit)
    passed = report([test for _, tests in plan for test in tests], tallies(path), asked.times)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
