"""Phones, tablets, landscape and large letters: nothing is cut off, and what can be done is always in reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest

SIZES = {
    "phone": (360, 740),
    "phone lying": (740, 360),
    "tablet": (820, 1180),
    "tablet lying": (1180, 820),
    "desk at 200 %": (640, 400),
}
SAMPLE = ("phone", "desk at 200 %")
CUT_OFF = """() => [...document.querySelectorAll("button, a, select, input, h1, h2, .ask, .card-name")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest(".visually-hidden, .skip-link, .row, .board-scroll, .cards, .players"))
    .filter((one) => one.type !== "file" && one.type !== "radio")
    .filter((one) => { const box = one.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; })
    .map((one) => one.textContent || one.className)"""

OUT_OF_SIGHT = """([selector, ratio]) => new Promise((done) => {
    const all = document.querySelectorAll(selector);
    if (all.length === 0) done(["nothing is there"]);
    const observer = new IntersectionObserver((seen) => {
        observer.disconnect();
        if (seen.length !== all.length) done(["not all were looked at"]);
        const out = seen.filter((one) => one.intersectionRatio < ratio - 1e-9);
        done(out.map(({ target }) => target.getAttribute("aria-label") || target.textContent));
    });
    for (const one of all) observer.observe(one);
})"""
"""What of all these is less in sight than that: asked at once, since a question for each takes seconds."""

TOO_LONG = """() => [...document.querySelectorAll(".pick .card-name")]
    .filter((one) => one.scrollWidth > one.clientWidth || one.clientHeight > 30).map((one) => one.textContent)"""


def nothing_is_lost(guest: Guest) -> None:
    guest.settle()
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert guest.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=() if size in SAMPLE else pytest.mark.proof) for size in SIZES]
)
def test_nothing_is_cut_off(newcomer: Newcomer, size: str) -> None:
    width, height = SIZES[size]
    guest = newcomer(width=width, height=height)
    for path in ("/", "/new", "/games", "/rules/master-detective", "/table/nowhere12345"):
        guest.go(path).page.locator("h1").first.wait_for()
        nothing_is_lost(guest)
    guest.open_table("Classic")
    nothing_is_lost(guest)
    guest.play_now()
    expect(guest.page.locator(".ask")).to_be_in_viewport(ratio=0.9)
    expect(guest.page.get_by_role("button", name="Roll the die", exact=True)).to_be_in_viewport(ratio=0.9)
    for tab in guest.page.get_by_role("tab").all():
        if tab.is_visible():
            tab.click()
            nothing_is_lost(guest)
            expect(guest.page.get_by_role("button", name="Roll the die", exact=True)).to_be_in_viewport(ratio=0.9)
    guest.play_to_suggest().to_a_suggestion()
    nothing_is_lost(guest)
    expect(guest.page.get_by_role("button", name="Suggest", exact=True)).to_be_in_viewport(ratio=0.9)
    guest.suggest()


def test_cards_are_picked_on_a_board_that_keeps_its_size(newcomer: Newcomer) -> None:
    """On a desk hand, notebook and log stay in sight meanwhile, and four players are two rows of one height."""
    guest = newcomer().play_now()
    players = [box for one in guest.page.locator(".player").all() if (box := one.bounding_box())]
    assert len({box["y"] for box in players}) == 2
    assert len({box["height"] for box in players}) == 1
    board = guest.page.locator(".board-area .board")
    before = board.bounding_box()
    guest.to_a_suggestion()
    guest.settle()
    assert board.bounding_box() == before
    picker, notebook = guest.page.locator(".picker").bounding_box(), guest.page.locator(".notebook").bounding_box()
    assert picker is not None
    assert notebook is not None
    assert picker["x"] + picker["width"] <= notebook["x"]


@pytest.mark.parametrize("chairs", [3, 6])
def test_on_a_desk_the_whole_notebook_is_in_sight(newcomer: Newcomer, chairs: int) -> None:
    """Cards, marks and one's own notes, without scrolling."""
    guest = newcomer().play_bots("Anniversary", chairs=chairs, helped="full logic")
    expect(guest.page.get_by_role("button", name="Hint")).to_be_in_viewport(ratio=1)
    assert guest.page.evaluate(OUT_OF_SIGHT, [".cell", 1]) == []
    expect(guest.page.locator("textarea.notes")).to_be_in_viewport(ratio=1)


