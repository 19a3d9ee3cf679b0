"""The log of a real server in its own process as JSON: every line of it, whoever wrote it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
from tests.deadline import waiting_for

from greycells.server.errors.report import report
from greycells.server.storage.database import DatabaseError
from greycells.server.web.log_format import JsonLines, TextLines, log_loop_error

SECRET = "Candlestick in the Library"


@contextmanager
def serving(folder: Path, *options: str) -> Generator[tuple[str, subprocess.Popen[str]]]:
    """`greycells serve` with JSON lines, and a variable that means nothing: its address, and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = (sys.executable, "-m", "greycells", "serve", "--log-format", "json", "--port", str(port))
    process = subprocess.Popen(
        (*command, "--data", str(folder), *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "GREYCELLS_CONFIG": "", "GREYCELLS_ODD": "1"},
    )
    try:
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.communicate()


def test_every_line_of_a_server_is_json(tmp_path: Path, postgres_url: str) -> None:
    """Its start, a setting that means nothing, psycopg's lines about lost connections, and requests."""
    with serving(tmp_path, "--database", postgres_url, "--one-machine", "--log-level", "info") as (address, process):
        assert process.stderr is not None
        lines = list[str]()
        with waiting_for("the server to open"):
            while not (lines and "is open at" in lines[-1]):
                lines.append(process.stderr.readline())
                assert lines[-1], lines
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'greycells' AND pid <> pg_backend_pid()"
            )
        with waiting_for("psycopg to notice that a connection is lost"):
            while '"psycopg.pool"' not in lines[-1]:
                lines.append(process.stderr.readline())
                assert lines[-1], lines
        httpx.get(f"{address}/seat/very-secret-link", timeout=None)
        process.terminate()
        out, err = process.communicate()
    assert out == ""
    told = [json.loads(line) for line in (*lines, *err.splitlines())]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in told)
    starts = [(line["level"], line["message"]) for line in told if line["logger"] == "greycells.start"]
    assert "GREYCELLS_ODD" in starts[0][1]
    assert starts[1] == ("info", f"greycells is open at {address}/")
    assert {len(line["node"]) for line in told[1:] if "is open at" in line["message"]} == {14}


def test_a_server_that_cannot_start_says_so_as_json(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("short")
    with serving(tmp_path) as (_, process):
        with waiting_for("the server to give up"):
            out, err = process.communicate()
        assert (out, process.returncode) == ("", 1)
    told = [json.loads(line) for line in err.splitlines()]
    assert [line["level"] for line in told] == ["warning", "critical"]


def failed() -> BaseException:
    """An error whose message must not be printed."""
    try:
        try:
            raise ValueError(SECRET)
        except ValueError as error:
            raise DatabaseError(SECRET) from error
    except DatabaseError as error:
        return error


@pytest.mark.parametrize("lines", [JsonLines(), TextLines("%(levelname)s %(message)s")])
async def test_of_an_error_its_kinds_and_place_are_logged_never_its_message(
    lines: logging.Formatter, caplog: pytest.LogCaptureFixture
) -> None:
    error = failed()
    assert isinstance(error, DatabaseError)

    report("table x stopped", error, table="x")
    log_loop_error(asyncio.get_running_loop(), {"message": "Task exception was never retrieved", "exception": error})
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=error)
    told = [lines.format(record) for record in caplog.records]
    assert len(told) == 3
    for text in told:
        assert "DatabaseError: ValueError" in text
        assert "in failed" in text
        assert SECRET not in text
    if isinstance(lines, JsonLines):
        fields = json.loads(told[0])
        assert (fields["table"], fields["cause"]) == ("x", "DatabaseError: ValueError")
        assert "test_log_format.py" in fields["error"]
