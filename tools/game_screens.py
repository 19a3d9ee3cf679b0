"""The screens of a game, to be photographed: the table, each phase and window, people, the stage, end and review."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from playwright.sync_api import WebSocketRoute
from tests.browser.guest import Offered
from tests.browser.test_stage import CARDS, deal, pick
from tools.visitor import Album, Picture, Visitor

SEATS = {"Classic": 4, "Luxury": 3, "Anniversary": 6, "Getaway": 5, "Master Detective": 10}
"""How many players each edition gets: few and many; in getaway enough for open cards."""
SOLVED = Path("records/classic/solved.case")
SLOW = 300_000
"""Milliseconds that a review may take."""


def in_edition(edition: str) -> Album:
    """What differs between editions, from the table to the replay."""
    key = edition.lower().replace(" ", "-")

    def play(guest: Visitor) -> Iterator[Picture]:
        table = guest.opens(key, [{}, {"bot": "inspector"}, {}])
        guest.go(f"/table/{table}").page.locator("li.chair.yours").wait_for()
        yield Picture(f"table-{key}", f"{edition}: the table before the start")
        guest.play_bots(edition, chairs=SEATS[edition], helped="full logic")
        while not guest.page.locator(".lit").count():
            guest.play_until(lambda offered: "roll" in offered.does)
            guest.roll()
            guest.page.wait_for_timeout(200)
        yield Picture(f"game-{key}", f"{edition}: after a roll")
        for _ in range(2):
            guest.to_a_suggestion()
            guest.suggest()
        guest.to_a_suggestion()
        yield Picture(f"suggest-{key}", f"{edition}: the cards of a suggestion")
        guest.press("app.back", within=".picker")
        guest.tab("notebook")
        yield Picture(f"notebook-{key}", f"{edition}: the notebook")
        guest.tab("log")
        yield Picture(f"log-{key}", f"{edition}: the log")
        guest.tab("board").leave_to_bots(watch=True)
        guest.page.locator(".figures").wait_for()
        yield Picture(f"end-{key}", f"{edition}: the result")
        guest.press("end.replay", within=".end").page.locator(".player-bar").wait_for()
        guest.page.locator(".player-bar button").last.click()
        guest.settle()
        yield Picture(f"replay-{key}", f"{edition}: the replay")

    return play


def set_up(guest: Visitor) -> Iterator[Picture]:
    """A new table, and the windows that choose who sits there."""
    guest.go("/new").page.locator("button.box").first.wait_for()
    yield Picture("new", "New game: choose an edition")
    table = guest.opens("classic", [{}, {}, {}])
    guest.go(f"/table/{table}").page.locator("li.chair.yours").wait_for()
    for kind, shows in (("sitter", "who sits there"), ("suspect", "which suspect"), ("beside", "pass and play")):
        guest.window(kind, "1")
        guest.settle()
        yield Picture(f"table-{kind}", f"The table: {shows}")
        guest.closed()
    friend = guest.friend("Grace")
    friend.go(f"/table/{table}").page.locator("li.chair").first.wait_for()
    yield Picture("table-guest", "The table, as an invited friend sees it", friend.page)


def handed(guest: Visitor) -> Iterator[Picture]:
    """Pass and play: the device is handed over."""
    table = guest.opens("classic", [{}, {}, {"bot": "inspector"}])
    guest.go(f"/table/{table}").page.locator("li.chair.yours").wait_for()
    guest.window("beside", "1").page.locator(".dialog input").fill("Grace")
    guest.page.keyboard.press("Enter")
    guest.page.locator("li.chair.yours").nth(1).wait_for()
    guest.command(table, type="start")
    guest.page.locator(".handover button").wait_for()
    yield Picture("handover", "Pass and play: pass the device")
    guest.page.locator(".handover button").click()
    guest.at_the_board()
    yield Picture("handover-done", "Pass and play: the first player")


def windows(guest: Visitor) -> Iterator[Picture]:
    """Every window over a game, and its menus."""
    guest.play_bots("Classic", helped="full logic")
    yield Picture("turn-begins", "A turn begins")
    guest.page.locator(".menu summary").click()
    yield Picture("menu", "The menu of a game")
    guest.page.keyboard.press("Escape")
    guest.window("settings")
    yield Picture("game-settings", "Settings, in a game")
    guest.closed().window("keys")
    yield Picture("keys", "Keyboard shortcuts")
    guest.closed().window("rule", "MOVE-1 MOVE-2")
    guest.settle()
    yield Picture("rule", "A rule, one tap away")
    guest.closed().window("link")
    yield Picture("link", "Play on another device")
    guest.closed().window("resign")
    yield Picture("resign", "Resign: the question before")
    guest.closed()
    for _ in range(2):
        guest.to_a_suggestion()
        guest.suggest()
    guest.play_until(lambda offered: "suggest" in offered.does)
    yield Picture("in-a-room", "A turn in a room, where one may suggest")
    mine = guest.page.locator(".pawn.mine").get_attribute("data-word")
    guest.window("player", next(seat for seat in map(guest.seat, range(2)) if seat != mine))
    yield Picture("player", "A player: who it is, and what they answered")
    guest.closed().tab("notebook").page.locator(".notebook .card-row").nth(2).click()
    guest.page.locator(".dialog").wait_for()
    yield Picture("behind", "What you know about a card")
    guest.closed().page.locator(".notebook .tools button.pens").click()
    guest.settle()
    yield Picture("notebook-pens", "The notebook with symbols and colours")
    guest.page.locator(".notebook .cell.no, .notebook .cell.yes").first.click(button="right")
    guest.page.locator(".dialog").wait_for()
    guest.settle()
    yield Picture("mark", "What stands behind a mark")
    guest.closed().press("note.hint", within=".notebook").page.locator(".dialog").wait_for()
    guest.settle()
    yield Picture("hint", "A hint")
    for key in ("note.tell me", "note.show proof"):
        more = guest.saying(key, within=".dialog")
        if more.count():
            more.first.click()
            guest.settle()
    yield Picture("hint-proof", "A hint, told and proved step by step")
    guest.closed().tab("board")
    guest.page.locator(".turn-panel [data-do=accuse]:enabled").click()
    guest.page.locator(".picker").wait_for()
    yield Picture("accuse", "The cards of an accusation")
    for row in range(3):
        guest.pick(row)
    guest.page.locator(".picker .close button:not([type])").click()
    guest.page.locator(".dialog .accused-cards").wait_for()
    yield Picture("accuse-sure", "An accusation: what is at stake")


def answering(guest: Visitor) -> Iterator[Picture]:
    """A card is to be shown, one was shown, and none can be."""
    for name, shows in (("show", "A card must be shown"), ("cannot show", "None of the three can be shown")):
        guest.play_bots("Classic", chairs=3)
        guest.play_until(partial(_offers, name))
        yield Picture(name.replace(" ", "-"), shows)
    guest.play_until(lambda _: guest.page.locator(".dock .private-notice").count() > 0)
    guest.settle()
    yield Picture("shown", "A card that was shown to you")


def _offers(name: str, offered: Offered) -> bool:
    return name in offered.does


def refusals(guest: Visitor) -> Iterator[Picture]:
    """A move that isn't legal, and a line that is lost."""

    def carry(near: WebSocketRoute) -> None:
        far = near.connect_to_server()

        def speak(message: str | bytes) -> None:
            said = json.loads(message)
            if said["command"]["type"] == "play":
                said["command"]["action"] = {"do": "suggest", "theory": ["Plum", "Rope", "Kitchen"]}
            far.send(json.dumps(said))

        near.on_message(speak)

    guest.page.route_web_socket("**/live*", carry)
    guest.play_now()
    guest.page.locator(".turn-panel [data-do=roll]:enabled").click()
    guest.page.locator(".toast").wait_for()
    yield Picture("refusal", "Refusal: a move that isn't legal, with its rule")
    guest.page.locator(".toast .rule-mark").click()
    guest.page.locator(".dialog").wait_for()
    guest.settle()
    yield Picture("refusal-rule", "Refusal: its rule")


