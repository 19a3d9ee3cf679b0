"""The rules to read: a search over all books, a link to every rule, and drawings by the game's own board."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Newcomer


def test_all_books_are_searched_at_once_and_what_is_found_leads_to_the_rule(newcomer: Newcomer) -> None:
    page = newcomer().go("/rules").page
    page.get_by_label("Search the rules").fill("passage")
    expect(page.locator(".rules mark").first).to_have_text("passage", ignore_case=True)
    expect(page.locator(".rules .books").first).not_to_be_empty()
    page.get_by_label("Search the rules").fill("xyzzy")
    expect(page.get_by_role("status")).to_have_text(
        ["", "Nothing found for “xyzzy”. Try other words, or browse all rules."]
    )
    page.get_by_role("button", name="Browse all rules").click()
    expect(page.locator("table.differ")).to_be_visible()
    page.get_by_label("Search the rules").fill("SUG-4")
    page.locator(".rules dt a", has_text="SUG-4").first.click()
    expect(page.locator("#SUG-4")).to_be_in_viewport()


def test_how_to_play_is_one_illustrated_page_for_the_edition_at_hand(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    page = guest.page
    page.get_by_role("radio", name="Getaway").check(force=True)
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play Getaway")
    steps = page.locator(".how li")
    expect(steps.locator("h2")).to_contain_text(["Your goal", "The cards", "Roll and move", "Secret passages"])
    expect(steps.locator(".picture :is(svg, table)")).not_to_have_count(0)
    expect(page.locator("table.differ")).to_have_count(0)
    page.get_by_label("Search the rules").fill("what if my accusation is wrong")
    expect(page.locator(".rules dt").first).to_have_text("ACC-5")
    page.get_by_label("Search the rules").fill("")
    page.get_by_role("main").get_by_role("link", name="Compare rulebooks").first.click()
    expect(page.locator("table.differ")).to_be_visible()


def test_every_edition_has_its_drawings(newcomer: Newcomer) -> None:
    page = newcomer().go("/rules/classic").page
    expect(page.locator(".drawings figure b")).to_have_text(
        ["A roll from a room", "A pawn in a corridor", "A pawn in front of a door", "A secret passage"]
    )
    corridor = page.locator(".drawings figure", has_text="A pawn in a corridor")
    expect(corridor.locator(".lit")).to_have_count(5)
    expect(corridor.locator(".barred")).to_have_count(1)
    expect(corridor.locator(".pawn")).to_have_count(2)
    page.goto(page.url.replace("classic", "master-detective"))
    expect(page.locator(".drawings figure b")).to_have_text(
        [
            "A roll from a room",
            "Jumping over a pawn",
            "Stopping behind a pawn",
            "A secret passage",
            "Snooping on the way",
        ]
    )


def test_a_rule_in_the_words_of_another_is_a_link_to_it(newcomer: Newcomer) -> None:
    page = newcomer().go("/rules/classic").page
    page.locator("#PASS-6 dd a", has_text="SUG-3").click()
    expect(page.locator("#SUG-3")).to_be_in_viewport()
