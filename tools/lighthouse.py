"""Lighthouse on home and on a game: at least 0.95 in performance, accessibility and best practices.

    python -m tools.lighthouse

Needs npx, which fetches Lighthouse; nothing of it becomes a part of the project.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
import msgspec
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


def examine(address: str, cookie: str, browser: str) -> Report:
    """What Lighthouse says of a page, as a guest with this cookie sees it."""
    command = ["npx", "--yes", PACKAGE, address, "--output=json", "--quiet", "--only-categories=" + ",".join(WANTED)]
    command += [f"--chrome-flags=--headless=new {' '.join(FLAGS)}"]
    command += ["--extra-headers=" + json.dumps({"Cookie": cookie})] if cookie else []
    environment = {**os.environ, "CHROME_PATH": browser}
    done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=300)
    return msgspec.json.decode(done.stdout, type=Report)


def main() -> None:
    """Examine both pages, and say what keeps them from the best score."""
    browser = chromium()
    if browser is None or shutil.which("npx") is None:
        sys.exit(f"{WHAT_TO_INSTALL} Lighthouse comes with npx.")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), free_port())
        house.open()
        try:
            with httpx.Client(base_url=house.address) as guest:
                table = guest.post("/play").headers["location"]
                cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
            for name, path, shown in (("home", "/", ""), ("game", table, cookie)):
                report = examine(house.address + path, shown, browser)
                scores = {key: report.categories[key].score for key in WANTED}
                good = good and all(scores[key] >= least for key, least in WANTED.items())
                print(name, *(f"{key} {score:.2f}" for key, score in scores.items()))
                for audit in report.audits.values():
                    if audit.score is not None and audit.score < POOR:
                        print(f"    {audit.score:.2f} {audit.title} {audit.displayValue}")
        finally:
            house.close()
    if not good:
        sys.exit("Below what is wanted.")


if __name__ == "__main__":
    main()
