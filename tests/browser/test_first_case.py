"""The first case is finished by somebody who knows nothing but what the screen says: the sentence and the light."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Newcomer, Theme
from tests.browser.guest import Guest
from tests.browser.test_access import complaints
from tests.margin import PROOF

LIT = "[data-coached]"
FOCUSED = f"""() => {{
    const here = document.activeElement;
    return [here?.closest("{LIT}") != null, here?.textContent?.trim() === "Show me"];
}}"""
MOST = 160
"""So many touches are more than enough for six turns."""
BY_KEYS = 16
"""Touches by keyboard: a roll, a walk, a suggestion with its cards, and marks in the notebook. In the proof, all."""


COVERED = f"""() => {{
    const box = (one, by = 0) => {{
        const {{ left, top, right, bottom, width }} = one.getBoundingClientRect();
        return {{ left: left - by, top: top - by, right: right + by, bottom: bottom + by, width }};
    }};
    const meet = (one, other) => one.width && other.width && one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom;
    const all = (found) => [...document.querySelectorAll(found)];
    const wrong = [];
    for (const says of all(".coach .says")) {{
        const {{ left, top, right, bottom }} = box(says);
        const inside = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        if (!inside || says.scrollHeight > says.clientHeight + 1) wrong.push("the prompt is clipped");
    }}
    for (const lit of all("{LIT}:not(.lit)")) {{
        const glow = box(lit, 4);
        const texts = all(".coach .says, .ask").filter((text) => !lit.contains(text));
        if (texts.some((text) => meet(glow, box(text)))) wrong.push("the glow covers text");
    }}
    const names = all(".board .plate text").map((name) => box(name, -1));
    for (const pawn of all(".board .pawn").filter((one) => names.some((name) => meet(box(one), name))))
        wrong.push(`${{pawn.dataset.word}} covers the name of a room`);
    return wrong;
}}"""
"""What is clipped, or covers something that has to be read."""


def begin(guest: Guest) -> Guest:
    guest.go().page.get_by_role("button", name="New here? Play the tutorial").click()
    guest.page.locator(".coach .says").wait_for()
    return guest


def told(page: Page) -> str:
    return page.locator(".coach .says").inner_text()


def touch(page: Page) -> None:
    """Touch what is lit, once it is there."""
    page.locator(LIT).click()


def press(page: Page) -> None:
    """The same by keyboard: back to what is lit, or to the button that leads there, and the space bar."""
    page.locator(LIT).wait_for()
    for _ in range(200):
        page.keyboard.press("Shift+Tab")
        lit, leads = page.evaluate(FOCUSED)
        if leads:
            page.keyboard.press("Enter")
        if lit or leads:
            page.keyboard.press("Space")
            return
    raise AssertionError("What is lit cannot be reached by keyboard.")


@pytest.mark.parametrize(
    ("width", "height"), [pytest.param(1280, 800, marks=pytest.mark.proof), (360, 740)], ids=["desktop", "phone"]
)
def test_whoever_follows_the_light_solves_the_case(newcomer: Newcomer, width: int, height: int) -> None:
    guest = begin(newcomer(width=width, height=height))
    sentences: list[str] = []
    for _ in range(MOST):
        guest.page.locator(f"{LIT}, .game.over").first.wait_for()
        sentences.append(told(guest.settle().page))
        assert guest.page.evaluate(COVERED) == [], sentences[-1]
        if guest.over:
            break
        touch(guest.page)
    expect(guest.page.locator(".end h2", has_text="You solved the case")).to_be_visible()
    expect(guest.page.locator(".coach .says")).to_contain_text("Case solved!")
    assert 20 < len(set(sentences)) < 40
    assert all(len(sentence) < 150 for sentence in sentences), max(sentences, key=len)


def test_the_first_case_by_keyboard_only(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    guest.tab_to("New here? Play the tutorial")
    guest.page.keyboard.press("Enter")
    guest.page.locator(".coach .says").wait_for()
    assert guest.page.locator(".coach .says").get_attribute("aria-live") == "polite"
    for number in range(MOST):
        guest.page.locator(f"{LIT}, .game.over").first.wait_for()
        if guest.over:
            break
        (press if PROOF or number < BY_KEYS else touch)(guest.page)
    expect(guest.page.locator(".end h2")).to_have_text("You solved the case")


def test_a_wrong_click_is_answered_calmly_and_loses_nothing(newcomer: Newcomer) -> None:
    guest = begin(newcomer())
    touch(guest.page)
    expect(guest.page.locator(".coach .says")).to_contain_text("Roll the die")
    before = told(guest.page)
    guest.page.locator(".turn-panel button", has_text="Accuse").click()
    for row in range(3):
        guest.page.locator(f"input[name=row-{row}]").first.check(force=True)
    guest.page.locator(".picker button.danger").click()
    guest.page.get_by_role("button", name="Yes, accuse").click()
    expect(guest.page.locator(".toast")).to_contain_text("follow the highlight")
    assert told(guest.page) == before
    touch(guest.page)  # The picked cards lie there again: back to the buttons of the turn.
    expect(guest.page.locator(".picker")).to_have_count(0)
    touch(guest.page)
    expect(guest.page.locator(".coach .says")).to_contain_text("A six!")


def test_it_can_be_left_resumed_and_begun_again(newcomer: Newcomer) -> None:
    guest = begin(newcomer())
    touch(guest.page)
    expect(guest.page.locator(".coach .says")).to_contain_text("Roll the die")
    touch(guest.page)
    expect(guest.page.locator(".coach .says")).to_contain_text("A six!")
    guest.page.get_by_role("link", name="Leave", exact=True).click()
    guest.page.get_by_role("button", name="Continue", exact=True).click()
    expect(guest.page.locator(".coach .says")).to_contain_text("A six!")
    guest.go("/first").page.get_by_role("button", name="Start over").click()
    expect(guest.page.locator(".coach .says")).to_contain_text("case file")


@pytest.mark.parametrize(
    ("width", "theme"),
    [
        (360, "light"),
        pytest.param(1280, "dark", marks=pytest.mark.proof),
        pytest.param(360, "dark", marks=pytest.mark.proof),
        pytest.param(1280, "light", marks=pytest.mark.proof),
    ],
)
def test_axe_finds_nothing_beside_the_coach(newcomer: Newcomer, width: int, theme: Theme) -> None:
    guest = begin(newcomer(width=width, theme=theme))
    assert not complaints(guest)
    for _ in range(6):
        touch(guest.page)
    guest.page.locator(LIT).wait_for()
    assert not complaints(guest)
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
