"""systemd is told when the server accepts connections, where a unit asks for it."""

from __future__ import annotations

import math
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.deadline import waiting_for
from tests.server.nginx import free_port

from greycells.server.system.systemd import tell_ready, watchdog_seconds


@pytest.mark.parametrize("kind", ["file", "abstract"])
def test_systemd_is_told(kind: str, tmp_path: Path) -> None:
    name = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name if kind == "file" else f"\0{name}")
        systemd.settimeout(30)
        tell_ready({"NOTIFY_SOCKET": name if kind == "file" else f"@{name}"})
        assert systemd.recv(100) == b"READY=1"


def test_systemd_is_told_again_and_again_that_the_loop_runs(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        environment = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "300000"}
        command = [sys.executable, "-m", "greycells", "serve", "--port", str(free_port()), "--data", str(tmp_path)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as server:
            try:
                with waiting_for("three messages to systemd"):
                    assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            finally:
                server.terminate()


def test_a_watchdog_is_there_if_systemd_says_so() -> None:
    assert watchdog_seconds({"WATCHDOG_USEC": "60000000"}) == 60
    for environment in ({}, {"WATCHDOG_USEC": ""}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}):
        assert watchdog_seconds(environment) == math.inf


def test_elsewhere_nobody_is_told() -> None:
    tell_ready({})
    tell_ready({"NOTIFY_SOCKET": ""})
