"""The daily case in a browser: solved from what the screen says, judged, hinted at, shared, and kept without a line."""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer, Theme
from tests.browser.guest import Guest
from tests.browser.test_access import complaints
from tests.browser.test_companion import wait_until_kept
from tests.margin import PROOF

from greycells.deduction.facts import (
    CASE_FILE,
    Evidence,
    Fact,
    HandSize,
    Has,
    HasNone,
    HasOneOf,
    Holder,
    Origin,
    Source,
)
from greycells.deduction.knowledge import Claim, Knowledge
from greycells.editions import load
from greycells.rules.seats import Seat

SUGGESTED = re.compile(r"(.+?) suggested (.+?) with (?:the )?(.+?) in (?:the )?(.+?)\.$")
STATED = Source(Origin.STATED)
DECK = load("classic").deck


def a_past(weekday: int) -> str:
    """Such a weekday, from 1 for Monday to 7 for Sunday, whose case is the same whenever the test runs."""
    return date.fromisocalendar(2026, 2, weekday).isoformat()


def card(name: str) -> int:
    name = name.removeprefix("the ")
    return next(card.index for card in DECK if card.name == name)


def read_screen(page: Page) -> Evidence:
    """What the words on the screen say, and nothing else."""
    players: dict[str, int] = {}
    for text in page.locator(".sizes span").all_inner_texts():
        who, size = text.strip().split(":")
        players["You" if who.strip() == "you" else who.strip()] = int(size)
    seats = {name: Seat(at, DECK.suspects[at], name) for at, name in enumerate(players)}
    facts: list[Fact] = [HandSize(seats[name], size, STATED) for name, size in players.items()]
    hand = page.locator(".your-hand summary span").inner_text().split(", ")
    facts += [Has(seats["You"], DECK.cards[card(name)], STATED) for name in hand]
    for text in page.locator(".story-card .visually-hidden").all_inner_texts():
        facts += told(text.split(": ", 1)[1], seats)
    return Evidence(DECK, tuple(seats.values()), tuple(facts))


def told(text: str, seats: dict[str, Seat]) -> list[Fact]:
    first, *answers = re.split(r"(?<=[a-z]\.) (?=[A-Z])", re.sub(r"\b(Mrs|Mr|Col|Prof)\.", r"\1·", text))
    found = SUGGESTED.match(first)
    assert found, first
    named = DECK.of(DECK.cards[card(name.replace("·", "."))] for name in found.groups()[1:])
    facts: list[Fact] = []
    for answer in answers:
        if who := re.match(r"(.+) had nothing to show\.", answer):
            names = re.split(r", | and ", who[1])
            facts += [HasNone(seats[name[:1].upper() + name[1:]], named, STATED) for name in names]
        elif seen := re.match(r"(\w+) showed you (.+)\.", answer):
            facts.append(Has(seats[seen[1]], DECK.cards[card(seen[2].replace("·", "."))], STATED))
        elif hidden := re.match(r"(\w+) showed \w+ a card\.", answer):
            facts.append(HasOneOf(seats[hidden[1]], named, STATED))
        else:
            assert re.match(r"You showed .+ to \w+\.", answer), answer
    return facts


def goals(page: Page, evidence: Evidence) -> list[Claim]:
    """What the question asks for, as far as it follows."""
    knowledge = Knowledge.of(evidence)
    question = page.locator(".question").inner_text()
    if question.startswith("Who did it"):
        assert knowledge.solution is not None
        return [Claim(card, CASE_FILE, has=True) for card in knowledge.solution]
    asked = re.match(r"Which card did (\w+) show (\w+) on turn (\d+)\?", question)
    assert asked, question
    (story,) = (
        text
        for text in page.locator(".story-card .visually-hidden").all_inner_texts()
        if text.startswith(f"Turn {asked[3]}:")
    )
    seat = next(seat for seat in evidence.seats if seat.name == asked[1])
    found = SUGGESTED.match(re.split(r"(?<=[a-z]\.) (?=[A-Z])", re.sub(r"\b(Mrs|Mr|Col|Prof)\.", r"\1·", story))[0][8:])
    assert found
    cards = [DECK.cards[card(name.replace("·", "."))] for name in found.groups()[1:]]
    return [Claim(one, seat, has=True) for one in cards if knowledge.has(one, seat)]


