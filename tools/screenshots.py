"""Take a screenshot of every screen: desktop and phone, light and dark, in all editions.

    make screenshots                                 all, into build/screenshots
    python -m tools.screenshots home game           only the albums whose names begin so
    python -m tools.screenshots --language de        in German, into build/screenshots/de
    python -m tools.screenshots --device phone --theme light
    python -m tools.screenshots --list               the names of all albums

Uses a real server and this machine's Chromium; bots play until there is something to show.
Beside the pictures lies index.txt, with a line for each: its name, and what it shows.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Error, FloatRect, Page
from tests.browser.browser_server import WHAT_TO_INSTALL, House, browsing, chromium, free_port
from tools.game_screens import GAMES
from tools.page_screens import PAGES
from tools.visitor import LOCALES, Album, Device, Visitor
from tools.webp import photograph

FOLDER = Path("build/screenshots")
DOCS = Path("docs/pictures")
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
TRIES = 3
QUALITY = 82
DEVICES = (Device("desktop", 1280, 800, 1.5), Device("phone", 360, 740, 2))
KEPT = {
    ("game-classic", "desktop"): DOCS / "game.webp",
    ("game-classic", "phone"): DOCS / "phone.webp",
    ("daily", "phone"): DOCS / "daily.webp",
    ("review", "desktop"): DOCS / "review.webp",
    ("review", "phone"): DOCS / "review-phone.webp",
}
"""The pictures that the README and the docs show."""
ALBUMS: dict[str, Album] = {**PAGES, **GAMES}


class Wanted(NamedTuple):
    """What is to be photographed, and how."""

    albums: tuple[str, ...]
    language: str
    devices: tuple[Device, ...]
    themes: tuple[Theme, ...]

    @property
    def folder(self) -> Path:
        return FOLDER if self.language == "en" else FOLDER / self.language


def pictures(browser: Browser, house: House, wanted: Wanted) -> Iterator[str]:
    """Take every album whose name starts so, on each device; yields what failed."""
    for name in ALBUMS:
        for device in wanted.devices:
            if name.startswith(wanted.albums) and not any(
                taken(browser, house, wanted, name, device) for _ in range(TRIES)
            ):
                yield f"{name}-{device.name}"


def taken(browser: Browser, house: House, wanted: Wanted, name: str, device: Device) -> bool:
    """Take an album; returns whether all of it worked."""
    guest = Visitor(browser, house, device, wanted.language)
    latest = "nothing"
    try:
        for latest, shows, other in ALBUMS[name](guest):
            page = other or guest.page
            for theme in wanted.themes:
                page.emulate_media(color_scheme=theme)
                page.wait_for_timeout(300)
                path = wanted.folder / f"{latest}-{device.name}-{theme}.png"
                shoot(page, path, device)
                note(path, shows)
            page.emulate_media(color_scheme=wanted.themes[0])
            if wanted.language == "en" and (latest, device.name) in KEPT:
                page.wait_for_timeout(300)
                KEPT[latest, device.name].write_bytes(photograph(page.context.new_cdp_session(page), QUALITY))
    except (Error, AssertionError) as why_not:
        print(f"{name}-{device.name}, after {latest}:", (str(why_not).splitlines() or [type(why_not).__name__])[0])
        return False
    finally:
        guest.afterwards.close()
    return True


def shoot(page: Page, path: Path, device: Device) -> None:
    """A page from its top, at most three windows long: rule pages are endless, and an overlay covers one window."""
    veiled = page.locator(".veil").count() > 0
    length: int = device.height if veiled else page.evaluate("document.documentElement.scrollHeight")
    clip: FloatRect = {"x": 0, "y": 0, "width": device.width, "height": min(length, 3 * device.height)}
    page.screenshot(path=path, full_page=True, clip=clip, timeout=30_000)
    print(path, flush=True)


def note(path: Path, shows: str) -> None:
    """Add a picture to the list of its folder."""
    index = path.with_name("index.txt")
    lines = index.read_text(encoding="utf-8").splitlines() if index.exists() else []
    listed = {line.partition(": ")[0]: line for line in lines} | {path.name: f"{path.name}: {shows}"}
    index.write_text("\n".join(sorted(listed.values())) + "\n", encoding="utf-8")


def asked() -> Wanted | None:
    """What the command line asks for; nothing if only the names are."""
    parser = argparse.ArgumentParser(description="Take a screenshot of every screen.")
    parser.add_argument("album", nargs="*", default=[""], help="only albums whose names begin with this")
    parser.add_argument("--language", choices=LOCALES, default="en", help="the language of the pages")
    parser.add_argument("--device", choices=[device.name for device in DEVICES], help="only this device")
    parser.add_argument("--theme", choices=THEMES, help="only this theme")
    parser.add_argument("--list", action="store_true", help="list the albums, and take no picture")
    told = parser.parse_args()
    if told.list:
        return None
    devices = tuple(device for device in DEVICES if told.device in (None, device.name))
    return Wanted(tuple(told.album), told.language, devices, (told.theme,) if told.theme else THEMES)


def main() -> None:
    """Take the requested screenshots."""
    wanted = asked()
    if wanted is None:
        print("\n".join(ALBUMS))
        return
    path = chromium()
    if path is None:
        sys.exit(WHAT_TO_INSTALL)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browsing(path) as browser:
        house = House(Path(folder), free_port())
        house.open()
        try:
            missing = list(pictures(browser, house, wanted))
        finally:
            house.close()
    if missing:
        sys.exit(f"Not taken: {', '.join(missing)}.")


if __name__ == "__main__":
    main()
