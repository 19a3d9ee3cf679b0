"""Detective sheets on paper: one page for every edition, on A4 and on Letter, in English and German."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.test_access import complaints

from greycells.editions import names


def test_a_sheet_fits_on_one_page_and_its_page_can_be_used(newcomer: Newcomer) -> None:
    guest = newcomer()
    page = guest.page
    for key in names():
        page.goto(f"{guest.address}/print/{key}")
        expect(page.locator(".grid tbody tr:not(.kind)").first).to_be_visible()
        for paper in ("A4", "Letter"):
            printed = page.pdf(format=paper)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, (key, paper)
    page.context.add_cookies([{"name": "language", "value": "de", "url": guest.address}])
    page.goto(f"{guest.address}/print/master-detective")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    assert not complaints(guest)
    page.get_by_label("Spieler:").select_option("4")
    expect(page.locator(".grid thead th")).to_have_count(6)
    expect(page.get_by_role("button", name="Drucken")).to_be_visible()
