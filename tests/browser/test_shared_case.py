"""The game of the day and a challenge in browsers: the same for everybody, by keys, on a phone, in two languages."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.keys import Keys
from tests.browser.test_access import complaints


def dealt(guest: Guest) -> tuple[list[str], list[str]]:
    """The hand, and where everything stands."""
    cards = guest.settle().page.locator(".hand .card").all_text_contents()
    assert cards
    return cards, guest.page.locator(".board-in-words").all_text_contents()


def to_own_turn(guest: Guest) -> list[str]:
    """Play on until the next roll is this guest's; what the log says until then."""
    guest.play_until(lambda offered: "roll" in offered.does)
    return log_of(guest)


def log_of(guest: Guest) -> list[str]:
    """All that happened, also on a phone, where the log is in another tab."""
    return [" ".join(text.split()) for text in guest.settle().page.locator(".log li:not(.chat)").all_text_contents()]


def own_rolls(log: list[str]) -> list[str]:
    return [found[0] for line in log if (found := re.search(r"You rolled [\d + =]+", line))]


def test_two_guests_play_the_same_day_and_see_each_other_when_both_are_done(
    newcomer: Newcomer, dated_house: House
) -> None:
    """On a day whose game is the same whenever the test runs."""
    ada, grace = newcomer(at=dated_house, width=390, height=844), newcomer(at=dated_house, theme="dark")
    eve, day = newcomer(at=dated_house), f"/daily/game/{dated_house.day}"
    for guest in (ada, grace):
        guest.go(day).page.locator(".briefing form").wait_for()
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # Help comes a moment after what it follows from, and with it other cards would be suggested.
        guest.page.get_by_label("Notebook help").select_option(index=0)
    assert complaints(ada) == []
    expect(ada.page.locator(".briefing")).to_contain_text("another browser would give you a second")
    Keys(grace).press("^Start$")
    ada.page.get_by_role("button", name="Start", exact=True).click()
    first = [to_own_turn(guest.at_the_board()) for guest in (ada, grace)]
    hands = [dealt(guest) for guest in (ada, grace)]
    assert hands[0] == hands[1]
    assert first[0] == first[1]
    for guest in (ada, grace):
        guest.roll()
        guest.choose()
    second = [to_own_turn(guest) for guest in (ada, grace)]
    assert second[0] == second[1], "whoever chooses alike meets the same bots"
    assert len(second[0]) > len(first[0])
    ada.roll()
    ada.choose()
    grace.roll()
    grace.page.locator(".walk select:enabled").select_option(grace.offered().squares[0])
    for guest in (ada, grace):
        to_own_turn(guest)
        guest.roll()
    rolls = [own_rolls(log_of(guest)) for guest in (ada, grace)]
    assert len(rolls[0]) >= 3
    assert rolls[0] == rolls[1], "whoever parts has the same dice"
    table = ada.page.url.rpartition("/")[2]
    for guest in (ada, grace):
        guest.leave_to_bots()
        guest.page.get_by_role("link", name="Today's results").click()
        guest.page.locator(".results table").wait_for()
    expect(grace.page.locator(".results tbody th")).to_have_count(2)
    assert {*grace.page.locator(".results tbody th").all_inner_texts()} == {"You", "A guest"}
    with ada.page.expect_response(lambda answer: answer.request.method == "PUT") as showing:
        ada.page.get_by_role("checkbox").check()
    assert showing.value.ok
    grace.reload().page.locator(".results table").wait_for()
    expect(grace.page.locator(f'.results a[href="/replay/{table}"]')).to_have_count(1)
    assert complaints(grace) == []
    eve.go(f"/replay/{table}").page.locator("h1").wait_for()
    expect(eve.page.locator(".message-page")).to_contain_text("when you have finished the same case yourself")
    eve.page.context.add_cookies([{"name": "language", "value": "de", "url": eve.address}])
    eve.go(day).page.locator(".briefing form").wait_for()
    expect(eve.page.locator("h1")).to_contain_text("Das Spiel des")


def test_a_friend_plays_the_same_seat_by_a_link_and_both_results_stand_side_by_side(newcomer: Newcomer) -> None:
    ada, grace = newcomer(), newcomer(width=390, height=844)
    ada.play_now()
    hand, _ = dealt(ada)
    ada.leave_to_bots()
    ada.page.get_by_role("button", name="Challenge a friend").click()
    link = ada.page.get_by_label("Challenge link").input_value()
    assert "/challenge/" in link
    grace.page.goto(link)
    grace.page.locator(".briefing form").wait_for()
    expect(grace.page.locator(".day")).to_contain_text("has challenged you")
    assert grace.page.locator(".results").count() == 0
    Keys(grace).press("^Start$")
    assert dealt(grace.at_the_board())[0] == hand
    grace.leave_to_bots()
    grace.page.get_by_role("link", name="Compare results").click()
    expect(grace.page.locator(".results thead th")).to_have_count(2)
    assert grace.page.locator(".results tbody tr").count() == 4
    assert complaints(grace) == []
