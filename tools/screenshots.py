"""Take a screenshot of every screen: desktop and phone, light and dark, in all editions.

    make screenshots                  into build/screenshots
    python -m tools.screenshots home  only those whose name begins with home

Uses a real server and this machine's Chromium; bots play until there is something to show.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Error, FloatRect, Page
from tests.browser.guest import Guest
from tests.browser.house import WHAT_TO_INSTALL, House, browsing, chromium, free_port
from tools.webp import photograph

FOLDER = Path("build/screenshots")
DOCS = Path("docs/pictures")
SEATS = {"Classic": 4, "Luxury": 3, "Anniversary": 6, "Getaway": 5, "Master Detective": 10}
"""How many players each edition gets: few and many; in getaway enough for open cards."""
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
TRIES = 3
KEPT = "game-classic"
"""The screen that the README shows."""
QUALITY = 82


class Device(NamedTuple):
    """A device, and where the README's picture from it is stored."""

    name: str
    width: int
    height: int
    scale: float
    kept: Path


DEVICES = (
    Device("desktop", 1280, 800, 1.5, DOCS / "game.webp"),
    Device("phone", 360, 740, 2, DOCS / "phone.webp"),
)
DAILY = DOCS / "daily.webp"
Screen = Callable[[Guest], None]


def visit(path: str) -> Screen:
    """A page without interaction."""

    def go(guest: Guest) -> None:
        guest.go(path).page.locator("h1").first.wait_for()

    return go


def at_table(edition: str) -> Screen:
    """A table with a bot in its second chair."""

    def sit(guest: Guest) -> None:
        guest.open_table(edition)
        guest.put_bot(2, "inspector")

    return sit


def begun(edition: str) -> Screen:
    """A game of this edition after a roll, with the reachable squares highlighted."""

    def play(guest: Guest) -> None:
        guest.play_bots(edition, chairs=SEATS[edition])
        while not guest.page.locator(".lit").count():
            guest.play_until(lambda offered: "roll" in offered.does)
            guest.roll()
            guest.page.wait_for_timeout(200)

    return play


def advanced(guest: Guest, edition: str, suggestions: int) -> None:
    """Some suggestions have been made, help is on, and the guest may suggest again."""
    guest.play_bots(edition, chairs=SEATS[edition], helped="full logic")
    for _ in range(suggestions):
        guest.to_a_suggestion()
        guest.suggest()
    guest.play_until(lambda offered: "suggest" in offered.does)


def suggesting(edition: str) -> Screen:
    """The cards to pick from are open."""

    def pick(guest: Guest) -> None:
        advanced(guest, edition, 1)
        guest.to_a_suggestion()

    return pick


def tab(edition: str, name: str) -> Screen:
    """The notebook or the log; on a wide page both are beside the board."""

    def look(guest: Guest) -> None:
        advanced(guest, edition, 2)
        button = guest.page.get_by_role("tab", name=name)
        if button.is_visible():
            button.click()

    return look


def ended(edition: str) -> Screen:
    """The case file is open."""

    def play(guest: Guest) -> None:
        guest.play_bots(edition, chairs=SEATS[edition])
        guest.finish()
        guest.page.locator(".review").wait_for()

    return play


def replayed(edition: str) -> Screen:
    """The replay of the same game."""

    def look(guest: Guest) -> None:
        ended(edition)(guest)
        guest.page.get_by_role("link", name="Watch replay").click()
        guest.page.get_by_role("button", name="Go to end").click()

    return look


def in_edition(edition: str) -> Iterator[tuple[str, Screen]]:
    """Every screen that differs between editions."""
    key = edition.lower().replace(" ", "-")
    yield f"table-{key}", at_table(edition)
    yield f"game-{key}", begun(edition)
    yield f"suggest-{key}", suggesting(edition)
    yield f"notebook-{key}", tab(edition, "Notebook")
    yield f"log-{key}", tab(edition, "Log")
    yield f"end-{key}", ended(edition)
    yield f"replay-{key}", replayed(edition)
    yield f"rules-{key}", visit(f"/rules/{key}")


def played(guest: Guest) -> None:
    """A list of games that isn't empty."""
    guest.play_now()
    guest.open_table("Getaway")
    visit("/games")(guest)


def taught(guest: Guest) -> None:
    guest.go().page.get_by_role("button", name="New here? Play the tutorial").click()
    guest.page.locator(".coach .says").wait_for()


