"""Suggestions and accusations on stage: each viewer sees exactly what they may know, and no ending early."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import msgspec
from playwright.sync_api import expect
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.page_watcher import SHOWN, Seen, Watch
from tests.browser.test_access import complaints

from greycells.server.tables.bot_pace import Pace
from greycells.server.tables.clocks import OPENING

AT_MOST = 6000
"""Milliseconds of a suggestion at the usual pace."""
LAST = 3000
"""Milliseconds in which an answer is shown that came late, because somebody took their time."""
A_MOMENT = 120
"""Seconds for every decision: a clock gives no ending away, either. On a busy machine four pages need a while."""
A_LOOK = 700
"""Milliseconds for which a card is seen at least."""
RECORD = """() => {
    const texts = (found) => [...document.querySelectorAll(found)].map((one) => one.textContent.trim());
    const faces = (found) => [...document.querySelectorAll(found)].map(
        (one) => one.querySelector(".card-name")?.textContent.trim() ?? "back");
    const look = () => ({
        scene: document.querySelector(".scene:not(.away)")?.className.replace(/\\s+/g, " ").trim() ?? "",
        beat: document.querySelector(".scene")?.dataset.beat ?? "",
        words: texts(".scene-caption p").join(),
        named: texts(".three .named .card-name"),
        flight: faces(".scene .flight"),
        drawn: faces(".drawn.out"),
        none: document.querySelectorAll(".asked.none").length,
        shown: document.querySelectorAll(".asked.shown").length,
        title: document.title,
        ask: document.querySelector(".ask")?.textContent.trim() ?? "",
        log: texts(".ticker .latest p").join(" "),
        over: document.querySelector(".game.over") !== null,
        buttons: document.querySelectorAll(".turn-panel [data-do]:enabled").length,
    });
    window.seen = [];
    let last = "";
    let stalled = 0;
    let tick = performance.now();
    clearInterval(window.recorder);
    window.recorder = setInterval(() => {
        const at = performance.now();
        const since = tick;
        stalled += Math.max(0, at - tick - 40);
        tick = at;
        const now = look();
        const text = JSON.stringify(now);
        if (text !== last) window.seen.push({ since, at, stalled, ...now, page: (PAGE)() });
        last = text;
    }, 20);
}""".replace("PAGE", SHOWN)


class Snapshot(msgspec.Struct):
    """What a page showed from a moment on: it was not there `since`, and was there `at`.

    `stalled` is how long a busy machine had let the page do nothing by then.
    """

    since: float
    at: float
    stalled: float
    scene: str
    beat: str
    words: str
    named: list[str]
    flight: list[str]
    drawn: list[str]
    none: int
    shown: int
    title: str
    page: Seen | None
    ask: str
    log: str
    over: bool
    buttons: int


def seen(guest: Guest) -> list[Snapshot]:
    return msgspec.convert(guest.page.evaluate("window.seen"), list[Snapshot])


@dataclass(frozen=True)
class Deal:
    """The truth of one game: what is in the case file, and what everybody holds, by their words."""

    case_file: list[str]
    hands: list[list[str]]

    def other(self, *, than: str, among: str) -> str:
        """A card of a kind that is not this one."""
        return next(word for word in CARDS[among] if word != than)


CARDS = {
    "suspect": ["Scarlett", "Mustard", "White", "Green", "Peacock", "Plum"],
    "weapon": ["Rope", "LeadPipe", "Knife", "Wrench", "Candlestick", "Revolver"],
    "room": ["Hall", "Lounge", "DiningRoom", "Kitchen", "Ballroom", "Conservatory", "BilliardRoom", "Library", "Study"],
}


class Event(msgspec.Struct):
    event: str
    case_file: list[str] = []
    hands: list[list[str]] = []


class Entry(msgspec.Struct):
    events: list[Event] = []


def deal(house: House, table: str) -> Deal:
    """Read from the server's own log, which no page ever sees."""
    path = Path(house.data) / "greycells.db"
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as store:
        rows = store.execute("SELECT entry FROM log WHERE game = ? ORDER BY seq", (table,)).fetchall()
    events = [event for (text,) in rows for event in msgspec.json.decode(text, type=Entry).events]
    sealed = next(event for event in events if event.event == "Sealed")
    dealt = next(event for event in events if event.event == "Dealt")
    return Deal(sealed.case_file, dealt.hands)


