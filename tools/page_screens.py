"""The screens around a game, to be photographed: home, puzzles, rules, one's own data, the companion, and troubles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from tests.analysis.companion_games import bot_game, entered_copy
from tools.visitor import Album, Picture, Visitor

from greycells.protocol.companion_entries import CompanionGame, SuggestionEntry

RECORDS = Path("records")
EDITIONS = ("classic", "luxury", "anniversary", "getaway", "master-detective")
DAY = "2026-11-16"
UNDECIDED = ".puzzle-notes .cell:not(.yes):not(.no):not(.maybe)"
SEARCHED = {"en": "wrong accusation", "de": "falsche Anklage"}
NONSENSE = "xylophone"
SHARED = "/challenge/nothing12345"


def home(guest: Visitor) -> Iterator[Picture]:
    """The first screen of a newcomer, and of somebody who has a game to continue."""
    guest.go()
    yield Picture("home", "Home on a first visit")
    guest.window("settings")
    yield Picture("settings", "Settings")
    guest.closed().play_now()
    guest.go().page.locator(".continue-game").wait_for()
    yield Picture("home-again", "Home with a game to continue")
    guest.page.locator("#code").fill("QQQQQQ")
    guest.page.locator("#code").press("Enter")
    guest.page.locator(".toast").wait_for()
    yield Picture("notice-code", "Notice: no game with this room code")


def daily(guest: Visitor) -> Iterator[Picture]:
    """The daily case: opened, with marks and a hint, after a slip, and solved."""
    page = guest.go(f"/daily/{DAY}").page
    page.locator(".puzzle").wait_for()
    yield Picture("daily-new", "The daily case, just opened")
    for _ in range(6):
        page.locator(".hint-button").click()
    page.locator(".pen-sign.no").click()
    page.evaluate("document.querySelector('.puzzle .history > ol > li:nth-child(4)').scrollIntoView()")
    yield Picture("daily", "The daily case with the first marks and a hint")
    page.locator(".pen-sign.yes").click()
    page.locator(UNDECIDED).first.click()
    while not page.locator(".judged.cannot-be").count():
        page.locator(UNDECIDED).last.click()
        guest.settle()
    guest.press("puzzle.why", within=".judged").page.locator(".reasons").wait_for()
    yield Picture("daily-slip", "The daily case: a mark that isn't proved, with the reason")
    guest.go("/daily").page.locator(".puzzle").wait_for()
    for _ in range(160):
        if page.locator(".solved").count():
            break
        page.locator(".hint-button").click()
    page.locator(".calendar summary").click()
    page.evaluate("scrollTo(0, 0)")
    yield Picture("daily-solved", "The daily case, solved, with the calendar")
    guest.go("/daily/2030-01-01").page.locator("main").wait_for()
    yield Picture("daily-too-early", "Refusal: a daily case that hasn't started yet")


def daily_game(guest: Visitor) -> Iterator[Picture]:
    """The game of the day, before and after."""
    friend, table = guest.friend("Grace"), ""
    for one in (friend, guest):
        one.go("/daily/game").page.locator(".briefing form").wait_for()
        if one is guest:
            yield Picture("daily-game", "The daily game before the start")
        one.press("shared.start", within=".briefing").at_the_board()
        one.leave_to_bots()
        table = one.table
    guest.press("end.day", within=".end").page.locator(".results table").wait_for()
    yield Picture("daily-game-results", "The daily game: everybody's results")
    stranger = guest.friend("Eve")
    stranger.go(f"/replay/{table}").page.locator(".banners .toast").wait_for()
    yield Picture("notice-unfinished", "Refusal: a replay of a daily game that one hasn't finished", stranger.page)


def challenge(guest: Visitor) -> Iterator[Picture]:
    """The same case for a friend."""
    ada = guest.friend("Ada")
    ada.play_now()
    ada.leave_to_bots()
    ada.press("end.challenge", within=".end").page.locator(".challenge-link").wait_for()
    number = ada.table
    guest.go(f"/challenge/{number}").page.locator(".briefing form").wait_for()
    yield Picture("challenge", "A friend's challenge, before the start")
    guest.press("shared.start", within=".briefing").at_the_board()
    guest.leave_to_bots()
    guest.press("end.compare", within=".end").page.locator(".results table").wait_for()
    yield Picture("challenge-results", "A challenge: both results side by side")
    guest.play_now()
    guest.leave_to_bots()
    guest.press("end.challenge", within=".end").page.locator(".challenge-link").wait_for()
    yield Picture("challenge-made", "A challenge of one's own, with its link")
    guest.go(SHARED).page.locator(".message-page").wait_for()
    yield Picture("challenge-gone", "Refusal: an unknown challenge")


def practice(guest: Visitor) -> Iterator[Picture]:
    """Practice, solved with hints; and a storm."""
    page = guest.page
    page.clock.install()
    guest.go("/practice").page.locator(".choices").wait_for()
    yield Picture("practice", "Practice: choose a puzzle, or a storm")
    guest.press("practice.start", within=".choices").page.locator(".puzzle").wait_for()
    yield Picture("practice-puzzle", "A practice puzzle")
    for _ in range(160):
        if page.locator(".solved").count():
            break
        page.locator(".hint-button").click()
    page.evaluate("scrollTo(0, 0)")
    yield Picture("practice-solved", "A practice puzzle, solved, with the rating")
    guest.press("practice.other").press("practice.storm start").page.locator(".puzzle").wait_for()
    yield Picture("storm", "A storm")
    page.clock.run_for(200_000)
    page.locator(".choices").wait_for()
    yield Picture("storm-over", "A storm is over")


def games(guest: Visitor) -> Iterator[Picture]:
    """My games: none, and several kinds."""
    guest.go("/games").page.locator(".empty-list").wait_for()
    yield Picture("no-games", "My games: none yet")
    guest.page.locator("input[type=file]").set_input_files(RECORDS / "README.md")
    guest.page.locator(".toast").wait_for()
    yield Picture("notice-file", "Notice: a file that isn't a game")
    guest.play_now()
    guest.open_table("Getaway")
    guest.play_bots("Cottage")
    guest.leave_to_bots()
    assert guest.page.request.post(f"{guest.address}/api/tables/{guest.table}/shares", data={"hide_names": True}).ok
    record = (RECORDS / "classic" / "solved.case").read_text(encoding="utf-8")
    assert guest.page.request.post(f"{guest.address}/api/records", data=record).ok
    guest.go("/games").page.locator(".shared").wait_for()
    yield Picture("games", "My games: in progress, finished, opened and shared")


def about(guest: Visitor) -> Iterator[Picture]:
    """About, with what is stored; one's own data, a code for another device, and deleting."""
    guest.go("/about")
    yield Picture("about", "About, and what is stored")
    guest.play_now()
    guest.go("/my-data").page.locator(".my-data section").first.wait_for()
    yield Picture("my-data", "Your data, and Use another device")
    guest.press("devices.show").page.locator(".device-code").wait_for()
    guest.press("data.delete").page.locator("#delete-sure").wait_for()
    yield Picture("my-data-sure", "Your data: a code for another device, and the question before deleting")
    guest.page.locator(".device-form input").fill("ABCDEFGH")
    guest.page.locator(".device-form button").click()
    guest.page.locator(".toast").wait_for()
    yield Picture("notice-device-code", "Notice: a wrong device code")
    guest.press("data.yes").saying("app.home", within="main").wait_for()
    yield Picture("my-data-deleted", "Your data is deleted")


