"""Your data in the browser: found in the settings, downloaded in one file, and deleted after a clear question."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.test_access import complaints


def test_data_can_be_downloaded_and_deleted(newcomer: Newcomer) -> None:
    guest = newcomer(width=360).play_now()
    page = guest.page
    table = page.url.rsplit("/", 1)[1]
    guest.go("/about")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("link", name="Download or delete your data").click()
    expect(page.get_by_role("heading", name="Your data")).to_be_visible()
    expect(page.get_by_text("1 game you joined")).to_be_visible()
    assert not complaints(guest)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download my data").click()
    data = json.loads(Path(downloading.value.path()).read_text(encoding="utf-8"))
    assert [game["id"] for game in data["games"]] == [table]
    assert data["games"][0]["records"], "what the seat has seen so far"
    page.get_by_role("button", name="Delete my data").click()
    expect(page.get_by_text("You'll resign from 1 game in progress.")).to_be_visible()
    assert not complaints(guest)
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("heading", name="Your data has been deleted")).to_be_visible()
    assert not complaints(guest)
    assert page.evaluate("localStorage.length") == 0
    guest.go("/games")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert not guest.errors


def test_data_can_be_deleted_without_a_script(newcomer: Newcomer) -> None:
    guest = newcomer()
    answer = guest.page.request.post(f"{guest.address}/my-data", form={"sure": "on"})
    assert answer.ok
    assert "Your data has been deleted" in answer.text()
    assert not [cookie for cookie in guest.page.context.cookies() if cookie.get("name") == "greycells"]


def test_a_code_makes_another_device_the_same_player(newcomer: Newcomer) -> None:
    guest, phone = newcomer().play_now(), newcomer(width=360)
    guest.go("/my-data").page.get_by_role("button", name="Get a code").click()
    code = guest.page.locator(".device-code").inner_text()
    assert not complaints(guest)
    phone.go("/my-data").page.get_by_label("Code from your other device").fill(code)
    assert not complaints(phone)
    phone.page.get_by_role("button", name="Use code").click()
    expect(phone.page.get_by_role("heading", name="In progress")).to_be_visible()
    assert not guest.errors + phone.errors
