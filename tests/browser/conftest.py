"""One server and one browser for all tests of a worker; every guest has a context, and so a cookie, of their own."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from tests.browser.browser_server import WHAT_TO_INSTALL, House, browsing, chromium, free_port
from tests.browser.failures import told_of_pages, waited_for
from tests.browser.guest import MOST, Guest

Theme = Literal["light", "dark"]
Newcomer = Callable[..., Guest]

expect.set_options(timeout=MOST)

SAME_NONCES = """(() => {
    const random = crypto.getRandomValues.bind(crypto);
    let drawn = 0;
    crypto.getRandomValues = (array) => {
        if (array.length !== 16) return random(array);
        drawn += 1;
        return array.map((_, at) => window.guestNumber + 7 * drawn + 13 * at);
    };
})();"""
"""A page's part in the deal, its nonces of 16 bytes, is the same every time: the server's part is, too."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Function) -> Generator[None, object, object]:
    """Whoever fails tells where its pages were, and what its servers said."""
    try:
        return (yield)
    except BaseException as error:
        around = item.funcargs.values()
        told = [waited_for(error)]
        told += [page for one in around if isinstance(one, Browser) for page in told_of_pages(one)]
        told += [one.tell() for one in around if isinstance(one, House)]
        item.add_report_section("call", "pages and servers", "\n".join(filter(None, told)))
        raise


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    path = chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(WHAT_TO_INSTALL)
        pytest.skip(WHAT_TO_INSTALL)
    with browsing(path) as opened:
        yield opened


@contextlib.contextmanager
def opened(house: House) -> Generator[House]:
    """A server while it is open."""
    house.open()
    try:
        yield house
    finally:
        house.close()


@pytest.fixture(scope="session")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Generator[House]:
    with opened(House(tmp_path_factory.mktemp("house"), free_port())) as house:
        yield house


@pytest.fixture
def house(shared_house: House, request: pytest.FixtureRequest) -> House:
    """The server of all tests of this worker; what chance decides follows from the name of the test."""
    shared_house.draw_from(name_of(request))
    return shared_house


def name_of(request: pytest.FixtureRequest) -> str:
    """The name of a test: what chance decides in it."""
    node: pytest.Item = request.node
    return node.nodeid


@pytest.fixture
def own_house(tmp_path: Path) -> Generator[House]:
    """A server that only this test visits, so that it may be killed."""
    with opened(House(tmp_path / "house", free_port())) as house:
        yield house


@pytest.fixture
def slow_house(tmp_path: Path) -> Generator[House]:
    """A server whose bots take an hour for everything."""
    with opened(House(tmp_path / "house", free_port(), pace=3600.0)) as house:
        yield house


@pytest.fixture(scope="session")
def shared_dated_house(tmp_path_factory: pytest.TempPathFactory) -> Generator[House]:
    with opened(House(tmp_path_factory.mktemp("dated-house"), free_port(), day="2026-03-04")) as house:
        yield house


@pytest.fixture
def dated_house(shared_dated_house: House, request: pytest.FixtureRequest) -> House:
    """A server on which it is the same day, whenever the test runs."""
    shared_dated_house.draw_from(name_of(request))
    return shared_dated_house


@pytest.fixture
def newcomer(browser: Browser, house: House) -> Generator[Newcomer]:
    """Somebody new at the door, in a browser of their own: `newcomer()`, or `newcomer(width=360)` on a phone.

    The page's worker is called in only where a test is about lines that break: it fetches a part of the page again.
    """
    guests: list[Guest] = []
    contexts: list[BrowserContext] = []

    def arrive(
        *,
        width: int = 1280,
        height: int = 800,
        theme: Theme = "light",
        at: House = house,
        still: bool = True,
        worker: bool = False,
    ) -> Guest:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=width < 500,
            reduced_motion="reduce" if still else "no-preference",
            service_workers="allow" if worker else "block",
            locale="en-GB",
        )
        context.add_init_script(f"window.guestNumber = {len(contexts)};" + SAME_NONCES)
        context.set_default_timeout(MOST)  # Also for requests, which Playwright limits to 30 s otherwise.
        contexts.append(context)
        guests.append(Guest(context.new_page(), at.address))
        return guests[-1]

    yield arrive
    for context in contexts:
        context.close()
    assert [error for guest in guests for error in guest.errors] == []