def rules(guest: Visitor) -> Iterator[Picture]:
    """How to play each edition, and the search."""
    guest.go("/rules").page.locator(".differ").wait_for()
    yield Picture("rules", "Compare rulebooks")
    for key in EDITIONS:
        guest.go(f"/rules/{key}").page.locator(".how li").first.wait_for()
        yield Picture(f"rules-{key}", f"How to play {key}")
    search = guest.page.locator("input[type=search]")
    search.fill(SEARCHED[guest.language])
    guest.page.locator(".found").wait_for()
    yield Picture("rules-search", "Search in the rules")
    search.fill(NONSENSE)
    guest.settle()
    yield Picture("rules-nothing-found", "Search in the rules: nothing found")


def printed(guest: Visitor) -> Iterator[Picture]:
    """Sheets for a real table."""
    for key in ("classic", "master-detective"):
        guest.page.goto(f"{guest.address}/print/{key}")
        guest.page.locator(".grid tbody tr").first.wait_for()
        yield Picture(f"print-{key}", f"A detective sheet to print: {key}")


def tutorial(guest: Visitor) -> Iterator[Picture]:
    """The first case: its page, and its first turns."""
    guest.go("/first")
    yield Picture("first", "Your first case")
    guest.page.locator("form[action='/first'] button").first.click()
    guest.page.locator(".coach .says").wait_for()
    guest.settle()
    yield Picture("lesson", "The tutorial: its first words")
    guest.press("first.next", within=".coach")
    guest.settle()
    yield Picture("lesson-roll", "The tutorial: roll the die")
    guest.roll()
    guest.settle()
    yield Picture("lesson-walk", "The tutorial: move")


def troubles(guest: Visitor) -> Iterator[Picture]:
    """Pages for what isn't there, and for what isn't allowed."""
    for path, name, shows in (
        ("/nowhere", "trouble-page", "Page not found"),
        ("/table/nowhere12345", "trouble-table", "Game not found"),
        ("/record/nothing", "trouble-record", "Replay not available"),
        ("/companion/nothing12345", "trouble-companion", "Companion game not found"),
    ):
        guest.go(path).page.locator(".message-page h1, main h1").first.wait_for()
        yield Picture(name, shows)
    friend = guest.friend("Grace")
    friend.play_now()
    guest.go(f"/table/{friend.table}").page.locator(".message-page").wait_for()
    yield Picture("trouble-watch", "A game without spectators")
    table = friend.opens("classic", [{}, {}, {}])
    friend.command(table, type="close")
    guest.go(f"/table/{table}").page.locator("h1").wait_for()
    yield Picture("trouble-closed", "A game that its host cancelled")
    for path, name in (("seat", "trouble-seat-link"), ("follow", "trouble-follow-link")):
        guest.page.goto(f"{guest.address}/{path}/nothing12345")
        yield Picture(name, f"A secret link, before it is used: /{path}/…")
        guest.page.locator("main button").first.click()
        guest.page.locator("main").wait_for()
        yield Picture(f"{name}-used", f"A secret link that no longer works: /{path}/…")
    guest.go().page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    guest.cut()
    guest.page.goto(f"{guest.address}/games")
    guest.page.locator("h1").wait_for()
    yield Picture("offline", "No connection")


