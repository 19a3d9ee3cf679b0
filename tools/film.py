"""Film the great moments of a game, on a desk and on a phone: `python -m tools.film`, or `python -m tools.film right`.

    docs/pictures/film-suggestion-desk.webp      a suggestion with two answers, seen by the suggester
    docs/pictures/film-suggestion-phone.webp     the same, seen by a spectator
    docs/pictures/film-wrong-desk.webp           a wrong accusation, seen by somebody else
    docs/pictures/film-wrong-phone.webp          a wrong accusation, seen by the accuser
    docs/pictures/film-right-desk.webp           a right accusation, seen by the accuser
    docs/pictures/film-right-phone.webp          a right accusation, seen by somebody else

Timers and animations of the filmed page stand still between two frames, so that every film is smooth on any machine.
"""

from __future__ import annotations

# Playwright types the replies of the browser's protocol as a bare dict.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser
from tests.browser.browser_server import WHAT_TO_INSTALL, House, browsing, chromium, free_port
from tests.browser.guest import Guest
from tests.browser.test_stage import CARDS, Deal, deal, pick
from tools.webp import Box, Still, moving, photograph

PICTURES = Path("docs/pictures")
QUALITY = 42
STEP = 150
LONGEST = 120
"""The maximum number of frames of one scene."""
DESK, PHONE = Box(0, 0, 1000, 700), Box(0, 0, 390, 840)
SCALES = {DESK: 0.64, PHONE: 2 / 3}
EDITION = "Luxury"
"""Two dice reach a room quickly, and the turn continues after a card was shown."""
SUGGESTER, FIRST, SECOND, SPECTATOR = range(4)
WEAPONS = CARDS["weapon"]
ADVANCE = """(step) => {
    for (const one of document.getAnimations()) {
        const ends = one.effect.getComputedTiming().endTime;
        if (ends === Infinity) continue;
        one.pause();
        const now = Number(one.currentTime) + step;
        if (now < ends) one.currentTime = now;
        else one.finish();
    }
}"""


