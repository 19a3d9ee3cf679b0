"""Whole games in real Chromium, by clicking what the screen offers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import BLINK, Guest
from tests.margin import PROOF


def play_together(*guests: Guest) -> None:
    """Everybody does what the screen offers until the case file opens."""
    while not all(guest.over for guest in guests):
        if not sum(guest.choose() for guest in guests):
            guests[0].page.wait_for_timeout(BLINK)


def test_two_people_and_bots_finish_a_game(newcomer: Newcomer) -> None:
    """In the smaller house, with one bot; the proof plays a classic game with two."""
    host, friend = newcomer(), newcomer(width=360, height=740)
    host.pick_box("Classic" if PROOF else "Cottage")
    bots = (3, 4) if PROOF else (3,)
    if PROOF:
        host.page.get_by_role("button", name="Add a seat").click()
        host.page.locator("li.chair").nth(3).wait_for()
    for chair in bots:
        host.put_bot(chair, "inspector")
    friend.page.goto(host.page.url)
    friend.sit(2)
    friend.ready()
    host.start()
    friend.at_the_board()
    play_together(host, friend)
    expect(friend.page.locator(".end h2 + p")).to_have_text(host.page.locator(".end h2 + p").inner_text())


@pytest.mark.parametrize(
    ("edition", "chairs"),
    [
        ("Getaway", 4),
        pytest.param("Cottage", 3, marks=pytest.mark.proof),
        pytest.param("Master Detective", 3, marks=pytest.mark.proof),
        pytest.param("Anniversary", 4, marks=pytest.mark.proof),
        pytest.param("Luxury", 3, marks=pytest.mark.proof),
        pytest.param("Parlour", 3, marks=pytest.mark.proof),
    ],
)
def test_other_editions(newcomer: Newcomer, edition: str, chairs: int) -> None:
    guest = newcomer().play_bots(edition, chairs=chairs)
    if edition == "Getaway":
        expect(guest.page.locator(".hand.open .card")).to_have_count(2)
    guest.finish()
    expect(guest.page.locator(".end")).to_be_visible()
    expect(guest.page.locator(".hands .open")).to_have_count(1 if edition == "Getaway" else 0)


def test_whoever_played_against_bots_alone_plays_again_at_once(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    guest.page.get_by_role("radio", name="Edith Calloway").check(force=True)
    guest.press_play()
    guest.finish()
    expect(guest.page.locator(".private-notice")).to_have_count(0)
    before = guest.page.url
    guest.page.get_by_role("button", name="Play again").click()
    guest.page.wait_for_url(lambda url: url != before)
    guest.at_the_board()
    expect(guest.page.locator(".game:not(.over)")).to_be_visible()


def test_my_games_say_with_whom_and_how_it_stands(newcomer: Newcomer) -> None:
    guest = newcomer(width=360, height=740).play_now()
    guest.go("/games")
    game = guest.page.locator(".listed li")
    expect(game).to_contain_text("Classic against 3 bots")
    expect(game).to_contain_text("Turn 1: waiting for you")
    game.get_by_role("link").click()
    guest.at_the_board()