def tap(page: Page, claim: Claim) -> None:
    holder = "Case file" if claim.holder is CASE_FILE else claim.holder.name
    page.get_by_role("radio", name="Yes" if claim.has else "No").click()
    page.locator(f'.cell[aria-label^="{claim.card.name}, {holder}:"]').click()


def at_noon(guest: Guest, house: House, *, ago: int = 0) -> None:
    """It is noon on a page, of the day of its server or so many days earlier: whenever the test runs."""
    day = datetime.fromisoformat(house.day).replace(hour=12, tzinfo=UTC)
    guest.page.clock.set_fixed_time(day - timedelta(days=ago))


def opened(guest: Guest, day: str = "") -> Page:
    guest.go(f"/daily/{day}" if day else "/daily")
    guest.page.locator(".puzzle").wait_for()
    return guest.page


@pytest.mark.parametrize("weekday", [1, 7])
def test_a_day_is_solved_from_what_the_screen_says(newcomer: Newcomer, weekday: int) -> None:
    guest = newcomer(width=390, height=844)
    page = opened(guest, a_past(weekday))
    evidence = read_screen(page)
    for claim in goals(page, evidence):
        tap(page, claim)
    expect(page.locator(".solved h2")).to_have_text("Case closed")
    assert page.locator(".solved dd").all_inner_texts()[1:3] == ["0", "0"]
    expect(page.locator(".day .note")).to_contain_text("doesn't count")
    assert guest.errors == []


def test_the_judge_says_what_can_be_and_why(newcomer: Newcomer) -> None:
    page = opened(newcomer(width=390, height=844), a_past(1))
    knowledge = Knowledge.of(read_screen(page))
    unsure = [
        (card, seat)
        for card in DECK
        for seat in knowledge.worlds.evidence.seats
        if seat.name != "You" and knowledge.has(card, seat) is None
    ]
    certain = next(
        claim for claim in knowledge if not claim.has and claim.holder is CASE_FILE and claim.card in free(page)
    )
    tap(page, certain._replace(has=True))
    expect(page.locator(".judged")).to_contain_text("That can't be")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".reasons li").last).to_contain_text(re.compile("case file|give away part of the answer"))
    tap(page, Claim(unsure[0][0], unsure[0][1], has=True))
    expect(page.locator(".judged")).to_contain_text("It may be true")
    tap(page, certain)
    expect(page.locator(".judged")).to_contain_text("Proved")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".clue")).to_be_visible()
    page.locator(f'.cell[aria-label^="{certain.card.name}, Case file:"]').click()
    expect(page.locator(".judged"), "a mark is judged after a hint, too").to_contain_text("Proved")
    page.reload()
    page.locator(".puzzle").wait_for()
    expect(page.locator(".cell.maybe"), "marks stay on the device").to_have_count(1)


MARKING = """async (marks) => {
    const { allDrawn: drawn } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "ui/staged_render.js"));
    const said = [];
    for (const [label, has] of marks) {
        document.querySelectorAll(".pen-sign")[has ? 1 : 0].click();
        await drawn();
        const cell = [...document.querySelectorAll(".cell")].find((one) => one.ariaLabel.startsWith(label));
        const written = cell.matches(".yes, .no");
        cell.click();
        await drawn();
        said.push(written ? "written" : document.querySelector(".judged").className.replace("judged", "").trim());
    }
    return said;
}"""


