"""Record one turn of a real game as an animated picture: roll, move, suggest, and a card is shown.

    python -m tools.turn      into docs/pictures/turn.webp

The page's animations are paused and advanced between two frames, so that the result is smooth on any machine.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Error
from tests.browser.browser_server import WHAT_TO_INSTALL, House, browsing, chromium, free_port
from tests.browser.guest import Guest
from tools.webp import Box, Still, moving, photograph

PICTURE = Path("docs/pictures/turn.webp")
WINDOW = Box(0, 0, 1000, 720)
QUALITY = 50
STEP = 100
LONGEST = 24
"""The maximum number of frames of one animation."""
MOVE_ON = """(step) => {
    const finite = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
    for (const one of finite) {
        one.pause();
        const now = Number(one.currentTime) + step;
        if (now < one.effect.getComputedTiming().endTime) one.currentTime = now;
        else one.finish();
    }
    return finite.length > 0;
}"""
EDITION = "Luxury"
"""Two dice reach a room quickly, and the turn continues after a card was shown."""


class Film:
    """A player's page, and the frames taken of it."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.session: CDPSession = guest.page.context.new_cdp_session(guest.page)
        self.stills: list[Still] = []

    def stand(self, milliseconds: int) -> None:
        """Show the whole page for this long."""
        self.stills.append(Still(photograph(self.session, QUALITY, box=WINDOW), WINDOW, milliseconds))

    def move(self) -> None:
        """Record what moves on the board until it stops."""
        self.guest.page.evaluate(MOVE_ON, 0)
        self.stand(STEP)
        box = self._board()
        for _ in range(LONGEST):
            if not self.guest.page.evaluate(MOVE_ON, STEP):
                break
            self.stills.append(Still(photograph(self.session, QUALITY, box=box), box, STEP))

    def _board(self) -> Box:
        found = self.guest.page.locator(".board-area").bounding_box()
        assert found is not None
        x, y, width, height = (int(found[side]) // 2 * 2 for side in ("x", "y", "width", "height"))
        return Box(x, y, width, height)


def turns(guest: Guest) -> Iterator[Film]:
    """The guest's turns, over several games, that end in a room where somebody shows a card."""
    page = guest.page
    while True:
        guest.play_until(lambda offered: "roll" in offered.does)
        film = Film(guest)
        film.stand(1000)
        guest.roll()
        page.wait_for_timeout(700)
        rooms = page.locator(".walk button:not(.rule-mark)")
        if not rooms.count():
            guest.choose()
            continue
        film.stand(1500)
        rooms.first.click()
        film.move()
        _suggest(film)
        if page.locator(".private-notice.shown").count():
            yield film


def _suggest(film: Film) -> None:
    """Make a suggestion, and record the answers."""
    page = film.guest.page
    page.locator(".turn-panel button[data-do=suggest]:enabled").click()
    page.locator(".picker").wait_for()
    film.stand(900)
    for row in range(2):
        page.locator(".picker fieldset").nth(row).locator(".pick:not(.mine):not(.yes)").last.click()
        film.stand(700)
    page.get_by_role("button", name="Suggest", exact=True).click()
    page.locator(".picker").wait_for(state="detached")
    page.locator(".turn-panel button[data-do='end turn']:enabled, .private-notice").first.wait_for()
    film.move()
    page.wait_for_timeout(400)
    film.stand(3000)


def shoot(browser: Browser, house: House) -> Film:
    """Play until there is a turn to show; other turns are discarded."""
    while True:
        context = browser.new_context(
            viewport={"width": WINDOW.width, "height": WINDOW.height}, color_scheme="light", locale="en-GB"
        )
        guest = Guest(context.new_page(), house.address)
        guest.play_bots(EDITION)
        try:
            for film in turns(guest):
                return film
        except Error as why_not:
            print("Trying again:", str(why_not).splitlines()[0])
        context.close()


def main() -> None:
    """Record one turn."""
    path = chromium()
    if path is None:
        sys.exit(WHAT_TO_INSTALL)
    with tempfile.TemporaryDirectory() as folder, browsing(path) as browser:
        house = House(Path(folder), free_port())
        house.open()
        try:
            film = shoot(browser, house)
        finally:
            house.close()
    PICTURE.write_bytes(moving(film.stills, WINDOW.width, WINDOW.height))
    print(PICTURE, PICTURE.stat().st_size, len(film.stills), "frames")


if __name__ == "__main__":
    main()
