"""When something goes wrong: a calm banner or screen, and it heals itself."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.cable import cable_to
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.house import House


def to_a_suggestion(guest: Guest) -> None:
    """Play on until the cards of a suggestion lie there to be picked."""
    while not guest.button("Suggest"):
        if not guest.choose():
            guest.page.wait_for_timeout(20)
        if guest.over:
            guest.play_now()


def test_a_reload_changes_nothing(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    hand = guest.page.locator(".hand .card-name").all_inner_texts()
    sentence = guest.sentence
    guest.page.reload()
    expect(guest.page.locator(".ask")).to_have_text(sentence)
    assert guest.page.locator(".hand .card-name").all_inner_texts() == hand


def test_a_cut_line_shows_a_banner_and_heals(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    guest.cut()
    expect(guest.page.locator(".banner")).to_be_visible()
    guest.mend()
    expect(guest.page.locator(".banner")).to_be_hidden()
    guest.page.get_by_role("button", name="Roll the dice", exact=True).click()
    expect(guest.page.locator(".dice").first).to_be_visible()


def test_a_killed_server_in_mid_suggestion_loses_nothing(newcomer: Newcomer, own_house: House) -> None:
    guest = newcomer(at=own_house).play_now()
    to_a_suggestion(guest)
    own_house.kill()
    expect(guest.page.locator(".banner")).to_be_visible()
    guest.suggest()
    own_house.open()
    expect(guest.page.locator(".banner")).to_be_hidden(timeout=20_000)
    expect(guest.page.locator(".log")).to_contain_text("You suggested")


def test_a_cut_cable_in_mid_suggestion_shows_a_banner_and_heals(newcomer: Newcomer, house: House) -> None:
    with cable_to(house.port) as cable:
        guest = newcomer()
        guest.address = cable.address
        guest.play_now()
        to_a_suggestion(guest)
        cable.cut()
        expect(guest.page.locator(".banner")).to_be_visible()
        guest.suggest()
        expect(guest.page.locator(".log")).not_to_contain_text("You suggested")
        cable.mend()
        expect(guest.page.locator(".banner")).to_be_hidden(timeout=20_000)
        expect(guest.page.locator(".log p", has_text="You suggested")).to_have_count(1)


def test_a_line_that_breaks_at_every_choice_loses_and_doubles_nothing(newcomer: Newcomer, house: House) -> None:
    with cable_to(house.port) as cable:
        guest = newcomer()
        guest.address = cable.address
        guest.open_table("Cottage")
        guest.page.get_by_role("button", name="Bots on all free chairs").click()
        guest.start()
        while not guest.over:
            if guest.choose():
                cable.snip()
            else:
                guest.page.wait_for_timeout(20)
        assert cable.carried > 10
        told = guest.page.locator(".log .turns p").all_inner_texts()
        guest.page.reload()
        expect(guest.page.locator(".game.over")).to_be_visible()
        expect(guest.page.locator(".log .turns p")).to_have_text(told)


def test_a_wrong_link_has_its_own_screen(newcomer: Newcomer) -> None:
    guest = newcomer()
    guest.go("/table/nowhere12345")
    expect(guest.page.get_by_role("heading", name="There is no such table")).to_be_visible()
    guest.go("/record/nothing")
    expect(guest.page.get_by_role("heading", name="There is no such game to look at")).to_be_visible()


def test_a_table_without_spectators_turns_a_stranger_away(newcomer: Newcomer) -> None:
    guest, stranger = newcomer().play_now(), newcomer()
    stranger.page.goto(guest.page.url)
    expect(stranger.page.get_by_role("heading", name="This table is full")).to_be_visible()
    assert not stranger.received


def test_a_wrong_code_is_answered_in_a_sentence(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    guest.page.get_by_label("Code of a table").fill("QQQQQQ")
    guest.page.get_by_role("button", name="Join").click()
    expect(guest.page.locator(".toast")).to_contain_text("There is no such table.")