def test_the_judge_on_the_screen_agrees_with_the_solver(newcomer: Newcomer) -> None:
    """Random marks in random boxes, except those that end the case."""
    left, rng, judged = 200 if PROOF else 40, random.Random(21), Counter[str]()
    for weekday in (3, 7):
        page = opened(newcomer(), a_past(weekday))
        evidence = read_screen(page)
        knowledge, wanted = Knowledge.of(evidence), goals(page, evidence)
        holders: list[Holder] = [CASE_FILE, *(seat for seat in evidence.seats if seat.name != "You")]
        boxes = [(card, holder) for card in DECK if card in free(page) for holder in holders]
        marks = [Claim(*rng.choice(boxes), has=rng.random() < 0.5) for _ in range(left // 2)]
        marks = [mark for mark in marks if mark not in wanted]
        named = [
            [f"{mark.card.name}, {'Case file' if mark.holder is CASE_FILE else mark.holder.name}:", mark.has]
            for mark in marks
        ]
        for mark, said in zip(marks, page.evaluate(MARKING, named), strict=True):
            truth = knowledge.has(mark.card, mark.holder)
            right = "open" if truth is None else "proved" if truth == mark.has else "cannot-be"
            assert said in {right, "written"}, mark
            judged[said] += 1
    assert judged.keys() >= {"open", "proved", "cannot-be"}


def free(page: Page) -> set[object]:
    """The cards that have a row in the notebook."""
    names = set(page.locator(".puzzle-notes th[scope=row]").all_inner_texts())
    return {card for card in DECK if card.name in names}


def test_hints_lead_to_the_end_and_the_share_text_gives_nothing_away(newcomer: Newcomer, dated_house: House) -> None:
    guest = newcomer(at=dated_house)
    guest.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    at_noon(guest, dated_house)
    page = opened(guest)
    for _ in range(120):
        if guest.settle().page.locator(".solved").count():
            break
        page.locator(".hint-button").click()
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".solved [role=status]")).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert re.fullmatch(r"greycells daily case, .+: solved in [\d:]+, no slips, \d+ hints?\.", shared[0])
    assert not any(card.name in " ".join(shared) for card in DECK)
    expect(page.locator(".streak")).to_have_text("1-day streak")
    assert "Next case in" in page.locator(".solved").inner_text()
    page.locator(".calendar summary").click()
    expect(page.locator(".calendar .on-time")).to_have_count(1)


def test_a_result_waits_for_the_connection(newcomer: Newcomer, dated_house: House) -> None:
    guest = newcomer(at=dated_house)
    at_noon(guest, dated_house)
    page = opened(guest)
    *early, latest = goals(page, read_screen(page))
    for claim in early:
        tap(page, claim)
    page.context.set_offline(True)
    tap(page, latest)
    expect(page.locator(".solved .note").first).to_contain_text("saved on this device")
    page.context.set_offline(False)
    expect(page.locator(".streak")).to_have_text("1-day streak")
    expect(page.locator(".solved")).not_to_contain_text("saved on this device")


def test_three_days_in_a_row_are_a_streak_and_midnight_takes_nothing_away(
    newcomer: Newcomer, dated_house: House
) -> None:
    guest = newcomer(at=dated_house)
    page = guest.page
    for ago in (2, 1, 0):
        at_noon(guest, dated_house, ago=ago)
        opened(guest)
        if ago == 1:  # The page stays open over midnight: the case counts for the day on which it was begun.
            at_noon(guest, dated_house)
            expect(page.locator(".day .note")).to_have_count(0)
        for claim in goals(page, read_screen(page)):
            tap(page, claim)
        expect(page.locator(".streak")).to_have_text(f"{3 - ago}-day streak")
    page.locator(".calendar summary").click()
    expect(page.locator(".calendar .on-time")).to_have_count(3)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_date_is_the_players_own(browser: Browser, house: House, zone: str) -> None:
    context = browser.new_context(timezone_id=zone, locale="en-GB", service_workers="block")
    before = datetime.now(ZoneInfo(zone))
    page = opened(Guest(context.new_page(), house.address))
    after = datetime.now(ZoneInfo(zone))  # It may be another day by now.
    dates = tuple(f"{now:%A} {now.day} {now:%B}" for now in (before, after))
    assert page.locator(".day p").first.inner_text().startswith(dates)
    context.close()


