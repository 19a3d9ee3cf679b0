"""The rules to read: a search over all books, a link to every rule, and drawings by the game's own board."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Newcomer


def test_all_books_are_searched_at_once_and_what_is_found_leads_to_the_rule(newcomer: Newcomer) -> None:
    page = newcomer().go("/rules").page
    page.get_by_label("Search the rules").fill("passage")
    expect(page.locator(".rules mark").first).to_have_text("passage", ignore_case=True)
    expect(page.locator(".rules .books").first).not_to_be_empty()
    page.get_by_label("Search the rules").fill("no rule has these words")
    expect(page.locator(".rules .empty")).to_have_text("No rule says that.")
    page.get_by_label("Search the rules").fill("SUG-4")
    page.locator(".rules dt a", has_text="SUG-4").first.click()
    expect(page.locator("#SUG-4")).to_be_in_viewport()


def test_every_edition_has_its_drawings(newcomer: Newcomer) -> None:
    page = newcomer().go("/rules/classic").page
    expect(page.locator(".drawings figure b")).to_have_text(
        ["A roll from a room", "A pawn in a corridor", "A pawn in a doorway", "A secret passage"]
    )
    corridor = page.locator(".drawings figure", has_text="A pawn in a corridor")
    expect(corridor.locator(".lit")).to_have_count(5)
    expect(corridor.locator(".barred")).to_have_count(1)
    expect(corridor.locator(".pawn")).to_have_count(2)
    page.goto(page.url.replace("classic", "master-detective"))
    expect(page.locator(".drawings figure b")).to_have_text(
        ["A roll from a room", "Jumping a token", "Stopping behind a token", "A secret passage", "Snooping on the way"]
    )


def test_a_rule_in_the_words_of_another_is_a_link_to_it(newcomer: Newcomer) -> None:
    page = newcomer().go("/rules/classic").page
    page.locator("#PASS-6 dd a", has_text="SUG-3").click()
    expect(page.locator("#SUG-3")).to_be_in_viewport()
