"""When something goes wrong: a calm banner or screen, and it heals itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count

import msgspec
from playwright.sync_api import Route, expect
from tests.browser.browser_server import House
from tests.browser.cable import cable_to
from tests.browser.conftest import Newcomer
from tests.browser.guest import BLINK, Guest

ENOUGH = 10
"""So often a line breaks before it is trusted."""


def test_a_reload_in_mid_suggestion_changes_nothing(newcomer: Newcomer) -> None:
    guest = newcomer().play_to_suggest()
    guest.to_a_suggestion()
    cards = guest.page.locator(".hand .card-name")
    sentence, hand = guest.sentence, cards.all_inner_texts()
    assert hand
    guest.reload()
    expect(guest.page.locator(".ask")).to_have_text(sentence)
    expect(cards).to_have_text(hand)
    guest.to_a_suggestion()
    guest.suggest()
    expect(guest.page.locator(".log p", has_text="You suggested")).to_have_count(1)


def test_a_cut_line_shows_a_banner_and_heals(newcomer: Newcomer) -> None:
    guest = newcomer(worker=True).play_now()
    guest.cut()
    expect(guest.page.locator(".banner")).to_be_visible()
    guest.mend()
    expect(guest.page.locator(".banner")).to_be_hidden()
    guest.roll()
    expect(guest.page.locator(".dice").first).to_be_visible()


def test_a_killed_server_in_mid_suggestion_loses_nothing(newcomer: Newcomer, own_house: House) -> None:
    guest = newcomer(at=own_house, worker=True).play_to_suggest()
    guest.to_a_suggestion()
    own_house.kill()
    expect(guest.page.locator(".banner")).to_be_visible()
    guest.suggest()
    own_house.open()
    expect(guest.page.locator(".banner")).to_be_hidden()
    expect(guest.page.locator(".log")).to_contain_text("You suggested")


class Answer(msgspec.Struct):
    """What a page asks, or is told, as far as one belongs to the other."""

    type: str = ""
    id: str = ""


def unanswered(guest: Guest) -> set[str]:
    """The commands of which the page doesn't know whether they were done: it would send them again."""
    told = [frame for text in guest.received for frame in msgspec.json.decode(text, type=list[Answer])]
    asked = {msgspec.json.decode(text, type=Answer).id for text in guest.sent}
    return asked - {frame.id for frame in told if frame.type in ("done", "refused")}


def test_a_page_goes_on_from_a_restored_backup(newcomer: Newcomer, own_house: House) -> None:
    """What was seen after the backup has not happened, and is not shown; the game goes on from there."""
    database, copy = own_house.data / "greycells.db", own_house.data / "copy.db"
    guest = newcomer(at=own_house, worker=True).play_to_suggest()
    guest.play_until(lambda offered: "suggest" in offered.does)
    before = guest.page.locator(".log p").count()
    with closing(sqlite3.connect(database)) as origin, closing(sqlite3.connect(copy)) as target:
        origin.backup(target)
    guest.to_a_suggestion()
    guest.suggest()
    suggested = guest.page.locator(".log p", has_text="You suggested")
    expect(suggested).to_have_count(1)
    # A page says again what it doesn't know to be done: it would suggest once more.
    guest.until(lambda: not unanswered(guest), "every command to be answered")
    own_house.kill()
    for end in ("", "-wal", "-shm"):
        database.with_name(database.name + end).unlink(missing_ok=True)
    copy.rename(database)
    own_house.open()
    expect(guest.page.locator(".banner")).to_be_hidden()
    expect(suggested).to_have_count(0)
    expect(guest.page.locator(".log p")).to_have_count(before)
    guest.to_a_suggestion()
    guest.suggest()
    expect(suggested).to_have_count(1)


def test_a_cut_cable_in_mid_suggestion_shows_a_banner_and_heals(newcomer: Newcomer, house: House) -> None:
    with cable_to(house.port) as cable:
        guest = newcomer()
        guest.address = cable.address
        guest.play_to_suggest()
        guest.to_a_suggestion()
        guest.pick(0)
        picked = guest.page.locator(".pick.picked .card-name").all_inner_texts()
        cable.cut()
        expect(guest.page.locator(".banner")).to_be_visible()
        cable.mend()
        expect(guest.page.locator(".banner")).to_be_hidden()
        expect(guest.page.locator(".pick.picked .card-name")).to_have_text(picked)
        cable.cut()
        expect(guest.page.locator(".banner")).to_be_visible()
        guest.suggest()
        expect(guest.page.locator(".log")).not_to_contain_text("You suggested")
        cable.mend()
        expect(guest.page.locator(".banner")).to_be_hidden()
        expect(guest.page.locator(".log p", has_text="You suggested")).to_have_count(1)


