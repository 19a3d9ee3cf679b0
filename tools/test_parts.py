"""The two halves of the test suite: what needs no browser, and what does.

They run in processes of their own, since Playwright's event loop stays open in a worker and the server's tests need one
of their own. Both have more workers than cores: the server's tests wait for clocks, processes and disks for half of
their time, and those in a browser for pages.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.test_results import RESULTS_TO

BROWSER = "tests/browser"
BROWSER_PART = "browser"
MOST_BROWSERS = 8
"""More than one browser per core only up to this number: each takes half a gigabyte of memory."""


class Part(NamedTuple):
    """Tests that can run in one process, and in how many workers they do."""

    name: str
    tests: tuple[str, ...]
    workers: int
    ignored: tuple[str, ...] = ()

    def command(self, results: Path, *options: str) -> list[str]:
        """Run them, with their outcome in a file."""
        workers = ["-n", str(self.workers), "--dist", "worksteal"] if self.workers > 1 else []
        ignored = [word for path in self.ignored for word in ("--ignore", path)]
        plugin = ["-p", "tools.test_results", RESULTS_TO, str(results)]
        command = [sys.executable, "-m", "pytest", "-q", "-m", "not proof", *plugin, *workers, *ignored, *options]
        return [*command, *self.tests]


def parts(tests: Sequence[str] = (), *, cores: int | None = None) -> list[Part]:
    """All tests, or those that are named by files, folders or ids."""
    cores = cores or os.cpu_count() or 1
    most, browsers = 2 * cores + 1, max(cores, min(2 * cores, MOST_BROWSERS))
    if not tests:
        return [Part("tests", ("tests",), most, (BROWSER,)), Part(BROWSER_PART, (BROWSER,), browsers)]
    inside = tuple(test for test in tests if _in_browser(test))
    outside = tuple(test for test in tests if not _in_browser(test))
    ignored = (BROWSER,) if "tests" in outside else ()
    both = [Part("tests", outside, _fewer(outside, most), ignored)]
    both.append(Part(BROWSER_PART, (*inside, *ignored), _fewer((*inside, *ignored), browsers)))
    return [part for part in both if part.tests]


def _in_browser(test: str) -> bool:
    return test == BROWSER or test.startswith(f"{BROWSER}/")


def _fewer(tests: Iterable[str], workers: int) -> int:
    """A few single tests need no more workers than they are."""
    named = list(tests)
    return min(workers, len(named)) if all("::" in test for test in named) else workers
