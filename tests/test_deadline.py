"""A test that waits for ever is ended, fails, and says what it was waiting for."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = """
import asyncio, time
from tests.deadline import told_at_the_deadline, until, waiting_for

async def test_a_loop_that_waits():
    with told_at_the_deadline(lambda: "the table is open"):
        await until(lambda: False, "the seat to be taken")

async def test_a_loop_is_run_and_what_it_finds_counts(tmp_path):
    await asyncio.sleep(0)
    assert not tmp_path.exists(), "a folder that is there"

def test_a_call_that_blocks():
    with waiting_for("a reply"):
        time.sleep(600)

def test_the_next_one_runs():
    pass
"""


def test_one_deadline_ends_a_test_and_tells_what_it_waited_for(tmp_path: Path) -> None:
    (tmp_path / "test_waits.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").touch()
    env = os.environ | {"PYTHONPATH": str(ROOT), "TEST_DEADLINE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "test_waits.py"]
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert "3 failed, 1 passed" in ran.stdout, ran.stdout + ran.stderr
    for told in (
        "Waiting for: the seat to be taken",
        "the table is open",
        "Waiting for: a reply",
        "longer than 1 second",
        "a folder that is there",
    ):
        assert told in ran.stdout


OF_THEIR_OWN = {
    "tests/arena/test_ray.py": "installs Ray and starts its cluster, in the proof only",
    "tests/client/record_streams.py": "no test: it records games from a server",
    "tests/server/limits/test_floods.py": "an attacker's patience",
}
"""Tests that may have a deadline of their own, with the reason."""
LIMITED = {"timeout", "wait_for"}
GIVE_UP = {f"httpx.{name}" for name in ("AsyncClient", "Client", "get", "post", "put", "delete", "request", "stream")}
"""These give up after five seconds unless they are told not to."""


def own_deadlines(source: str) -> Iterator[int]:
    """The lines in which something is given a number of seconds to be done in."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            seconds = [word.value for word in node.keywords if word.arg == "timeout"]
            seconds += node.args[-1:] if name in LIMITED else []
            if any(isinstance(each, ast.Constant) and isinstance(each.value, int | float) for each in seconds):
                yield node.lineno
            if ast.unparse(node.func) in GIVE_UP and not seconds:
                yield node.lineno


def test_no_test_has_a_deadline_of_its_own() -> None:
    files = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path != Path(__file__)]
    found = {str(path.relative_to(ROOT)): list(own_deadlines(path.read_text(encoding="utf-8"))) for path in files}
    assert {path: lines for path, lines in found.items() if lines and path not in OF_THEIR_OWN} == {}


def test_a_deadline_of_its_own_would_be_found() -> None:
    assert list(own_deadlines("await asyncio.wait_for(reply(), 60)")) == [1]
    assert list(own_deadlines("async with asyncio.timeout(2.5): pass")) == [1]
    assert list(own_deadlines("process.wait(timeout=10)")) == [1]
    assert list(own_deadlines("httpx.get(address)")) == [1]
    assert list(own_deadlines("httpx.get(address, timeout=None)")) == []
    assert list(own_deadlines("page.locator('.ask').wait_for()")) == []
    assert list(own_deadlines("asyncio.timeout(None)")) == []
