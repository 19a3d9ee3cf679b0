"""Somebody at a page, who does only what the screen offers: clicks, taps and keys."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import msgspec
from playwright.sync_api import Error, Page, WebSocket

from greycells.players.registry import bot_name

SLOWEST = 30_000
"""Milliseconds that a page may take for anything: a busy machine is no fault of its own."""
PATIENCE = 400.0
"""Seconds until whatever is played for has happened."""
BLINK = 20
GLANCE = 2_000
"""Milliseconds to touch what was just offered: it may be gone by then."""
DRAWN = """() => import(document.querySelector("script[type=module]").src.replace("app.js", "staged_render.js"))
    .then(({ afterwards }) => new Promise((done) => afterwards(done)))"""
OFFERED = """() => ({
    over: document.querySelector(".game.over") !== null,
    picking: document.querySelector(".picker") !== null,
    does: [...document.querySelectorAll(".doing .actions [data-do]:enabled")].map((button) => button.dataset.do),
    rooms: document.querySelectorAll(".walk button:enabled").length,
    squares: [...document.querySelectorAll(".walk select:enabled option")].map((one) => one.value).filter(Boolean),
})"""
WISHES = ("roll", "cannot show", "show", "suggest", "room", "square", "stay", "end turn", "snoop", "take passage")
"""The most ordinary first."""


class Offered(msgspec.Struct):
    """What can be done on a page at one moment, as its buttons say it."""

    over: bool
    picking: bool
    does: list[str]
    rooms: int
    squares: list[str]

    def wish(self) -> str:
        """The most ordinary of it, or nothing."""
        open_to = {*self.does, *["room"] * (self.rooms > 0), *["square"] * (self.squares != [])}
        return next((wish for wish in WISHES if wish in open_to), "")


class Guest:
    """A page, everything that it was sent, and what a person does there."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.received: list[str] = []
        self._again: Callable[[], Guest] = self.play_now
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._listen)
        page.set_default_timeout(SLOWEST)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.received.append(str(payload)))

    def go(self, path: str = "/") -> Guest:
        """Open a page; it is there once the client has drawn it over the plain one that came first."""
        self.page.goto(self.address + path)
        return self.settle()

    def reload(self) -> Guest:
        self.page.reload()
        return self.settle()

    def settle(self) -> Guest:
        """Wait until nothing is left to be drawn: a page draws its parts one after the other."""
        self.page.locator("#app").wait_for(state="attached")
        self.page.evaluate(DRAWN)
        return self

    def play_now(self) -> Guest:
        self._again = self.play_now
        self.go()
        self.page.get_by_role("button", name="Play now").click()
        return self.at_the_board()

    def at_the_board(self) -> Guest:
        """Wait until the game lies there, with everything beside the board."""
        self.page.locator(".ask").wait_for()
        self.page.locator(".in-words").wait_for(state="attached")
        return self.settle()

    def open_table(self, edition: str) -> Guest:
        """Open a table of this edition by its title; the guest sits in the first chair."""
        self.go("/new")
        self.page.locator("button.box", has=self.page.locator(f"b:text-is('{edition}')")).click()
        self.page.locator("li.chair.yours").wait_for()
        return self

    def play_bots(self, edition: str, *, chairs: int = 3, level: str = "inspector", helped: str = "none") -> Guest:
        """A game of this edition against bots of one level, with so much help in the notebook."""
        self._again = lambda: self.play_bots(edition, chairs=chairs, level=level, helped=helped)
        self.open_table(edition)
        self.page.get_by_label("Notebook help").select_option(helped)
        for chair in range(self.chairs(), chairs):
            self.page.get_by_role("button", name="Add a seat").click()
            self.page.locator("li.chair").nth(chair).wait_for()
        for chair in range(2, self.chairs() + 1):
            self.put_bot(chair, level)
        return self.start()

    def chairs(self) -> int:
        return self.page.locator("li.chair").count()

    def put_bot(self, chair: int, level: str = "constable") -> None:
        self.page.get_by_role("button", name=f"Human or bot in seat {chair}").click()
        self.page.locator(f"input[name=sitter][value={level}]").click()
        self.page.locator(".dialog").wait_for(state="detached")
        self.page.locator("li.chair").nth(chair - 1).get_by_text(
            f"{bot_name(level).capitalize()} (bot)"
        ).first.wait_for()

    def start(self) -> Guest:
        self.page.get_by_role("button", name="Start game").click()
        return self.at_the_board()

    def start_handed(self) -> None:
        """Start a game in which the device goes round."""
        self.page.get_by_role("button", name="Start game").click()

    def sit(self, chair: int) -> None:
        self.page.locator("li.chair").nth(chair - 1).get_by_role("button", name="Sit here").click()
        self.page.locator("li.chair.yours").wait_for()

    def ready(self) -> None:
        self.page.get_by_role("button", name="I'm ready").click()
        self.page.get_by_role("button", name="I'm not ready").wait_for()

    @property
    def sentence(self) -> str:
        return self.page.locator(".ask").inner_text()

    @property
    def over(self) -> bool:
        return self.page.locator(".game.over").count() > 0

    def button(self, name: str | re.Pattern[str]) -> bool:
        """Press the first button of that name, if it is there and stays long enough."""
        found = self.page.locator(".doing button:enabled", has_text=name).first
        try:
            if found.count() == 0:
                return False
            found.click(timeout=GLANCE)
        except Error:
            return False
        return True

    def roll(self) -> None:
        """Roll, and see where one may go."""
        self.page.locator(".doing [data-do=roll]:enabled").click()
        self.page.locator(".walk").wait_for()

    def offered(self) -> Offered:
        """What can be done now."""
        return msgspec.convert(self.page.evaluate(OFFERED), Offered)

    def choose(self) -> bool:
        """Do the most ordinary of what is offered; False if nothing is, or if it was over before it could be done."""
        return self._do(self.offered())

    def _do(self, offered: Offered) -> bool:
        wish = offered.wish()
        try:
            if offered.picking:
                self.suggest()
            elif wish == "square":
                middle = offered.squares[len(offered.squares) // 2]
                self.page.locator(".walk select:enabled").select_option(middle, timeout=GLANCE)
            elif wish:
                button = ".walk button" if wish == "room" else f".actions [data-do='{wish}']"
                self.page.locator(f".doing {button}:enabled").first.click(timeout=GLANCE)
        except Error:
            return False
        return offered.picking or wish != ""

    def suggest(self) -> None:
        """Pick the first card of each kind that is neither held nor noted, and suggest it."""
        self.page.locator(".picker").wait_for()
        for row in range(3):
            self.pick(row)
        self.page.locator(".picker .close button:not([type]):enabled").click()

    def pick(self, row: int) -> None:
        """Pick a card of this kind, if none is picked yet."""
        fresh = self.page.locator(f".pick:not(.mine):not(.yes) input[name=row-{row}]")
        found = fresh if fresh.count() else self.page.locator(f"input[name=row-{row}]")
        if not self.page.locator(f".pick.picked input[name=row-{row}]").count():
            found.first.check(force=True)

    def play_until(self, wanted: Callable[[Offered], bool]) -> None:
        """Do what the screen offers until it offers what is wanted; a game that is over before begins again."""
        until = time.monotonic() + PATIENCE
        while not wanted(offered := self.offered()):
            assert time.monotonic() < until, self.sentence
            if offered.over:
                self._again()
            elif not self._do(offered):
                self.page.wait_for_timeout(BLINK)

    def play_to_the_end(self) -> None:
        """Play until the case file opens, and everything around it is drawn."""
        self.play_until(lambda offered: offered.over)
        self.settle()

    def to_a_suggestion(self) -> None:
        """Play on until the cards of a suggestion lie there to be picked."""
        self.play_until(lambda offered: "suggest" in offered.does)
        self.page.locator(".doing [data-do=suggest]:enabled").click()
        self.page.locator(".picker").wait_for()

    def tab_to(self, name: str) -> None:
        """Press Tab until the button of that name has the focus."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement?.textContent?.trim()") == name:
                return
        raise AssertionError(f"No way to {name} by keyboard.")

    def cut(self) -> None:
        """The line goes dead: no new socket opens until `mend`."""
        self.page.context.set_offline(True)

    def mend(self) -> None:
        self.page.context.set_offline(False)
