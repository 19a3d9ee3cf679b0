"""The page as an app: installable, honest without a line, and never yesterday's."""

from __future__ import annotations

# Playwright types what the browser's own protocol answers as a bare dict.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
from playwright.sync_api import Browser, expect
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.guest import MOST, Guest

from greycells.server.web.assets import version

READY = "navigator.serviceWorker.ready.then((worker) => worker.active.state)"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
FONTS = """() => document.fonts.ready.then((fonts) =>
    [...fonts].filter((font) => font.status === "loaded").map((font) => font.family).sort())"""
KEPT = """async () => {
    const kept = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
    return kept;
}"""
USED = """() => performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname)
    .filter((path) => path.endsWith("cabin.woff2") || path.endsWith("caslon-700.woff2"))"""
"""The faces of the page that says that there is no line, where a page fetches them."""


def test_without_a_line_a_page_says_so_and_no_game_was_kept(newcomer: Newcomer) -> None:
    guest: Guest = newcomer(worker=True)
    guest.play_now()
    guest.page.evaluate(READY)
    table = guest.page.url
    guest.reload().at_the_board()
    guest.page.wait_for_function(CONTROLLED)
    kept: list[str] = guest.page.evaluate(KEPT)
    assert "/offline" in kept
    assert not [path for path in kept if path.startswith(("/api", "/table"))]
    assert set(guest.page.evaluate(USED)) <= set(kept)
    guest.page.context.set_offline(True)
    guest.page.goto(table)
    expect(guest.page.locator("h1")).to_have_text("You're offline")
    assert guest.page.evaluate(FONTS) == ["Cabin", "Caslon"]
    guest.page.context.set_offline(False)
    guest.page.goto(table)
    guest.page.locator(".ask").wait_for()


def test_a_new_version_replaces_the_old_at_once(browser: Browser, house: House) -> None:
    page = browser.new_context().new_page()
    page.set_default_timeout(MOST)
    page.goto(house.address)
    page.evaluate(READY)
    page.reload()
    page.wait_for_function(CONTROLLED)
    page.evaluate("caches.open('another page on this host')")
    assert page.evaluate("caches.keys()") == [f"greycells / {version()}", "another page on this host"]
    page.context.route(
        "**/worker.js", lambda route: route.fulfill(body=route.fetch().text().replace(version(), "another"))
    )
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")
    page.wait_for_function(
        "async () => (await caches.keys()).join() === 'another page on this host,greycells / another'"
    )
    page.context.close()


def test_the_manifest_and_its_icons_are_there(newcomer: Newcomer) -> None:
    guest: Guest = newcomer(worker=True)
    guest.go()
    errors = guest.page.context.new_cdp_session(guest.page).send("Page.getInstallabilityErrors")
    assert [error["errorId"] for error in errors["installabilityErrors"] if error["errorId"] != "in-incognito"] == []
