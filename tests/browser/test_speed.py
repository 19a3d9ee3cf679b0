"""From a click to the changed page in the other browser, on loopback."""

from __future__ import annotations

from statistics import median

import pytest
from tests.browser.conftest import Newcomer

NOW = "performance.timeOrigin + performance.now()"
CLICKED = f"addEventListener('click', () => {{ window.clicked = {NOW}; }}, true)"
CHANGED = f"""() => {{
    const page = document.querySelector(".game");
    new MutationObserver(() => {{ window.changed ??= {NOW}; }}).observe(page, {{ subtree: true, childList: true,
        characterData: true, attributes: true }});
}}"""


@pytest.mark.proof
def test_a_click_is_seen_by_the_other_browser_within_fifty_milliseconds(newcomer: Newcomer) -> None:
    host, friend = newcomer(), newcomer()
    host.open_table("Classic")
    host.put_bot(3, "stroller")
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
            if mover.page.locator(".doing button", has_text="Roll the dice").count():
                other.page.evaluate("window.changed = undefined")
                if mover.button("Roll the dice"):
                    while other.page.evaluate("window.changed") is None:
                        other.page.wait_for_timeout(5)
                    clicked: float = mover.page.evaluate("window.clicked")
                    changed: float = other.page.evaluate("window.changed")
                    times.append(changed - clicked)
            mover.choose()
    assert len(times) >= 5
    print(f"click to the other browser: median {median(times):.1f} ms of {len(times)}")
    assert median(times) < 50, times