@dataclass
class Film:
    """A page whose time stands still, and the frames taken of it."""

    guest: Guest
    window: Box
    stills: list[Still] = field(default_factory=list[Still])

    def __post_init__(self) -> None:
        self.session = self.guest.page.context.new_cdp_session(self.guest.page)
        self.session.send("Animation.enable")

    def begin(self) -> None:
        """From now on nothing moves but from frame to frame."""
        self.session.send("Animation.setPlaybackRate", {"playbackRate": 0})
        self.guest.page.clock.pause_at(self.guest.page.evaluate("Date.now() + 1"))

    def take(self, milliseconds: int) -> None:
        """Show the page as it is for this long; what looks like the frame before makes that one longer."""
        scale = SCALES[self.window]
        box = Box(0, 0, round(self.window.width * scale), round(self.window.height * scale))
        picture = photograph(self.session, QUALITY, box=self.window, scale=scale)
        if self.stills and self.stills[-1].picture == picture:
            milliseconds += self.stills.pop().milliseconds
        self.stills.append(Still(picture, box, milliseconds))

    def run(self, milliseconds: int) -> None:
        """Let time pass."""
        for _ in range(milliseconds // STEP):
            self.guest.page.clock.run_for(STEP)
            self.guest.page.evaluate(ADVANCE, STEP)
            self.take(STEP)

    def run_until_over(self) -> None:
        """Let time pass until the stage is empty again."""
        begun = False
        for _ in range(LONGEST):
            self.run(STEP)
            on_stage = self.guest.page.locator(".scene").count() > 0
            if begun and not on_stage:
                return
            begun |= on_stage
        raise AssertionError("The scene does not end.")

    def hears(self, act: Callable[[], None]) -> None:
        """Do something that the filmed page is told about, and wait until it was."""
        before = len(self.guest.received)
        act()
        while len(self.guest.received) == before:
            self.guest.page.request.get(f"{self.guest.address}/health")

    def save(self, name: str) -> None:
        first = self.stills[0].box
        path = PICTURES / f"film-{name}.webp"
        path.write_bytes(moving(self.stills, first.width, first.height))
        print(path, path.stat().st_size, len(self.stills), "frames")


@dataclass(frozen=True)
class Cast:
    """Three players of one game and a spectator, one of whom is filmed, and the truth."""

    players: list[Guest]
    truth: Deal
    film: Film

    def room(self) -> str:
        """Where the host stands."""
        self.players[SUGGESTER].settle()
        host = self.players[SUGGESTER].page
        pawn = host.locator(".board-in-words li", has_text="Scarlet").first
        name = (pawn.text_content() or "").rpartition(": ")[2].strip()
        return next(word for word in CARDS["room"] if word.casefold() == name.replace(" ", "").casefold())

    def act(self, who: int, does: str, card: str = "") -> None:
        wanted = f"[data-do='{does}']" + (f"[data-card='{card}']" if card else "")
        self.film.hears(lambda: self.players[who].page.locator(f".turn-panel {wanted}:enabled").click())

    def pick(self, who: int, kind: str, words: list[str]) -> None:
        """Pick three cards, on film if it is the filmed player who does."""
        if self.players[who] is not self.film.guest:
            self.film.begin()
            self.film.take(800)
            self.film.hears(lambda: self._confirm(who, kind, words))
            return
        page = self.film.guest.page
        page.locator(f".turn-panel [data-do={kind}]:enabled").click()
        for word in words:
            page.locator(f".pick[data-card='{word}'] input").check(force=True)
        self.film.guest.settle()
        self.film.begin()
        self.film.take(1200)
        if kind == "suggest":
            self.film.hears(page.locator(".picker .close button:not([type])").click)
            return
        page.locator(".picker .close button:not([type])").click()
        self.film.run(STEP)
        self.film.take(1500)
        self.film.hears(page.get_by_role("button", name="Yes, accuse").click)

    def _confirm(self, who: int, kind: str, words: list[str]) -> None:
        pick(self.players[who], kind, words)
        if kind == "accuse":
            self.players[who].page.get_by_role("button", name="Yes, accuse").click()


def cast(browser: Browser, house: House, *, window: Box, filmed: int) -> Cast:
    """Three players and a spectator at a table; one of them has its time in our hands."""
    players: list[Guest] = []
    for number in range(4):
        context = browser.new_context(
            viewport={"width": window.width, "height": window.height},
            has_touch=window is PHONE,
            reduced_motion="no-preference" if number == filmed else "reduce",
            service_workers="block",
            locale="en-GB",
        )
        players.append(Guest(context.new_page(), house.address))
    players[filmed].page.clock.install()
    host = players[0].open_table(EDITION)
    for chair, guest in enumerate(players[FIRST:SPECTATOR], 2):
        guest.page.goto(host.page.url)
        guest.sit(chair)
        guest.ready()
    host.start()
    players[SPECTATOR].page.goto(host.page.url)
    for guest in players[FIRST:]:
        guest.at_the_board()
    truth = deal(house, host.page.url.rsplit("/", 1)[-1])
    return Cast(players, truth, Film(players[filmed], window))


def into_a_room(at: Cast) -> None:
    """Play until the host stands in a room, whose card only the last player or nobody has."""
    host, taken = at.players[SUGGESTER], [*at.truth.hands[SUGGESTER], *at.truth.hands[FIRST]]
    while True:
        for guest in at.players[:SPECTATOR]:
            if guest is host and "suggest" in guest.offered().does and at.room() not in taken:
                return
            guest.choose()


def suggestion(at: Cast) -> None:
    """The next player has none of the cards, the one after shows one."""
    into_a_room(at)
    truth, room = at.truth, at.room()
    shown = room if room in truth.hands[SECOND] else next(card for card in truth.hands[SECOND] if card in WEAPONS)
    suspect, weapon, _ = truth.case_file
    at.pick(SUGGESTER, "suggest", [suspect, shown if shown in WEAPONS else weapon, room])
    at.film.run(1800)
    at.act(FIRST, "cannot show")
    at.film.run(900)
    at.act(SECOND, "show", shown)
    at.film.run_until_over()
    at.film.take(1500)


def wrong(at: Cast) -> None:
    suspect, weapon, room = at.truth.case_file
    at.pick(SUGGESTER, "accuse", [suspect, at.truth.other(than=weapon, among="weapon"), room])
    at.film.run_until_over()
    at.film.run(2 * STEP)
    at.film.take(2500)


def right(at: Cast) -> None:
    at.pick(SUGGESTER, "accuse", at.truth.case_file)
    at.film.run_until_over()
    at.film.run(8 * STEP)
    at.film.take(2500)


MOMENTS: dict[str, tuple[Callable[[Cast], None], int, int]] = {
    "suggestion": (suggestion, SUGGESTER, SPECTATOR),
    "wrong": (wrong, SECOND, SUGGESTER),
    "right": (right, SUGGESTER, SECOND),
}
"""Each moment, and who is filmed on a desk and on a phone."""


def main(names: list[str]) -> None:
    path = chromium()
    if path is None:
        sys.exit(WHAT_TO_INSTALL)
    with tempfile.TemporaryDirectory() as folder, browsing(path) as browser:
        house = House(Path(folder) / "house", free_port())
        house.open()
        try:
            for name in names or MOMENTS:
                play, on_a_desk, on_a_phone = MOMENTS[name]
                for device, window, filmed in (("desk", DESK, on_a_desk), ("phone", PHONE, on_a_phone)):
                    at = cast(browser, house, window=window, filmed=filmed)
                    play(at)
                    at.film.save(f"{name}-{device}")
                    for guest in at.players:
                        guest.page.context.close()
        finally:
            house.close()


if __name__ == "__main__":
    main(sys.argv[1:])
