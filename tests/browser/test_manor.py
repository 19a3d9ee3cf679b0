"""Master Detective: snooping in the middle of a move that goes on, and passing through a location."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.margin import PROOF

RECORD = Path(__file__).parents[2] / "records" / "master-detective" / "blind-snoop.case"
IN_THE_DINING_ROOM, ELEVEN_STEPS, FIVE_STEPS = 50, 171, 98
"""Events of this record: Green is in the room; Green has rolled enough for a way through the Courtyard; Rose has rolled
enough for a way over a spyglass."""
SPYGLASS = re.compile(r"[a-z]+\d+")
NEXT_SPYGLASS = "ak16"
"""The one that is three steps away then."""


class Moves(msgspec.Struct):
    """Where a pawn may end, and where it may stop on its way."""

    ends: list[str]
    pauses: list[str]


class Options(msgspec.Struct):
    moves: Moves | None = None


class Told(msgspec.Struct):
    """A frame, as far as choices go."""

    type: str
    options: Options | None = None


def pauses(guest: Guest) -> list[str]:
    """The squares at which the page was last told that the pawn may stop on its way: spyglasses."""
    frames = [frame for text in guest.received for frame in msgspec.json.decode(text, type=list[Told])]
    options = next((frame.options for frame in reversed(frames) if frame.options), Options())
    return [place for place in options.moves.pauses if SPYGLASS.fullmatch(place)] if options.moves else []


def snoop(guest: Guest) -> None:
    """Stop at the spyglass that is on the way, and draw a card from somebody."""
    guest.until(lambda: guest.offered().squares != [] and NEXT_SPYGLASS in pauses(guest), "a spyglass on the way")
    guest.page.locator(f".lit[data-place='{NEXT_SPYGLASS}']").press("Enter")
    guest.page.locator(".turn-panel [data-do=snoop]:enabled").first.click()
    expect(guest.page.locator(".private-notice.snooped")).to_contain_text("You snooped on")
    guest.page.locator(".turn-panel .actions").wait_for()


def test_snooping_in_mid_move_and_going_on(newcomer: Newcomer) -> None:
    guest = newcomer().play_from(RECORD, FIVE_STEPS, suspect="Rose")
    snoop(guest)
    moment = guest.page.locator(".private-notice.snooped")
    card = moment.locator("b").inner_text()
    expect(guest.page.locator(".log")).to_contain_text("snooped")
    moment.get_by_role("button", name="Add to notebook").click()
    expect(guest.page.locator(".cell.ink-own.yes")).to_have_count(1)
    expect(guest.page.locator(".notebook tr.yes", has_text=card)).to_have_count(1)
    expect(guest.page.locator(".turn-panel [data-do=roll]:enabled")).to_have_count(0)
    onward = guest.page.locator(".lit:not(.area)").first
    place = onward.get_attribute("data-place") or ""
    onward.press("Enter")
    expect(guest.page.locator(".board-in-words li", has_text="Madame Rose").first).to_contain_text(place)


def test_on_a_phone_a_wide_house_is_seen_around_the_own_pawn(newcomer: Newcomer) -> None:
    guest = newcomer(width=360, height=740).play_bots("Master Detective", level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    pawn = guest.page.locator(".pawn.mine")
    expect(pawn).to_be_in_viewport(ratio=1)
    box = guest.settle().page.locator(".pawn.mine").bounding_box()
    assert box is not None
    scroll = guest.page.locator(".board-scroll")
    left, most = scroll.evaluate("(board) => [board.scrollLeft, board.scrollWidth - board.clientWidth]")
    # A pawn at the edge of the house can't be in the middle.
    assert 90 < box["x"] < 270 or left < 1 or left > most - 1


def test_on_a_desk_ten_columns_and_the_whole_manor_are_in_sight(newcomer: Newcomer) -> None:
    """The notebook stands beside the board from top to bottom, and none of its columns has to be looked for."""
    guest = newcomer().play_bots("Master Detective", chairs=10, level="constable", helped="full logic")
    notebook = guest.page.locator(".page-notebook")
    assert notebook.evaluate("page => page.scrollWidth <= page.clientWidth")
    assert notebook.evaluate("page => page.clientHeight > 0.8 * innerHeight")
    expect(notebook.locator(".file-column")).to_be_in_viewport(ratio=1)
    heads = notebook.locator(".column-head span").all_inner_texts()
    assert {"Pck", "Pch"} < set(heads)  # Peacock and Peach begin alike
    assert len(set(heads)) == 10
    expect(guest.page.locator(".player")).to_have_count(10)
    for part in (".board .played", ".players", ".your-cards", ".turn-panel", ".page-log"):
        expect(guest.page.locator(part)).to_be_in_viewport(ratio=0.9)


def test_on_a_phone_ten_columns_keep_the_names_of_their_rows(newcomer: Newcomer) -> None:
    guest = newcomer(width=360, height=740).play_bots("Master Detective", chairs=10, level="constable")
    guest.page.get_by_role("tab", name="Notebook").click()
    guest.page.locator(".side").evaluate("side => side.scrollTo(side.scrollWidth, 0)")
    expect(guest.page.locator(".file-column")).to_be_in_viewport(ratio=1)
    expect(guest.page.locator(".notebook .card-row").first).to_be_in_viewport(ratio=1)
    expect(guest.page.locator(".notebook .kind span").first).to_be_in_viewport(ratio=1)


def test_every_card_that_is_shown_lies_there(newcomer: Newcomer) -> None:
    """Everybody answers (SHOW-5): a second card does not cover the first.

    In a position in which both others have one to show; the proof plays until they happen to.
    """
    guest = newcomer()
    if PROOF:
        guest.play_bots("Master Detective", level="constable")
    else:
        guest.play_from(RECORD, IN_THE_DINING_ROOM, suspect="Green")
    shown = re.compile(r"(\w+) showed you")
    while True:
        guest.to_a_suggestion()
        guest.suggest()
        guest.page.locator("[data-do='end turn']:enabled, .game.over").first.wait_for()
        answers = guest.settle().page.locator(".log .turns li").last.locator("p", has_text=shown).count()
        expect(guest.page.locator(".private-notice.shown")).to_have_count(answers)
        if answers > 1:
            break


def test_passing_through_a_location(newcomer: Newcomer) -> None:
    """Into a location with steps left over, and out again with the rest of the same roll."""
    guest = newcomer().play_from(RECORD, ELEVEN_STEPS, suspect="Green")
    standing = guest.page.locator(".board-in-words li", has_text="Mr. Green").first
    guest.page.locator(".walk button:enabled", has_text="Courtyard").click()
    expect(standing).to_contain_text("Courtyard")
    guest.until(lambda: guest.offered().squares != [], "squares beyond the location")
    dice = guest.page.locator(".dice").get_attribute("aria-label") or ""
    beyond = guest.page.locator(".lit:not(.area)").first
    square = beyond.get_attribute("data-place") or ""
    beyond.press("Enter")
    expect(standing).to_contain_text(square)
    expect(guest.page.locator(".dice")).to_have_attribute("aria-label", dice)
    expect(guest.page.locator(".turn-panel [data-do=roll]:enabled")).to_have_count(0)


REACH = """async (count) => {
    const { game, updateGame } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "session/game_state.js"));
    const { boxes } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "board/editions.js"));
    const { rooms } = Object.values(boxes).find(({ key }) => key === game.table.plan.edition);
    const moves = { ends: [...rooms.slice(0, count).map(({ word }) => word), "q7"], pauses: [] };
    updateGame({ choice: { ...game.choice, options: { ...game.choice.options, moves } } });
}"""


def test_the_board_keeps_its_size_however_many_rooms_are_in_reach(newcomer: Newcomer) -> None:
    guest = newcomer().play_bots("Master Detective")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.roll()
    boxes: list[object] = []
    # With larger letters or longer names, every room may take a row of its own.
    guest.page.evaluate("document.adoptedStyleSheets = [new CSSStyleSheet()]")
    guest.page.evaluate("document.adoptedStyleSheets[0].replaceSync('.walk button { width: 100% }')")
    for count in (1, 6, 12):
        guest.page.evaluate(REACH, count)
        guest.settle()
        boxes.append(guest.page.locator(".board").bounding_box())
        expect(guest.page.locator("[data-do=accuse]")).to_be_in_viewport(ratio=1)
    assert boxes == boxes[:1] * len(boxes)


@pytest.mark.parametrize(("edition", "said"), [("Master Detective", 1), ("Parlour", 0)])
def test_who_answers_is_said_where_a_suggestion_is_picked(newcomer: Newcomer, edition: str, said: int) -> None:
    """Everybody shows a card in some editions, and only the first who can in others (SHOW-4, SHOW-5)."""
    guest = newcomer()
    if edition == "Parlour":
        guest.play_bots(edition)
    else:
        guest.play_from(RECORD, IN_THE_DINING_ROOM, suspect="Green")
    guest.to_a_suggestion()
    expect(guest.page.get_by_text("everyone who can shows you a card")).to_have_count(said)
