"""How much a first visit fetches, and how soon a click is seen in the other browser, on loopback."""

from __future__ import annotations

# Playwright types what the browser's own protocol answers as a bare dict.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
from statistics import median

import pytest
from playwright.sync_api import Browser
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest

NOW = "performance.timeOrigin + performance.now()"
CLICKED = f"addEventListener('click', () => {{ window.clicked = {NOW}; }}, true)"
CHANGED = f"""() => {{
    const page = document.querySelector(".game");
    new MutationObserver(() => {{ window.changed ??= {NOW}; }}).observe(page, {{ subtree: true, childList: true,
        characterData: true, attributes: true }});
}}"""

MOST = 200_000


def test_a_first_visit_fetches_less_than_two_hundred_kilobytes(browser: Browser, house: House) -> None:
    """Everything that a newcomer fetches for home and a first game, compressed: the bodies of all answers."""
    page = browser.new_page(reduced_motion="no-preference")
    bodies: list[float] = []
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    wire = page.context.new_cdp_session(page)
    wire.on("Network.dataReceived", lambda data: bodies.append(data["encodedDataLength"]))
    wire.send("Network.enable")
    guest = Guest(page, house.address).go()
    page.wait_for_load_state("networkidle")
    home = sum(bodies)
    guest.page.get_by_role("button", name="Play now").click()
    guest.page.locator(".ask").wait_for()
    page.wait_for_load_state("networkidle")
    first_game = sum(bodies)
    # The drawings of the stage come after the first roll.
    assert not any("/stage/stage.js" in url or "crime_scene" in url for url in fetched)
    with page.expect_response("**/stage/stage.js*"):
        guest.roll()
    page.context.close()
    print(f"first visit: home {home / 1000:.1f} kB, with a first game {first_game / 1000:.1f} kB")
    assert 50_000 < home < first_game < MOST


def test_a_table_is_fetched_once_and_seen_from_the_own_chair(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    fetched: list[str] = []
    guest.page.on("websocket", lambda socket: fetched.append(socket.url.partition("?")[2]))
    guest.page.on("request", lambda request: fetched.append(request.url.partition("/api/")[2]))
    guest.reload().at_the_board()
    table = guest.page.url.rsplit("/", 1)[-1]
    assert fetched.count(f"tables/{table}") == 1
    assert [asked.rpartition("&")[2] for asked in fetched if asked.startswith("look=1")] == ["chair=0"]


@pytest.mark.proof
def test_a_click_is_seen_by_the_other_browser_within_fifty_milliseconds(newcomer: Newcomer) -> None:
    host, friend = newcomer(), newcomer()
    host.open_table("Classic")
    host.put_bot(3, "constable")
    friend.page.goto(host.page.url)
    friend.sit(2)
    friend.ready()
    host.start()
    friend.page.locator(".ask").wait_for()
    for guest in (host, friend):
        guest.page.evaluate(CLICKED)
        guest.page.evaluate(CHANGED)
    times: list[float] = []
    while len(times) < 25 and not host.over:
        for mover, other in ((host, friend), (friend, host)):
            if "roll" in mover.offered().does:
                other.settle().page.evaluate("window.changed = undefined")
                mover.page.locator(".turn-panel [data-do=roll]:enabled").click()
                other.page.wait_for_function("() => window.changed !== undefined")
                clicked: float = mover.page.evaluate("window.clicked")
                changed: float = other.page.evaluate("window.changed")
                times.append(changed - clicked)
            mover.choose()
    assert len(times) >= 5
    print(f"click to the other browser: median {median(times):.1f} ms of {len(times)}")
    assert median(times) < 50, times
