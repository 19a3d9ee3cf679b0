"""The notebook: answers to somebody else, who has seen one's cards, signs and colours, and how it was in a replay."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.test_access import complaints

ANSWERED = """async () => {
    const at = document.querySelector("script[type=module]").src;
    const { game, updateGame } = await import(at.replace("app.js", "session/game_state.js"));
    const { boxes } = await import(
        at.replace("app.js", "board/editions.js"));
    const { hiddenAnswers } = await import(at.replace("app.js", "session/answers_seen.js"));
    const [me, asker, shower] = game.table.seats.map(([word]) => word);
    const { suspects, weapons, rooms } = Object.values(boxes)[0];
    const free = ({ word }) => !game.scene.hand.includes(word);
    const unheld = [suspects, weapons, rooms].map((cards) => cards.find(free).word);
    const seen = (event, words) => ({ seq: 999, at: 0, kind: "event", words, event: { number: 0, ...event } });
    const log = [...game.log,
        seen({ event: "Suggested", seat: asker, theory: unheld }, "Somebody suggested three cards."),
        seen({ event: "Shown", seat: shower, to: asker, card: null }, "Somebody showed one."),
        seen({ event: "Shown", seat: me, to: asker, card: game.scene.hand[0] }, "You showed one."),
    ];
    updateGame({ log, answers: hiddenAnswers(log, me) });
    const show = game.scene.hand.slice(0, 2);
    const offered = (mover) => updateGame({
        scene: { ...game.scene, mover }, choice: { decision: -1, until: null, options: { seat: me, show } },
    });
    window.asked = { byAsker: () => offered(asker), byShower: () => offered(shower) };
    return { asker, shower, theory: unheld, card: game.scene.hand[0] };
}"""
"""What a game tells a seat when somebody answers somebody else, and when this seat shows a card."""


RULED_OUT = """async () => {
    const at = document.querySelector("script[type=module]").src;
    const { game, updateGame } = await import(at.replace("app.js", "session/game_state.js"));
    const { boxes } = await import(
        at.replace("app.js", "board/editions.js"));
    const { rooms } = Object.values(boxes)[0];
    const free = rooms.map(({ word }) => word).filter((word) => !game.scene.hand.includes(word));
    const signs = (sign, column) => [...game.table.seats, null].map((_, at) => (at === column ? sign : ".")).join("");
    const marks = { [free[0]]: signs("+", 1), [free[1]]: signs("-", game.table.seats.length) };
    updateGame({ help: [{ type: "helped", event: 0, marks }], scene: { ...game.scene, open_cards: [free[2]] } });
    return [game.scene.hand[0], free[2], free[0], free[1], free[3]];
}"""


def written(guest: Guest, cell: Locator, key: str) -> None:
    """Write with a key, and wait until it is saved."""
    with guest.saving():
        cell.press(key)


def test_what_others_showed_and_have_seen_is_noted_until_it_is_known(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    told = guest.page.evaluate(ANSWERED)
    guest.settle()
    cells = [guest.page.locator(f'[data-cell="{card}|{told["shower"]}"]') for card in told["theory"]]
    numbers = guest.page.locator("[data-answer]")
    expect(numbers).to_have_text(["1", "1", "1"])
    assert "one of three, see 1" in (cells[0].get_attribute("aria-label") or "")
    seen = guest.page.locator(f'[data-cell="{told["card"]}|{told["asker"]}"]')
    assert "has seen it" in (seen.get_attribute("aria-label") or "")
    expect(seen.locator(".seen-eye")).to_be_visible()
    guest.page.locator(".column-head").nth(1).click()
    expect(guest.page.get_by_role("dialog")).to_contain_text("Cards of yours they've seen")
    guest.page.keyboard.press("Escape")
    legend = guest.page.locator(".notebook-legend")
    expect(legend.get_by_text("Eye: has seen")).to_be_hidden()
    guest.settle()
    table = guest.page.locator(".notebook table").bounding_box()
    legend.locator("summary").press("Enter")
    for meaning in ("Has the card", "Green: filled in", "Small number:", "Eye: has seen", "Crossed out:", "Red name:"):
        expect(legend.get_by_text(meaning)).to_be_visible()
    expect(legend.get_by_text("Symbols and colours:")).to_have_count(0)
    assert guest.page.locator(".notebook table").bounding_box() == table, "Nothing moves for it."
    assert not complaints(guest)
    guest.page.keyboard.press("Escape")
    expect(legend.get_by_text("Eye: has seen")).to_be_hidden()
    choices = guest.page.locator(".seen-note")
    guest.page.evaluate("window.asked.byAsker()")
    expect(choices.first).to_have_text(re.compile("has seen it$"))
    expect(choices.last).to_have_text("Nobody has seen it")
    guest.page.evaluate("window.asked.byShower()")
    expect(choices.first).to_have_text(re.compile("^Seen by "))
    note = guest.page.locator(".answer-note")
    # A tap on the number marks the box, as a tap beside it does; the card's name leads to what the number means.
    with guest.saving():
        numbers.first.click(force=True)
    expect(guest.page.locator(".lit-answer")).to_have_count(0)
    expect(numbers).to_have_count(2)
    guest.page.get_by_role("button", name="Undo mark").click()
    expect(numbers).to_have_count(3)
    guest.page.locator("tr", has=cells[0]).locator(".card-row").click()
    assert not complaints(guest)
    guest.page.get_by_role("dialog").get_by_role("button", name="Show the three cards of number 1").click()
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    expect(guest.page.locator(".lit-answer")).to_have_count(3)
    expect(note).to_contain_text("Somebody suggested three cards. Somebody showed one.")
    assert not complaints(guest)
    note.get_by_role("button", name="Close").click()
    expect(guest.page.locator(".lit-answer")).to_have_count(0)
    cells[1].press("t")
    expect(guest.page.locator(".lit-answer")).to_have_count(3)
    written(guest, cells[0], "n")
    expect(numbers).to_have_count(2)
    written(guest, cells[1], "s")
    expect(numbers).to_have_count(2)
    written(guest, cells[1], "y")
    expect(numbers).to_have_count(0)
    guest.page.get_by_role("button", name="Undo mark").click()
    expect(numbers).to_have_count(2)
    guest.page.locator(".menu summary").click()
    guest.page.get_by_role("button", name="Settings").click()
    guest.page.get_by_label("Mark the three possible cards").uncheck()
    expect(numbers).to_have_count(0)


def test_signs_and_colours_are_chosen_kept_and_do_not_hide_what_is_known(newcomer: Newcomer) -> None:
    guest = newcomer(width=390, height=844).play_now()
    guest.page.get_by_role("tab", name="Notebook").click()
    guest.page.get_by_role("button", name="Symbols and colours").click()
    guest.page.get_by_role("button", name="★ star").click()
    guest.page.get_by_role("button", name="violet").click()
    assert not complaints(guest)
    free = guest.page.locator(".cell:not(.ink-hand)")
    with guest.saving():
        free.first.click()
    expect(guest.page.locator(".cell.star.ink-violet")).to_have_count(1)
    written(guest, free.first, "d")
    written(guest, free.first, "3")
    guest.reload()
    guest.page.get_by_role("tab", name="Notebook").click()
    expect(guest.page.locator(".cell.dot.ink-green")).to_have_text("●")
    file = guest.page.locator("tr:not(.mine) [data-cell$='|CaseFile']").first
    written(guest, file, "n")
    expect(guest.page.locator("tr.yes .card-row").first).to_have_css("text-decoration-line", "line-through")
    # A card looks ruled out however that is known: by the hand, an open card, or the table's help.
    *out, unknown = guest.page.evaluate(RULED_OUT)
    guest.settle()
    for card, line in (*((card, "line-through") for card in out), (unknown, "none")):
        row = guest.page.locator("tr", has=guest.page.locator(f"[data-cell^='{card}|']")).locator(".card-row")
        expect(row).to_have_css("text-decoration-line", line)


MARK_AND = """(leave) => {
    document.querySelector(".notebook .cell:not(.ink-hand, .ink-own)").click();
    setTimeout(() => leave === "reload" ? location.reload() : document.querySelector("header a").click());
}"""
"""A mark, and the way out before the pause after which marks are saved."""


def test_a_mark_that_was_just_written_is_kept_when_the_table_is_left(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    marks = guest.page.locator(".notebook .cell.ink-own.no")
    guest.page.locator(".notebook .cell:not(.ink-hand)").first.wait_for()
    guest.page.evaluate(MARK_AND, "go home")
    guest.page.locator("main.home").wait_for()
    guest.page.go_back()
    expect(marks).to_have_count(1)
    with guest.page.expect_event("load"):
        guest.page.evaluate(MARK_AND, "reload")
    expect(marks).to_have_count(2)


def test_a_replay_shows_the_notebook_as_it_was_and_leads_back_to_the_result(newcomer: Newcomer) -> None:
    guest = newcomer().play_bots("Cottage")
    first, last = (guest.page.locator(".cell:not(.ink-hand)").nth(at) for at in (0, 1))
    written(guest, first, "y")
    guest.finish()
    written(guest, last, "m")
    guest.page.get_by_role("link", name="Watch replay").click()
    guest.page.get_by_label("View:").select_option(index=1)
    then = guest.page.locator(".notebook.replay-details")
    marks = then.locator(".cell.ink-own")
    expect(marks).to_have_text(["✓has it"])
    guest.page.get_by_role("button", name="Go to start").click()
    expect(marks).to_have_count(0)
    guest.page.get_by_role("button", name="Go to end").click()
    expect(marks).to_have_count(2)
    assert not complaints(guest)
    guest.page.get_by_label("View:").select_option(index=2)
    expect(then).to_have_count(0)
    guest.page.get_by_role("link", name="Result").click()
    expect(guest.page.locator(".end .case-file")).to_be_visible()


def test_the_review_shows_both_marks_where_a_notebook_differs_from_what_could_be_known(newcomer: Newcomer) -> None:
    guest = newcomer().play_bots("Cottage")
    own = guest.page.locator("tr.mine [data-cell$='|CaseFile']")
    written(guest, own.nth(0), "y")
    written(guest, own.nth(1), "m")
    guest.finish()
    guest.page.get_by_role("link", name="Watch replay").click()
    guest.page.get_by_label("View:").select_option(index=1)
    guest.page.get_by_role("button", name="Go to end").click()
    then = guest.page.locator(".notebook.replay-details")
    expect(then.locator(".differs, button.cell")).to_have_count(0)
    guest.page.locator("details.reviewing > summary").click()
    wrong, unsure = then.locator("button.cell.wrong"), then.locator("button.cell.unsure")
    expect(wrong).to_have_text(["✓✗you marked: has it, which was wrong; you could have known: doesn't have it"])
    expect(unsure).to_have_text(["?✗you marked: maybe; you could have known: doesn't have it"])
    expect(wrong).to_have_accessible_name("you marked: has it, which was wrong; you could have known: doesn't have it")
    expect(then.locator("button.cell.could").first).to_contain_text("not marked; you could have known:")
    expect(then.locator(".differences-key li")).to_have_count(3)
    wrong.click()
    expect(then.locator(".because .proof li").first).to_be_visible()
    assert not complaints(guest)
