"""A real server in a process of its own, and the Chromium of this machine: what the browser tests and pictures need."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright
from tests.deadline import LOOK_EVERY, told_at_the_deadline, waiting_for
from tests.luck import lucky

DISABLED = (
    # Every window would draw the menus of its address bar in a process of its own: half a second per guest.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Playwright's own, as far as they matter here: only the last list counts.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",  # As with windows; otherwise letters are wider.
    f"--disable-features={','.join(DISABLED)}",
)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
END_OF_LOG = 2000
ROOT = Path(__file__).parents[2]
LOWEST_PORT = 20_000
PORTS = 12_000
_ports = count(16 * os.getpid())
"""Processes that look for a port at the same time begin at different ones."""
WHAT_TO_INSTALL = "The browser tests need Chromium: apt-get install chromium, or playwright install chromium."


def chromium() -> str | None:
    """Where Chromium or Chrome is. Where there is none, apt is tried by root on Debian, then Playwright's own."""
    found = _found()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-qy", "chromium"], check=False, capture_output=True)
        found = _found()
    if found is None:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, check=False, capture_output=True)
        with sync_playwright() as playwright:
            own = playwright.chromium.executable_path
        found = own if Path(own).exists() else None
    return found


def _found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextlib.contextmanager
def browsing(path: str) -> Generator[Browser]:
    """A browser to look at pages with."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@dataclass
class House:
    """A server that can be killed in the middle of anything and started again where it was.

    What chance decides follows from `luck`; on a `day`, its clock begins there.
    """

    data: Path
    port: int
    pace: float = 0.0
    grace: float = 60.0
    public_url: str | None = None
    day: str = ""
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What the server said, for whoever wants to know why it did not open."""
        return self.data.with_name(f"{self.data.name}.log")

    @property
    def _luck(self) -> Path:
        return self.data.with_name(f"{self.data.name}.luck")

    def draw_from(self, word: str) -> None:
        """From now on, deals, dice, bots and puzzles follow from this word."""
        self._luck.write_text(lucky(word), encoding="utf-8")

    def open(self) -> None:
        if not self._luck.exists():
            self.draw_from("")
        command = [sys.executable, "-m", "tests.browser.seeded_server", "--data", str(self.data)]
        command += ["--luck", str(self._luck), "--port", str(self.port), "--day", self.day]
        command += ["--pace", str(self.pace), "--grace", str(self.grace)]
        command += ["--public-url", self.public_url] if self.public_url else []
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
        # One client for all questions: each would load the certificates of the world again, for longer than it waits.
        with (
            httpx.Client(verify=False, timeout=None) as client,
            waiting_for("the server to open"),
            told_at_the_deadline(self.tell),
        ):
            while self.process.poll() is None:
                with contextlib.suppress(httpx.TransportError):
                    if client.get(f"{self.address}/health").is_success:
                        return
                time.sleep(LOOK_EVERY)
        raise RuntimeError(f"The server did not open. {self.tell()}")

    def tell(self) -> str:
        """The end of what the server said."""
        return f"Server {self.address}: {self.log.read_text(encoding='utf-8')[-END_OF_LOG:]}"

    def kill(self) -> None:
        """Nothing is said and nothing is saved: the server is simply gone."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        assert self.process is not None
        self.process.terminate()
        with waiting_for("the server to close"):
            self.process.wait()


def free_port() -> int:
    """A port that nobody listens on, below those that are lent to outgoing connections: none of them takes it."""
    while True:
        port = LOWEST_PORT + next(_ports) % PORTS
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
