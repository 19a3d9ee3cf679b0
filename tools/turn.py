"""One turn as a picture that moves, from a real game: roll, walk, suggest, and a card is handed over.

python -m tools.turn      into docs/pictures/turn.webp
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, CDPSession
from tests.browser.guest import Guest
from tests.browser.house import WHAT_TO_INSTALL, House, browsing, chromium, free_port
from tools.screenshots import until
from tools.webp import Still, moving, photograph

PICTURE = Path("docs/pictures/turn.webp")
SIZE = (960, 620)
QUALITY = 52
SLOW = 0.12
"""Motion runs this much slower while it is photographed, and at its own speed in the picture."""


def film(session: CDPSession, frames: int, milliseconds: int) -> list[Still]:
    """Several pictures of something that moves."""
    return [Still(photograph(session, QUALITY), milliseconds) for _ in range(frames)]


def play(browser: Browser, house: House) -> list[Still]:
    """Play until a turn leads into a room, and film that one."""
    width, height = SIZE
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="light", locale="en-GB")
    guest = Guest(context.new_page(), house.address)
    session = context.new_cdp_session(guest.page)
    guest.play_now()
    while not guest.over:
        until(guest, "Roll the dice")
        stills = film(session, 1, 1100)
        session.send("Animation.enable")
        guest.button("Roll the dice")
        guest.page.locator(".doing .walk").wait_for()
        guest.page.wait_for_timeout(600)
        stills += film(session, 1, 1500)
        room = guest.page.locator(".walk button", has_text="Into the").or_(guest.page.locator(".walk .action button"))
        if not room.count() or not guest.page.locator(".lit.area").count():
            guest.choose()
            continue
        session.send("Animation.setPlaybackRate", {"playbackRate": SLOW})
        room.first.click()
        stills += film(session, 10, 130)
        session.send("Animation.setPlaybackRate", {"playbackRate": 1})
        guest.page.get_by_role("button", name="Suggest", exact=True).wait_for()
        guest.button("Suggest")
        stills += film(session, 1, 1200)
        rows = guest.page.locator(".picker fieldset")
        for row in range(2):
            rows.nth(row).locator(".pick").nth(3).click()
        stills += film(session, 1, 1200)
        session.send("Animation.setPlaybackRate", {"playbackRate": SLOW})
        guest.button("Suggest it")
        stills += film(session, 16, 130)
        session.send("Animation.setPlaybackRate", {"playbackRate": 1})
        guest.page.wait_for_timeout(1500)
        stills += film(session, 1, 2500)
        context.close()
        return stills
    context.close()
    return play(browser, house)


def main() -> None:
    """Film one turn."""
    path = chromium()
    if path is None:
        sys.exit(WHAT_TO_INSTALL)
    with tempfile.TemporaryDirectory() as folder, browsing(path) as browser:
        house = House(Path(folder), free_port())
        house.open()
        try:
            PICTURE.write_bytes(moving(play(browser, house), SIZE))
        finally:
            house.close()
    print(PICTURE, PICTURE.stat().st_size)


if __name__ == "__main__":
    main()
