"""What a browser test that failed tells: what it waited for, and what its pages showed."""

from __future__ import annotations

import traceback
from collections.abc import Iterator

from playwright.sync_api import Browser, Error, Page
from tests.deadline import RanOutOfTime

SHOWN = """() => [".ask", ".banners", ".dialog", ".turn-panel", ".coach .says", "h1"].map((part) =>
    `${part}: ${[...document.querySelectorAll(part)].map((one) => one.innerText.replace(/\\s+/g, " ")).join(" | ")}`)"""
PLAYWRIGHT = "playwright.sync_api."
"""The modules of what a test calls."""
LONGEST = 500
"""Letters of a call that are told: some hand a whole script to the page."""


def waited_for(error: BaseException) -> str:
    """Which call of Playwright did not come back, if the test ran out of time in one."""
    over = error if isinstance(error, RanOutOfTime) else error.__cause__
    if not isinstance(over, RanOutOfTime):
        return ""
    for frame, _line in traceback.walk_tb(over.__traceback__):
        if str(frame.f_globals.get("__name__", "")).startswith(PLAYWRIGHT):
            given = {name: value for name, value in frame.f_locals.items() if value is not None}
            given.pop("__tracebackhide__", None)
            called = given.pop("self", None)
            subject = getattr(getattr(called, "_impl_obj", None), "_actual_locator", called)
            return f"Waiting for {frame.f_code.co_name} of {subject}: {given}"[:LONGEST]
    return "Waiting for nothing that a page does"


def told_of_pages(browser: Browser) -> Iterator[str]:
    """Where each page is, what it says on top, and what went wrong there."""
    for page in (page for context in browser.contexts for page in context.pages):
        try:
            yield "\n  ".join([f"Page {page.url}", *page.evaluate(SHOWN), *_errors(page)])
        except (Error, RanOutOfTime) as error:
            yield f"Page {page.url} doesn't answer: {type(error).__name__}"


def _errors(page: Page) -> list[str]:
    told = [f"{message.type}: {message.text}" for message in page.console_messages() if message.type == "error"]
    return [*map(str, page.page_errors()), *told]