def test_a_day_that_has_not_begun_is_refused_in_words(newcomer: Newcomer) -> None:
    guest = newcomer()
    guest.go(f"/daily/{datetime.now(UTC).date() + timedelta(days=3)}")
    expect(guest.page.locator("main")).to_contain_text("hasn't started anywhere on Earth yet")


def test_the_notebook_is_marked_by_keys(newcomer: Newcomer) -> None:
    page = opened(newcomer(), a_past(1))
    claim = next(claim for claim in goals(page, read_screen(page)))
    page.locator(".cell[tabindex='0']").focus()
    label = f"{claim.card.name}, Case file: "
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    while not str(page.evaluate("document.activeElement.ariaLabel")).startswith(label):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("v")
    expect(page.locator(f'.cell[aria-label="{label}here"]')).to_be_focused()
    assert page.evaluate("document.getAnimations().filter(a => a.effect.getTiming().duration > 0).length") == 0


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), pytest.param(1280, "light", marks=pytest.mark.proof)])
def test_axe_finds_nothing_about_puzzles(newcomer: Newcomer, width: int, theme: Theme) -> None:
    guest = newcomer(width=width, theme=theme)
    page = opened(guest, a_past(1))
    assert not complaints(guest)
    clipped = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".story-card .card-name").evaluate_all(clipped) == []
    page.locator(".cell").first.click()
    page.locator(".hint-button").click()
    assert not complaints(guest)
    for claim in goals(page, read_screen(page)):
        tap(page, claim)
    page.locator(".solved").wait_for()
    page.locator(".calendar summary").click()
    assert not complaints(guest)
    guest.go("/practice").page.locator(".choices").wait_for()
    assert not complaints(guest)


SECONDS_BY_HAND = """(() => {
    const real = window.setInterval;
    window.setInterval = (work, wait, ...more) =>
        wait === 1000 ? (window.second = work, 0) : real(work, wait, ...more);
})()"""
"""A second of a storm is over when the test says so."""


def test_a_storm_is_counted_and_practice_is_rated(newcomer: Newcomer) -> None:
    guest = newcomer(width=390, height=844)
    guest.page.add_init_script(SECONDS_BY_HAND)
    page = guest.go("/practice").page
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".puzzle").wait_for()
    for claim in goals(page, read_screen(page)):
        tap(page, claim)
    expect(page.locator(".solved")).to_contain_text("Rating 10")
    page.get_by_role("button", name="Choose another kind of puzzle").click()
    page.get_by_role("button", name="Play storm").click()
    page.locator(".storm").wait_for()
    page.locator(".puzzle").wait_for()
    for claim in goals(page, read_screen(page)):
        tap(page, claim)
    expect(page.locator(".storm")).to_contain_text("1 solved")
    assert complaints(guest) == []
    before = seconds_left(page)
    page.locator(".hint-button").click()
    page.locator(".clue").wait_for()
    page.evaluate("window.second()")
    expect(page.locator(".storm"), "a hint costs ten seconds").to_contain_text(clock(before - 11))
    page.evaluate("(left) => { for (let at = 0; at < left; at++) window.second(); }", before - 11)
    expect(page.locator(".storm")).to_contain_text("Time's up")
    expect(page.locator(".day")).to_contain_text("Best storm: ")
    assert guest.errors == []


def seconds_left(page: Page) -> int:
    found = re.search(r"(\d+):(\d+)", page.locator(".storm").inner_text())
    assert found
    return 60 * int(found[1]) + int(found[2])


def clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


KEPT_PUZZLES = "() => Object.keys(localStorage).filter((key) => key.startsWith('greycells.puzzle.'))"
THIRTEEN = """() => {
    for (let number = 10; number < 23; number += 1)
        localStorage.setItem(`greycells.puzzle.v1-classic-1-${number}`, '{"marks": {}, "slips": 0, "done": true}');
}"""


