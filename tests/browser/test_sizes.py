"""Phones, tablets, landscape and large letters: nothing is cut off, and what can be done is always in reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest

SIZES = {
    "phone": (360, 740),
    "phone lying": (740, 360),
    "tablet": (820, 1180),
    "tablet lying": (1180, 820),
    "desk at 200 %": (640, 400),
}
CUT_OFF = """() => [...document.querySelectorAll("button, a, select, input, h1, h2, .ask, .card-name")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest(".said, .skip, .row, .scroll, .cards, .players"))
    .filter((one) => one.type !== "file" && one.type !== "radio")
    .filter((one) => { const box = one.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; })
    .map((one) => one.textContent || one.className)"""


def nothing_is_lost(guest: Guest) -> None:
    guest.settle()
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert guest.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=pytest.mark.proof if size.startswith("tablet") else ()) for size in SIZES]
)
def test_nothing_is_cut_off(newcomer: Newcomer, size: str) -> None:
    width, height = SIZES[size]
    guest = newcomer(width=width, height=height)
    for path in ("/", "/new", "/games", "/rules/master-detective", "/table/nowhere12345"):
        guest.go(path).page.locator("h1").first.wait_for()
        nothing_is_lost(guest)
    guest.open_table("Classic")
    nothing_is_lost(guest)
    guest.play_now()
    expect(guest.page.locator(".ask")).to_be_in_viewport(ratio=0.9)
    expect(guest.page.get_by_role("button", name="Roll the dice", exact=True)).to_be_in_viewport(ratio=0.9)
    for tab in guest.page.get_by_role("tab").all():
        if tab.is_visible():
            tab.click()
            nothing_is_lost(guest)
            expect(guest.page.get_by_role("button", name="Roll the dice", exact=True)).to_be_in_viewport(ratio=0.9)
    guest.to_a_suggestion()
    nothing_is_lost(guest)
    expect(guest.page.get_by_role("button", name="Suggest it")).to_be_in_viewport(ratio=0.9)
    guest.suggest()


def test_no_box_moves_under_a_finger(newcomer: Newcomer) -> None:
    """Boxes have their size from what is printed on them: they are there when all of it is."""
    guest = newcomer()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    guest.page.route("**/api/editions/classic", hold)
    with guest.page.expect_response("**/api/editions/luxury"):
        guest.go("/new")
    boxes = guest.settle().page.locator("button.box")
    assert boxes.count() == 0
    held[0].continue_()
    expect(boxes).to_have_count(7)


def test_letters_twice_as_large(newcomer: Newcomer) -> None:
    """Sizes are in rem: a reader's larger letters are a larger book."""
    guest = newcomer().play_now()
    before = guest.page.locator(".ask").evaluate("ask => parseFloat(getComputedStyle(ask).fontSize)")
    guest.page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert guest.page.locator(".ask").evaluate("ask => parseFloat(getComputedStyle(ask).fontSize)") == 2 * before
    nothing_is_lost(guest)
    expect(guest.page.get_by_role("button", name="Roll the dice", exact=True)).to_be_in_viewport(ratio=0.9)
