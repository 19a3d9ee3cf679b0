"""What is in sight where: boards, rooms in reach, notices, bubbles and names, in classic and in Master Detective."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.test_first_case import begin, told, touch
from tests.browser.test_sizes import OUT_OF_SIGHT

SIZES = {
    "short phone": (360, 640),
    "phone": (390, 844),
    "tablet": (820, 1180),
    "desk": (1280, 800),
    "wide": (1440, 900),
}
PHONES, OTHERS = ("short phone", "phone"), ("tablet", "desk", "wide")
"""One page takes all sizes of a kind of device, one after the other, so that each kind needs one game only."""
STORE = """const { game, updateGame } = await import(
    document.querySelector("script[type=module]").src.replace("app.js", "session/game_state.js"));
const { boxes } = await import(
    document.querySelector("script[type=module]").src.replace("app.js", "board/editions.js"));"""
CUT = """() => [...document.querySelectorAll(".board .pawn, .board .ruler text")].filter((one) => {
    const box = one.getBoundingClientRect(), frame = one.closest(".board-scroll").getBoundingClientRect();
    return box.bottom > frame.bottom + 1 || box.top < frame.top - 1
        || box.right > frame.right + 1 || box.left < frame.left - 1;
}).map((one) => one.dataset.word ?? one.textContent)"""
"""The pawns and the coordinates at the edge that aren't wholly in sight."""
NAMES_CUT = """() => [...document.querySelectorAll(".strip .card-name")]
    .filter((one) => one.getClientRects().length && (one.scrollWidth > one.clientWidth
        || one.getBoundingClientRect().right > one.closest(".card").getBoundingClientRect().right))
    .map((one) => one.textContent.trim())"""
OFFER = f"""async ([snooping, reach]) => {{
    {STORE}
    const edition = Object.values(boxes).find(({{ key }}) => key === game.table.plan.edition);
    const seat = game.table.chairs[game.chair].suspect;
    const others = game.table.seats.map(([word]) => word).filter((one) => one !== seat);
    const here = game.scene.pawns[seat];
    const areas = Object.values(edition.board.letters).map(({{ name }}) => name).filter((area) => area !== here);
    const moves = {{ ends: [...areas.slice(0, reach), ...edition.board.spyglasses.slice(0, 2), "j8"], pauses: [] }};
    const snoop = snooping ? {{ snoop: others }} : {{}};
    const options = {{ seat, moves, accuse: true, "end turn": true, "take back": true, ...snoop }};
    updateGame({{ choice: {{ decision: -1, until: null, options }} }});
}}"""
"""Offers that many rooms other than one's own, two spyglasses and a square, and whom to snoop on."""


def of_size(newcomer: Newcomer, size: str) -> Guest:
    width, height = SIZES[size]
    return newcomer(width=width, height=height)


def resized(guest: Guest, size: str) -> Guest:
    """The same page on another device of its kind, with everything drawn."""
    width, height = SIZES[size]
    guest.page.set_viewport_size({"width": width, "height": height})
    return guest.settle()


