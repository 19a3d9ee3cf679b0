"""Run the browser tests, repeat what failed once, and report what passed only then: `python -m tools.browser_tests`.

A page on a crowded machine may miss a moment, so one failure is no verdict. But a test that needs its second run is
flaky, and is named at the end; more than two of them fail the run. The same module is the pytest plugin that lists
what failed, since pytest's own list of last failures also holds those of earlier runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

MOST_FLAKY = 2
FAILED_TO = "--failed-to"
MOST_BROWSERS = 8
"""More than one browser per core only up to this number: each takes half a gigabyte of memory."""


class Verdict(NamedTuple):
    """What two runs say together: the tests that passed only when repeated, and whether the whole run passed."""

    flaky: list[str]
    passed: bool


def verdict(first: list[str], second: list[str]) -> Verdict:
    """From the tests that failed in each run."""
    flaky = sorted(set(first) - set(second))
    return Verdict(flaky, passed=not second and len(flaky) <= MOST_FLAKY)


class FailureList:
    """Writes the ids of all tests that failed into a file, one per line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = None

    def pytest_sessionfinish(self) -> None:
        self.path.write_text("".join(f"{test}\n" for test in self.failed), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(FAILED_TO, metavar="FILE", help="Write the ids of the tests that failed into FILE.")


def pytest_configure(config: pytest.Config) -> None:
    path: str | None = config.getoption(FAILED_TO)
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FailureList(Path(path)))


def workers(cores: int) -> int:
    """How many processes run browser tests side by side: a test waits for its page half of the time."""
    return max(cores, min(2 * cores, MOST_BROWSERS))


def run(*arguments: str) -> tuple[int, list[str]]:
    """One run of pytest: its exit status, and what failed."""
    with tempfile.TemporaryDirectory() as folder:
        failed = Path(folder) / "failed"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.browser_tests", FAILED_TO, str(failed)]
        status = subprocess.run([*command, "-m", "not proof", *arguments], check=False).returncode
        return status, failed.read_text(encoding="utf-8").splitlines() if failed.exists() else []


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run browser tests, repeat what failed, and report flaky ones.")
    several = str(workers(os.cpu_count() or 1))
    parser.add_argument("--workers", default=several, help="run tests in so many processes (default: %(default)s)")
    parser.add_argument("paths", nargs="*", default=["tests/browser"])
    asked = parser.parse_args(arguments)
    # Whoever is done takes half of what another has left: nobody waits for more than one test.
    status, first = run("-n", asked.workers, "--dist", "worksteal", *asked.paths)
    if status != pytest.ExitCode.TESTS_FAILED or not first:
        return status
    print("== browser: what failed, once more", flush=True)
    status, second = run(*first)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return status
    found = verdict(first, second)
    if found.flaky:
        print("== flaky: failed at first, passed when repeated")
        print("\n".join(found.flaky))
    if len(found.flaky) > MOST_FLAKY:
        print(f"{len(found.flaky)} flaky tests; at most {MOST_FLAKY} are tolerated.")
    return 0 if found.passed else 1


if __name__ == "__main__":
    sys.exit(main())