def broken(guest: Visitor) -> Iterator[Picture]:
    """The connection is lost during a game."""
    guest.play_now()
    guest.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    guest.cut()
    guest.page.locator(".banner").wait_for()
    yield Picture("connection-lost", "The connection is lost during a game")


def people(guest: Visitor) -> Iterator[Picture]:
    """A game with somebody else: talk, reports, spectators, clocks, bots that step in, a rematch."""
    guest.call("Ada")
    friend, watcher = guest.friend("Grace"), guest.friend("Alan")
    table = guest.sits_with(friend, "classic", spectators=True)
    friend.command(table, type="say", text="Good luck, everyone!")
    friend.command(table, type="say", reaction="wink")
    guest.page.locator(".talk-menu summary").click()
    yield Picture("talk", "Reactions and quick phrases, and a bubble at a pawn")
    guest.page.keyboard.press("Escape")
    guest.tab("log")
    yield Picture("chat", "The log with a chat message")
    guest.tab("board").window("player", friend.page.locator(".pawn.mine").get_attribute("data-word") or "")
    yield Picture("player-human", "A human player: mute and report")
    guest.press("report.open", within=".dialog").page.locator(".report textarea").wait_for()
    yield Picture("report", "Report a player")
    guest.page.locator(".report textarea").fill("Rude in the chat")
    guest.press("report.send", within=".dialog").page.locator(".toast").wait_for()
    yield Picture("report-sent", "Notice: the report was sent")
    watcher.go(f"/table/{table}")
    watcher.at_the_board()
    yield Picture("watching", "A spectator's view", watcher.page)
    link = guest.window("link").press("device.show", within=".dialog").page.locator(".dialog .address")
    link.get_by_text("http").wait_for()
    phone = guest.friend("Ada")
    phone.page.goto(link.inner_text().strip())
    yield Picture("seat-link", "The secret link of a seat, on another device", phone.page)
    phone.page.locator("button").first.click()
    phone.at_the_board()
    guest.closed().page.locator(".toast").wait_for()
    yield Picture("device-joined", "Notice: another device has joined your seat")
    guest.command(table, type="remove devices", chair=0)
    phone.page.locator(".toast").wait_for()
    yield Picture("device-removed", "A device that was removed from its seat", phone.page)
    friend.window("resign").press("game.resign", within=".dialog").page.locator(".replaced-by-bot").wait_for()
    yield Picture("resigned", "You resigned", friend.page)
    guest.leave_to_bots()
    friend.page.locator(".game.over").wait_for()
    guest.press("end.invite", within=".end").page.locator("li.chair.yours").wait_for()
    yield Picture("rematch-table", "A rematch: its table")
    friend.page.locator(".invitation").wait_for()
    yield Picture("rematch", "A rematch: the invitation", friend.page)


