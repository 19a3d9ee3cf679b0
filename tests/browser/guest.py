"""Somebody at a page, who does only what the screen offers: clicks, taps and keys."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Self

import msgspec
from playwright.sync_api import Page, WebSocket
from tests.deadline import LOOK_EVERY, SECONDS, waiting_for
from tests.margin import PROOF

from greycells.editions import load, names
from greycells.editions.translation import title
from greycells.players.bot_levels import bot_name
from greycells.protocol.vocabulary import Help
from greycells.rules.game import Game
from greycells.server.tables.quick_game import DEFAULT_HELP, TAKE_BACKS

MOST = 1000 * SECONDS
"""Milliseconds that Playwright waits for anything: as long as a whole test may take, whose deadline comes first."""
BLINK = 1000 * LOOK_EVERY
"""Milliseconds between two looks at a page."""
NONCE = 2 * "0123456789abcdef"
"""What a guest adds to the deal: the same every time, as the server does."""
A_FEW = 3
"""Choices, or looks at a page on which there was nothing to choose."""
FEWEST = 3
"""So many chairs a new table has."""
EDITIONS = {title(load(key)): key for key in names()}
DRAWN = """() => import(document.querySelector("script[type=module]").src.replace("app.js", "ui/staged_render.js"))
    .then(({ allDrawn }) => allDrawn())"""
OFFERED = """async () => {
    const at = document.querySelector("script[type=module]").src;
    const { allDrawn } = await import(at.replace("app.js", "ui/staged_render.js"));
    const { game } = await import(at.replace("app.js", "session/game_state.js"));
    await allDrawn();
    return {
        over: document.querySelector(".game.over") !== null,
        picking: document.querySelector(".picker") !== null,
        does: [...document.querySelectorAll(".turn-panel .actions [data-do]:enabled")].map((one) => one.dataset.do),
        rooms: document.querySelectorAll(".walk button:enabled").length,
        squares: [...document.querySelectorAll(".walk select:enabled option")].map((one) => one.value).filter(Boolean),
        decision: game.choice?.decision ?? null,
    };
}"""
"""What the page shows once all that it knows is drawn: what was just chosen is not offered any more."""
PRESSED = """async ([decision, selector, value]) => {
    const at = document.querySelector("script[type=module]").src;
    const { game } = await import(at.replace("app.js", "session/game_state.js"));
    const isCovered = (one) => {
        one.scrollIntoView({ block: "nearest", behavior: "instant" });
        const { x, y, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button, select") !== one;
    };
    let one = null;
    do {
        if (one) await new Promise((done) => setTimeout(done, 10));
        one = document.querySelector(selector);
        if (!one?.checkVisibility() || game.choice?.decision !== decision) return false;
    } while (isCovered(one));
    if (value === null) one.click();
    else {
        one.value = value;
        for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    return true;
}"""
"""Touch what was offered for this decision as soon as nothing covers it, unless it is gone: in one task, so that
nothing can come between the look and the touch."""
WISHES = ("roll", "cannot show", "show", "suggest", "room", "square", "stay", "end turn", "snoop", "take passage")
"""The most ordinary first."""


class Offered(msgspec.Struct):
    """What can be done on a page at one moment, as its buttons say it."""

    over: bool
    picking: bool
    does: list[str]
    rooms: int
    squares: list[str]
    decision: int | None = None

    def wish(self) -> str:
        """The most ordinary of it, or nothing."""
        open_to = {*self.does, *["room"] * (self.rooms > 0), *["square"] * (self.squares != [])}
        return next((wish for wish in WISHES if wish in open_to), "")


class Opened(msgspec.Struct):
    """A table, as far as it is called something, and how far its game is."""

    id: str = ""
    state: str = ""


class Guest:
    """A page, everything that it was sent, and what a person does there."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.received: list[str] = []
        self.sent: list[str] = []
        self._again: Callable[[], object] = self.play_now
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._listen)
        page.set_default_timeout(MOST)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.received.append(str(payload)))
        socket.on("framesent", lambda payload: self.sent.append(str(payload)))

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something is true that Playwright can't wait for."""
        with waiting_for(what):
            while not true():
                self.page.wait_for_timeout(BLINK)

    @contextmanager
    def saving(self) -> Generator[None]:
        """Wait until a mark that is written meanwhile is saved."""
        before = self._saved()
        yield
        self.until(lambda: self._saved() > before, "a mark to be saved")

    def _saved(self) -> int:
        return sum('"type":"noted"' in text for text in self.received)

    def go(self, path: str = "/") -> Self:
        """Open a page; it is there once the client has drawn it over the plain one that came first."""
        self.page.goto(self.address + path)
        return self.settle()

    def reload(self) -> Self:
        self.page.reload()
        return self.settle()

    def settle(self) -> Self:
        """Wait until nothing is left to be drawn: a page draws its parts one after the other."""
        self.page.locator("#app").wait_for(state="attached")
        self.page.evaluate(DRAWN)
        return self

    def press_play(self) -> Self:
        """Start the game that the first screen offers, with one tap."""
        self._again = self.press_play
        self.go()
        self.page.get_by_role("button", name="Play now").click()
        return self.at_the_board()

    def play_now(self) -> Self:
        """The game of a first visit. What *Play now* sends is sent at once, since a page less is a second less."""
        self._again = self.play_now
        started = self.page.request.post(f"{self.address}/play", max_redirects=0)
        self.page.goto(self.address + started.headers["location"])
        return self.at_the_board()

    def at_the_board(self) -> Self:
        """Wait until the game lies there, with everything beside the board."""
        self.page.locator(".ask").wait_for()
        self.page.locator(".board-in-words").wait_for(state="attached")
        return self.settle()

    def pick_box(self, edition: str) -> Self:
        """Open a table of this edition by touching its box; the guest sits in the first chair."""
        self.go("/new")
        self.page.locator("button.box", has=self.page.locator(f"b:text-is('{edition}')")).click()
        self.page.locator("li.chair.yours").wait_for()
        return self

    def open_table(self, edition: str, *, seconds: int | None = None) -> Self:
        """Open a table of this edition by its title, with what its box would send, and so much time per move."""
        table = self._plan(edition, [{}] * FEWEST, helped=DEFAULT_HELP, seconds=seconds)
        self.page.goto(f"{self.address}/table/{table}")
        self.page.locator("li.chair.yours").wait_for()
        return self.settle()

    def play_bots(
        self,
        edition: str,
        *,
        chairs: int = FEWEST,
        level: str = "inspector",
        helped: Help = "none",
        seconds: int | None = None,
    ) -> Self:
        """A game of this edition against bots of one level, with so much help in the notebook and time per move."""
        self._again = lambda: self.play_bots(edition, chairs=chairs, level=level, helped=helped, seconds=seconds)
        fewest = max(chairs, load(EDITIONS[edition]).rules.fewest_seats)
        table = self._plan(edition, [{}, *[{"bot": level}] * (fewest - 1)], helped=helped, seconds=seconds)
        self._ask(f"/{table}", {"command": {"type": "start"}})
        self.page.goto(f"{self.address}/table/{table}")
        return self.at_the_board()

    def play_from(self, record: Path, at: int, *, suspect: str, level: str = "constable") -> Self:
        """Play on from this event of a record, as this suspect, against bots: a position without the way there."""
        self._again = lambda: self.play_from(record, at, suspect=suspect, level=level)
        game = Game.from_record(record)
        bots = {seat.suspect.word: level for seat in game.seats if seat.suspect.word != suspect}
        brought = self._post("records", record.read_text(encoding="utf-8"))
        table = self._post(f"records/{brought}/play-on", {"at": at, "mine": [suspect], "bots": bots, "help": "none"})
        self.page.goto(f"{self.address}/table/{table}")
        return self.at_the_board()

    def play_to_suggest(self) -> Self:
        """A game that is only needed for a suggestion: in the parlour, where nobody has to walk to a room first.

        The walk takes several turns of everybody; the proof does it.
        """
        return self.play_now() if PROOF else self.play_bots("Parlour")

    def _plan(self, edition: str, chairs: list[dict[str, str]], *, helped: Help, seconds: int | None = None) -> str:
        """A new table at which this guest has the first chair; its number."""
        key = EDITIONS[edition]
        rules = [rule for rule in load(key).offered_house_rules if rule == TAKE_BACKS]
        clock = {"kind": "none"} if seconds is None else {"kind": "decision", "seconds": seconds}
        table = self._ask("", {"edition": key, "chairs": chairs, "help": helped, "house_rules": rules, "clock": clock})
        self._ask(f"/{table}", {"command": {"type": "sit", "chair": 0, "nonce": NONCE}})
        return table

    def _ask(self, path: str, asked: dict[str, object]) -> str:
        """Ask the server for something about tables, as this guest; the table's number, if it is told."""
        return self._post(f"tables{path}", asked)

    def _post(self, path: str, asked: dict[str, object] | str) -> str:
        answer = self.page.request.post(f"{self.address}/api/{path}", data=asked)
        assert answer.ok, answer.text()
        return msgspec.json.decode(answer.body(), type=Opened).id

    def put_bot(self, chair: int, level: str = "constable") -> None:
        self.page.get_by_role("button", name=f"Human or bot in seat {chair}").click()
        self.page.locator(f"input[name=sitter][value={level}]").click()
        self.page.locator(".dialog").wait_for(state="detached")
        self.page.locator("li.chair").nth(chair - 1).get_by_text(
            f"{bot_name(level).capitalize()} (bot)"
        ).first.wait_for()

    def start(self) -> Self:
        self.page.get_by_role("button", name="Start game").click()
        return self.at_the_board()

    def start_handed(self) -> None:
        """Start a game in which the device goes round."""
        self.page.get_by_role("button", name="Start game").click()

    def sit(self, chair: int) -> None:
        self.page.locator("li.chair").nth(chair - 1).get_by_role("button", name="Sit here").click()
        self.page.locator("li.chair.yours").wait_for()

    def ready(self) -> None:
        self.page.get_by_role("button", name="I'm ready").click()
        self.page.get_by_role("button", name="I'm not ready").wait_for()

    @property
    def sentence(self) -> str:
        return self.page.locator(".ask").inner_text()

    @property
    def over(self) -> bool:
        return self.page.locator(".game.over").count() > 0

    def roll(self) -> None:
        """Roll, and see where one may go."""
        self.page.locator(".turn-panel [data-do=roll]:enabled").click()
        self.page.locator(".walk").wait_for()

    def offered(self) -> Offered:
        """What can be done now, when everything is drawn."""
        return msgspec.convert(self.page.evaluate(OFFERED), Offered)

    def choose(self) -> bool:
        """Do the most ordinary of what is offered; False if nothing is, or if it was over before it could be done."""
        return self._do(self.offered())

    def _do(self, offered: Offered) -> bool:
        wish, square = offered.wish(), None
        if offered.picking:
            self.suggest()
            return True
        if wish == "square":
            square = offered.squares[len(offered.squares) // 2]
        button = {"room": ".walk button", "square": ".walk select"}.get(wish, f".actions [data-do='{wish}']")
        return wish != "" and bool(
            self.page.evaluate(PRESSED, [offered.decision, f".turn-panel {button}:enabled", square])
        )

    def suggest(self) -> None:
        """Pick the first card of each kind that is neither held nor noted, and suggest it."""
        self.page.locator(".picker").wait_for()
        for row in range(3):
            self.pick(row)
        self.page.locator(".picker .close button:not([type]):enabled").click()
        self.settle()

    def pick(self, row: int) -> None:
        """Pick a card of this kind, if none is picked yet."""
        fresh = self.page.locator(f".pick:not(.mine):not(.yes) input[name=row-{row}]")
        found = fresh if fresh.count() else self.page.locator(f"input[name=row-{row}]")
        if not self.page.locator(f".pick.picked input[name=row-{row}]").count():
            found.first.check(force=True)

    def play_until(self, wanted: Callable[[Offered], bool]) -> None:
        """Do what the screen offers until it offers what is wanted; a game that is over before begins again."""
        with waiting_for("a page to offer what is played for"):
            while not wanted(offered := self.offered()):
                if offered.over:
                    self._again()
                elif not self._do(offered):
                    self.page.wait_for_timeout(BLINK)

    def play_to_the_end(self) -> None:
        """Play until the case file opens, and everything around it is drawn."""
        self.play_until(lambda offered: offered.over)
        self.settle()

    def finish(self) -> None:
        """To the end of a game that is only needed finished: the first choices here, the others by a bot.

        Bots among themselves take a second, and clicking through a whole game takes a minute; the proof clicks.
        """
        if PROOF:
            self.play_to_the_end()
        else:
            first = count()
            self.play_until(lambda offered: offered.over or next(first) > A_FEW)
            self.leave_to_bots()

    def leave_to_bots(self, *, chairs: Iterable[int] = (0,), watch: bool = False) -> None:
        """Resign from these chairs, and see the end of the game, if it is not over already.

        Unless it is to be watched, the page is left until then: to draw every step of bots that take no time takes
        a browser seconds.
        """
        here, resigned = self.page.url, False
        if not self.over:
            table = f"{self.address}/api/tables/{here.rpartition('/')[2]}"
            if not watch:
                self.page.goto("about:blank")
            for chair in chairs:
                answer = self.page.request.post(table, data={"command": {"type": "resign", "chair": chair}})
                assert answer.ok or "the game is over" in answer.text()  # The bots may have been faster.
                resigned |= answer.ok
            if not watch:
                self._until_over(table)
                self.page.goto(here)
        self.page.locator(".game.over").wait_for()
        self.settle()
        if resigned:
            assert not self.page.get_by_role("heading", name="You solved the case").count()
            assert "You solved the case" not in (self.page.locator(".log").text_content() or "")

    def _until_over(self, table: str) -> None:
        def over() -> bool:
            return msgspec.json.decode(self.page.request.get(table).body(), type=Opened).state == "over"

        self.until(over, f"the bots to end the game of {table}")

    def to_a_suggestion(self) -> None:
        """Play on until the cards of a suggestion lie there to be picked."""
        self.play_until(lambda offered: "suggest" in offered.does)
        self.page.locator(".turn-panel [data-do=suggest]:enabled").click()
        self.page.locator(".picker").wait_for()

    def tab_to(self, name: str) -> None:
        """Press Tab until the button of that name has the focus."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement?.textContent?.trim()") == name:
                return
        raise AssertionError(f"No way to {name} by keyboard.")

    def cut(self) -> None:
        """The line goes dead: no new socket opens until `mend`."""
        self.page.context.set_offline(True)

    def mend(self) -> None:
        self.page.context.set_offline(False)
