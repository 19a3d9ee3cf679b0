"""Somebody without a mouse: reads the page, and does everything by keys."""

from __future__ import annotations

import re

from tests.browser.guest import Guest

FOCUSED = """() => {
    const here = document.activeElement;
    const label = here.closest("label");
    return here.getAttribute("aria-label") ?? (label ?? here).textContent.trim().replace(/\\s+/g, " ");
}"""
OFFERED = """() => [...document.querySelectorAll(".turn-panel button:not(:disabled):not(.rule-mark)")]
    .map((button) => button.getAttribute("aria-label") ?? button.textContent.trim().replace(/\\s+/g, " "))"""
WISHES = (r"^Roll the dic?e$", r"^I have none", r"(?<!Rule: )Show ", r"^Suggest$", r"^Enter ", r"^Stay here$")
LAST = (r"^Passage to", r"^Snoop", r"^End turn$")


class Keys:
    """A guest's hands on the keyboard; the page is only looked at."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.page = guest, guest.page

    def to(self, wanted: str, *, most: int = 160) -> bool:
        """Press Tab until what has the focus is called so."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            if re.search(wanted, str(self.page.evaluate(FOCUSED))):
                return True
        return False

    def press(self, wanted: str) -> None:
        assert self.to(wanted), f"No way to {wanted} by keyboard."
        self.page.keyboard.press("Enter")

    def choose(self) -> bool:
        """Do the most ordinary of what is offered; False if nothing is."""
        offered: list[str] = self.guest.settle().page.evaluate(OFFERED)
        for wish in WISHES:
            if any(re.search(wish, words) for words in offered):
                return self._try(wish)
        if self.page.locator(".lit").count():
            return self._walk()
        return any(any(re.search(wish, words) for words in offered) and self._try(wish) for wish in LAST)

    def _try(self, wish: str) -> bool:
        """Go to a button and press it; what was offered may be over by then, as when a clock has run out."""
        if not self.to(wish):
            return False
        self.page.keyboard.press("Enter")
        if wish == r"^Suggest$":
            self.page.locator(".picker").wait_for()
            self.suggest()
        return True

    def _walk(self) -> bool:
        if not self.to(r"^Move to "):
            return False
        for key in ("ArrowDown", "ArrowRight", "ArrowUp"):
            self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")
        return True

    def _to_row(self, row: int, *, most: int = 160) -> bool:
        """Press Tab until a card of that row has the focus, if none has it yet."""
        for _ in range(most):
            if self.page.evaluate("document.activeElement.name") == f"row-{row}":
                return True
            self.page.keyboard.press("Tab")
        return False

    def suggest(self) -> None:
        """Pick a card in every row by arrows, passing those that are held."""
        for row in range(3):
            assert self._to_row(row), f"No way to row {row} of the cards by keyboard."
            if not self.page.evaluate("document.activeElement.checked"):
                self.page.keyboard.press("Space")
            for _ in range(9):
                kind = str(self.page.evaluate("document.activeElement.closest('.pick').className"))
                if not re.search(r"\b(mine|yes)\b", kind):
                    break
                self.page.keyboard.press("ArrowRight")
        self.press(r"^Suggest$")
        self.page.locator(".picker").wait_for(state="detached")
