"""Tells systemd that the server accepts connections, so that `systemctl start` returns then (`Type=notify`)."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping


def tell_ready(environment: Mapping[str, str]) -> None:
    """Send the message to the socket that systemd names in the environment; elsewhere do nothing."""
    address = environment.get("NOTIFY_SOCKET")
    if sys.platform == "win32" or not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.sendto(b"READY=1", "\0" + address[1:] if address.startswith("@") else address)