@pytest.mark.parametrize(
    ("sizes", "chairs"), [(PHONES, 4), (OTHERS, 4), (PHONES, 3)], ids=["phones", "others", "phones with three players"]
)
def test_the_whole_board_of_classic_is_in_sight(newcomer: Newcomer, sizes: tuple[str, ...], chairs: int) -> None:
    """Also where the names of a hand need two rows, as those of six cards do on a short phone."""
    guest = of_size(newcomer, sizes[0]).play_bots("Classic", chairs=chairs, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    for rolled in (False, True):
        if rolled:
            guest.roll()
        for size in sizes:
            resized(guest, size)
            assert guest.page.evaluate(CUT) == [], (size, rolled)
            assert guest.page.evaluate(NAMES_CUT) == [], (size, rolled)


CROWDED = f"""async () => {{
    {STORE}
    const edition = Object.values(boxes).find(({{ key }}) => key === game.table.plan.edition);
    const ask = "Oberst von Gatow hat Baronin von Porz mit dem Heizungsrohr im Empfangszimmer verdächtigt. "
        + "Wähle eine Karte, die du zeigen möchtest; nur Oberst von Gatow wird sie sehen können.";
    updateGame({{ scene: {{ ...game.scene, ask, hand: edition.suspects.map(({{ word }}) => word) }} }});
}}"""
"""The longest sentence of any language at the top, and a hand of the longest names at the bottom."""


def test_on_a_short_phone_the_whole_board_is_in_sight_whatever_is_around_it(newcomer: Newcomer) -> None:
    guest = of_size(newcomer, "short phone").play_bots("Classic", chairs=4, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.page.evaluate(CROWDED)
    guest.settle()
    expect(guest.page.locator("h1.ask.longest")).to_be_visible()
    expect(guest.page.locator(".strip .card")).to_have_count(6)
    assert guest.page.evaluate(CUT) == []
    assert guest.page.evaluate(NAMES_CUT) == []


def test_the_whole_board_of_a_manor_is_in_sight(newcomer: Newcomer) -> None:
    guest = of_size(newcomer, OTHERS[0]).play_bots("Master Detective", chairs=4, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    for size in OTHERS:
        assert resized(guest, size).page.evaluate(CUT) == [], size


def test_every_room_in_reach_has_its_button_in_sight(newcomer: Newcomer) -> None:
    """At a spyglass, too, and a move can be taken back there; board and buttons of the turn stay where they are."""
    guest = newcomer().play_bots("Master Detective", chairs=4, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    places = [guest.page.locator(one).bounding_box() for one in (".board", ".slot[data-do=accuse]")]
    for snooping, reach in ((False, 11), (True, 8)):
        guest.page.evaluate(OFFER, [snooping, reach])
        guest.settle()
        expect(guest.page.locator(".walk button")).to_have_count(reach)
        assert guest.page.evaluate(OUT_OF_SIGHT, [".walk button, .walk select, [data-do='take back']", 0.99]) == []
        if snooping:
            assert guest.page.evaluate(OUT_OF_SIGHT, ["[data-do=snoop]", 0.99]) == []
            expect(guest.page.get_by_role("button", name="Snoop on Colonel Mustard")).to_have_text("Colonel Mustard")
        board = guest.page.locator(".board").bounding_box()
        assert board == places[0]
        accuse = guest.page.locator(".slot[data-do=accuse]").bounding_box()
        assert accuse is not None
        assert places[1] is not None
        assert abs(accuse["x"] - places[1]["x"]) < 12
    # Lit rooms have a rim; what is printed in them is seen as it is.
    assert float(guest.page.locator(".lit.area").first.evaluate("one => getComputedStyle(one).fillOpacity")) <= 0.1


@pytest.mark.parametrize("sizes", [PHONES, OTHERS], ids=["phones", "others"])
def test_ten_players_at_a_spyglass_have_room_for_everybody_and_for_the_turns_buttons(
    newcomer: Newcomer, sizes: tuple[str, ...]
) -> None:
    """On a phone the rest is scrolled; the buttons of the turn never are."""
    guest = of_size(newcomer, sizes[0]).play_bots("Master Detective", chairs=10, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.page.evaluate(OFFER, [True, 6])
    for size in sizes:
        resized(guest, size)
        expect(guest.page.locator("[data-do=snoop]")).to_have_count(9)
        expect(guest.page.get_by_role("button", name="Snoop on Colonel Mustard")).to_have_text("Mustard")
        always = "[data-do=snoop], .main-actions .slot"
        wide = ", .walk button, .walk select, [data-do='take back']"
        parts = always + (wide if SIZES[size][0] > 1000 else "")
        assert guest.page.evaluate(OUT_OF_SIGHT, [parts, 0.99]) == [], size


def test_spyglasses_are_named(newcomer: Newcomer) -> None:
    guest = newcomer().play_bots("Master Detective", chairs=4, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.page.evaluate(OFFER, [False, 3])
    guest.settle()
    expect(guest.page.locator(".lit[aria-label*='(spyglass']")).to_have_count(2)
    expect(guest.page.locator(".walk option", has_text="(spyglass")).to_have_count(2)
    expect(guest.page.locator(".board-in-words li", has_text="Spyglasses:")).to_have_count(1)


def test_bots_of_one_level_have_names_of_their_own(newcomer: Newcomer) -> None:
    guest = newcomer().play_bots("Classic", chairs=4, level="constable")
    names = [name.split(",")[0].strip() for name in guest.page.locator(".player .bot").all_inner_texts()]
    assert len(set(names)) == 3
    guest.page.locator(".player .name").nth(2).click()
    expect(guest.page.locator(".dialog .bot-intro b")).to_have_text(names[1])


def test_whoever_is_offline_does_not_think(newcomer: Newcomer) -> None:
    guest = newcomer().play_bots("Classic", chairs=4, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.page.evaluate(f"""async () => {{
        {STORE}
        const [, [word]] = game.table.seats;
        const gone = {{ bot: null, name: "Grace" }};
        const chairs = game.table.chairs.map((one) => one.suspect === word ? {{ ...one, ...gone }} : one);
        updateGame({{ table: {{ ...game.table, chairs }}, choice: null, scene: {{ ...game.scene, to_act: word }} }});
    }}""")
    player = guest.page.locator(".player").nth(1)
    expect(player).to_contain_text("disconnected")
    expect(player).to_have_class(re.compile("to-act"))
    expect(player.locator(".now")).to_have_count(0)


SHOWN = f"""async (helped) => {{
    {STORE}
    const edition = Object.values(boxes)[0];
    const card = edition.rooms.map(({{ word }}) => word).find((word) => !game.scene.hand.includes(word));
    const who = game.table.seats[1][0];
    const marks = {{ [card]: game.table.seats.map(([word]) => (word === who ? "+" : "-")).join("") + "-" }};
    const help = helped ? [...game.help, {{ type: "helped", event: 5000, marks }}] : game.help;
    updateGame({{ help, moments: [{{ kind: "shown", who, card, number: 5000 }}] }});
}}"""


def test_no_button_flashes_before_the_help_has_noted_a_card(newcomer: Newcomer) -> None:
    guest = newcomer().play_bots("Classic", chairs=4, level="constable", helped="direct facts")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.page.evaluate(SHOWN, 0)
    expect(guest.page.locator(".private-notice")).to_have_count(1)
    expect(guest.page.locator(".note-it")).to_have_count(0)
    guest.page.evaluate(SHOWN, 1)
    expect(guest.page.locator(".private-notice small")).to_have_text("In your notebook")
    expect(guest.page.locator(".note-it")).to_have_count(0)


def test_the_first_tap_on_a_box_marks_what_can_be(newcomer: Newcomer) -> None:
    """A card that is held where the box says is no ✗; where all other boxes of a row say no, this one says yes."""
    guest = newcomer().play_bots("Classic", chairs=4, level="constable")
    held = guest.page.locator(".notebook tr.mine .cell.yes").first.get_attribute("data-cell")
    mine = guest.page.locator(f".cell[data-cell='{held}']")
    mine.click()
    expect(mine).to_have_class(re.compile(r"\byes ink-own\b"))
    row = guest.page.locator(".notebook tr:not(.mine)", has=guest.page.locator(".cell")).first
    cells = row.locator(".cell")
    for at in range(1, cells.count() - 1):
        cells.nth(at).click()
        expect(cells.nth(at)).to_have_class(re.compile(r"\bno\b"))
    cells.last.click()
    expect(cells.last).to_have_class(re.compile(r"\byes\b"))


BUBBLES = f"""async () => {{
    {STORE}
    const chairs = game.table.chairs.map((_, at) => at);
    const covered = [];
    for (const chair of chairs) {{
        updateGame({{ bubbles: [{{ seq: 90000 + chair, chair, words: "Well played!", reaction: "" }}] }});
        let bubble = null;
        while (!(bubble = document.querySelector(".bubble")?.style.left ? document.querySelector(".bubble") : null))
            await new Promise((done) => setTimeout(done, 5));
        const mine = bubble.getBoundingClientRect();
        for (const one of document.querySelectorAll(".printed :is(.plate, .passage)")) {{
            const box = one.getBoundingClientRect();
            if (mine.left < box.right - 1 && box.left < mine.right - 1
                && mine.top < box.bottom - 1 && box.top < mine.bottom - 1)
                covered.push(`${{game.table.chairs[chair].suspect}}: ${{one.textContent.trim()}}`);
        }}
        updateGame({{ bubbles: [] }});
        while (document.querySelector(".bubble")) await new Promise((done) => setTimeout(done, 5));
    }}
    return covered;
}}"""


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_bubble_covers_no_passage_and_no_name(newcomer: Newcomer, size: str) -> None:
    width, height = SIZES[size]
    guest = newcomer(width=width, height=height).play_bots("Classic", chairs=6, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.settle()
    assert guest.page.evaluate(BUBBLES) == []


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_tutorials_notice_covers_nothing_and_the_picks_stay(newcomer: Newcomer, size: str) -> None:
    width, height = SIZES[size]
    guest = begin(newcomer(width=width, height=height))
    touch(guest.page)
    expect(guest.page.locator(".coach .says")).to_contain_text("Roll the die")
    says = told(guest.page)
    guest.page.locator(".turn-panel button", has_text="Accuse").click()
    for row in range(3):
        guest.page.locator(f"input[name=row-{row}]").first.check(force=True)
    picked = guest.page.locator(".pick.picked .card-name").all_inner_texts()
    guest.page.locator(".picker button.danger").click()
    guest.page.get_by_role("button", name="Yes, accuse").click()
    expect(guest.page.locator(".toast")).to_contain_text("follow the highlight")
    notice, coach = (guest.page.locator(one).bounding_box() for one in (".toast", ".coach"))
    assert notice is not None
    assert coach is not None
    assert notice["y"] + notice["height"] <= coach["y"] + 1
    assert told(guest.page) == says
    expect(guest.page.locator(".pick.picked .card-name")).to_have_text(picked)


def test_a_seat_link_shows_whose_seat_it_is(newcomer: Newcomer) -> None:
    """The page has the head of all others, and tells the game."""
    guest = newcomer().play_bots("Classic", chairs=4, level="constable")
    link: Guest = newcomer()
    table = guest.page.url.rpartition("/")[2]
    answer = guest.page.request.get(f"{guest.address}/api/tables/{table}/chairs/0/link").json()
    link.page.goto(f"{guest.address}/seat/{answer['url'].rpartition('/')[2]}")
    expect(link.page.locator("header.head .brand")).to_be_visible()
    expect(link.page.locator("main")).to_contain_text("Classic")
    expect(link.page.locator("main")).to_contain_text("Miss Scarlett")
    link.page.get_by_role("button", name="Take this seat").click()
    expect(link.page.locator(".ask")).to_be_visible()