def printed(guest: Guest, words: list[str]) -> list[str]:
    """What is printed on these cards."""
    found = [guest.page.locator(f".notebook [data-cell^='{word}|']").first for word in words]
    return [card.evaluate("cell => cell.closest('tr').querySelector('.card-row').textContent.trim()") for card in found]


def pick(guest: Guest, kind: str, words: list[str]) -> None:
    """Pick three cards."""
    guest.page.locator(f".turn-panel [data-do={kind}]:enabled").click()
    for word in words:
        guest.page.locator(f".pick[data-card='{word}'] input").check(force=True)
    guest.page.locator(".picker .close button:not([type])").click()


def accuse(guest: Guest, words: list[str]) -> None:
    pick(guest, "accuse", words)
    expect(guest.page.get_by_role("dialog").locator(".accused-cards .card")).to_have_count(3)
    expect(guest.page.get_by_role("dialog").get_by_role("button")).to_have_text(["Yes, accuse", "Not yet"])
    guest.page.get_by_role("button", name="Yes, accuse").click()


@dataclass(frozen=True)
class Party:
    """Three players and a spectator, who see the same game: in the parlour, where one may suggest at once."""

    players: list[Guest]
    spectator: Guest
    deal: Deal
    watches: list[Watch]

    @property
    def all(self) -> list[Guest]:
        return [*self.players, self.spectator]

    def record(self) -> None:
        for guest in self.all:
            guest.page.evaluate(RECORD)

    def look(self) -> None:
        """Keep all that the pages have shown since `record`, for the search for leaks."""
        for watch in self.watches:
            watch.seen += [one.page for one in seen(watch.guest) if one.page is not None]

    def move(self, pace: str) -> None:
        """Choose how fast everything moves, as the settings do."""
        for guest in self.all:
            guest.page.evaluate(MOTION, pace)

    def watch(self) -> None:
        """Wait until everybody has seen a scene, and it is over."""
        for guest in self.all:
            guest.page.wait_for_function("() => window.seen.some((one) => one.scene)")
        for guest in self.all:
            expect(guest.page.locator(".scene")).to_have_count(0)


MOTION = """(motion) => import(document.querySelector("script[type=module]").src.replace("app.js", "ui/settings.js"))
    .then(({ prefer }) => prefer({ motion }))"""


def party(newcomer: Newcomer, house: House) -> Party:
    host, friend, third, spectator = (newcomer(still=False) for _ in range(4))
    watches = [Watch(guest) for guest in (host, friend, third, spectator)]
    host.open_table("Parlour", seconds=A_MOMENT)
    for chair, guest in enumerate((friend, third), 2):
        guest.page.goto(host.page.url)
        guest.sit(chair)
        guest.ready()
    host.start()
    spectator.page.goto(host.page.url)
    for guest in (friend, third, spectator):
        guest.at_the_board()
    return Party([host, friend, third], spectator, deal(house, host.page.url.rsplit("/", 1)[-1]), watches)


def test_everybody_watches_and_sees_what_they_may_know(newcomer: Newcomer, house: House) -> None:
    """A suggestion with two answers at the usual pace, two wrong accusations and a right one at the fast one."""
    at = party(newcomer, house)
    suggested(at)
    at.move("fast")
    planted = accused(at)
    solved(at)
    game = at.watches[0].finished_game()
    for watch, seat in zip(at.watches, (*game.seats, None), strict=True):
        assert any(one.stage for one in watch.seen)
        assert list(watch.leaks(game, seat)) == []
    # What is one player's own would be a leak on another's stage, and what is planted there is found.
    assert any(found.endswith("on stage") for found in at.watches[0].leaks(game, None))
    assert [found for found in planted.leaks(game, None) if found.endswith("on stage")]