def operated(guest: Visitor) -> Iterator[Picture]:
    """What the people who run the server announce."""
    guest.play_now()
    guest.afterwards.callback(guest.operator, "maintenance", "--off")
    guest.operator("maintenance", "5")
    guest.page.locator(".toast.soon").wait_for()
    yield Picture("maintenance", "A game with the notice of maintenance")
    guest.afterwards.callback(guest.operator, "unban", "127.0.0.1")
    guest.operator("ban", "127.0.0.1")
    guest.page.locator(".message-page").wait_for()
    yield Picture("banned", "A game of somebody who was banned")
    guest.page.reload()
    yield Picture("banned-page", "Every page of somebody who was banned")


def companion(guest: Visitor) -> Iterator[Picture]:
    """The companion: set up, sheet, entries, advice, other phones."""
    page = guest.page
    guest.go("/companion").page.locator("[data-do=new]").wait_for()
    yield Picture("companion", "The companion's first page")
    page.locator("[data-do=new]").click()
    page.locator("[name=player]").first.wait_for()
    for at, name in enumerate(("Ada", "Grace", "Alan")):
        page.locator("[name=player]").nth(at).fill(name)
    yield Picture("companion-setup", "The companion: set up a game")
    page.locator("[name=edition]").last.check(force=True)
    page.locator("[name=suspects]").wait_for()
    yield Picture("companion-own-box", "The companion: the cards of another edition")
    game = _entered(guest, 8)
    guest.go(f"/companion/{game}").page.locator(".c-sheet").wait_for()
    yield Picture("companion-sheet", "The companion: the sheet")
    for card in (1, 8, 15):
        page.locator(f"[data-card='{card}']").first.click()
    yield Picture("companion-who-showed", "The companion: a suggestion is entered, who showed a card?")
    page.locator("[data-showed]").first.click()
    guest.settle()
    yield Picture("companion-entered", "The companion: after the answer was tapped")
    guest.go(f"/companion/{game}").page.locator("[data-do=more]").click()
    yield Picture("companion-more", "The companion: what else can be entered")
    guest.go(f"/companion/{game}").page.locator(".likely .c-cell").first.click()
    page.locator(".c-panel").wait_for()
    guest.settle()
    yield Picture("companion-box", "The companion: one box of the sheet, with its chances")
    page.locator("[data-do=close]").click()
    page.locator(".c-sheet td[data-share='1'] .c-cell, .c-sheet td[data-share='0'] .c-cell").last.click()
    page.locator(".c-panel").wait_for()
    page.wait_for_timeout(500)
    yield Picture("companion-why", "The companion: why a box is certain")
    for tab, shows in (("entries", "what was entered"), ("advice", "advice"), ("table", "other phones and files")):
        guest.go(f"/companion/{game}").page.locator(f"[data-tab={tab}]").click()
        if tab == "advice":
            page.locator("[data-do=advise]").click()
            page.locator(".c-advice-text").wait_for()
        elif tab == "table":
            page.locator("[data-link=write]").click()
            page.locator(".c-link .address").wait_for()
            page.locator("[data-do=delete]").click()
        yield Picture(f"companion-{tab}", f"The companion: {shows}")
    address = page.locator(".c-link .address").inner_text()
    friend = guest.friend("Grace")
    friend.page.goto(address)
    yield Picture("companion-link", "A link to a companion game, before it is used", friend.page)
    friend.page.locator("main button").first.click()
    friend.page.locator("[data-tab=table]").click()
    yield Picture("companion-follower", "The companion on another phone", friend.page)
    guest.go("/companion").page.locator(".c-games").wait_for()
    yield Picture("companion-games", "The companion: your games")


def _entered(guest: Visitor, count: int) -> str:
    """A companion game with so many suggestions; its number."""
    game = bot_game("classic", 4, 1)
    copy = entered_copy(game, game.seats[0])
    setup = msgspec.structs.replace(copy.setup, players=("Ada", "Grace", "Alan", "Hedy"), level="advice")
    entries = tuple(entry for entry, _ in copy.entries if isinstance(entry, SuggestionEntry))[:count]
    body = msgspec.json.encode(CompanionGame(1, setup, entries))
    return str(guest.page.request.post(f"{guest.address}/api/companion", data=body).json()["id"])


PAGES: dict[str, Album] = {
    "home": home,
    "daily": daily,
    "daily-game": daily_game,
    "challenge": challenge,
    "practice": practice,
    "games": games,
    "about": about,
    "rules": rules,
    "print": printed,
    "first": tutorial,
    "trouble": troubles,
    "maintenance": operated,
    "companion": companion,
}
