"""Whole games in real Chromium, by clicking what the screen offers."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest

PATIENCE = 240.0


def play_to_the_end(*guests: Guest) -> None:
    """Everybody does what the screen offers until the case file opens."""
    until = time.monotonic() + PATIENCE
    while not all(guest.over for guest in guests):
        assert time.monotonic() < until, [guest.sentence for guest in guests]
        chosen = sum(guest.choose() for guest in guests)
        if not chosen:
            guests[0].page.wait_for_timeout(20)


def test_one_click_starts_a_game_that_can_be_played_to_its_end(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    assert "You may roll the dice" in guest.sentence
    play_to_the_end(guest)
    assert guest.page.locator(".end .case-file .card").count() >= 3
    assert guest.page.get_by_role("link", name="Download the record").count() == 1


def test_two_people_and_two_bots_finish_a_classic_game(newcomer: Newcomer) -> None:
    host, friend = newcomer(), newcomer(width=360, height=740)
    host.open_table("Classic")
    host.page.get_by_role("button", name="Add a chair").click()
    host.page.locator("li.chair").nth(3).wait_for()
    host.put_bot(3, "inspector")
    host.put_bot(4, "inspector")
    friend.page.goto(host.page.url)
    friend.sit(2)
    friend.ready()
    host.start()
    friend.page.locator(".ask").wait_for()
    play_to_the_end(host, friend)
    assert (
        host.page.locator(".end h2").inner_text().split()[-3:]
        == friend.page.locator(".end h2").inner_text().split()[-3:]
    )


@pytest.mark.parametrize(
    ("edition", "chairs"),
    [
        ("Master Detective", 3),
        ("Getaway", 4),
        ("Anniversary", 4),
        ("Cottage", 3),
        pytest.param("Luxury", 3, marks=pytest.mark.proof),
        pytest.param("Parlour", 3, marks=pytest.mark.proof),
    ],
)
def test_other_editions(newcomer: Newcomer, edition: str, chairs: int) -> None:
    guest = newcomer().open_table(edition)
    while guest.chairs() < chairs:
        count = guest.chairs()
        guest.page.get_by_role("button", name="Add a chair").click()
        guest.page.locator("li.chair").nth(count).wait_for()
    for chair in range(2, chairs + 1):
        guest.put_bot(chair, "inspector")
    guest.start()
    if edition == "Getaway":
        expect(guest.page.locator(".hand.open .card")).to_have_count(2)
    play_to_the_end(guest)
    assert guest.page.locator(".end").is_visible()
