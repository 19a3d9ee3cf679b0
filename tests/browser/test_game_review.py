"""The review beside a replay: the graph, turning points that lead to their moment, and what it means."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest

RECORD = Path(__file__).parents[2] / "records" / "classic" / "solved.case"
SLOW = 90_000
UPLOAD = "async (text) => (await (await fetch('/api/records', {method: 'POST', body: text})).json()).id"


@pytest.mark.parametrize("width", [1280, 390])
def test_the_review_leads_to_its_moments_and_axe_finds_nothing(newcomer: Newcomer, width: int) -> None:
    guest = newcomer(width=width)
    page = guest.page
    page.goto(f"{guest.address}/games")
    number = page.evaluate(UPLOAD, RECORD.read_text(encoding="utf-8"))
    page.goto(f"{guest.address}/record/{number}?review")
    expect(page.get_by_role("img", name="Every player's winning chances")).to_be_visible(timeout=SLOW)
    point = page.locator(".turning-points .line").first
    turn = (point.text_content() or "").strip()
    assert turn.startswith("Turn ")
    before = page.locator(".player-bar span").text_content()
    point.click()
    expect(page.locator(".player-bar span")).not_to_have_text(before or "")
    page.get_by_role("button", name="Uncertainty in bits").click()
    expect(page.get_by_role("img", name="How much each player still didn't know")).to_be_visible()
    page.get_by_label("View as").select_option("Peacock")
    book = page.locator("details.notebook")
    expect(book).to_contain_text("What Mrs. Peacock could know at this moment")
    book.locator("button.cell.could").first.click()
    expect(book.locator(".proof li").first).to_be_visible()
    no_violations(guest)
    page.goto(f"{guest.address}/explained")
    expect(page.get_by_role("heading", name="The game review, explained")).to_be_visible()


def test_a_game_is_played_on_and_shared_without_names(newcomer: Newcomer) -> None:
    guest = newcomer()
    page = guest.page
    page.goto(f"{guest.address}/games")
    number = page.evaluate(UPLOAD, RECORD.read_text(encoding="utf-8"))
    page.goto(f"{guest.address}/record/{number}")
    page.get_by_label("Position in the game").fill("60")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Play on from turn ")).to_be_visible()
    dialog.get_by_label("Mrs. Peacock").select_option("friend")
    expect(dialog.get_by_role("button", name="Open the practice table")).to_be_visible()
    for name, sitter in {"Miss Scarlett": "you", "Col. Mustard": "inspector", "Mrs. Peacock": "inspector"}.items():
        dialog.get_by_label(name).select_option(sitter)
    no_violations(guest)
    dialog.get_by_role("button", name="Start practice").click()
    guest.at_the_board()
    expect(page.locator(".sentence .practice-mark")).to_have_text("Practice")
    guest.leave_to_bots()
    expect(page.locator(".end .practice")).to_contain_text("It doesn't count.")
    expect(page.get_by_role("button", name="Try again from there")).to_be_visible()
    page.goto(f"{guest.address}/record/{number}")
    page.get_by_role("button", name="Share").click()
    dialog.get_by_label("Hide players' names").check()
    dialog.get_by_role("button", name="Create link").click()
    address = dialog.locator(".address").text_content() or ""
    no_violations(guest)
    stranger = newcomer(width=390)
    stranger.go(f"/shared/{address.rsplit('/', 1)[-1]}")
    expect(stranger.page.get_by_role("button", name="Play on from here")).to_be_visible()
    expect(stranger.page.locator(".hands")).not_to_contain_text("Grace")
    page.goto(f"{guest.address}/games")
    expect(page.locator(".listed .practice-mark")).to_be_visible()
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator(".share-links")).to_have_count(0)
    stranger.reload()
    expect(stranger.page.get_by_role("button", name="Play on from here")).to_have_count(0)


def no_violations(guest: Guest) -> None:
    found = Axe().run(guest.page)  # pyright: ignore[reportUnknownMemberType]
    assert found.violations_count == 0, found.generate_report()
