"""Under a path prefix, behind a real nginx with TLS: a game in Chromium, its links, its worker and its manifest."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.browser_server import House, free_port
from tests.browser.guest import Guest
from tests.server.nginx import make_certificate, needs_nginx, proxied

PREFIX = "/clue"
LINKS = """() => [...document.querySelectorAll("a[href], form[action], link[href], script[src], img[src], use[href]")]
    .map((one) => one.getAttribute("href") ?? one.getAttribute("action") ?? one.getAttribute("src"))
    .filter((address) => address.startsWith("/") && !address.startsWith("/clue/"))"""
pytestmark = needs_nginx


@pytest.fixture
def address(tmp_path: Path) -> Generator[str]:
    """A server under a prefix, behind nginx."""
    make_certificate(tmp_path)
    port = free_port()
    house = House(tmp_path / "house", free_port(), public_url=f"https://localhost:{port}{PREFIX}")
    house.open()
    with proxied(tmp_path, port=port, upstream=house.port, prefix=PREFIX):
        yield f"https://localhost:{port}{PREFIX}"
    house.close()


def test_a_game_under_a_prefix(browser: Browser, address: str) -> None:
    context = browser.new_context(ignore_https_errors=True, reduced_motion="reduce", locale="en-GB")
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    guest = Guest(context.new_page(), address)
    page = guest.page
    for path in ("/", "/rules", "/rules/classic", "/about", "/first", "/games", "/new", "/nowhere"):
        guest.go(path)
        assert page.evaluate(LINKS) == [], path
    guest.go().page.locator(f"a[href^='{PREFIX}/rules']").first.click()
    page.wait_for_url(f"{address}/rules/*")
    page.locator("a.brand").first.click()
    page.wait_for_url(f"{address}/")
    guest.press_play()
    assert page.url.startswith(f"{address}/table/")
    guest.play_until(lambda offered: offered.picking or "end turn" in offered.does or "suggest" in offered.does)
    assert page.evaluate(LINKS) == []
    guest.reload()
    expect(page.locator(".ask")).to_be_visible()
    (cookie,) = [one for one in context.cookies() if "greycells" in one.get("name", "")]
    assert (cookie.get("name"), cookie.get("path"), cookie.get("secure")) == ("__Secure-greycells", PREFIX, True)
    assert [url for url in asked if not url.startswith((f"{address}/", "data:", "blob:"))] == []
    assert guest.errors == []
    context.close()
