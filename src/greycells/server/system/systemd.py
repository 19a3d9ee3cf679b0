"""What systemd is told: that the server accepts connections (`Type=notify`), and that it isn't frozen (`WatchdogSec=`).

The second is told from the event loop, so that a server whose loop stands still is restarted.
"""

from __future__ import annotations

import contextlib
import math
import socket
import sys
from collections.abc import Mapping


def tell_ready(environment: Mapping[str, str]) -> None:
    """Let `systemctl start` return."""
    _tell(environment, b"READY=1")


def tell_alive(environment: Mapping[str, str]) -> None:
    """Begin the watchdog's time anew. That systemd has no time to listen is no reason to wait, or to fail."""
    with contextlib.suppress(OSError):
        _tell(environment, b"WATCHDOG=1")


def watchdog_seconds(environment: Mapping[str, str]) -> float:
    """How long the server may be silent before it is restarted; for ever without a watchdog."""
    text = environment.get("WATCHDOG_USEC", "")
    return int(text) / 1e6 if text.isdecimal() and int(text) else math.inf


def _tell(environment: Mapping[str, str], message: bytes) -> None:
    """Send a message to the socket that systemd names in the environment; elsewhere do nothing."""
    address = environment.get("NOTIFY_SOCKET")
    if sys.platform == "win32" or not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.setblocking(message.startswith(b"READY"))
        notices.sendto(message, "\0" + address[1:] if address.startswith("@") else address)
