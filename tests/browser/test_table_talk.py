"""What people at a table say to one another: reactions and quick phrases, and whether to skip to the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.test_access import complaints
from tests.browser.test_conduct import two_people
from tests.browser.test_flow import holding
from tests.browser.test_moments import to_accuse

BUBBLE = 4500
"""Milliseconds for which a bubble is seen."""


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
    expect(page.locator(".board-scroll")).to_be_focused()
    page.keyboard.press("a")
    expect(page.locator(".picker")).to_be_visible()


def lasting(guest: Guest) -> Guest:
    """A page on which bubbles stay until `letTimePass`, however slow the machine is."""
    guest.page.add_init_script(holding(BUBBLE))
    return guest


def test_a_reaction_is_seen_at_the_pawn_and_fades(newcomer: Newcomer) -> None:
    host, friend, watcher = (lasting(guest) for guest in (newcomer(), newcomer(width=390, height=844), newcomer()))
    two_people(host, friend)
    watcher.page.goto(host.page.url)
    watcher.at_the_board()
    friend.page.get_by_label("Reactions and phrases").click()
    assert not complaints(friend)
    friend.page.get_by_role("button", name="Wow!").click()
    for guest in (host, friend, watcher):
        bubble = guest.page.locator(".bubble.face .reaction")
        expect(bubble).to_be_visible()
        guest.settle()
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
    expect(friend.page.locator(".bubble")).not_to_have_count(0)
    friend.page.evaluate("window.letTimePass()")
    expect(friend.page.locator(".bubble")).to_have_count(0)


def eliminated(host: Guest, friend: Guest) -> list[Locator]:
    """Both people at a table have accused wrongly; returns where each page says what can be done now."""
    two_people(host, friend)
    for guest in (host, friend):
        to_accuse(guest)
        guest.page.get_by_role("button", name="Yes, accuse").click()
        expect(guest.page.locator(".turn-panel")).to_contain_text("You're eliminated")
        if guest is host:  # As long as a friend plays, all that can be done is to resign.
            doing = guest.page.locator(".turn-panel").get_by_role("button")
            expect(doing).to_have_text(["Resign"])
    return [guest.page.locator(".turn-panel") for guest in (host, friend)]


def test_two_eliminated_people_skip_to_the_end_when_both_agree(newcomer: Newcomer, slow_house: House) -> None:
    host, friend = newcomer(at=slow_house), newcomer(at=slow_house, width=390, height=844)
    doing, friends = eliminated(host, friend)
    expect(doing).to_contain_text("You're eliminated, and only bots are still playing.")
    expect(friends).to_contain_text("You're eliminated, and only bots are still playing.")
    friends.get_by_role("button", name="Skip to the end").click()
    expect(friends).to_contain_text("You want to skip to the end. Waiting for")
    expect(doing).to_contain_text("wants to skip to the end. Do you?")
    expect(host.page.locator(".log")).to_contain_text("wants to skip to the end.")
    assert [complaints(guest) for guest in (host, friend)] == [[], []]
    friends.get_by_role("button", name="Keep watching").click()
    for told in (doing, friends):
        expect(told).to_contain_text("You're eliminated, and only bots are still playing.")
    expect(host.page.locator(".log")).to_contain_text("no longer wants to skip to the end.")
    doing.get_by_role("button", name="Skip to the end").click()
    expect(friends).to_contain_text("wants to skip to the end. Do you?")
    friends.get_by_role("button", name="Skip to the end").click()
    for guest in (host, friend):
        expect(guest.page.locator(".game.over .end h2")).to_contain_text("case")


@pytest.mark.proof
def test_whoever_has_left_keeps_nobody_from_skipping_to_the_end(newcomer: Newcomer, slow_house: House) -> None:
    """The server waits a quarter of a minute for whoever has lost the connection."""
    host, friend = newcomer(at=slow_house), newcomer(at=slow_house)
    doing, _ = eliminated(host, friend)
    doing.get_by_role("button", name="Skip to the end").click()
    expect(doing).to_contain_text("You want to skip to the end. Waiting for")
    friend.page.goto("about:blank")
    expect(host.page.locator(".game.over .end h2")).to_contain_text("case")