PLANT = (
    """(word) => setInterval(() => document.querySelector(".scene .drawn.out")?.setAttribute("data-card", word), 5)"""
)
"""A careless page: nothing of it can be seen, but it is there to be found."""


def longest(record: list[Snapshot]) -> float:
    """How long it can have been shown: it may have begun before it was first seen, and ended after the last look."""
    shown = [place for place, one in enumerate(record) if one.scene]
    return record[min(shown[-1] + 1, len(record) - 1)].at - record[shown[0]].since


def suggested(at: Party) -> None:
    """The host suggests: the next player has none of the cards, the third shows one."""
    host, friend, third = at.players
    shown = next(card for card in at.deal.hands[2] if card in CARDS["weapon"] or card in CARDS["room"])
    theory = [shown if shown in kind else true for kind, true in zip(CARDS.values(), at.deal.case_file, strict=True)]
    names = printed(host, theory)
    at.record()
    pick(host, "suggest", theory)
    # Whoever has to act is prompted at once, and the scene makes room.
    friend.page.locator(".turn-panel [data-do='cannot show']:enabled").click()
    third.page.locator(f".turn-panel [data-do=show][data-card='{shown}']:enabled").click()
    at.watch()
    (face,) = printed(host, [shown])
    for guest in at.all:
        record = seen(guest)
        stage = [one for one in record if one.scene]
        assert any(one.named == names and "suggestion" in one.scene for one in stage)
        assert any(one.none == 1 for one in stage)
        answered = next(one.at for one in record if "showed" in one.log)
        # Nobody reads the answer before it is on stage.
        assert next(one.at for one in record if one.flight) <= answered
        took, stalled = stage[-1].at - stage[0].at, stage[-1].stalled - stage[0].stalled
        assert longest(record) > 2000
        assert took - stalled < max(AT_MOST, answered - stage[0].at + LAST)
        flown = {one.flight[0] for one in stage if one.flight}
        assert flown == ({face} if guest in (host, third) else {"back"})
        # While it is being asked, the header says what, of whom and about which cards.
        asked = [one.ask for one in record if "has to answer" in one.ask or "suggested" in one.ask]
        assert asked
        assert all(name in words for words in asked for name in names[1:])
    assert any(one.buttons and "aside" in one.scene for one in seen(friend))
    at.look()


def endings(record: list[Snapshot]) -> list[tuple[str, ...]]:
    """What could be seen of the cards and when, and how it was told that they were wrong, one after the other."""
    stage = [one for one in record if "accusation" in one.scene]
    told = [(one.beat, one.scene, *one.drawn, "wrong" if one.words.startswith("Not all") else "") for one in stage]
    return [one for at, one in enumerate(told) if one != told[at - 1] or not at]


def assert_nothing_is_given_away(record: list[Snapshot]) -> None:
    """Before the cards have been seen, nothing else on the page says how it ended."""
    stage = [one for one in record if "accusation" in one.scene and " accused " in one.words]
    assert len({one.title for one in stage}) == 1
    assert {one.ask for one in stage} == {stage[0].words}
    for one in stage:
        assert not one.over
        assert "looked in the case file" not in one.log.rpartition(" accused ")[2]


