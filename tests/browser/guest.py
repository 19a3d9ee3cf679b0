"""Somebody at a page, who does only what the screen offers: clicks, taps and keys."""

from __future__ import annotations

import re

from playwright.sync_api import Error, Page, WebSocket

ROOM = re.compile(r"^Into the ")
SUGGEST = re.compile(r"^Suggest$")
SHOW = re.compile(r"Show ")


class Guest:
    """A page, everything that it was sent, and what a person does there."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.received: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._listen)
        page.set_default_timeout(15_000)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.received.append(str(payload)))

    def go(self, path: str = "/") -> Guest:
        self.page.goto(self.address + path)
        return self

    def play_now(self) -> Guest:
        self.go()
        self.page.get_by_role("button", name="Play now").click()
        self.page.locator(".ask").wait_for()
        return self

    def open_table(self, edition: str) -> Guest:
        """Open a table of this edition by its title; the guest sits in the first chair."""
        self.go("/new")
        self.page.locator("button.box", has=self.page.locator(f"b:text-is('{edition}')")).click()
        self.page.locator("li.chair.yours").wait_for()
        return self

    def chairs(self) -> int:
        return self.page.locator("li.chair").count()

    def put_bot(self, chair: int, level: str = "constable") -> None:
        self.page.get_by_label(f"Bot in chair {chair}").select_option(level)
        self.page.locator("li.chair").nth(chair - 1).get_by_text(f"{level} (bot)").first.wait_for()

    def start(self) -> None:
        self.page.get_by_role("button", name="Start the game").click()
        self.page.locator(".ask").wait_for()

    def sit(self, chair: int) -> None:
        self.page.locator("li.chair").nth(chair - 1).get_by_role("button", name="Sit here").click()
        self.page.locator("li.chair.yours").wait_for()

    def ready(self) -> None:
        self.page.get_by_role("button", name="I am ready").click()
        self.page.get_by_role("button", name="Not ready yet").wait_for()

    @property
    def sentence(self) -> str:
        return self.page.locator(".ask").inner_text()

    @property
    def over(self) -> bool:
        return self.page.locator(".game.over").count() > 0

    def button(self, name: str | re.Pattern[str]) -> bool:
        """Press the first button of that name, if it is there and stays long enough."""
        found = self.page.locator(".doing button:not(:disabled)", has_text=name).first
        if found.count() == 0:
            return False
        try:
            found.click(timeout=1000)
        except Error:
            return False
        return True

    def roll(self) -> None:
        """Roll, and see where one may go."""
        self.page.locator(".doing button", has_text="Roll the dice").click()
        self.page.locator(".walk").wait_for()

    def suggest(self) -> None:
        """Pick the first card of each kind that is neither held nor noted, and suggest it."""
        for row in range(3):
            self._pick(row)
        self.page.get_by_role("button", name="Suggest it").click()

    def _pick(self, row: int) -> None:
        fresh = self.page.locator(f".pick:not(.mine):not(.yes) input[name=row-{row}]")
        found = fresh if fresh.count() else self.page.locator(f"input[name=row-{row}]")
        if not self.page.locator(f".pick.picked input[name=row-{row}]").count():
            found.first.check(force=True)

    def choose(self) -> bool:
        """Do the most ordinary of what is offered; False if nothing is."""
        page = self.page
        if page.locator(".doing .actions").count() == 0:
            return False
        if self.button("Roll the dice") or self.button("I have none of these") or self.button(SHOW):
            return True
        if self.button(SUGGEST):
            self.suggest()
            return True
        if self.button(ROOM) or self._walk():
            return True
        return self.button("Stay here") or self.button("End my turn") or self.button(re.compile("^Snoop"))

    def _walk(self) -> bool:
        select = self.page.locator(".walk select:not(:disabled)")
        options: list[str] = select.locator("option").evaluate_all("all => all.map(option => option.value)")
        if len(options) < 2:
            return False
        try:
            select.select_option(options[(len(options) + 1) // 2], timeout=1000)
        except Error:
            return False
        return True

    def cut(self) -> None:
        """The line goes dead: no new socket opens until `mend`."""
        self.page.context.set_offline(True)

    def tab_to(self, name: str) -> None:
        """Press Tab until the button of that name has the focus."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement?.textContent?.trim()") == name:
                return
        raise AssertionError(f"No way to {name} by keyboard.")

    def start_handed(self) -> None:
        """Start a game in which the device goes round."""
        self.page.get_by_role("button", name="Start the game").click()

    def mend(self) -> None:
        self.page.context.set_offline(False)
