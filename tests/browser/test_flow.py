"""The flow of a turn: few taps, buttons that stay where they are, keys for everything, and nothing that surprises."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.test_access import complaints

PLACES = """() => Object.fromEntries([...document.querySelectorAll(".main-actions .slot")]
    .map((one) => [one.dataset.do, [one.getBoundingClientRect().x, one.getBoundingClientRect().y].map(Math.round)]))"""


def holding(milliseconds: int) -> str:
    """A script for a page: what waits for just so long is done when the test says so, however slow the machine is."""
    return f"""(() => {{
        const real = window.setTimeout;
        const held = [];
        window.setTimeout = (work, wait, ...more) =>
            wait === {milliseconds} ? held.push(work) : real(work, wait, ...more);
        window.letTimePass = () => held.splice(0).forEach((work) => work());
    }})()"""


def timeless(guest: Guest) -> Guest:
    """A page on which no turn ends by itself before `letTimePass`."""
    guest.page.add_init_script(holding(3000))
    return guest


def to_a_corridor(guest: Guest) -> None:
    """One tap: the last of the squares that are lit."""
    guest.page.locator(".lit:not(.area)").last.click()


def test_a_turn_to_a_corridor_takes_two_taps_and_its_buttons_stay(newcomer: Newcomer) -> None:
    guest = timeless(newcomer(width=390, height=844)).play_now()
    page = guest.page
    guest.play_until(lambda offered: "roll" in offered.does)
    page.evaluate("() => { window.taps = 0; addEventListener('click', () => window.taps++, true); }")
    before = guest.settle().page.evaluate(PLACES)
    board = page.locator(".board").bounding_box()
    guest.roll()
    assert guest.settle().page.evaluate(PLACES) == before
    to_a_corridor(guest)
    expect(page.get_by_role("button", name="Accuse instead")).to_be_enabled()
    assert guest.settle().page.evaluate(PLACES) == before
    assert page.locator(".board").bounding_box() == board
    turn = guest.settle().page.locator(".log li").count()
    page.evaluate("window.letTimePass()")
    page.wait_for_function("(count) => document.querySelectorAll('.log li').length > count", arg=turn)
    assert page.evaluate("window.taps") <= 2


def test_accusing_instead_keeps_the_turn(newcomer: Newcomer) -> None:
    guest = timeless(newcomer()).play_now()
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.roll()
    to_a_corridor(guest)
    guest.page.get_by_role("button", name="Accuse instead").click()
    guest.page.evaluate("window.letTimePass()")
    guest.settle()
    expect(guest.page.locator(".picker")).to_be_visible()
    guest.page.get_by_role("button", name="Back").click()
    expect(guest.page.locator("[data-do='end turn']")).to_be_enabled()


def test_a_turn_is_played_with_keys_and_none_acts_while_one_writes(newcomer: Newcomer) -> None:
    guest = timeless(newcomer()).play_now()
    page = guest.page
    guest.play_until(lambda offered: "roll" in offered.does)
    page.locator(".notes textarea, textarea").first.focus()
    page.keyboard.type("r?")
    expect(page.locator("[data-do=roll]")).to_be_enabled()
    expect(page.locator(".dialog")).to_have_count(0)
    page.locator(".board-scroll").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("Skip the animation")
    assert not complaints(guest)
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.locator(".lit").first.wait_for()
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    expect(page.locator("[data-do='end turn']:enabled, [data-do=suggest]:enabled").first).to_be_visible()
    page.keyboard.press("f")
    page.locator(".menu summary").click()
    expect(page.get_by_role("button", name="Normal bot speed")).to_be_visible()
    page.locator(".menu summary").click()
    page.locator(".board-scroll").focus()
    page.evaluate(OFFER)
    for options, keys in EVERY_KEY.items():
        page.evaluate("(options) => window.offer(options)", options)
        guest.settle()
        for key, does in keys.items():
            page.keyboard.press(key)
            assert page.evaluate("window.pressed.splice(0)") == [does], key


OFFER = """async () => {
    const { game, updateGame } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "session/game_state.js"));
    const { boxes } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "board/editions.js"));
    const [seat, ...others] = game.table.seats.map(([word]) => word);
    const [card, another] = game.scene.hand;
    const { rooms } = Object.values(boxes)[0];
    const every = { roll: true, suggest: { rooms: [] }, "end turn": true, accuse: true, "take back": true };
    const options = {
        turn: { ...every, passage: rooms[0].word },
        answer: { show: [card, another], "cannot show": true },
        snoop: { snoop: others },
    };
    window.pressed = [];
    window.offer = (name) => updateGame({
        choice: { decision: -1, until: null, options: { seat, ...options[name] } },
        help: [{ type: "helped", event: 999, marks: {} }],
        moments: name === "snoop" ? [{ kind: "shown", who: others[0], card: rooms[0].word, number: 999 }] : [],
    });
    addEventListener("click", (event) => {
        const { dataset } = event.target.closest("[data-key]");
        window.pressed.push(dataset.do ?? dataset.key);
        event.stopImmediatePropagation();
        event.preventDefault();
    }, true);
}"""
"""Offers what a turn may offer, and keeps what was pressed from being sent."""
EVERY_KEY = {
    "turn": {"r": "roll", "s": "suggest", "e": "end turn", "a": "accuse", "p": "take passage", "z": "take back"},
    "answer": {"1": "show", "2": "show", "x": "cannot show"},
    "snoop": {"1": "snoop", "2": "snoop", "n": "n"},
}


def test_squares_are_named_by_rooms_unless_one_asks_for_coordinates(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    page = guest.page
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.roll()
    guest.settle()
    labels = [one.get_attribute("aria-label") or "" for one in page.locator(".lit:not(.area)").all()]
    assert labels
    assert all(re.match(r"Move to the corridor outside the \w+", label) for label in labels)
    assert len(set(labels)) == len(labels)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Name squares by coordinates").check()
    page.get_by_role("button", name="Close").click()
    page.locator(".lit").first.wait_for()
    expect(page.locator(".lit:not(.area)").first).to_have_attribute("aria-label", re.compile(r"^Move to [a-z]+\d+$"))


BELOW = """() => {
    const [notice, board] = [".private-notice", ".board-scroll"].map((one) => document.querySelector(one));
    return notice && board ? notice.getBoundingClientRect().top - board.getBoundingClientRect().bottom : null;
}"""
"""How far below the board a card lies that was shown."""


def answered(page: Page) -> bool:
    return page.locator(".private-notice").count() > 0


def test_a_shown_card_lies_beside_the_hand_and_covers_nothing(newcomer: Newcomer) -> None:
    guest = newcomer(width=390, height=844).play_now()
    page = guest.page
    expect(page.locator(".strip .card").first).to_be_visible()
    guest.play_until(lambda offered: "roll" in offered.does)
    page.locator("[data-tab=notebook]").click()
    guest.roll()
    expect(page.locator("[data-tab=board]"), "whoever rolls sees where to go").to_have_attribute(
        "aria-selected", "true"
    )
    guest.play_until(lambda _: answered(page))
    expect(page.locator(".private-notice p").first).to_have_text(re.compile(r"showed you\s"))
    below = guest.settle().page.evaluate(BELOW)
    assert below is not None
    assert below >= -1


def test_messages_are_counted_and_a_seat_is_taken_back_without_reloading(newcomer: Newcomer) -> None:
    """A friend who does nothing keeps the game from ending while a bot plays for the host."""
    host, friend = newcomer(), newcomer(width=390, height=844)
    host.open_table("Classic")
    friend.go(host.page.url.removeprefix(host.address))
    friend.sit(2)
    friend.ready()
    host.put_bot(3)
    host.start()
    friend.at_the_board()
    say = host.page.get_by_placeholder("Say something…")
    say.fill("Hello")
    say.press("Enter")
    expect(friend.page.locator(".unread")).to_have_text("1")
    expect(friend.page.get_by_role("tab", name="1 new")).to_be_visible()
    friend.page.get_by_role("tab", name="Log").click()
    expect(friend.page.locator(".unread")).to_have_count(0)
    expect(friend.page.locator(".log .chat").last).to_be_in_viewport()
    page = host.page
    page.evaluate(
        """() => import(document.querySelector("script[type=module]").src.replace("app.js", "session/session.js"))
            .then(({ command }) => command({ type: "stand", chair: 0 }))"""
    )
    expect(page.get_by_text("A bot is playing for you.")).to_be_visible()
    expect(page.locator(".turn-panel .actions")).to_have_count(0)
    assert not complaints(host)
    expect(page.locator(".log .chat").last).to_be_in_viewport()
    page.get_by_role("button", name="Take back my seat").click()
    expect(page.get_by_text("A bot is playing for you.")).to_have_count(0)
    expect(page.locator(".log .remark").first).to_contain_text("A bot is now playing for")


def test_a_clock_warns_and_its_move_is_announced(newcomer: Newcomer) -> None:
    guest = newcomer(width=390, height=844).play_bots("Cottage", seconds=8)
    page = guest.page
    expect(page.locator(".clock.short")).to_have_text(re.compile(r"^0:0\d left$"))
    warning = page.locator(
        ".visually-hidden[role=alert]", has_text=re.compile("Your time is running out: 0:(15|05) left.")
    )
    expect(warning).to_have_count(1)
    assert not complaints(guest)
    expect(page.locator(".toast")).to_contain_text("Your time was up, so your move was made automatically.")
    expect(page.locator(".log")).to_contain_text("Time was up, so the move was made automatically")


TURN = """async (what) => {
    const { game, updateGame } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "session/game_state.js"));
    window.choice ??= game.choice;
    updateGame({ choice: what === "begins" ? window.choice : null });
}"""


def test_a_tap_meant_for_what_was_there_before_is_ignored(newcomer: Newcomer) -> None:
    """*Speed up bots* is where *Accuse* appears when a turn begins."""
    guest = newcomer(width=390, height=844).play_now()
    page = guest.page
    page.evaluate(TURN, "ends")
    page.locator(".waiting").wait_for()
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
            const accuse = document.querySelector("[data-do=accuse]");
            if (!accuse) return;
            watch.disconnect();
            const { x, y, width, height } = accuse.getBoundingClientRect();
            window.hit = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button") ?? null;
        }).observe(document.querySelector(".turn-panel"), { childList: true, subtree: true })"""
    )
    page.evaluate(TURN, "begins")
    page.wait_for_function("() => window.hit !== undefined")
    assert page.evaluate("window.hit") is None
    page.locator("[data-do=accuse]").click()
    expect(page.locator(".picker")).to_be_visible()
