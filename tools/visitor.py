"""Somebody who shows every screen in one language: finds buttons by the keys of their words, and brings friends."""

from __future__ import annotations

import json
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Locator, Page
from tests.browser.browser_server import House
from tests.browser.guest import Guest

CATALOGUES = Path("src/greycells/server/static/words")
WORDS = re.compile(r'^  "([^"]+)":\s+("(?:[^"\\]|\\.)*"),$', re.MULTILINE)
LOCALES = {"en": "en-GB", "de": "de-DE"}
MODULE = """({ module, call, given }) =>
    import(document.querySelector("script[type=module]").src.replace("app.js", module)).then((it) => it[call](given))"""

SEATED = """(at) => import(document.querySelector("script[type=module]").src.replace("app.js", "session/game_state.js"))
    .then(({ game }) => game.table.seats[at][0])"""


@cache
def catalogue(language: str) -> dict[str, str]:
    """The words of the client in a language, by key."""
    texts = (path.read_text(encoding="utf-8") for path in (CATALOGUES / language).glob("*.js"))
    return {key: json.loads(words) for text in texts for key, words in WORDS.findall(text)}


class Device(NamedTuple):
    """A window, and how many pixels of the screen make one of the page."""

    name: str
    width: int
    height: int
    scale: float


class Picture(NamedTuple):
    """A screen that is ready to be photographed, what it shows, and on whose page it is, if not on the visitor's."""

    name: str
    shows: str
    page: Page | None = None


def opened(browser: Browser, device: Device, language: str) -> BrowserContext:
    """A browser of its own in which nothing moves."""
    return browser.new_context(
        viewport={"width": device.width, "height": device.height},
        has_touch=device.name == "phone",
        device_scale_factor=device.scale,
        reduced_motion="reduce",
        locale=LOCALES[language],
    )


class Visitor(Guest):
    """A guest of one device and one language, with friends of the same kind."""

    def __init__(self, browser: Browser, house: House, device: Device, language: str) -> None:
        self.afterwards = ExitStack()
        self.context = opened(browser, device, language)
        self.afterwards.callback(self.context.close)
        super().__init__(self.context.new_page(), house.address)
        self.browser, self.house, self.device, self.language = browser, house, device, language

    def friend(self, name: str) -> Visitor:
        """Somebody else, of this name, at a device of the same kind."""
        friend = Visitor(self.browser, self.house, self.device, self.language)
        self.afterwards.push(friend.afterwards)
        return friend.call(name)

    def call(self, name: str) -> Visitor:
        """Take a name that others see."""
        assert self.page.request.post(f"{self.address}/api/guest", data={"name": name}).ok
        return self

    def operator(self, *command: str) -> None:
        """Run a command of whoever runs the server."""
        data = ("--data", str(self.house.data))
        subprocess.run([sys.executable, "-m", "greycells", "admin", *command, *data], check=True, timeout=120)

    def said(self, key: str, **values: object) -> str:
        """The words of a key in this visitor's language."""
        return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: str(values[found[1]]), catalogue(self.language)[key])

    def saying(self, key: str, *, within: str = "body", **values: object) -> Locator:
        """Buttons and links that say exactly this."""
        says = re.compile(rf"^\s*{re.escape(self.said(key, **values))}\s*$")
        return self.page.locator(within).locator("button, a, summary", has_text=says)

    def press(self, key: str, *, within: str = "body", **values: object) -> Visitor:
        """Press what says this."""
        self.saying(key, within=within, **values).locator("visible=true").first.click()
        return self

    def window(self, kind: str, id: str = "") -> Visitor:  # noqa: A002 -- the client's own name
        """Open a small window over the page, as a button of the page does."""
        given = {"dialog": {"kind": kind, "id": id}}
        self.page.evaluate(MODULE, {"module": "ui/page.js", "call": "updatePage", "given": given})
        self.page.locator(".dialog").wait_for()
        return self

    def seat(self, at: int) -> str:
        """The suspect of a player, in turn order."""
        return str(self.page.evaluate(SEATED, at))

    def tab(self, name: str) -> Visitor:
        """Show this page of a game; on a wide screen they lie side by side."""
        tab = self.page.locator(f".tabs [data-tab={name}]")
        if tab.is_visible():
            tab.click()
        return self

    def closed(self) -> Visitor:
        """Close the window that is open."""
        self.page.keyboard.press("Escape")
        self.page.locator(".dialog").wait_for(state="detached")
        return self

    def command(self, table: str, **command: object) -> None:
        """Ask something of a table without a page."""
        self._ask(f"/{table}", {"command": command})

    @property
    def table(self) -> str:
        """The number of the table or record that is open."""
        return self.page.url.partition("?")[0].rpartition("/")[2]

    def opens(self, edition: str, chairs: list[dict[str, str]], **plan: object) -> str:
        """A new table with this visitor in its first chair; its number."""
        table = self._ask("", {"edition": edition, "chairs": chairs, **plan})
        self.command(table, type="sit", chair=0, nonce=secrets.token_hex(16))
        return table

    def sits_with(self, friend: Visitor, edition: str, **plan: object) -> str:
        """A game of these two and a bot, with all help; its number."""
        table = self.opens(edition, [{}, {}, {"bot": "inspector"}], help="full logic", **plan)
        friend.command(table, type="sit", chair=1, nonce=secrets.token_hex(16))
        friend.command(table, type="ready", chair=1, ready=True)
        self.command(table, type="start")
        for guest in (self, friend):
            guest.page.goto(f"{self.address}/table/{table}")
            guest.at_the_board()
        return table


Album = Callable[[Visitor], Iterator[Picture]]
"""Goes from screen to screen, and stops wherever a picture is to be taken."""