def accused(at: Party) -> Watch:
    """One is wrong about a card, and one about all three: the others can't see a difference (ACC-5).

    At the second, the spectator's page is a careless one; what it shows is kept apart.
    """
    suspect, weapon, room = at.deal.case_file
    ways = [
        [suspect, at.deal.other(than=weapon, among="weapon"), room],
        [at.deal.other(than=word, among=kind) for kind, word in zip(CARDS, at.deal.case_file, strict=True)],
    ]
    told: list[list[tuple[str, ...]]] = []
    for accuser, theory in zip(at.players[1:], ways, strict=True):
        faces = printed(accuser, at.deal.case_file)
        at.record()
        accuse(accuser, theory)
        at.watch()
        for guest in at.all:
            record = seen(guest)
            assert_nothing_is_given_away(record)
            stage = [one for one in record if "accusation" in one.scene]
            assert stage[-1].drawn == (faces if guest is accuser else ["back"] * 3)
            if guest is not accuser:
                assert {card for one in stage for card in one.drawn} == {"back"}
                told.append(endings(record))
        expect(accuser.page.locator(".verdict")).to_contain_text("You're eliminated")
        expect(accuser.page.locator(".verdict .card-name")).to_have_text(faces)
        if accuser is at.players[1]:
            at.look()
            at.spectator.page.evaluate(PLANT, weapon)
        accuser.page.locator(".verdict button").click()
    careless = Watch(at.spectator, frames=at.watches[-1].frames)
    careless.seen = [one.page for one in seen(at.spectator) if one.page is not None]
    assert all(one == told[0] for one in told)
    assert told[0][-1][-1] == "wrong"
    return careless


def length(guest: Guest) -> float:
    """For how many milliseconds an accusation was on stage, less those in which a busy machine let the page wait."""
    stage = [one for one in seen(guest) if "accusation" in one.scene]
    return stage[-1].at - stage[0].at - (stage[-1].stalled - stage[0].stalled)


def solved(at: Party) -> None:
    """The host is right: the faces are laid open for everybody; whoever skips sees the end at once."""
    winner = at.players[0]
    faces = printed(winner, at.deal.case_file)
    at.record()
    accuse(winner, at.deal.case_file)
    at.spectator.page.locator(".scene.accusation").wait_for()
    at.spectator.page.keyboard.press("Escape")
    expect(at.spectator.page.locator(".end")).to_be_visible()
    at.watch()
    assert length(at.spectator) < length(winner)
    for guest in at.all:
        expect(guest.page.locator(".end .case-file .card-name")).to_have_text(faces)
        expect(guest.page.locator(".end .crime-scene")).to_be_visible()
        record = seen(guest)
        assert_nothing_is_given_away(record)
        if guest not in (winner, at.spectator):
            shown = [one.drawn for one in record if "accusation" in one.scene]
            assert ["back"] * 3 in shown
            assert shown.index(["back"] * 3) < shown.index(faces)


FED = """async () => {
    const load = (name) => import(document.querySelector("script[type=module]").src.replace("app.js", name));
    const [{ game, updateGame }, { boxes }, { Scene }] = await Promise.all(
        ["session/game_state.js", "board/editions.js", "stage/scene.js"].map(load));
    const rest = Scene.prototype.rest;
    let scene = null;
    Scene.prototype.rest = function () {
        scene = this;
        return this.skipped ? rest.call(this, 0) : new Promise((done) => (this.wake = () => done(undefined)));
    };
    const [me, asker, shower] = game.table.seats.map(([word]) => word);
    const { suspects, weapons, rooms } = Object.values(boxes)[0];
    const theory = [suspects, weapons, rooms].map(([{ word }]) => word);
    const happens = (event, words) => updateGame({
        choice: null, fresh: [event], scene: { ...game.scene, phase: "answering", to_act: null },
        log: [...game.log, { seq: 999, at: 0, kind: "event", words, event }],
    });
    let number = 900;
    window.feed = {
        suggests: () => happens({ event: "Suggested", number: number++, seat: asker, theory }, "A bot suggests."),
        shows: () => happens({ event: "Shown", number: number++, seat: shower, to: asker, card: null }, "A bot shows."),
        show: () => happens({ event: "Shown", number: number++, seat: me, to: asker, card: theory[1] }, "You show it."),
        accuses: (right) => updateGame({ choice: null, opening: {
            accused: { event: "Accused", number: number++, seat: asker, theory },
            opened: { event: "Opened", number: number++, seat: asker, right, case_file: null },
            words: "A bot accuses.", case_file: right ? theory : null, shared: false } }),
        next: () => scene.wake(),
    };
}"""
"""Bots suggest, answer and accuse, one beat at a time, so that each can be looked at."""


