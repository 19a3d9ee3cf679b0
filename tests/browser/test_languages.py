"""Pages in German, and in a language that nobody speaks: every word on every screen comes from a catalogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, Response, Route, WebSocket, expect
from tests.browser.browser_server import House
from tests.browser.guest import MOST, Guest, Offered
from tests.languages.english import english_in
from tests.margin import PROOF

from greycells.editions import load
from greycells.editions.translation import title
from greycells.language.sentences import using_language

SCREENS = ("/", "/new", "/games", "/rules", "/rules/master-detective", "/rules/getaway", "/first", "/about")
READ = """() => [...document.body.querySelectorAll("*")].flatMap((node) => [
    ...["aria-label", "title", "placeholder", "alt"].map((name) => node.getAttribute(name) ?? ""),
    ...[...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data)])
  .concat(document.title).map((text) => text.trim()).filter((text) => /\\p{L}{3}/u.test(text))"""
NAME = re.compile(r"[a-z]{1,2}\d{1,2}|greycells|Deutsch|English")
Visitor = Callable[..., Page]


@pytest.fixture
def visitor(browser: Browser) -> Generator[Visitor]:
    """Somebody whose browser asks for a language."""
    pages: list[Page] = []

    def arrive(locale: str) -> Page:
        page = browser.new_context(
            locale=locale,
            reduced_motion="reduce",
            viewport={"width": 1280, "height": 900},
            service_workers="block",  # What a worker fetches can't be replaced by a route.
        ).new_page()
        page.set_default_timeout(MOST)
        pages.append(page)
        return page

    yield arrive
    for page in pages:
        page.context.close()


def texts(page: Page) -> list[str]:
    """Everything that is seen or heard on a page."""
    found: list[str] = page.evaluate(READ)
    return found


def play_some(page: Page, choices: int) -> Generator[None]:
    """Do what is offered, whatever it is called, and look after every choice."""
    guest = Guest(page, "").at_the_board()
    for _ in range(choices):
        guest.play_until(lambda offered: offered.over or offered.wish() != "")
        guest.choose()
        yield


def test_no_english_is_left_on_any_page(visitor: Visitor, house: House) -> None:
    page = visitor("de-DE")
    seen: dict[str, set[str]] = {}
    for path in SCREENS:
        page.goto(house.address + path)
        page.locator("main").first.wait_for()
        page.wait_for_load_state("networkidle")
        seen |= {f"{path}: {text}": english_in(text) for text in texts(page)}
    assert page.locator("html").get_attribute("lang") == "de"
    page.goto(house.address)
    page.get_by_role("button", name="Jetzt spielen").click()
    expect(page.locator(".notebook .column-head").first).to_have_text("Glo")
    for _ in play_some(page, 8):
        seen |= {f"game: {text}": english_in(text) for text in texts(page)}
    assert len(seen) > 300
    assert {text: found for text, found in seen.items() if found} == {}


def test_no_english_is_left_from_hand_over_to_replay(visitor: Visitor, house: House) -> None:
    page = visitor("de-DE")
    guest = Guest(page, house.address).go("/new")
    with using_language("de"):
        page.locator("button.box", has=page.locator(f"b:text-is('{title(load('cottage'))}')")).click()
    page.locator("li.chair").nth(1).get_by_role("button", name="Spieler an diesem Gerät hinzufügen").click()
    page.get_by_label("Name des anderen Spielers").fill("Grete")
    page.keyboard.press("Enter")
    expect(page.locator("li.chair.yours")).to_have_count(2)
    page.get_by_role("button", name="Mit Bots auffüllen").click()
    page.get_by_role("button", name="Spiel starten").click()
    handed = page.locator(".handover button")
    handed.wait_for()
    seen = {f"hand-over: {text}": english_in(text) for text in texts(page)}

    turns = count()

    def passed(offered: Offered) -> bool:
        if not offered.over and handed.count():
            handed.click()
            return not PROOF and next(turns) > 1
        return offered.over

    guest.play_until(passed)
    guest.leave_to_bots(chairs=(0, 1))
    page.locator(".figures").wait_for()
    seen |= {f"end: {text}": english_in(text) for text in texts(page)}
    page.get_by_role("link", name="Wiederholung ansehen").click()
    page.locator(".player-bar").wait_for()
    seen |= {f"replay: {text}": english_in(text) for text in texts(guest.settle().page)}
    page.get_by_role("button", name="Zum Ende").click()
    expect(page.locator(".ask")).to_contain_text("Es war")
    seen |= {f"replay: {text}": english_in(text) for text in texts(guest.settle().page)}
    assert {text: found for text, found in seen.items() if found} == {}


def test_before_any_script_runs_home_is_german(browser: Browser, house: House) -> None:
    context = browser.new_context(locale="de-AT", java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(MOST)
    page.goto(house.address)
    assert page.get_by_role("button", name="Jetzt spielen").is_visible()
    assert english_in(page.locator("body").inner_text()) == set()
    context.close()


def test_language_and_names_are_chosen_in_the_settings(visitor: Visitor, house: House) -> None:
    page = visitor("en-GB")
    page.goto(house.address + "/rules/classic")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Deutsch").click()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Internationale Namen").click()
    page.get_by_role("button", name="Einstellungen").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "de-x-abroad")
    page.locator(".card-name", has_text="Madame Curry").first.wait_for()


def test_numbers_and_counted_words_are_those_of_the_language(visitor: Visitor, house: House) -> None:
    script = """async () => {
        const { loadWords, needWords, numberText, t } =
            await import(document.querySelector("script[type=module]").src.replace("app.js", "ui/words.js"));
        needWords("puzzles");
        await loadWords();
        const played = (count) => t("practice.rating", { rating: "1200", played: count });
        const numbers = [numberText(38.25, 1), numberText(1234567n)];
        return [played(1), played(2), played(12345), ...numbers, t("plan.days", { count: 1 })];
    }"""
    page = visitor("de-DE")
    page.goto(house.address)
    page.locator("#app").wait_for()
    assert page.evaluate(script) == [
        "Wertung 1200 nach 1 Rätsel",
        "Wertung 1200 nach 2 Rätseln",
        "Wertung 1200 nach 12.345 Rätseln",
        "38,3",
        "1.234.567",
        "1 Tag",
    ]


def test_every_visible_word_comes_through_a_catalogue(visitor: Visitor, house: House) -> None:
    page = visitor("en-GB")
    served: list[str] = []

    def pseudo(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(
            body=re.sub(r'(": ?\s*)"((?:[^"\\]|\\.)*)",\n', r'\1"⟦\2⟧",\n', text), content_type="text/javascript"
        )

    def keep(response: Response) -> None:
        if "/api/" in response.url:
            served.append(response.text())

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: served.append(str(payload)))

    page.route("**/words/en/*.js", pseudo)
    page.on("response", keep)
    page.on("websocket", listen)
    bare: set[str] = set()
    for path in SCREENS:
        page.goto(house.address + path)
        page.locator("main").first.wait_for()
        page.wait_for_load_state("networkidle")
        bare |= {f"{path}: {text}" for text in texts(page) if "⟦" not in text and "⟧" not in text}
    page.goto(house.address)
    page.get_by_role("button", name="⟦Play now⟧").click()
    for _ in play_some(page, 4):
        bare |= {f"game: {text}" for text in texts(page) if "⟦" not in text and "⟧" not in text}
    told = re.sub(r"\\u[0-9a-f]{4}|\\", "", " ".join(" ".join(served).split())).casefold()
    bare = {re.sub(r" \([a-z]\d+\)$", "", text) for text in bare}  # A square's letters follow its name.
    left = {text for text in bare if " ".join(text.split(": ", 1)[1].split()).strip("“”").casefold() not in told}
    assert {text for text in left if not NAME.fullmatch(text.split(": ", 1)[1])} == set()
