"""Run Lighthouse on the home page and a game: both need 0.95 in performance, accessibility and best practices.

    python -m tools.lighthouse [--desktop] [--times N] [REPORTS]

It emulates a phone, or a desktop with `--desktop`. Each page is measured N times and the median counts. The game is a
real one that was started in the same browser. Full reports go to the folder REPORTS, if given. Needs npx, which
downloads Lighthouse; it doesn't become a dependency of the project.
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
from tests.browser.browser_server import FLAGS, WHAT_TO_INSTALL, House, chromium, free_port
from tests.browser.guest import Guest

PACKAGE = "lighthouse@12.8.2"
WANTED = {"performance": 0.95, "accessibility": 0.95, "best-practices": 0.95}
POOR = 0.9


class Audit(msgspec.Struct):
    """One audit of Lighthouse."""

    title: str
    score: float | None = None
    displayValue: str = ""  # noqa: N815 -- Lighthouse's own name


class Category(msgspec.Struct):
    """The score of a category."""

    score: float


class Report(msgspec.Struct):
    """The parts of Lighthouse's report that we read."""

    categories: dict[str, Category]
    audits: dict[str, Audit]


@contextlib.contextmanager
def seated(house: House, browser: str, port: int) -> Generator[str]:
    """The URL of a game that was started in a browser with this debugging port."""
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
    """Lighthouse's report on a page, from the browser at this port."""
    command = ["npx", "--yes", PACKAGE, address, "--output=json", f"--output-path={kept}", "--quiet", f"--port={port}"]
    command += ["--only-categories=" + ",".join(WANTED), *([f"--preset={preset}"] if preset else [])]
    subprocess.run(command, capture_output=True, check=True, timeout=300)
    return msgspec.json.decode(kept.read_bytes(), type=Report)


def asked() -> argparse.Namespace:
    """The arguments of the command."""
    parser = argparse.ArgumentParser(description="Lighthouse on home and on a game.")
    parser.add_argument("reports", nargs="?", type=Path, help="write the full reports to this folder")
    parser.add_argument("--desktop", action="store_true", help="emulate a desktop instead of a phone")
    parser.add_argument("--times", type=int, default=1, help="set how often to measure; the median counts")
    return parser.parse_args()


def main() -> None:
    """Audit both pages, and print what lowers their scores."""
    how = asked()
    browser = chromium()
    if browser is None or shutil.which("npx") is None:
        sys.exit(f"{WHAT_TO_INSTALL} Install Node.js for npx, which runs Lighthouse.")
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
        sys.exit("A score is too low.")


def told(name: str, reports: list[Report]) -> bool:
    """Print the scores and poor audits; returns whether all scores are high enough."""
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
