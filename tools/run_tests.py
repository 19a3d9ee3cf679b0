"""What `make test` does once everything is installed: checks and tests: `python -m tools.run_tests`.

The checks (format, lint, types, import contracts) run beside the tests, and then the tests in a browser: pages draw for
as long as they are open, so whatever runs beside them makes them cost more. Lines tell how far it is; at the end come
the ten slowest tests, and if anything failed its output, the names of what failed and the command that runs just these.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.test_parts import BROWSER_PART, parts
from tools.test_results import Planned, Result, read_results

LOGS = Path("build", "test-logs")
EVERY = 30.0
"""Seconds between two lines about how far it is."""
SLOWEST = 10


@dataclass
class Run:
    """One of the things that run side by side, with its output in a file."""

    name: str
    command: Sequence[str]
    folder: Path
    took: float = 0.0
    status: int | None = None
    began: float = 0.0
    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.began = time.monotonic()
        with self.log.open("wb") as output:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
            )

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    @property
    def results(self) -> Path:
        return self.folder / f"{self.name}.jsonl"

    def look(self) -> bool:
        """Whether it has ended."""
        if self.status is None and self._process is not None and (status := self._process.poll()) is not None:
            self.status, self.took = status, time.monotonic() - self.began
        return self.status is not None

    def stop(self) -> None:
        """End it with everything that it started."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            self._process.wait()

    def outcomes(self) -> list[Result]:
        return [line for line in read_results(self.results) if isinstance(line, Result)]

    def describe(self) -> str:
        """How far it is, in a few words."""
        outcomes = self.outcomes()
        planned = max((line.tests for line in read_results(self.results) if isinstance(line, Planned)), default=0)
        failed = sum(result.outcome == "failed" for result in outcomes)
        bad = f", {failed} failed" if failed else ""
        if self.status is not None:
            return f"{self.name} {'failed' if self.status else 'done'} in {minutes(self.took)}{bad}"
        if planned:
            return f"{self.name} {len(outcomes):,} of {planned:,}{bad}"
        return f"{self.name} running" if self.began else f"{self.name} not begun"


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def run_all(runs: Sequence[Run], *, every: float = EVERY) -> bool:
    """Run them side by side; whether all of them passed. What is interrupted is stopped."""
    began = told = time.monotonic()
    print(f"== {', '.join(run.name for run in runs)}", flush=True)
    try:
        for run in runs:
            run.start()
        while sum(run.look() for run in runs) < len(runs):
            time.sleep(0.2)
            if time.monotonic() - told > every:
                told = time.monotonic()
                print(f"{minutes(told - began)}  {' · '.join(run.describe() for run in runs)}", flush=True)
    finally:
        for run in runs:
            run.stop()
    return all(run.status == 0 for run in runs)


def report(runs: Sequence[Run]) -> None:
    """What came out, what was slow, and what failed with the command that runs just that."""
    results = [result for run in runs for result in run.outcomes()]
    slowest = sorted(results, key=lambda result: -result.seconds)[:SLOWEST]
    if slowest:
        print(f"\n== the {len(slowest)} slowest tests, in seconds")
        for result in slowest:
            print(f"{result.seconds:6.1f}  {result.test}")
    for run in runs:
        lines = run.log.read_text(encoding="utf-8", errors="replace").splitlines()
        print(f"\n== {run.describe()}")
        print("\n".join(lines if run.status else lines[-1:]))
    failed = [result.test for result in results if result.outcome == "failed"]
    broken = [run.name for run in runs if run.status]
    if failed:
        print(f"\n== failed: {len(failed)}")
        print("\n".join(failed))
        print("\nTo run just these:")
        print(f"{_own_python()} -m tools.run_tests {' '.join(shlex.quote(test) for test in failed)}")
    elif broken:
        print(f"\n== failed: {', '.join(broken)}")
        print("\nTo run just that: make " + " ".join("lint" if name == "checks" else "test" for name in broken))


def _own_python() -> str:
    python = Path(sys.executable)
    return str(python.relative_to(Path.cwd())) if python.is_relative_to(Path.cwd()) else "python"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run the checks and all tests, or just the tests that are named.")
    parser.add_argument("tests", nargs="*", help="files, folders or ids of tests (default: all, and the checks)")
    asked = parser.parse_args(arguments)
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    runs: list[Run] = []
    for part in parts(asked.tests):
        run = Run(part.name, (), LOGS)
        run.command = part.command(run.results)
        runs.append(run)
    if not asked.tests:
        runs.insert(0, Run("checks", ("make", "--no-print-directory", "lint"), LOGS))
        print("About eight minutes on two cores: checks and tests, then tests in a browser.", flush=True)
    browser = [run for run in runs if run.name == BROWSER_PART]
    first = [run for run in runs if run not in browser]
    passed = True
    try:
        for together in filter(None, (first, browser)):
            passed &= run_all(together)
    except KeyboardInterrupt:
        passed = False
        print("\nInterrupted: what came out by then.")
    report(runs)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
