"""Every screen as a picture: desktop and phone, light and dark, in all editions.

    make screenshots                  into build/screenshots
    python -m tools.screenshots home  only those whose name begins with home

A real server and the Chromium of this machine make them; bots play until there is something to see.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser
from tests.browser.guest import Guest
from tests.browser.house import WHAT_TO_INSTALL, House, browsing, chromium, free_port

FOLDER = Path("build/screenshots")
EDITIONS = ("Classic", "Luxury", "Anniversary", "Getaway", "Master Detective")
Theme = Literal["light", "dark"]


class Frame(NamedTuple):
    """How a picture is taken."""

    name: str
    width: int
    height: int
    theme: Theme


FRAMES = tuple(
    Frame(f"{device}-{theme}", width, height, theme)
    for device, width, height in (("desktop", 1280, 800), ("phone", 360, 740))
    for theme in ("light", "dark")
)
Screen = Callable[[Guest], None]


def visit(path: str) -> Screen:
    """A page that is only looked at."""

    def go(guest: Guest) -> None:
        guest.go(path).page.locator("h1").first.wait_for()

    return go


def at_table(guest: Guest) -> None:
    guest.open_table("Classic")
    guest.put_bot(2, "inspector")


def begun(edition: str) -> Screen:
    """A game of this edition, rolled, with the squares lit."""

    def play(guest: Guest) -> None:
        guest.open_table(edition)
        for chair in range(2, guest.chairs() + 1):
            guest.put_bot(chair, "inspector")
        guest.start()
        while not guest.page.locator(".lit").count():
            until(guest, "Roll the dice")
            guest.button("Roll the dice")
            guest.page.wait_for_timeout(200)
            if guest.over:
                play(guest)

    return play


def until(guest: Guest, words: str) -> None:
    """Play on until a button with these words is there, or the game is over."""
    while not guest.over and not guest.page.locator(".doing button", has_text=words).count():
        if not guest.choose():
            guest.page.wait_for_timeout(20)


def suggesting(guest: Guest) -> None:
    guest.play_now()
    until(guest, "Suggest")
    guest.button("Suggest")


def tab(name: str) -> Screen:
    """The notebook or the log; on a wide page both are beside the board."""

    def look(guest: Guest) -> None:
        guest.play_now()
        until(guest, "Suggest")
        button = guest.page.get_by_role("tab", name=name)
        if button.is_visible():
            button.click()

    return look


def ended(guest: Guest) -> None:
    guest.play_now()
    until(guest, "no such button")
    guest.page.locator(".review").wait_for()


def replayed(guest: Guest) -> None:
    ended(guest)
    guest.page.get_by_role("link", name="Look at it again").click()
    guest.page.get_by_role("button", name="To the end").click()


SCREENS: dict[str, Screen] = {
    "home": visit("/"),
    "new": visit("/new"),
    "games": visit("/games"),
    "trouble": visit("/table/nowhere12345"),
    "table": at_table,
    **{f"game-{edition.lower().replace(' ', '-')}": begun(edition) for edition in EDITIONS},
    "suggest": suggesting,
    "notebook": tab("Notebook"),
    "log": tab("Log"),
    "end": ended,
    "replay": replayed,
    **{f"rules-{key}": visit(f"/rules/{key}") for key in ("classic", "getaway", "master-detective")},
}


def pictures(browser: Browser, house: House, wanted: str) -> Iterator[Path]:
    """Take every picture whose name begins so."""
    for name, screen in SCREENS.items():
        if not name.startswith(wanted):
            continue
        for frame in FRAMES:
            context = browser.new_context(
                viewport={"width": frame.width, "height": frame.height},
                color_scheme=frame.theme,
                has_touch=frame.width < 500,
                device_scale_factor=2,
                reduced_motion="reduce",
            )
            guest = Guest(context.new_page(), house.address)
            screen(guest)
            guest.page.wait_for_timeout(400)
            path = FOLDER / f"{name}-{frame.name}.png"
            guest.page.screenshot(path=path, full_page=name.startswith("rules"))
            context.close()
            yield path


def main() -> None:
    """Take the pictures that are asked for."""
    path = chromium()
    if path is None:
        sys.exit(WHAT_TO_INSTALL)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browsing(path) as browser:
        house = House(Path(folder), free_port())
        house.open()
        try:
            for picture in pictures(browser, house, sys.argv[1] if len(sys.argv) > 1 else ""):
                print(picture)
        finally:
            house.close()


if __name__ == "__main__":
    main()