def test_an_answer_that_breaks_off_is_no_answer(newcomer: Newcomer) -> None:
    """A table is asked for again before its line is opened again: half of what it says is not taken for the whole."""
    guest = newcomer().play_to_suggest()
    guest.to_a_suggestion()
    guest.page.route("**/api/tables/*", lambda route: route.fulfill(status=200, body='{"id": "half'), times=1)
    with guest.page.expect_response("**/api/tables/*"):
        guest.cut()
        expect(guest.page.locator(".banner")).to_be_visible()
        guest.mend()
    expect(guest.page.locator(".banner")).to_be_hidden()
    expect(guest.page.locator(".picker .pick").first).to_be_visible()


def test_what_is_fetched_in_advance_may_fail(newcomer: Newcomer) -> None:
    """Cards stay picked, since the page is not loaded again; and a window that is wanted still comes."""
    guest = newcomer()
    guest.page.route("**/app/dialog.js", lambda route: route.abort(), times=1)
    with guest.page.expect_event("requestfailed"):
        guest.play_to_suggest()
        guest.to_a_suggestion()
        guest.pick(0)
    guest.page.evaluate("window.stayed = true")
    expect(guest.page.locator(".pick.picked input[name=row-0]")).to_have_count(1)
    guest.page.get_by_role("button", name="Back").click()
    guest.page.locator(".rule-mark").first.click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    assert guest.page.evaluate("window.stayed")


def test_a_line_that_breaks_at_every_choice_loses_and_doubles_nothing(newcomer: Newcomer, house: House) -> None:
    with cable_to(house.port) as cable:
        guest = newcomer()
        guest.address = cable.address
        guest.play_bots("Cottage")
        guest.page.route("**/steps", lambda route: route.abort(), times=1)
        broken = 0
        while broken < ENOUGH or not guest.over:
            if guest.over:
                guest.play_bots("Cottage")
            elif guest.choose():
                cable.snip()
                broken += 1
            else:
                guest.page.wait_for_timeout(BLINK)
        # Not even what everybody held, which is asked for when the case file opens.
        expect(guest.page.locator(".end .hands li")).to_have_count(3)
        guest.settle()
        told = guest.page.locator(".log .turns p").all_inner_texts()
        guest.page.reload()
        expect(guest.page.locator(".game.over")).to_be_visible()
        expect(guest.page.locator(".log .turns p")).to_have_text(told)


def test_a_wrong_link_has_its_own_screen(newcomer: Newcomer) -> None:
    guest = newcomer()
    guest.go("/table/nowhere12345")
    expect(guest.page.get_by_role("heading", name="Game not found")).to_be_visible()
    guest.go("/record/nothing")
    expect(guest.page.get_by_role("heading", name="Replay not available")).to_be_visible()


def test_a_table_without_spectators_turns_a_stranger_away(newcomer: Newcomer) -> None:
    guest, stranger = newcomer().play_now(), newcomer()
    stranger.page.goto(guest.page.url)
    expect(stranger.page.get_by_role("heading", name="You can't watch this game")).to_be_visible()
    assert not stranger.received


def test_a_wrong_code_is_answered_in_a_sentence(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    guest.page.get_by_label("Room code").fill("QQQQQQ")
    guest.page.get_by_role("button", name="Join").click()
    expect(guest.page.locator(".toast")).to_contain_text("Game not found.")


def test_a_review_that_was_too_much_at_once_comes_later(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    tries = count()

    def refuse_once(route: Route) -> None:
        if next(tries):
            route.continue_()
        else:
            route.fulfill(status=429, json={"sentence": "You're going too fast. Wait a moment and try again."})

    guest.page.route("**/review", refuse_once)
    guest.finish()
    expect(guest.page.locator(".figures")).to_be_visible()
    assert next(tries) >= 2
