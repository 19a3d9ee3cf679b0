"""Lighthouse on home and on a game: at least 0.95 in performance, accessibility and best practices.

    python -m tools.lighthouse [REPORTS]

The game is a real one: a guest has begun it in the browser that Lighthouse looks with, and sits there. Whole reports
are left in the folder REPORTS, if one is named. Needs npx, which fetches Lighthouse; nothing of it becomes a part of
the project.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import msgspec
from playwright.sync_api import sync_playwright
from tests.browser.guest import Guest
from tests.browser.house import FLAGS, WHAT_TO_INSTALL, House, chromium, free_port

PACKAGE = "lighthouse@12.8.2"
WANTED = {"performance": 0.95, "accessibility": 0.95, "best-practices": 0.95}
POOR = 0.9


class Audit(msgspec.Struct):
    """One thing that Lighthouse looked at."""

    title: str
    score: float | None = None
    displayValue: str = ""  # noqa: N815 -- Lighthouse's own name


class Category(msgspec.Struct):
    """A score of many audits."""

    score: float


class Report(msgspec.Struct):
    """What is read of Lighthouse's report."""

    categories: dict[str, Category]
    audits: dict[str, Audit]


@contextlib.contextmanager
def seated(house: House, browser: str, port: int) -> Generator[str]:
    """The address of a game that was begun in a browser which can be reached at a port."""
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=browser, args=[*FLAGS, f"--remote-debugging-port={port}"]
        )
        guest = Guest(context.new_page(), house.address).play_now()
        address = guest.page.url
        guest.go("/about")
        yield address
        context.close()


def examine(address: str, port: int, kept: Path) -> Report:
    """What Lighthouse says of a page, in the browser at this port."""
    command = ["npx", "--yes", PACKAGE, address, "--output=json", f"--output-path={kept}", "--quiet", f"--port={port}"]
    command += ["--only-categories=" + ",".join(WANTED)]
    subprocess.run(command, capture_output=True, check=True, timeout=300)
    return msgspec.json.decode(kept.read_bytes(), type=Report)


def main() -> None:
    """Examine both pages, and say what keeps them from the best score."""
    browser = chromium()
    if browser is None or shutil.which("npx") is None:
        sys.exit(f"{WHAT_TO_INSTALL} Lighthouse comes with npx.")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        reports = Path(sys.argv[1] if len(sys.argv) > 1 else folder)
        reports.mkdir(parents=True, exist_ok=True)
        house = House(Path(folder), free_port())
        house.open()
        try:
            port = free_port()
            with seated(house, browser, port) as table:
                for name, address in (("home", house.address + "/"), ("game", table)):
                    report = examine(address, port, reports / f"{name}.json")
                    good = told(name, report) and good
        finally:
            house.close()
    if not good:
        sys.exit("Below what is wanted.")


def told(name: str, report: Report) -> bool:
    """Say what was found; whether it is good enough."""
    scores = {key: report.categories[key].score for key in WANTED}
    print(name, *(f"{key} {score:.2f}" for key, score in scores.items()))
    for audit in report.audits.values():
        if audit.score is not None and audit.score < POOR:
            print(f"    {audit.score:.2f} {audit.title} {audit.displayValue}")
    return all(scores[key] >= least for key, least in WANTED.items())


if __name__ == "__main__":
    main()
