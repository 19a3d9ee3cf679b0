"""The moments of a game: a way is shown and walked, an accusation is confirmed, bots are hurried, a step is undone."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.test_access import complaints
from tests.browser.test_flow import timeless

WALKED = """() => {
    const pawn = document.querySelector(".pawn.mine");
    window.walked = new Promise((done) => {
        pawn.animate = (frames, timing) => {
            done(frames.length);
            return Element.prototype.animate.call(pawn, frames, timing);
        };
    });
}"""


THROWN = """() => {
    window.thrown = [];
    setInterval(() => {
        const die = document.querySelector(".thrown-dice .die");
        const rolling = document.querySelector(".thrown-dice:not(.landed)") !== null;
        const told = document.querySelector(".ask").textContent.includes("You rolled");
        window.thrown.push([rolling, told, die?.getBoundingClientRect().width ?? 0]);
    }, 10);
}"""


def test_the_way_is_previewed_and_walked_square_by_square(newcomer: Newcomer) -> None:
    guest = newcomer(still=False).play_now()
    guest.page.evaluate(THROWN)
    guest.roll()
    expect(guest.page.locator(".ask")).to_contain_text("You rolled")  # Once the die has come to rest.
    guest.settle()
    steps = int(re.findall(r"rolled (\d)", guest.sentence)[0])
    # The die is thrown on the board, large, and the sentence waits for it.
    thrown: list[tuple[bool, bool, float]] = guest.page.evaluate("window.thrown")
    assert any(rolling for rolling, _, _ in thrown)
    assert not any(rolling and told for rolling, told, _ in thrown)
    small = guest.page.locator(".game-head .die").bounding_box()
    assert small is not None
    assert max(size for _, _, size in thrown) > 1.5 * small["width"]
    target = guest.page.locator(".lit:not(.area)").last
    target.hover()
    expect(guest.page.locator(".board .path")).to_have_attribute("d", re.compile("^M"))
    way = guest.page.locator(".board .path").get_attribute("d") or ""
    assert way.count("L") + 1 <= steps
    guest.page.evaluate(WALKED)
    target.click()
    assert guest.page.evaluate("window.walked") == way.count("L") + 2


GATHERED = """([suspect, weapon]) => {
    const nodes = [`.pawn[data-word="${suspect}"]`, `.weapon[data-word="${weapon}"]`]
        .map((one) => document.querySelector(`.board ${one}`));
    window.gathered = Promise.all(nodes.map((node) => new Promise((done) => {
        node.animate = (frames, timing) => {
            const rests = node.style.transform;
            const written = (place) => Object.assign(node.style, { transform: place.transform }).transform;
            done([written(frames[0]), written(frames.at(-1)), rests]);
            return Element.prototype.animate.call(node, frames, timing);
        };
    })));
}"""


def test_suspect_and_weapon_travel_to_the_room_of_a_suggestion(newcomer: Newcomer) -> None:
    """In a box where a shown card does not end the turn, so that the room stays as it was gathered."""
    guest = newcomer(still=False).play_bots("Luxury")
    guest.to_a_suggestion()
    guest.settle()
    room = guest.page.locator(".pick.picked .card-name").inner_text()
    picked = [_pick_from_elsewhere(guest, row, room) for row in (0, 1)]
    guest.page.evaluate(GATHERED, picked)
    guest.page.get_by_role("button", name="Suggest", exact=True).click()
    for began, ended, rests in guest.page.evaluate("window.gathered"):
        assert began != ended == rests
    for word in picked:
        name = guest.page.locator(f".board [data-word='{word}'] title").text_content()
        expect(guest.page.locator(".board-in-words li", has_text=f"{name}: {room}")).to_have_count(1)


def _pick_from_elsewhere(guest: Guest, row: int, room: str) -> str:
    """Pick the first card of a row whose pawn or weapon is not in the room; its word."""
    places = dict(line.strip().split(": ") for line in guest.page.locator(".board-in-words li").all_text_contents())
    for card in guest.page.locator(".pick", has=guest.page.locator(f"input[name=row-{row}]")).all():
        if places[card.locator(".card-name").inner_text()] != room:
            card.locator("input").check(force=True)
            return card.get_attribute("data-card") or ""
    raise AssertionError(f"Everything is in {room}.")


def test_a_step_that_told_nobody_anything_is_undone(newcomer: Newcomer) -> None:
    guest = timeless(newcomer()).play_now()
    guest.roll()
    before = guest.settle().sentence
    guest.page.locator(".lit:not(.area)").first.click()
    guest.page.locator(".turn-panel [data-do='take back']:enabled").click()
    expect(guest.page.locator(".ask")).to_have_text(before)


def to_accuse(guest: Guest) -> None:
    """Up to the question whether one is sure, with a card of one's own if there is one: it is wrong."""
    guest.page.locator(".turn-panel button", has_text="Accuse").click()
    guest.page.locator(".picker").wait_for()
    for row in range(3):
        mine = guest.page.locator(f".pick.mine input[name=row-{row}]")
        (mine if mine.count() else guest.page.locator(f"input[name=row-{row}]")).first.check(force=True)
    guest.page.locator(".picker button.danger").click()


def test_an_accusation_asks_once_more_and_then_counts(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    to_accuse(guest)
    expect(guest.page.get_by_role("dialog")).to_contain_text("You only get one accusation")
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    guest.page.locator(".picker button.danger").click()
    guest.page.get_by_role("button", name="Yes, accuse").click()
    expect(guest.page.locator(".log")).to_contain_text("You accused")


def test_every_option_has_its_rule_one_tap_away(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    guest.page.get_by_role("button", name="Rule: what you can do now").click()
    expect(guest.page.get_by_role("dialog")).to_contain_text("MOVE-2")
    guest.page.get_by_role("button", name="Close").click()
    guest.roll()
    guest.page.get_by_role("button", name="Rule: Move").click()
    expect(guest.page.get_by_role("dialog")).to_contain_text("MOVE-3")


def test_bots_can_be_hurried(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    guest.page.locator(".menu summary").click()
    guest.page.get_by_role("button", name="Speed up bots").click()
    guest.page.locator(".menu summary").click()
    expect(guest.page.get_by_role("button", name="Normal bot speed")).to_be_visible()


def test_an_eliminated_player_skips_to_the_end_when_only_bots_play(newcomer: Newcomer, slow_house: House) -> None:
    guest = newcomer(at=slow_house, width=390, height=844).play_bots("Classic")
    to_accuse(guest)
    guest.page.get_by_role("button", name="Yes, accuse").click()
    doing = guest.page.locator(".turn-panel")
    expect(doing).to_contain_text("You're eliminated, and only bots are still playing.")
    assert not complaints(guest)
    doing.get_by_role("button", name="Skip to the end").click()
    expect(guest.page.locator(".game.over .end h2")).to_contain_text("case")


def test_help_writes_in_another_ink_and_full_logic_gives_hints(newcomer: Newcomer) -> None:
    guest = newcomer().open_table("Classic")
    guest.page.get_by_label("Notebook help").select_option("full logic")
    guest.put_bot(2, "inspector")
    guest.put_bot(3, "inspector")
    guest.start()
    expect(guest.page.locator(".cell.ink-help.no").first).to_be_visible()
    guest.page.get_by_role("button", name="Hint").click()
    # What is worth saying depends on the deal; that it is true and helps is shown where hints are made.
    expect(guest.page.get_by_role("dialog").locator("p").first).to_have_text(re.compile(r"^\s*[A-Z].{20,}\.\s*$"))
