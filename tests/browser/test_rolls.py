"""A roll is told when the dice lie still: squares, sentence, log and sound come after it, and no face gives it away."""

from __future__ import annotations

import re

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.browser.test_sound import RECORD

WATCH = """() => {
    const app = document.querySelector("#app");
    window.shots = [];
    window.heard.length = 0;
    const look = () => {
        const dice = [...document.querySelectorAll(".thrown-dice:not(.landed) .die")];
        const shot = {
            rolling: dice.length > 0,
            faces: dice.map((die) => die.querySelectorAll("circle").length),
            still: [...document.querySelectorAll(".thrown-dice.landed .die")].map(
                (die) => die.querySelectorAll("circle").length),
            squares: document.querySelectorAll(".lights .lit, .walk select option, .walk button").length,
            said: [...document.querySelectorAll("[aria-live], [role=log], [role=status], .log, .game-head")]
                .map((one) => one.textContent).join(" ").replace(/\\s+/g, " "),
            dice: document.querySelectorAll(".game-head .die").length,
            sounds: window.heard.length,
        };
        const last = window.shots.at(-1);
        if (JSON.stringify(shot) !== JSON.stringify(last)) window.shots.push(shot);
    };
    new MutationObserver(look).observe(app, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
"""Look at the page after everything that changes on it."""
ROLLED = re.compile(r"rolled (?:a )?\d")


class Shot(msgspec.Struct):
    """What the page showed and said at one moment of a roll."""

    rolling: bool
    faces: list[int]
    still: list[int]
    squares: int
    said: str
    dice: int
    sounds: int


def roll(guest: Guest, edition: str) -> list[Shot]:
    """Roll in a new game, and see all that the page showed until the squares in reach were lit."""
    guest.page.add_init_script(RECORD)
    guest.play_bots(edition, level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.page.locator(".thrown-dice").wait_for(state="detached")
    before = guest.page.locator(".log p", has_text=ROLLED).count()
    guest.page.evaluate(WATCH)
    guest.roll()
    guest.page.locator(".lights .lit").first.wait_for()
    expect(guest.page.locator(".log p", has_text=ROLLED)).to_have_count(before + 1)
    guest.settle()
    return msgspec.convert(guest.page.evaluate("window.shots"), list[Shot])


@pytest.mark.parametrize("edition", ["Classic", "Luxury"])
def test_nothing_tells_a_roll_before_the_dice_lie_still(newcomer: Newcomer, edition: str) -> None:
    guest = newcomer(still=False)
    shots = roll(guest, edition)
    rolling = [shot for shot in shots if shot.rolling]
    first = shots.index(rolling[0])
    quiet = shots[first].said
    assert [shot for shot in rolling if shot.squares or shot.dice or shot.said != quiet or shot.sounds] == []
    assert not any(shot.squares for shot in shots[:first])
    # The dice turn: no face stays for two pictures, and one of them is as likely as any other.
    for at in range(len(rolling[0].faces)):
        shown = [shot.faces[at] for shot in rolling]
        faces = [face for number, face in enumerate(shown) if number == 0 or face != shown[number - 1]]
        assert len(faces) > 2
    after = next(shot for shot in shots if shot.still)
    assert after.squares
    assert f"You rolled {sum(after.still)}" in guest.sentence
    assert after.dice == len(after.still)
    guest.page.wait_for_function("() => window.heard.length > 0")


def test_the_dice_do_not_know_what_was_rolled(newcomer: Newcomer) -> None:
    """While they roll the page keeps nothing of the result: the faces on the way come from chance alone."""
    guest = newcomer(still=False).play_bots("Classic", level="constable")
    guest.play_until(lambda offered: "roll" in offered.does)
    guest.page.evaluate("""async () => {
        const part = (name) => import(document.querySelector("script[type=module]").src.replace("app.js", name));
        const [{ game }, { listen }] = await Promise.all(["session/game_state.js", "ui/store.js"].map(part));
        window.known = [];
        const { number } = game.scene;
        listen(() => {
            if (game.thrown) window.known.push([game.scene.dice, game.scene.number > number, game.choice !== null
                && Boolean(game.choice.options.moves), game.fresh.some(({ event }) => event === "Rolled")]);
        });
    }""")
    guest.roll()
    guest.page.locator(".lights .lit").first.wait_for()
    known: list[list[object]] = guest.page.evaluate("window.known")
    assert known
    assert all(one == [[], False, False, False] for one in known)


def test_without_motion_a_roll_is_told_at_once(newcomer: Newcomer) -> None:
    shots = roll(newcomer(), "Classic")
    assert not any(shot.rolling or shot.still for shot in shots)
