"""Maintenance on a page: announced at once where a game is played, with a countdown, and not in anybody's way."""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import expect
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.test_access import complaints


def operator(house: House, *command: str) -> None:
    """What whoever runs the server types."""
    subprocess.run([sys.executable, "-m", "greycells", "admin", *command, "--data", str(house.data)], check=True)


def test_maintenance_is_announced_and_a_ban_is_told(newcomer: Newcomer, own_house: House) -> None:
    guest = newcomer(width=360, at=own_house).play_now()
    page = guest.page
    operator(own_house, "maintenance", "5")
    banner = page.locator(".toast.soon")
    expect(banner).to_contain_text("You can't start new games until it's over.")
    expect(banner).to_contain_text("Maintenance starts in 5 minutes.")
    assert not complaints(guest)
    banner.get_by_role("button", name="Close").click()
    expect(banner).to_be_hidden()
    guest.go("/")
    expect(banner).to_be_visible()
    operator(own_house, "maintenance", "--off")
    guest.go("/games")
    expect(banner).to_be_hidden()
    page.go_back()
    guest.play_now()
    operator(own_house, "ban", "127.0.0.1")
    expect(page.get_by_role("heading", name="You can't play here")).to_be_visible()
    expect(page.get_by_text("You're banned from this server.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sorry")).to_be_visible()
    assert not complaints(guest)
    assert not guest.errors
