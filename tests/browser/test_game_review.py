"""The review beside a replay: the graph, turning points that lead to their moment, and what it means."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer

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
    found = Axe().run(page)  # pyright: ignore[reportUnknownMemberType]
    assert found.violations_count == 0, found.generate_report()
    page.goto(f"{guest.address}/explained")
    expect(page.get_by_role("heading", name="The game review, explained")).to_be_visible()
