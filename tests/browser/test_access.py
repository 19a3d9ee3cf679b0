"""Everything by keyboard, in words, with 360 pixels, in both themes; and axe finds nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer, Theme
from tests.browser.guest import Guest
from tests.margin import PROOF

COUNT = "axe.run({ resultTypes: ['violations'], selectors: false }).then(({ violations }) => violations.length)"
"""Without selectors, which take axe a third of its time and are needed only for a report."""


def complaints(guest: Guest) -> list[str]:
    """What axe finds on the page."""
    axe = Axe()
    if not guest.page.evaluate("'axe' in window"):
        guest.page.evaluate(axe.axe_script)
    if not guest.page.evaluate(COUNT):
        return []
    report: str = axe.run(guest.page).generate_report()  # pyright: ignore[reportUnknownMemberType]
    return report.splitlines()


def opened(guest: Guest) -> Guest:
    """A guest before whom a small window has opened."""
    guest.page.get_by_role("dialog").wait_for()
    return guest


PATHS = {
    "light": ("/", "/new", "/rules/classic", "/about"),
    "dark": ("/", "/games", "/rules", "/first", "/table/nowhere12345"),
}
"""The pages of each theme. The proof looks at all of them in both."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(newcomer: Newcomer, theme: Theme) -> None:
    guest = newcomer(theme=theme)
    for path in dict.fromkeys((*PATHS["light"], *PATHS["dark"])) if PROOF else PATHS[theme]:
        guest.go(path).page.locator("h1").first.wait_for()
        guest.page.wait_for_load_state("networkidle")
        assert not complaints(guest), path


@pytest.mark.parametrize(
    ("width", "theme"),
    [
        (360, "dark"),
        pytest.param(1280, "light", marks=pytest.mark.proof),
        pytest.param(360, "light", marks=pytest.mark.proof),
        pytest.param(1280, "dark", marks=pytest.mark.proof),
    ],
)
def test_axe_finds_nothing_in_a_game(newcomer: Newcomer, width: int, theme: Theme) -> None:
    guest = newcomer(width=width, theme=theme).open_table("Classic")
    assert not complaints(guest)
    guest.play_now()
    guest.page.locator(".notebook .cell").first.wait_for(state="attached")
    assert not complaints(guest)
    guest.roll()
    assert not complaints(guest)
    guest.page.locator(".rule-mark").first.click()
    assert not complaints(opened(guest))
    guest.page.keyboard.press("Escape")
    guest.play_to_suggest().to_a_suggestion()
    assert not complaints(guest)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.proof)])
def test_axe_finds_nothing_at_the_end_and_in_the_replay(newcomer: Newcomer, theme: Theme) -> None:
    guest = newcomer(theme=theme).play_bots("Cottage")
    guest.finish()
    guest.page.locator(".figures").wait_for()
    assert not complaints(guest)
    guest.page.get_by_role("link", name="Watch replay").click()
    guest.page.locator(".player-bar").wait_for()
    assert not complaints(guest)
    guest.page.get_by_role("button", name="Go to end").click()
    expect(guest.page.locator(".ask")).to_contain_text("It was")
    assert not complaints(guest)
    guest.go("/games").page.locator(".games li").first.wait_for()
    assert not complaints(guest)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.proof)])
def test_axe_finds_nothing_in_a_dialog(newcomer: Newcomer, theme: Theme) -> None:
    guest = newcomer(theme=theme).open_table("Classic")
    guest.page.get_by_role("button", name="Add a player on this device").first.click()
    assert not complaints(opened(guest))
    guest.page.get_by_label("Name of the other player").fill("Grace")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("li.chair.yours")).to_have_count(2)
    guest.page.get_by_label("Notebook help").select_option("full logic")
    guest.page.get_by_role("button", name="Fill with bots").click()
    guest.start_handed()
    guest.page.locator(".handover button").wait_for()
    assert not complaints(guest)
    guest.page.locator(".handover button").click()
    guest.page.locator(".notebook .card-row").first.click()
    assert not complaints(opened(guest))
    guest.page.keyboard.press("Escape")
    guest.page.get_by_role("button", name="Hint").click()
    assert not complaints(opened(guest))
    guest.page.keyboard.press("Escape")
    guest.page.locator(".player .name").last.click()
    assert not complaints(opened(guest))
    guest.page.keyboard.press("Escape")
    guest.page.locator(".menu summary").click()
    guest.page.get_by_role("button", name="Settings").click()
    assert not complaints(opened(guest))


def test_a_thumb_walks_to_a_square(newcomer: Newcomer) -> None:
    guest = newcomer(width=360, height=740).play_now()
    guest.roll()
    guest.page.locator(".lit:not(.area)").first.tap()
    expect(guest.page.locator(".lit")).to_have_count(0)


def test_a_turn_by_keyboard_only(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    guest.tab_to("Play now")
    guest.page.keyboard.press("Enter")
    guest.at_the_board()
    guest.tab_to("Roll the die")
    guest.page.keyboard.press("Enter")
    lit = guest.page.locator(".lit[tabindex='0']")
    lit.wait_for()
    lit.focus()
    before = lit.get_attribute("data-place")
    for key in ("ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        guest.page.keyboard.press(key)
    assert guest.page.evaluate("document.activeElement.dataset.place")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator(".lit")).to_have_count(0)
    assert before
    expect(guest.page.locator(".board-in-words li").first).to_contain_text("Miss Scarlett")


def test_the_question_is_announced_and_the_title_calls(newcomer: Newcomer) -> None:
    page = newcomer().play_now().page
    expect(page.locator(".ask")).to_have_attribute("aria-live", "polite")
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))


def test_nothing_moves_where_no_motion_is_wanted(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    guest.roll()
    guest.page.locator(".lit:not(.area)").first.click()
    expect(guest.page.locator(".lit")).to_have_count(0)
    assert guest.page.evaluate("document.getAnimations().filter(a => a.effect.getTiming().duration > 0).length") == 0


def test_no_script_or_style_is_inline(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    assert guest.page.locator("[style]:not(html):not(.pawn):not(.weapon), script:not([src]), style").count() == 0
    words = Path("src/greycells/server/static/words/en/game.js").read_text(encoding="utf-8")
    assert "Roll the die" in words
