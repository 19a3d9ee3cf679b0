"""The review beside a replay: the graph, turning points that lead to their moment, and what it means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from tests.analysis.reviewed_games import review_game
from tests.browser.conftest import Newcomer, Theme
from tests.browser.guest import Guest
from tests.browser.test_access import complaints

from greycells.analysis.review.html_page import review_page
from greycells.language.sentences import called
from greycells.rules.game import Game

RECORD = Path(__file__).parents[2] / "records" / "classic" / "solved.case"
BEGAN = 3
"""The number of the event in this record with which the graph begins."""
UPLOAD = "async (text) => (await (await fetch('/api/records', {method: 'POST', body: text})).json()).id"


@pytest.mark.parametrize(("width", "theme"), [pytest.param(1280, "light", marks=pytest.mark.proof), (390, "dark")])
def test_the_review_leads_to_its_moments_and_axe_finds_nothing(newcomer: Newcomer, width: int, theme: Theme) -> None:
    guest = newcomer(width=width, theme=theme)
    page = guest.page
    page.goto(f"{guest.address}/games")
    number = page.evaluate(UPLOAD, RECORD.read_text(encoding="utf-8"))
    page.goto(f"{guest.address}/record/{number}?review")
    graph = page.get_by_role("img", name="Every player's winning chances")
    expect(graph).to_be_visible()
    # It has the place of the hands and the notebook, which lie above it.
    expect(page.locator(".reviewing > summary")).to_be_in_viewport()
    expect(page.locator(".hands li").first).not_to_be_in_viewport()
    expect(page.locator(".decided")).to_have_text(re.compile(r"^\s*The game was decided in turn \d+: "))
    expect(page.locator(".graph-key li")).to_have_text(["a turning point, told below", "where the replay is"])
    point = page.locator(".turning-points .line-button").first
    turn = (point.text_content() or "").strip()
    assert turn.startswith("Turn ")
    before = page.locator(".player-bar span").text_content()
    point.click()
    expect(page.locator(".player-bar span")).not_to_have_text(before or "")
    for part in (0.5, 0.8):
        into_the_replay(guest, graph, part)
    asked = page.locator(".seat-review li", has_text="because").first.locator(".line-button")
    expect(asked).to_have_text(re.compile(r" bits on average\. Best: .*, worth \d\.\d, because .* case file"))
    asked.click()
    expect(page.locator(".game-head")).to_contain_text("suggested")
    page.get_by_role("button", name="Uncertainty in bits").click()
    expect(page.get_by_role("img", name="How much each player still didn't know")).to_be_visible()
    page.get_by_label("View:").select_option("Peacock")
    book = page.locator("details.notebook")
    expect(book).to_contain_text("What Mrs. Peacock could know at this moment")
    book.locator("button.cell.could").first.click()
    expect(book.locator(".proof li").first).to_be_visible()
    assert complaints(guest) == []
    guest.go("/explained#accuracy")
    expect(page.get_by_role("heading", name="The game review, explained")).to_be_visible()
    expect(page.get_by_role("heading", name="Accuracy", exact=True)).to_be_in_viewport()
    expect(page.locator("#accuracy .formula")).to_contain_text("103.17")
    assert complaints(guest) == []


def into_the_replay(guest: Guest, graph: Locator, part: float) -> None:
    """Click the graph so far from its left: the replay goes there, and the slider says so."""
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": part * box["width"], "y": box["height"] / 2})
    slider = guest.page.get_by_label("Position in the game")
    last = int(slider.get_attribute("max") or 0)
    there = round(BEGAN + part * (last - BEGAN))
    expect(slider).to_have_value(re.compile(f"^({there - 1}|{there}|{there + 1})$"))


def test_a_hint_comes_in_three_steps(newcomer: Newcomer) -> None:
    """At a fixed position: where to look, then the conclusion, then the proof."""
    guest = newcomer()
    page = guest.page
    page.goto(f"{guest.address}/games")
    number = page.evaluate(UPLOAD, RECORD.read_text(encoding="utf-8"))
    page.goto(f"{guest.address}/record/{number}")
    page.get_by_label("Position in the game").fill("62")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Notebook help").select_option("full logic")
    for name, sitter in {"Miss Scarlett": "you", "Col. Mustard": "inspector", "Mrs. Peacock": "inspector"}.items():
        dialog.get_by_label(name).select_option(sitter)
    dialog.get_by_role("button", name="Start practice").click()
    guest.at_the_board()
    page.get_by_role("button", name="Hint").click()
    first = dialog.locator("p").first
    expect(first).to_have_text("Look again at what Peacock couldn't show on turn 11.")
    expect(dialog).not_to_contain_text("Col. Mustard")
    dialog.get_by_role("button", name="Tell me").click()
    expect(first).to_contain_text("The case file has Col. Mustard. This follows from turns 7 and 11.")
    expect(dialog.locator(".proof")).to_have_count(0)
    dialog.get_by_role("button", name="Show me why").click()
    steps = dialog.locator(".proof li")
    expect(steps.first).to_contain_text("You hold Mrs. Peacock, the Knife, the Revolver")
    expect(steps.nth(1)).to_contain_text("On turn 7, Mustard couldn't show Col. Mustard, the Rope or the Lounge")
    assert complaints(guest) == []
    dialog.get_by_role("button", name="Add to notebook").click()
    expect(page.locator("[data-cell='ColMustard|CaseFile'], [data-cell='Mustard|CaseFile']").first).to_contain_text("✓")


LETTERS = """() => [...document.querySelectorAll("figure text")].map((one) => {
    const [{ left, right }, graph] = [one, one.closest("svg")].map((each) => each.getBoundingClientRect());
    const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
    return [size, left - graph.left, graph.right - right];
})"""
"""Of each label in a graph: how large its letters are on the screen, and how far from the edges of the graph."""


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_a_review_that_was_written_as_a_page_can_be_read(newcomer: Newcomer, width: int, theme: Theme) -> None:
    """The whole graph is in sight, with labels and names in letters that can be read, and axe finds nothing."""
    game = Game.from_record(RECORD)
    review = review_game(game)
    guest = newcomer(width=width, theme=theme)
    guest.page.set_content(review_page(review))
    graph = guest.page.locator("figure").first
    expect(graph.get_by_role("img", name="Winning chances")).to_be_in_viewport(ratio=1)
    for seat in game.seats:
        expect(graph.get_by_text(called(seat))).to_be_in_viewport(ratio=1)
    for size, *around in guest.page.evaluate(LETTERS):
        assert size > 11
        assert min(around) > 0
    assert complaints(guest) == []


def test_a_game_is_played_on_and_shared_without_names(newcomer: Newcomer) -> None:
    guest = newcomer()
    page = guest.page
    page.goto(f"{guest.address}/games")
    number = page.evaluate(UPLOAD, RECORD.read_text(encoding="utf-8"))
    page.goto(f"{guest.address}/record/{number}")
    page.get_by_label("Position in the game").fill("60")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Play on from turn ")).to_be_visible()
    dialog.get_by_label("Mrs. Peacock").select_option("friend")
    expect(dialog.get_by_role("button", name="Open the practice game")).to_be_visible()
    for name, sitter in {"Miss Scarlett": "you", "Col. Mustard": "inspector", "Mrs. Peacock": "inspector"}.items():
        dialog.get_by_label(name).select_option(sitter)
    assert complaints(guest) == []
    dialog.get_by_role("button", name="Start practice").click()
    guest.at_the_board()
    expect(page.locator(".game-head .practice-mark")).to_have_text("Practice")
    guest.leave_to_bots()
    expect(page.locator(".end .practice")).to_contain_text("It doesn't count.")
    expect(page.get_by_role("button", name="Try again from there")).to_be_visible()
    page.goto(f"{guest.address}/record/{number}")
    page.get_by_role("button", name="Share").click()
    dialog.get_by_label("Hide players' names").check()
    dialog.get_by_role("button", name="Create link").click()
    address = dialog.locator(".address").text_content() or ""
    assert complaints(guest) == []
    stranger = newcomer(width=390)
    stranger.go(f"/shared/{address.rsplit('/', 1)[-1]}")
    expect(stranger.page.get_by_role("button", name="Play on from here")).to_be_visible()
    expect(stranger.page.locator(".hands")).not_to_contain_text("Grace")
    page.goto(f"{guest.address}/games")
    expect(page.locator(".listed .practice-mark")).to_be_visible()
    page.get_by_role("button", name="Turn off").click()
    expect(page.locator(".share-links")).to_have_count(0)
    stranger.reload()
    expect(stranger.page.get_by_role("button", name="Play on from here")).to_have_count(0)
