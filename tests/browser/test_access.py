"""Everything by keyboard, in words, with 360 pixels, in both themes; and axe finds nothing."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Response, expect
from tests.browser.conftest import Newcomer, Theme
from tests.browser.guest import Guest
from tests.browser.test_games import play_to_the_end
from tests.browser.test_trouble import to_a_suggestion


def complaints(guest: Guest) -> list[str]:
    """What axe finds on the page."""
    found = Axe().run(guest.page)  # pyright: ignore[reportUnknownMemberType]
    return found.generate_report().splitlines() if found.violations_count else []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", ["/", "/new", "/games", "/rules", "/rules/classic", "/about", "/first", "/table/nowhere12345"]
)
def test_axe_finds_nothing_on_a_page(newcomer: Newcomer, path: str, theme: Theme) -> None:
    guest = newcomer(theme=theme).go(path)
    guest.page.locator("h1").first.wait_for()
    guest.page.wait_for_timeout(300)
    assert not complaints(guest)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_in_a_game(newcomer: Newcomer, width: int, theme: Theme) -> None:
    guest = newcomer(width=width, theme=theme).open_table("Classic")
    assert not complaints(guest)
    guest.play_now()
    guest.page.locator(".notebook").wait_for(state="attached")
    assert not complaints(guest)
    guest.roll()
    assert not complaints(guest)
    guest.page.locator(".rule-mark").first.click()
    assert not complaints(guest)
    guest.page.keyboard.press("Escape")
    to_a_suggestion(guest)
    assert not complaints(guest)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.proof)])
def test_axe_finds_nothing_at_the_end_and_in_the_replay(newcomer: Newcomer, theme: Theme) -> None:
    guest = newcomer(theme=theme).open_table("Cottage")
    guest.page.get_by_role("button", name="Bots on all free chairs").click()
    guest.start()
    play_to_the_end(guest)
    guest.page.locator(".review").wait_for()
    assert not complaints(guest)
    guest.page.get_by_role("link", name="Look at it again").click()
    guest.page.locator(".player-bar").wait_for()
    assert not complaints(guest)
    guest.page.get_by_role("button", name="To the end").click()
    assert not complaints(guest)
    guest.go("/games").page.locator(".games li").first.wait_for()
    assert not complaints(guest)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.proof)])
def test_axe_finds_nothing_in_a_dialog(newcomer: Newcomer, theme: Theme) -> None:
    guest = newcomer(theme=theme).open_table("Classic")
    guest.page.get_by_role("button", name="Somebody beside me sits here").first.click()
    assert not complaints(guest)
    guest.page.get_by_label("What is the other person called?").fill("Grace")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("li.chair.yours")).to_have_count(2)
    guest.page.get_by_label("Notebook help").select_option("full logic")
    guest.page.get_by_role("button", name="Bots on all free chairs").click()
    guest.start_handed()
    guest.page.locator(".handover button").wait_for()
    assert not complaints(guest)
    guest.page.locator(".handover button").click()
    guest.page.locator(".notebook .card-row").first.click()
    assert not complaints(guest)
    guest.page.keyboard.press("Escape")
    guest.page.get_by_role("button", name="A hint").click()
    guest.page.get_by_role("dialog").wait_for()
    assert not complaints(guest)
    guest.page.keyboard.press("Escape")
    guest.page.locator(".player .name").last.click()
    assert not complaints(guest)
    guest.page.keyboard.press("Escape")
    guest.page.locator(".menu summary").click()
    guest.page.get_by_role("button", name="Settings").click()
    assert not complaints(guest)


def test_nothing_is_wider_than_a_phone(newcomer: Newcomer) -> None:
    guest = newcomer(width=360, height=740)
    for path in ("/", "/new", "/games", "/rules/master-detective"):
        guest.go(path).page.locator("h1").first.wait_for()
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= 360, path
    guest.play_now()
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 360
    for tab in ("Notebook", "Log", "Board"):
        guest.page.get_by_role("tab", name=tab).click()
        expect(guest.page.get_by_role("button", name="Roll the dice", exact=True)).to_be_in_viewport()
    guest.roll()
    guest.page.locator(".lit").first.tap()
    expect(guest.page.locator(".lit")).to_have_count(0)


def test_a_turn_by_keyboard_only(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    guest.tab_to("Play now")
    guest.page.keyboard.press("Enter")
    guest.page.locator(".ask").wait_for()
    guest.tab_to("Roll the dice")
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
    expect(guest.page.locator(".in-words li").first).to_contain_text("Miss Scarlett")


def test_the_question_is_announced_and_the_title_calls(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    assert guest.page.locator(".ask").get_attribute("aria-live") == "polite"
    assert guest.page.title().startswith("● Your turn")
    assert "icon-turn" in (guest.page.locator("link[rel=icon]").get_attribute("href") or "")


def test_nothing_moves_where_no_motion_is_wanted(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    guest.roll()
    guest.page.locator(".lit").first.click()
    expect(guest.page.locator(".lit")).to_have_count(0)
    assert guest.page.evaluate("document.getAnimations().filter(a => a.effect.getTiming().duration > 0).length") == 0


def test_the_first_load_is_small(newcomer: Newcomer) -> None:
    guest = newcomer()
    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        sizes[response.url] = (
            len(gzip.compress(response.body()))
            if "/static/fonts" not in response.url
            else int(response.headers.get("content-length", 0))
        )

    guest.page.on("response", weigh)
    guest.play_now()
    guest.page.wait_for_timeout(500)
    assert any(url.endswith("app.js") for url in sizes)
    assert sum(sizes.values()) < 200 * 1024, sizes


def test_no_script_or_style_is_inline(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    assert guest.page.locator("[style]:not(.pawn):not(.weapon), script:not([src]), style").count() == 0
    words = Path("src/greycells/server/static/words/en.js").read_text(encoding="utf-8")
    assert "Roll the dice" in words
