"""systemd is told when the server accepts connections, where a unit asks for it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from greycells.server.system.systemd import tell_ready


@pytest.mark.parametrize("kind", ["file", "abstract"])
def test_systemd_is_told(kind: str, tmp_path: Path) -> None:
    name = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name if kind == "file" else f"\0{name}")
        systemd.settimeout(30)
        tell_ready({"NOTIFY_SOCKET": name if kind == "file" else f"@{name}"})
        assert systemd.recv(100) == b"READY=1"


def test_elsewhere_nobody_is_told() -> None:
    tell_ready({})
    tell_ready({"NOTIFY_SOCKET": ""})