def test_on_a_phone_all_cards_to_pick_from_are_in_sight(newcomer: Newcomer) -> None:
    guest = newcomer(width=360, height=740).play_now()
    guest.page.locator("[data-do=accuse]").click()
    expect(guest.page.locator(".pick")).to_have_count(21)
    guest.settle()
    assert guest.page.evaluate(OUT_OF_SIGHT, [".pick", 0.9]) == []
    assert guest.page.evaluate(TOO_LONG) == []


NOTICES = """async () => {
    const { game, updateGame } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "session/game_state.js"));
    const { boxes } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "board/editions.js"));
    const sentence = "You can't enter the Billiard Room: it takes six steps, and you rolled four. Choose another one.";
    const { rooms } = Object.values(boxes).find(({ key }) => key === game.table.plan.edition);
    const moments = game.table.seats.slice(1, 4)
        .map(([who], number) => ({ kind: "shown", who, card: rooms[number].word, number }));
    const { updatePage } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "ui/page.js"));
    updatePage({ toast: { sentence, rule: "MOVE-3" }, maintenance: Date.now() + 300_000 });
    updateGame({ moments });
}"""
"""A refusal, maintenance, and three cards that were shown, all at once."""
COVERED = """() => {
    const visible = (selector) => [...document.querySelectorAll(selector)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && one.getClientRects().length);
    const notices = visible(".banners > p, .private-notice").map((one) => one.getBoundingClientRect());
    const covers = (box) => notices.some((one) =>
        one.left < box.right - 1 && box.left < one.right - 1 && one.top < box.bottom - 1 && box.top < one.bottom - 1);
    const kept = visible(
        ".hand .card, .strip .card, .main-actions button, .pick, .picker .close button, .menu summary");
    const out = notices.filter((one) => one.right > innerWidth || one.bottom > innerHeight).map(() => "out of sight");
    return [notices.length, kept.length > 5, [...out, ...kept.map((one) => one.getBoundingClientRect())
        .flatMap((box, at) => covers(box) ? [kept[at].textContent.trim() || kept[at].className] : [])]];
}"""


@pytest.mark.parametrize("edition", [pytest.param("Classic", marks=pytest.mark.proof), "Master Detective"])
def test_notices_never_cover_the_hand_the_buttons_or_cards_to_pick(newcomer: Newcomer, edition: str) -> None:
    guest = newcomer().play_bots(edition, chairs=4)
    guest.play_until(lambda offered: "accuse" in offered.does)
    guest.page.evaluate(NOTICES)
    for picking in (False, True):
        if picking:
            guest.page.locator("[data-do=accuse]").click()
        for width, height in ((1280, 800), (1024, 768), (390, 844), (360, 740)):
            guest.page.set_viewport_size({"width": width, "height": height})
            guest.settle()
            # While cards are picked, those that were shown wait, and one notice at a time is told.
            assert guest.page.evaluate(COVERED) == [1 if picking else 4, True, []], (width, picking)


IN_HAND = """async () => {
    const app = document.querySelector("script[type=module]").src;
    const { game, updateGame } = await import(app.replace("app.js", "session/game_state.js"));
    const { boxes } = await import(
        app.replace("app.js", "board/editions.js"));
    const { afterwards } = await import(app.replace("app.js", "ui/staged_render.js"));
    const { suspects, weapons, rooms } = Object.values(boxes)[0];
    const cut = [];
    const seven = [...suspects.slice(5), ...rooms.slice(3)];
    for (const cards of [suspects, weapons, rooms.slice(0, 5), rooms.slice(5), seven, rooms]) {
        updateGame({ scene: { ...game.scene, hand: cards.map(({ word }) => word) } });
        await new Promise((done) => setTimeout(() => setTimeout(() => afterwards(done))));
        const names = [...document.querySelectorAll(".strip .card-name")];
        if (names.length !== cards.length) cut.push("not drawn");
        const dock = document.querySelector(".dock");
        if (dock.scrollWidth > dock.clientWidth) cut.push(`${cards.length} cards`);
        cut.push(...names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    }
    return cut;
}"""


