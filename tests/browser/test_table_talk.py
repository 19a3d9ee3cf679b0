"""Reactions and quick phrases: a bubble at the pawn for everybody who may hear, and one line in the log."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.test_access import complaints
from tests.browser.test_conduct import two_people


def test_keys_beside_the_field_of_the_chat_choose_nothing(newcomer: Newcomer) -> None:
    host, friend = newcomer(), newcomer()
    two_people(host, friend)
    host.play_until(lambda offered: "roll" in offered.does)
    page = host.page
    for at in (".page-log", ".talk button"):
        page.locator(at).focus()
        for key in "rsea":
            page.keyboard.press(key)
        expect(page.locator("[data-do=roll]")).to_be_enabled()
        expect(page.locator(".picker")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.locator(".talk input")).to_be_focused()
    page.locator(".page-log").focus()
    page.keyboard.press("b")
    expect(page.locator(".scroll")).to_be_focused()
    page.keyboard.press("a")
    expect(page.locator(".picker")).to_be_visible()


def test_a_reaction_is_seen_at_the_pawn_and_fades(newcomer: Newcomer) -> None:
    host, friend = newcomer(), newcomer(width=390, height=844)
    two_people(host, friend)
    watcher = newcomer()
    watcher.page.goto(host.page.url)
    watcher.at_the_board()
    friend.page.get_by_label("Reactions and phrases").click()
    assert not complaints(friend)
    friend.page.get_by_role("button", name="Wow!").click()
    for guest in (host, friend, watcher):
        bubble = guest.page.locator(".bubble.face .reaction")
        expect(bubble).to_be_visible()
        box, pawn = (guest.page.locator(one).bounding_box() for one in (".bubble", ".pawn[data-word=Mustard]"))
        assert box
        assert pawn
        above, below = pawn["y"] - box["y"] - box["height"], box["y"] - pawn["y"] - pawn["height"]
        assert -10 < max(above, below) < 40
        assert pawn["x"] - 60 < box["x"] + box["width"] / 2 < pawn["x"] + pawn["width"] + 60
        expect(guest.page.locator(".latest p", has_text="Wow!")).to_have_count(1)
    assert watcher.page.get_by_label("Reactions and phrases").count() == 0
    host.page.locator(".player .name").nth(1).click()
    host.page.get_by_role("button", name="Mute", exact=True).click()
    expect(host.page.locator(".bubble")).to_have_count(0)
    friend.page.get_by_label("Reactions and phrases").click()
    friend.page.locator(".phrases").get_by_role("button", name="Good luck!").click()
    expect(watcher.page.locator(".bubble")).to_have_text(["Good luck!"])
    expect(host.page.locator(".bubble")).to_have_count(0)
    watcher.reload()
    expect(watcher.page.locator(".log")).to_contain_text("Good luck!")
    expect(watcher.page.locator(".bubble")).to_have_count(0)
    expect(friend.page.locator(".bubble")).to_have_count(0)
