"""`make test` runs its parts side by side and ends with what failed, and how to run just that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools.run_tests import Run, report, run_all
from tools.test_parts import BROWSER, parts
from tools.test_results import Planned, Result, read_results, shuffled

TESTS = """
import pytest

@pytest.fixture
def broken():
    yield
    raise ValueError("after it was used")

def test_good():
    pass

def test_bad():
    assert "one" == "two"

def test_later(broken):
    pass

@pytest.mark.skip(reason="today")
def test_skipped():
    pass
"""


ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests in a folder of their own, with only the plugin of ours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist")


def ran(folder: Path, source: str, *options: str) -> Run:
    """A part of the tests, run to its end."""
    (folder / "test_few.py").write_text(source, encoding="utf-8")
    (folder / "pytest.ini").touch()
    part = parts(["test_few.py"])[0]._replace(workers=1)
    run = Run("few", (), folder)
    run.results.unlink(missing_ok=True)
    run.command = part.command(run.results, *options)
    run_all([run])
    return run


def outcomes(run: Run) -> dict[str, str]:
    return {result.test.rpartition("::")[2]: result.outcome for result in run.outcomes()}


def test_every_outcome_is_written_down_and_what_failed_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ran(tmp_path, TESTS)
    assert outcomes(run) == {
        "test_good": "passed",
        "test_bad": "failed",
        "test_later": "failed",
        "test_skipped": "skipped",
    }
    assert "few failed" in run.describe()
    report([run])
    told = capsys.readouterr().out
    assert "assert 'one' == 'two'" in told
    names, _, command = told.partition("To run just these:\n")
    assert "== failed: 2" in names
    assert command.count("::test_bad") == command.count("::test_later") == 1
    assert "test_good" not in command


def test_the_command_that_is_named_runs_just_these(tmp_path: Path) -> None:
    ran(tmp_path, TESTS)
    command = [sys.executable, "-m", "tools.run_tests", "test_few.py::test_good"]
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (again.returncode, "1 passed" in again.stdout) == (0, True), again.stdout + again.stderr


def test_a_file_that_cannot_be_read_has_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ran(tmp_path, "import nothing_of_the_kind")
    assert list(outcomes(run).values()) == ["failed"]
    report([run])
    assert "== failed: 1" in capsys.readouterr().out


def test_a_part_without_tests_that_fails_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run("checks", (sys.executable, "-c", "print('a line is too long'); raise SystemExit(1)"), tmp_path)
    assert not run_all([run])
    report([run])
    told = capsys.readouterr().out
    assert "a line is too long" in told
    assert told.endswith("To run just that: make lint\n")


def test_a_half_written_line_is_left_for_later(tmp_path: Path) -> None:
    (tmp_path / "results").write_bytes(b'{"type":"Planned","tests":3}\n{"type":"Resu')
    assert list(read_results(tmp_path / "results")) == [Planned(3)]


def test_the_order_is_another_one_for_another_seed_and_files_stay_together(tmp_path: Path) -> None:
    orders = {
        seed: [result.test for result in ran(tmp_path, MANY, "--shuffle", seed).outcomes()] for seed in ("1", "2")
    }
    assert orders["1"] != orders["2"]
    assert sorted(orders["1"]) == sorted(orders["2"])
    assert [result.test for result in ran(tmp_path, MANY, "--shuffle", "1").outcomes()] == orders["1"]
    assert shuffled([], "1") == []


MANY = "".join(f"def test_{number}():\n    pass\n" for number in range(20))


def test_browser_tests_run_apart_and_two_to_a_core_as_long_as_memory_is_no_concern() -> None:
    assert [part.tests for part in parts()] == [("tests",), (BROWSER,)]
    assert parts()[0].ignored == (BROWSER,)
    assert [part.tests for part in parts(["tests/rules", f"{BROWSER}/test_stage.py"])] == [
        ("tests/rules",),
        (f"{BROWSER}/test_stage.py",),
    ]
    assert [part.tests for part in parts(["tests"])] == [("tests",), (BROWSER,)]
    assert [parts(cores=cores)[1].workers for cores in (1, 2, 4, 6, 16)] == [2, 4, 8, 8, 16]
    assert parts(["tests/a.py::one"])[0].workers == 1


def test_a_result_keeps_the_end_of_a_failure(tmp_path: Path) -> None:
    run = ran(tmp_path, "def test_long():\n    raise ValueError('x' * 9000 + 'the end')\n")
    assert isinstance(result := run.outcomes()[0], Result)
    assert len(result.failure) <= 4000
    assert "the end" in result.failure
