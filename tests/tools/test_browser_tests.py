"""A browser test that passes only when it is repeated is named, and more than two of them fail the run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools.browser_tests import MOST_FLAKY, verdict, workers

ROOT = Path(__file__).parents[2]
TESTS = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({flaky}))
def test_sometimes(number):
    mark = Path(__file__).with_name(f"tried {{number}}")
    again = mark.exists()
    mark.touch()
    assert again

def test_always():
    pass

{more}
"""
QUICK = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist"}
"""Of the installed plugins only the one that is needed: loading all of them takes two seconds each time."""

BROKEN = "def test_never():\n    assert False\n"


def repeated(folder: Path, *, flaky: int, more: str = "", workers: str = "0") -> subprocess.CompletedProcess[str]:
    (folder / "test_pages.py").write_text(TESTS.format(flaky=flaky, more=more), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "tools.browser_tests", "--workers", workers, "test_pages.py"],
        cwd=folder,
        env=os.environ | QUICK | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def named(output: str) -> list[str]:
    """The tests under the heading of the flaky ones, which is the end of the output."""
    _, _, end = output.partition("== flaky: failed at first, passed when repeated\n")
    return [line for line in end.splitlines() if "::" in line]


def test_two_flaky_tests_are_named_and_tolerated(tmp_path: Path) -> None:
    ran = repeated(tmp_path, flaky=2, workers="2")
    assert named(ran.stdout) == ["test_pages.py::test_sometimes[0]", "test_pages.py::test_sometimes[1]"]
    assert ran.returncode == 0


def test_three_flaky_tests_fail_the_run(tmp_path: Path) -> None:
    ran = repeated(tmp_path, flaky=3)
    assert len(named(ran.stdout)) == 3
    assert ran.stdout.endswith("3 flaky tests; at most 2 are tolerated.\n")
    assert ran.returncode == 1


def test_what_fails_twice_is_broken_and_not_flaky(tmp_path: Path) -> None:
    ran = repeated(tmp_path, flaky=1, more=BROKEN)
    assert named(ran.stdout) == ["test_pages.py::test_sometimes[0]"]
    assert ran.returncode == 1


def test_nothing_is_repeated_when_nothing_failed(tmp_path: Path) -> None:
    ran = repeated(tmp_path, flaky=0)
    assert "once more" not in ran.stdout
    assert ran.returncode == 0


def test_a_file_that_cannot_be_read_fails_at_once(tmp_path: Path) -> None:
    ran = repeated(tmp_path, flaky=0, more="import nothing_of_the_kind")
    assert "once more" not in ran.stdout
    assert ran.returncode == pytest.ExitCode.INTERRUPTED


@pytest.mark.parametrize("flaky", range(MOST_FLAKY + 2))
def test_the_verdict(flaky: int) -> None:
    first = [f"test {number}" for number in range(flaky)]
    assert verdict(first, []) == (first, flaky <= MOST_FLAKY)
    assert verdict([*first, "test x"], ["test x"]) == (first, False)


@pytest.mark.parametrize(("cores", "browsers"), [(1, 2), (2, 4), (4, 8), (6, 8), (16, 16)])
def test_there_are_two_browsers_per_core_as_long_as_memory_is_no_concern(cores: int, browsers: int) -> None:
    assert workers(cores) == browsers