def settings(guest: Guest) -> None:
    guest.go().page.get_by_role("button", name="Settings").click()
    guest.page.locator(".dialog").wait_for()


def handed(guest: Guest) -> None:
    """Pass and play: the device is handed over."""
    guest.open_table("Classic")
    guest.page.locator("li.chair").nth(1).get_by_role("button", name="Add a player on this device").click()
    guest.page.get_by_label("Name of the other player").fill("Grace")
    guest.page.keyboard.press("Enter")
    guest.page.locator("li.chair.yours").nth(1).wait_for()
    guest.put_bot(3)
    guest.start_handed()
    guest.page.locator(".handover button").wait_for()


def offline(guest: Guest) -> None:
    guest.go().page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    guest.cut()
    guest.page.goto(f"{guest.address}/games")
    guest.page.locator("h1").wait_for()


def daily(guest: Guest) -> None:
    """A daily case with the first marks on the notebook, photographed for the docs on a phone."""
    page = guest.go("/daily/2026-11-16").page
    page.locator(".puzzle").wait_for()
    for _ in range(6):
        page.locator(".hint-button").click()
    page.get_by_role("radio", name="No").click()
    page.evaluate("document.querySelector('.puzzle .story > ol > li:nth-child(4)').scrollIntoView()")
    if page.viewport_size and page.viewport_size["width"] < 500:
        DAILY.write_bytes(photograph(page.context.new_cdp_session(page), QUALITY))


SCREENS: dict[str, Screen] = {
    "home": visit("/"),
    "daily": daily,
    "daily-game": visit("/daily/game"),
    "practice": visit("/practice"),
    "new": visit("/new"),
    "games": played,
    "no-games": visit("/games"),
    "first": visit("/first"),
    "lesson": taught,
    "about": visit("/about"),
    "settings": settings,
    "offline": offline,
    "handover": handed,
    "trouble": visit("/table/nowhere12345"),
    "rules": visit("/rules"),
    **dict(screen for edition in SEATS for screen in in_edition(edition)),
}


def pictures(browser: Browser, house: House, wanted: str) -> Iterator[str]:
    """Take every screenshot whose name starts so, on each device, light and dark; yields what failed."""
    for name in SCREENS:
        for device in DEVICES:
            if name.startswith(wanted) and not any(taken(browser, house, name, device) for _ in range(TRIES)):
                yield f"{name}-{device.name}"


def taken(browser: Browser, house: House, name: str, device: Device) -> bool:
    """Take a screen, light and dark; returns whether it worked."""
    context = browser.new_context(
        viewport={"width": device.width, "height": device.height},
        has_touch=device.name == "phone",
        device_scale_factor=device.scale,
        reduced_motion="reduce",
        locale="en-GB",
    )
    try:
        guest = Guest(context.new_page(), house.address)
        SCREENS[name](guest)
        for theme in THEMES:
            guest.page.emulate_media(color_scheme=theme)
            guest.page.wait_for_timeout(300)
            shoot(guest.page, FOLDER / f"{name}-{device.name}-{theme}.png", device)
        if name == KEPT:
            guest.page.emulate_media(color_scheme="light")
            device.kept.write_bytes(photograph(context.new_cdp_session(guest.page), QUALITY))
    except (Error, AssertionError) as why_not:
        print(f"{name}-{device.name}:", str(why_not).splitlines()[0])
        return False
    finally:
        context.close()
    return True


def shoot(page: Page, path: Path, device: Device) -> None:
    """A page from its top, at most three windows long: rule pages are endless, and an overlay covers one window."""
    veiled = page.locator(".veil").count() > 0
    length: int = device.height if veiled else page.evaluate("document.documentElement.scrollHeight")
    clip: FloatRect = {"x": 0, "y": 0, "width": device.width, "height": min(length, 3 * device.height)}
    page.screenshot(path=path, full_page=True, clip=clip, timeout=30_000)
    print(path)


def main() -> None:
    """Take the requested screenshots."""
    path = chromium()
    if path is None:
        sys.exit(WHAT_TO_INSTALL)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browsing(path) as browser:
        house = House(Path(folder), free_port())
        house.open()
        try:
            missing = list(pictures(browser, house, sys.argv[1] if len(sys.argv) > 1 else ""))
        finally:
            house.close()
    if missing:
        sys.exit(f"Not taken: {', '.join(missing)}.")


if __name__ == "__main__":
    main()