def to(guest: Guest, wanted: str) -> None:
    """Go on, beat by beat, until this is on stage."""
    for _ in range(20):
        guest.settle()
        if guest.page.locator(wanted).count():
            return
        guest.page.evaluate("window.feed.next()")
    raise AssertionError(wanted)


def test_scenes_of_bots_on_a_phone_are_skipped_by_a_tap_or_a_key_and_axe_finds_nothing(newcomer: Newcomer) -> None:
    guest = newcomer(width=390, height=844, still=False).play_bots("Parlour", level="constable")
    page = guest.page
    page.evaluate(FED)
    page.evaluate("window.feed.suggests()")
    scene = page.locator(".scene")
    expect(scene.locator(".scene-caption p")).to_have_text("A bot suggests.")
    expect(scene.locator(".named")).to_have_count(3)
    assert not complaints(guest)
    # In Master Detective everybody who can show a card does: here the second bot, and then this player.
    page.evaluate("window.feed.shows()")
    to(guest, ".scene .flight .card.back")
    page.evaluate("window.feed.show()")
    to(guest, ".scene .flight .card-name")
    expect(scene.locator(".asked.shown")).to_have_count(1)
    assert not complaints(guest)
    page.evaluate("window.feed.next()")
    expect(scene.locator(".asked.shown")).to_have_count(2)
    scene.tap(position={"x": 20, "y": 20})
    expect(scene).to_have_count(0)
    page.evaluate("window.feed.accuses(false)")
    expect(scene.locator(".scene-caption p")).to_have_text("A bot accuses.")
    to(guest, ".scene .drawn.from-2.out")
    assert not complaints(guest)
    page.keyboard.press("Space")
    expect(scene).to_have_count(0)
    page.evaluate("window.feed.accuses(true)")
    to(guest, ".scene.pictured .crime svg")
    assert not complaints(guest)
    page.keyboard.press("Escape")
    expect(scene).to_have_count(0)


TIMED = """async (chains) => {
    const load = (name) => import(document.querySelector("script[type=module]").src.replace("app.js", `stage/${name}`));
    const { SuggestionScene } = await load("suggestion_scene.js");
    const { AccusationScene } = await load("accusation_scene.js");
    const plan = { edition: null, byName: new Map() };
    const suggested = { event: "Suggested", seat: "", theory: ["", "", ""] };
    const rest = (long) => new Promise((done) => setTimeout(done, long));
    const watch = async ({ asked, answers }) => {
        const scene = new SuggestionScene(plan, suggested, () => undefined);
        scene.others = Array.from({ length: asked }, (_, at) => `${at}`);
        const looked = [];
        const show = scene.show.bind(scene);
        scene.show = async (...told) => {
            const from = performance.now();
            await show(...told);
            looked.push(performance.now() - from);
        };
        const from = performance.now();
        const over = scene.play();
        for (const [at, [wait, card]] of answers.entries()) {
            await rest(wait);
            scene.answer({ event: card === null ? "CouldNotShow" : "Shown", seat: `${at}`, card: card || null });
            scene.complete = at + 1 === answers.length;
        }
        await over;
        return { took: performance.now() - from, looked };
    };
    const opened = { event: "Opened", seat: "", right: false, case_file: null };
    const opening = { accused: { event: "Accused", seat: "", theory: ["", "", ""] }, opened, words: "", shared: false };
    const accuse = async () => {
        const from = performance.now();
        await new AccusationScene(null, opening, () => undefined).play();
        return { took: performance.now() - from, looked: [] };
    };
    window.timed = Promise.all([accuse(), ...chains.map(watch)]);
}"""
"""Plays scenes without drawing them. An answer is the milliseconds after which it comes, and what is seen of a card."""


class Timed(msgspec.Struct):
    """How long a scene was, and each answer in it, in milliseconds."""

    took: float
    looked: list[float]


