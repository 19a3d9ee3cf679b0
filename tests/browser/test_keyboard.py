"""Everything by keyboard: a whole game from the door to the case file, without a mouse."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import BLINK
from tests.browser.keys import Keys
from tests.margin import PROOF

NO_MOUSE = """() => {
    window.pointed = 0;
    addEventListener("pointerdown", () => window.pointed++, true);
    addEventListener("click", (event) => { if (event.detail) window.pointed++; }, true);
}"""

ENOUGH = 8
"""Choices by keyboard before a bot plays on: two or three turns. The proof plays the whole game."""


def test_a_whole_game_by_keyboard_only(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    keys = Keys(guest)
    keys.press("^Play now$")
    guest.at_the_board()
    guest.page.evaluate(NO_MOUSE)
    guest.page.locator(".notebook .cell").first.wait_for(state="attached")
    assert keys.to(", nothing noted$|has it")
    guest.page.keyboard.press("ArrowRight")
    guest.page.keyboard.press("ArrowDown")
    guest.page.keyboard.press("m")
    expect(guest.page.locator(".cell.ink-own.maybe")).to_have_count(1)
    guest.page.keyboard.press("w")
    expect(guest.page.get_by_role("dialog")).to_be_focused()
    guest.page.keyboard.press("Escape")
    guest.page.keyboard.press("u")
    expect(guest.page.locator(".cell.ink-own")).to_have_count(0)
    chosen = 0
    while not guest.over and (PROOF or chosen < ENOUGH):
        if keys.choose():
            chosen += 1
        else:
            guest.page.wait_for_timeout(BLINK)
    assert guest.page.evaluate("window.pointed") == 0
    guest.leave_to_bots()
    keys.press("^Watch replay$")
    guest.page.locator(".player-bar").wait_for()
    keys.press("^Next step$")
    guest.page.keyboard.press("ArrowRight")
    expect(guest.page.locator(".player-bar")).to_contain_text("Step")


def test_the_next_choice_is_one_key_away(newcomer: Newcomer) -> None:
    """The button that was pressed is gone; the focus waits before the next ones, and never on one of them."""
    guest = newcomer().play_now()
    keys = Keys(guest)
    keys.press("^Roll the die$")
    guest.page.locator(".walk").wait_for()
    expect(guest.page.locator(".actions")).to_be_focused()
    keys.press("^Accuse$")
    guest.page.locator(".picker").wait_for()
    expect(guest.page.locator(".picker")).to_be_focused()
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator(".actions")).to_be_focused()


def test_the_log_by_its_key_hides_no_card_and_no_mark_of_a_desk(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    mark = guest.page.locator(".notebook .cell.ink-hand").first
    mark.wait_for()
    guest.page.keyboard.press("l")
    expect(guest.page.locator(".page-log")).to_be_focused()
    expect(guest.page.locator(".your-cards .hand .card").first).to_be_visible()
    expect(mark).to_be_visible()
