"""Lighthouse on home and on a game: at least 0.95 in performance, accessibility and best practices.

    python -m tools.lighthouse [--desktop] [--times N] [REPORTS]

A phone's page, unless `--desktop` is said; looked at N times, of which the middle one counts, since no machine is ever
quite still. The game is a real one: a guest has begun it in the browser that Lighthouse looks with, and sits there.
Whole reports are left in the folder REPORTS, if one is named. Needs npx, which fetches Lighthouse; nothing of it
becomes a part of the project.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from statistics import median_low

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


def examine(address: str, port: int, kept: Path, *, preset: str = "") -> Report:
    """What Lighthouse says of a page, in the browser at this port."""
    command = ["npx", "--yes", PACKAGE, address, "--output=json", f"--output-path={kept}", "--quiet", f"--port={port}"]
    command += ["--only-categories=" + ",".join(WANTED), *([f"--preset={preset}"] if preset else [])]
    subprocess.run(command, capture_output=True, check=True, timeout=300)
    return msgspec.json.decode(kept.read_bytes(), type=Report)


def asked() -> argparse.Namespace:
    """What is to be looked at, and how often."""
    parser = argparse.ArgumentParser(description="Lighthouse on home and on a game.")
    parser.add_argument("reports", nargs="?", type=Path, help="a folder for the whole reports")
    parser.add_argument("--desktop", action="store_true", help="as on a desk; a phone otherwise")
    parser.add_argument("--times", type=int, default=1, help="how often; the middle one counts")
    return parser.parse_args()


def main() -> None:
    """Examine both pages, and say what keeps them from the best score."""
    how = asked()
    browser = chromium()
    if browser is None or shutil.which("npx") is None:
        sys.exit(f"{WHAT_TO_INSTALL} Lighthouse comes with npx.")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        reports = Path(how.reports or folder)
        reports.mkdir(parents=True, exist_ok=True)
        house = House(Path(folder), free_port())
        house.open()
        try:
            port = free_port()
            with seated(house, browser, port) as table:
                for name, address in (("home", house.address + "/"), ("game", table)):
                    found = [
                        examine(address, port, reports / f"{name}-{at}.json", preset="desktop" if how.desktop else "")
                        for at in range(1, how.times + 1)
                    ]
                    good = told(name, found) and good
        finally:
            house.close()
    if not good:
        sys.exit("Below what is wanted.")


def told(name: str, reports: list[Report]) -> bool:
    """Say what was found; whether it is good enough."""
    scores = {key: [report.categories[key].score for report in reports] for key in WANTED}
    print(name, *(f"{key} {' '.join(f'{score:.2f}' for score in found)}" for key, found in scores.items()))
    middle = median_low(scores["performance"])
    report = next(one for one in reports if one.categories["performance"].score == middle)
    for audit in report.audits.values():
        if audit.score is not None and audit.score < POOR:
            print(f"    {audit.score:.2f} {audit.title} {audit.displayValue}")
    return all(median_low(scores[key]) >= least for key, least in WANTED.items())


if __name__ == "__main__":
    main()
