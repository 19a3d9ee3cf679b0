"""A page that was left open while the server became a newer one."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest


def aged(guest: Guest) -> None:
    """A page that has just been loaded would find nothing newer."""
    guest.page.wait_for_function("() => performance.now() > 1000")


def test_a_page_whose_parts_are_gone_is_loaded_again_as_a_whole(newcomer: Newcomer) -> None:
    guest = newcomer().go("/")
    aged(guest)
    guest.page.evaluate("() => { window.old = true; }")
    asked: set[str] = set()

    def gone(route: Route) -> None:
        """What the old page asks for is gone; the page that is loaded again finds its own."""
        if route.request.url in asked:
            route.continue_()
        else:
            asked.add(route.request.url)
            route.fulfill(status=404)

    guest.page.route(re.compile(r"/static/\w{16}/(home/about|ui/api)\.js$"), gone)
    guest.page.locator(".foot").get_by_role("link", name="About").click()
    guest.page.wait_for_function("() => window.old === undefined")
    expect(guest.page.locator("main.about:not(.plain)")).to_be_visible()
    assert len(asked) == 2


def test_a_part_that_does_not_come_is_said_and_comes_with_the_server(newcomer: Newcomer) -> None:
    guest = newcomer().go("/")
    aged(guest)
    away = re.compile(r"/static/\w{16}/home/about\.js$|/health$")
    guest.page.route(away, lambda route: route.abort())
    about = guest.page.locator(".foot").get_by_role("link", name="About")
    about.click()
    expect(guest.page.locator(".toast")).to_contain_text("Can't reach the server")
    expect(guest.page.locator("main.home")).to_be_visible()
    guest.page.unroute(away)
    about.click()
    expect(guest.page.locator("main.about:not(.plain)")).to_be_visible()