def test_thirteen_puzzles_of_practice_leave_the_daily_case_alone(newcomer: Newcomer) -> None:
    guest = newcomer()
    page = opened(guest, a_past(1))
    for claim in goals(page, read_screen(page)):
        tap(page, claim)
    page.locator(".solved").wait_for()
    guest.settle()
    before = page.locator(".solved dd").all_inner_texts()[:3], page.locator(".cell").all_inner_texts()
    page.evaluate(THIRTEEN)
    for _ in range(2):
        guest.go("/practice")
        page.get_by_role("button", name="Start", exact=True).click()
        page.locator(".cell").first.click()
        guest.settle()
        assert len(page.evaluate(KEPT_PUZZLES)) == 13, "twelve of practice, and the daily case"
    kept = page.evaluate(KEPT_PUZZLES)
    assert sum("classic-2" in key for key in kept) == 2, "what was touched last stays, old puzzles without a time go"
    opened(guest, a_past(1))
    expect(page.locator(".solved h2")).to_have_text("Case closed")
    after = page.locator(".solved dd").all_inner_texts()[:3], page.locator(".cell").all_inner_texts()
    assert after == before, "its time and its marks are as they were"
    assert any(mark.strip() for mark in after[1])


def test_a_storm_waits_with_its_clock_standing(newcomer: Newcomer) -> None:
    page = newcomer().go("/practice").page
    asked: list[str] = []
    closed = False

    def door(route: Route) -> None:
        asked.append(route.request.url)
        if closed:
            route.fulfill(status=429, content_type="application/json", body='{"sentence": "Too many at once."}')
        else:
            route.continue_()

    page.route("**/api/practice?*", door)
    page.get_by_role("button", name="Play storm").click()
    page.locator(".puzzle").wait_for()
    closed = True
    for claim in goals(page, read_screen(page)):
        tap(page, claim)
    expect(page.locator(".storm")).to_contain_text("The clock has stopped")
    before, times = seconds_left(page), len(asked)
    while len(asked) < times + 2:
        page.wait_for_timeout(100)
    assert seconds_left(page) == before
    closed = False
    page.locator(".hint-button").wait_for()
    expect(page.locator(".storm")).not_to_contain_text("The clock has stopped")
    expect(page.locator(".storm")).to_contain_text("1 solved")


def test_practice_offers_only_what_can_be_had(newcomer: Newcomer) -> None:
    page = newcomer().go("/practice").page
    themes, grades = page.locator("[name=theme] option"), page.locator("[name=grade] option")
    page.select_option("[name=grade]", "7")
    page.select_option("[name=theme]", "case-split")
    page.select_option("[name=grade]", "1")
    expect(themes).to_have_text(["Any", "Seen and passed"])
    expect(page.locator("[name=theme]")).to_have_value("")
    page.select_option("[name=grade]", "7")
    page.select_option("[name=edition]", "cottage")
    expect(grades).to_have_count(5)
    expect(page.locator("[name=grade]")).to_have_value("5")


def test_a_wrong_no_is_not_explained_by_the_answer(newcomer: Newcomer) -> None:
    page = opened(newcomer(), a_past(1))
    answer, *_ = goals(page, read_screen(page))
    tap(page, answer._replace(has=False))
    expect(page.locator(".judged")).to_contain_text("That can't be right")
    expect(page.get_by_role("button", name="Why?")).to_have_count(0)


def test_a_case_that_was_opened_before_opens_without_a_connection(newcomer: Newcomer) -> None:
    guest = newcomer(worker=True)
    page = opened(guest, a_past(1))
    first, *others = goals(page, read_screen(page))
    tap(page, first)
    wait_until_kept(page, "/daily")
    page.context.set_offline(True)
    page.reload()
    for claim in others:
        tap(page, claim)
    expect(page.locator(".solved h2")).to_have_text("Case closed")
    expect(page.locator(".solved .note").first).to_contain_text("saved on this device")
    page.goto(f"{guest.address}/daily/game")
    expect(page.locator("h1")).to_have_text("You're offline")
    page.context.set_offline(False)