def clocks(guest: Visitor) -> Iterator[Picture]:
    """Time runs out."""
    guest.call("Ada")
    guest.sits_with(guest.friend("Grace"), "classic", clock={"kind": "decision", "seconds": 15})
    guest.page.locator(".clock.short").wait_for()
    yield Picture("clock", "Time is running out")
    guest.page.locator(".replaced-by-bot, .toast").first.wait_for()
    guest.settle()
    yield Picture("clock-over", "Time was up: a move was made automatically")


def staged(guest: Visitor) -> Iterator[Picture]:
    """The moments of the stage, as they move."""
    guest.page.emulate_media(reduced_motion="no-preference")
    guest.play_bots("Classic")
    guest.to_a_suggestion()
    guest.suggest()
    guest.page.locator(".scene .three .named").nth(2).wait_for()
    guest.page.wait_for_timeout(600)
    yield Picture("stage-suggestion", "On stage: a suggestion")
    yield from _accused(guest, "wrong", "not all")
    guest.play_bots("Classic")
    yield from _accused(guest, "right", "all")


def _accused(guest: Visitor, name: str, verdict: str) -> Iterator[Picture]:
    """A right or wrong accusation, when two cards are out, and with its verdict."""
    guest.play_until(lambda offered: "accuse" in offered.does)
    truth = deal(guest.house, guest.table)
    wrong = [truth.other(than=word, among=kind) for kind, word in zip(CARDS, truth.case_file, strict=True)]
    pick(guest, "accuse", wrong if name == "wrong" else truth.case_file)
    guest.page.locator(".dialog .danger").click()
    guest.page.locator(".scene .drawn.out").nth(1).wait_for()
    yield Picture(f"stage-{name}", f"On stage: a {name} accusation")
    guest.page.locator(".scene-caption p").get_by_text(guest.said(f"stage.{verdict}")).wait_for()
    yield Picture(f"stage-{name}-verdict", f"On stage: the verdict on a {name} accusation")