def test_bots_that_take_their_time_are_over_in_six_seconds(newcomer: Newcomer) -> None:
    """Every number of bots at their longest and at their shortest wait; only people make it longer."""
    page = newcomer(still=False).go().page
    paces = (Pace(draw=min), Pace(draw=lambda low, high: (low + high) / 2), Pace(draw=max))
    chains: list[tuple[int, list[tuple[float, str | None]]]] = []
    for asked in range(1, 10):
        for pace in paces:
            wait = 1000 * pace.wait(hurried=False, asked=asked)
            none = [(wait, None)] * (asked - 1)
            chains += [(asked, [*none, (wait, last)]) for last in (None, "", "Rope")]
            chains.append((asked, [(wait, "Rope")] * asked))
    late: tuple[int, list[tuple[float, str | None]]] = (3, [(900, None), (9000, None), (900, "Rope")])
    told = [{"asked": asked, "answers": answers} for asked, answers in (*chains, late)]
    page.clock.install(time=0)
    page.clock.pause_at(60_000)
    page.evaluate(TIMED, told)
    page.clock.run_for(20_000)
    accusation, *timed = msgspec.convert(page.evaluate("window.timed"), list[Timed])
    # The server gives the next player as much time as the scene takes, and a little for drawing it.
    assert AT_MOST < accusation.took < 1000 * OPENING - A_LOOK
    for (_, answers), one in zip(chains, timed, strict=False):
        assert len(one.looked) == len(answers)
        assert one.took <= AT_MOST, (answers, one)
        # Whoever is shown a card sees it for a while, however long those before have taken.
        assert answers[-1][1] != "Rope" or answers[0][1] == "Rope" or one.looked[-1] >= A_LOOK, (answers, one)
    assert timed[-1].looked[-1] > 2 * A_LOOK
    assert timed[-1].took < 900 + 9000 + 900 + LAST


def test_without_motion_there_are_words_only(newcomer: Newcomer, house: House) -> None:
    guest = newcomer().play_bots("Parlour", level="constable")
    truth = deal(house, guest.page.url.rsplit("/", 1)[-1])
    guest.page.evaluate(RECORD)
    pick(guest, "suggest", truth.case_file)
    expect(guest.page.locator(".ask")).to_contain_text("Nobody could show you a card")
    theory = [truth.other(than=word, among=kind) for kind, word in zip(CARDS, truth.case_file, strict=True)]
    pick(guest, "accuse", theory)
    guest.page.get_by_role("dialog").locator(".accused-cards .card").first.wait_for()
    assert not complaints(guest)
    guest.page.get_by_role("button", name="Yes, accuse").click()
    expect(guest.page.locator(".verdict")).to_contain_text("You're eliminated: you take no more turns")
    assert not complaints(guest)
    assert {one.scene for one in seen(guest)} == {""}


def test_on_a_shared_device_only_the_accuser_sees_the_faces(newcomer: Newcomer, house: House) -> None:
    guest = newcomer(width=390, height=844).open_table("Parlour")
    guest.page.locator("li.chair").nth(1).get_by_role("button", name="Add a player on this device").click()
    guest.page.get_by_label("Name of the other player").fill("Grace")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("li.chair.yours")).to_have_count(2)
    guest.put_bot(3)
    guest.start_handed()
    guest.page.locator(".handover button.primary").click()
    guest.at_the_board()
    truth = deal(house, guest.page.url.rsplit("/", 1)[-1])
    guest.page.evaluate(RECORD)
    accuse(guest, [truth.other(than=word, among=kind) for kind, word in zip(CARDS, truth.case_file, strict=True)])
    alone = guest.page.locator(".verdict.alone")
    expect(alone).to_contain_text("Only Miss Scarlett may look now")
    assert alone.locator(".card").count() == 0
    assert {card for one in seen(guest) for card in one.drawn} <= {"back"}
    alone.get_by_role("button").click()
    expect(alone.locator(".card")).to_have_count(3)
    assert not complaints(guest)
    expect(alone).to_contain_text("You're eliminated")
    alone.get_by_role("button").click()
    expect(guest.page.locator(".handover")).to_contain_text("Grace")
    assert guest.page.locator(".card").count() == 0
