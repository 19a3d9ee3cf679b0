"""A page gives a nonce to games of one tap and to rematches, and compares the record with what it was told before."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest

from greycells.notation import Record, read, write
from greycells.rules.fair_dealing import dealer_nonce, seats_without_nonce


def record_of(guest: Guest) -> Record:
    """The record of the table at which this guest is."""
    address = re.sub(r"/table/(\w|-)+", lambda at: f"/api{at[0].replace('table', 'tables')}/record", guest.page.url)
    return read(guest.page.request.get(address).text())


def given(record: Record) -> set[str]:
    """The suspects of the seats that gave a nonce to the dealer."""
    assert record.pledge is not None
    own = seats_without_nonce(record.table, record.pledge)
    return {seat.suspect.word for seat in record.table.seats if seat not in own}


def test_a_game_of_one_tap_and_the_one_after_it_are_dealt_with_a_nonce_of_the_page(newcomer: Newcomer) -> None:
    guest = newcomer().press_play()
    guest.finish()
    expect(guest.page.locator(".deal")).to_contain_text("Dealt fairly")
    first = given(record_of(guest))
    assert len(first) == 1
    before = guest.page.url
    guest.page.get_by_role("button", name="Play again").click()
    guest.page.wait_for_url(lambda url: url != before)
    guest.at_the_board().finish()
    expect(guest.page.locator(".deal")).to_contain_text("Dealt fairly")
    assert given(record_of(guest)) == first


def without_tls(guest: Guest) -> Guest:
    guest.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    return guest


def test_a_page_without_tls_starts_at_once_and_says_nothing_of_the_deal(newcomer: Newcomer) -> None:
    guest = without_tls(newcomer()).press_play()
    guest.finish()
    expect(guest.page.locator(".end")).to_be_visible()
    expect(guest.page.locator(".deal")).to_have_count(0)
    assert not given(record_of(guest))


FORGED = {
    "secret": "secret isn't the one",
    "mine": "part in the shuffle isn't the one",
    "left out": "Without a part in the shuffle",
}
"""One of each kind; `tests/client/deal_check.test.js` has all."""


def test_a_record_that_differs_from_what_was_told_before_the_deal_is_not_trusted(newcomer: Newcomer) -> None:
    """Another secret, a nonce of the page that was changed, and one that never arrived."""
    guest = newcomer().press_play()
    revealed: list[str] = [found for text in guest.sent for found in re.findall(r'"reveal".*"nonce":"(\w+)"', text)]
    (nonce,) = revealed
    guest.finish()
    record = record_of(guest)
    text, pledge = write(record), record.pledge
    assert pledge is not None
    secret = pledge.secret
    assert secret is not None
    parts = {"secret": secret, "mine": nonce, "left out": nonce}
    shown = text
    guest.page.route("**/record", lambda route: route.fulfill(body=shown))
    for forged, told in FORGED.items():
        old = parts[forged]
        new = dealer_nonce(secret, pledge.nonces.index(nonce)) if forged == "left out" else old[::-1]
        shown = text.replace(f'"{old}"', f'"{new}"')
        assert shown != text
        guest.reload()
        expect(guest.page.locator(".deal")).to_contain_text(told)
        expect(guest.page.locator(".deal")).to_contain_text(re.compile("don't trust this deal", re.IGNORECASE))
    shown = text
    guest.reload()
    expect(guest.page.locator(".deal")).to_contain_text("Dealt fairly")
