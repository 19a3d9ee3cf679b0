"""A plugin of pytest: writes the outcome of every test into a file, one JSON object per line, and shuffles their order.

`--results-to FILE` is read by `tools/run_tests.py` while the tests run, and added up by `tools/shake.py`;
`--shuffle SEED` puts the tests into another order, file by file and within each file, the same in every worker.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
import pytest

RESULTS_TO, SHUFFLE = "--results-to", "--shuffle"
MOST_TEXT = 4000
"""Characters of a failure that are kept: its end says what was wrong."""


class Planned(msgspec.Struct, frozen=True, tag=True):
    """How many tests this run has."""

    tests: int


class Result(msgspec.Struct, frozen=True, tag=True):
    """The outcome of a test, or of a file that could not be read."""

    test: str
    outcome: Literal["passed", "failed", "skipped"]
    seconds: float
    failure: str = ""


def read_results(path: Path) -> Iterator[Planned | Result]:
    """The whole lines of a file that may still be written."""
    if path.exists():
        decode = msgspec.json.Decoder(Planned | Result).decode
        yield from (decode(line) for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n"))


class Recorder:
    """Writes down what comes out, as soon as it does."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._running: dict[str, Result] = {}

    def _write(self, line: Planned | Result) -> None:
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:
            self._write(Planned(len(session.items)))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: object, ids: list[str]) -> None:
        del node
        self._write(Planned(len(ids)))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write(Result(report.nodeid, "failed", 0.0, str(report.longrepr)[-MOST_TEXT:]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has three reports, of its set-up, its call and its teardown; a worker that crashed has only one."""
        before = self._running.get(report.nodeid, Result(report.nodeid, "passed", 0.0))
        outcome, failure = before.outcome, before.failure
        if outcome != "failed" and report.outcome != "passed":
            outcome, failure = report.outcome, str(report.longrepr)[-MOST_TEXT:] if report.failed else ""
        now = Result(report.nodeid, outcome, before.seconds + report.duration, failure)
        if report.when in ("setup", "call"):
            self._running[report.nodeid] = now
        else:
            self._running.pop(report.nodeid, None)
            self._write(now)


def shuffled(tests: Iterable[pytest.Item], seed: str) -> list[pytest.Item]:
    """In another order, the tests of a file still one after the other: what they share is made once."""
    chance = random.Random(seed)
    files: dict[Path, list[pytest.Item]] = {}
    for test in tests:
        files.setdefault(test.path, []).append(test)
    order = list(files.values())
    chance.shuffle(order)
    for file in order:
        chance.shuffle(file)
    return [test for file in order for test in file]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(RESULTS_TO, metavar="FILE", help="Write the outcome of every test into FILE.")
    parser.addoption(SHUFFLE, metavar="SEED", help="Run the tests in another order, the same for the same seed.")


def pytest_configure(config: pytest.Config) -> None:
    path: str | None = config.getoption(RESULTS_TO)
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(path)))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed: str | None = config.getoption(SHUFFLE)
    if seed is not None:
        items[:] = shuffled(items, seed)