def test_on_a_phone_the_names_in_the_hand_are_whole(newcomer: Newcomer) -> None:
    guest = newcomer(width=360, height=740).play_now()
    assert guest.page.evaluate(IN_HAND) == []


LONGEST = {
    "called over": "Your turn: a suggestion moved you to the Drawing Room. You can roll the dice, take the passage to"
    " the Conservatory or make a suggestion.",
    "asked": "Peacock suggested Monsieur Brunette with the Lead Pipe in the Courtyard. You must show Monsieur Brunette;"
    " only Peacock will see it.",
    "geholt": "Du wurdest ins Empfangszimmer geholt. Du kannst würfeln, den Geheimgang in den Wintergarten nehmen oder"
    " einen Verdacht äußern.",
    "gefragt": "Verdacht von Pfirsich: Wachtmeister Grau mit dem Heizungsrohr im Speisezimmer. Zeig Wachtmeister Grau;"
    " nur Pfirsich sieht sie.",
}
LINES = """(ask, words) => {
    ask.textContent = words;
    const { height, lineHeight } = getComputedStyle(ask);
    return Math.round(parseFloat(height) / parseFloat(lineHeight));
}"""


def test_on_a_phone_a_long_question_takes_three_small_lines(newcomer: Newcomer) -> None:
    """The band above the board hardly grows, and the board stays where it was."""
    guest = newcomer(width=360, height=740).play_now()
    guest.roll()
    guest.page.locator(".game-head .die").first.wait_for()
    guest.settle()
    ask = guest.page.locator("h1.ask")
    ask.evaluate("ask => { for (const one of [ask, ask.parentElement]) one.classList.add('long', 'longest'); }")
    assert {when: ask.evaluate(LINES, words) for when, words in LONGEST.items()} == dict.fromkeys(LONGEST, 3)
    band = guest.page.locator(".game-head").bounding_box()
    assert band is not None
    assert band["height"] < 64
    # The wider of such phones shows the board's lowest row, too, while a square can be chosen.
    guest.page.set_viewport_size({"width": 390, "height": 740})
    guest.settle()
    expect(guest.page.locator(".walk select")).to_be_in_viewport(ratio=1)
    assert guest.page.locator(".board-scroll").evaluate("scroll => scroll.scrollHeight - scroll.clientHeight") <= 1


def test_on_a_phone_the_board_stays_where_it_is(newcomer: Newcomer) -> None:
    """Whatever the sentence above it says, and however many dice lie beside it."""
    guest = newcomer(width=360, height=740).play_bots("Luxury", level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    band, ask = guest.page.locator(".game-head"), guest.page.locator("h1.ask")
    boxes = [band.bounding_box()]
    guest.roll()
    expect(band.locator(".die")).to_have_count(2)
    guest.settle()
    boxes.append(band.bounding_box())
    ask.evaluate("ask => { for (const one of [ask, ask.parentElement]) one.classList.add('long', 'longest'); }")
    for words in LONGEST.values():
        ask.evaluate(LINES, words)
        boxes.append(band.bounding_box())
    assert boxes == boxes[:1] * len(boxes)


def test_no_box_moves_under_a_finger(newcomer: Newcomer) -> None:
    """Boxes have their size from what is printed on them: they are there when all of it is."""
    guest = newcomer()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    guest.page.route("**/api/editions/classic", hold)
    with guest.page.expect_response("**/api/editions/luxury"):
        guest.go("/new")
    guest.until(lambda: held != [], "the page to ask for the box of classic")
    boxes = guest.settle().page.locator("button.box")
    assert boxes.count() == 0
    held[0].continue_()
    expect(boxes).to_have_count(7)


def test_letters_twice_as_large(newcomer: Newcomer) -> None:
    """Sizes are in rem: a reader's larger letters are a larger book."""
    guest = newcomer().play_now()
    before = guest.page.locator(".ask").evaluate("ask => parseFloat(getComputedStyle(ask).fontSize)")
    guest.page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert guest.page.locator(".ask").evaluate("ask => parseFloat(getComputedStyle(ask).fontSize)") == 2 * before
    nothing_is_lost(guest)
    expect(guest.page.get_by_role("button", name="Roll the die", exact=True)).to_be_in_viewport(ratio=0.9)