def reviewed(guest: Visitor) -> Iterator[Picture]:
    """The review beside a replay, playing on, and sharing."""
    page = guest.page
    guest.go("/games")
    answer = page.request.post(f"{guest.address}/api/records", data=SOLVED.read_text(encoding="utf-8"))
    number = answer.json()["id"]
    guest.go(f"/record/{number}").page.locator(".player-bar").wait_for()
    yield Picture("record", "The replay of a game from a file")
    guest.go(f"/record/{number}?review").page.locator(".graph").wait_for(timeout=SLOW)
    yield Picture("review", "The game review")
    page.locator(".turning-points .line-button").first.click()
    page.locator(".viewpoint select, .side select").first.select_option("Peacock")
    page.locator("details.notebook button.cell.could").first.click()
    page.locator(".because .proof li").first.wait_for()
    yield Picture("review-notebook", "The game review: what a player could know, and why")
    page.locator(".measures button").last.click()
    guest.settle()
    if guest.saying("review.all decisions").count():
        guest.press("review.all decisions")
    yield Picture("review-bits", "The game review: uncertainty in bits, and all decisions")
    guest.go("/explained")
    yield Picture("explained", "The game review, explained")
    guest.go(f"/record/{number}").page.locator("input[type=range]").fill("60")
    guest.press("game.play on").page.locator(".dialog .play-on").wait_for()
    yield Picture("play-on", "Play on from here")
    guest.closed().press("share.open").page.locator(".dialog .share").wait_for()
    yield Picture("share", "Share this game")
    guest.press("share.make", within=".dialog").page.locator(".dialog .address").wait_for()
    yield Picture("share-link", "Share this game: the link")
    address = page.locator(".dialog .address").inner_text().strip()
    stranger = guest.friend("Eve")
    stranger.go(f"/shared/{address.rsplit('/', 1)[-1]}").page.locator(".player-bar").wait_for()
    yield Picture("shared", "A shared game, as a stranger sees it", stranger.page)
    guest.closed().press("game.play on").press("playon.start", within=".dialog")
    guest.at_the_board()
    yield Picture("practice-table", "A practice table")
    guest.leave_to_bots()
    yield Picture("practice-table-end", "The end of a practice table")


GAMES: dict[str, Album] = {
    "new": set_up,
    "handover": handed,
    "windows": windows,
    "answers": answering,
    "refusal": refusals,
    "connection": broken,
    "people": people,
    "clock": clocks,
    "stage": staged,
    "review": reviewed,
    **{f"edition-{edition.lower().replace(' ', '-')}": in_edition(edition) for edition in SEATS},
}
