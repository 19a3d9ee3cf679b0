"""Master Detective: snooping in the middle of a move that goes on, and passing through a location."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest

PATIENCE = 150.0


class Moves(msgspec.Struct):
    """Where a pawn may end, and where it may stop on its way."""

    ends: list[str]
    pauses: list[str]


class Offered(msgspec.Struct):
    moves: Moves | None = None
    snoop: list[str] = []


class Told(msgspec.Struct):
    """A frame, as far as choices go."""

    type: str
    decision: int = 0
    options: Offered | None = None


def offered(guest: Guest) -> Offered:
    """What the page was last asked to choose from."""
    frames = [frame for text in guest.received for frame in msgspec.json.decode(text, type=list[Told])]
    return next((frame.options for frame in reversed(frames) if frame.options), Offered())


def stop_at(guest: Guest, wanted: Callable[[str], bool]) -> str:
    """Play on until the walk can be interrupted at such a place, and stop there."""
    until = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < until, guest.sentence
        moves = offered(guest).moves
        if guest.page.locator(".walk :enabled:not(.rule-mark)").count() and moves:
            places = [place for place in moves.pauses if wanted(place)]
            lit = guest.page.locator(f".lit[data-place='{places[0]}']") if places else None
            if lit is not None and lit.count():
                lit.press("Enter")
                return places[0]
        if not guest.choose():
            guest.page.wait_for_timeout(20)
        if guest.over:
            begin(guest)


def begin(guest: Guest) -> None:
    guest.open_table("Master Detective")
    guest.put_bot(2, "stroller")
    guest.put_bot(3, "stroller")
    guest.start()


def test_snooping_in_mid_move_and_going_on(newcomer: Newcomer) -> None:
    guest = newcomer()
    begin(guest)
    stop_at(guest, lambda place: place[-1].isdigit() and place[0].islower())
    snoop = guest.page.locator(".doing button", has_text="Snoop on").first
    snoop.click()
    moment = guest.page.locator(".moment.snooped")
    expect(moment).to_contain_text("You drew from")
    card = moment.locator("b").inner_text()
    expect(guest.page.locator(".log")).to_contain_text("snooped")
    moment.get_by_role("button", name="Note it").click()
    expect(guest.page.locator(".cell.own.yes")).to_have_count(1)
    expect(guest.page.locator(".notebook tr.yes")).to_contain_text(card)
    expect(guest.page.locator(".lit").first).to_be_visible()
    assert not guest.page.locator(".doing button", has_text="Roll the dice").count()
    onward = guest.page.locator(".lit").first
    place = onward.get_attribute("data-place") or ""
    onward.press("Enter")
    expect(guest.page.locator(".in-words li", has_text="Miss Scarlet").first).to_contain_text(place)


def test_passing_through_a_location(newcomer: Newcomer) -> None:
    """Into a location with steps left over, and out again with the rest of the same roll."""
    guest = newcomer()
    begin(guest)
    standing = guest.page.locator(".in-words li", has_text="Miss Scarlet").first
    beyond = guest.page.locator(".lit:not(.area)")
    walk_into_a_location(guest)
    while not beyond.count():
        walk_into_a_location(guest)
    dice = guest.page.locator(".dice").get_attribute("aria-label") or ""
    square = beyond.first.get_attribute("data-place") or ""
    beyond.first.press("Enter")
    expect(standing).to_contain_text(square)
    expect(guest.page.locator(".dice")).to_have_attribute("aria-label", dice)
    assert not guest.page.locator(".doing button", has_text="Roll the dice").count()


def walk_into_a_location(guest: Guest) -> None:
    """Play on until a location is in reach, and go there; the next choice is offered then."""
    until = time.monotonic() + PATIENCE
    locations = guest.page.locator(".walk button:enabled:not(.rule-mark)")
    while not locations.count():
        assert time.monotonic() < until, guest.sentence
        if guest.over:
            begin(guest)
        if not guest.choose():
            guest.page.wait_for_timeout(20)
    place = locations.first.inner_text().strip()
    locations.first.click()
    expect(guest.page.locator(".in-words li", has_text="Miss Scarlet").first).to_contain_text(place)
    expect(guest.page.locator(".doing .actions :enabled").first).to_be_visible()
