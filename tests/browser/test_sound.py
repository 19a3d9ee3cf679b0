"""Sound: on after the first tap, one tap away from silence on every screen, and a sound of its own for each moment."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import Newcomer

RECORD = """
    window.heard = [];
    const set = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, at) {
        window.heard.push(Math.round(value * 1000) / 1000);
        return set.call(this, value, at);
    };
"""
MOMENTS = """async () => {
    const sounds = await import(document.querySelector("script[type=module]").src.replace("app.js", "stage/sounds.js"));
    const moments = ["die", "step", "passage", "suggestion", "could not", "card back", "card seen", "accusation",
        "envelope", "face", "right", "wrong", "your turn", "clock", "chat"];
    const played = (moment, step) => {
        window.heard.length = 0;
        sounds.playSound(moment, step);
        return window.heard.join();
    };
    return [...moments.map((one) => played(one)), played("envelope", 2), played("envelope", 3), played("face", 2)];
}"""
OPENED = """async (files) => {
    const { updateGame } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "session/game_state.js"));
    const opened = [];
    for (const [right, file] of files) {
        window.heard.length = 0;
        updateGame({ fresh: [{ event: "Opened", number: 1, seat: "Plum", right, case_file: file }] });
        while (!window.heard.length) await new Promise((done) => setTimeout(done, 5));
        opened.push(window.heard.join());
    }
    return opened;
}"""


ON_STAGE = """async (ways) => {
    const { AccusationScene } = await import(
        document.querySelector("script[type=module]").src.replace("app.js", "stage/accusation_scene.js"));
    const accused = { event: "Accused", number: 1, seat: "Plum", theory: ["Plum", "Rope", "Hall"] };
    const heard = [];
    for (const [case_file, right] of ways) {
        const opened = { event: "Opened", number: 2, seat: "Plum", right, case_file };
        const opening = { accused, opened, words: "", case_file: right ? accused.theory : null, shared: false };
        const scene = new AccusationScene(null, opening, () => undefined);
        scene.pause = scene.beat = () => Promise.resolve();
        window.heard.length = 0;
        await scene.play();
        heard.push(window.heard.join());
    }
    return heard;
}"""
"""Accusations on stage, without their pauses: what the accuser sees of the case file, and whether all was right."""


def _heard(page: Page) -> int:
    count: int = page.evaluate("window.heard.length")
    return count


def test_sound_begins_with_a_tap_and_ends_with_the_speaker(newcomer: Newcomer) -> None:
    """On by default; nothing of it is loaded before the first tap; muted by one key, and muted still after a reload."""
    guest = newcomer()
    guest.page.add_init_script(RECORD)
    loaded: list[str] = []
    guest.page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    guest.go()
    speaker = guest.page.get_by_role("button", name="Mute sound").locator("visible=true")
    expect(speaker).to_have_attribute("aria-pressed", "false")
    assert "sounds.js" not in loaded
    guest.play_now()
    guest.roll()
    guest.page.wait_for_function("() => window.heard.length > 0")
    speaker.focus()
    guest.page.keyboard.press("Space")
    expect(speaker).to_have_attribute("aria-pressed", "true")
    before = _heard(guest.page)
    guest.page.locator(".lit:not(.area)").first.click()
    guest.page.locator(".turn-panel [data-do='take back']:enabled").wait_for()
    assert _heard(guest.page) == before
    guest.go("/rules")
    expect(speaker).to_have_attribute("aria-pressed", "true")


def test_a_phone_that_was_silent_stays_silent_and_its_volume_is_kept(newcomer: Newcomer) -> None:
    """In a game on a phone, the speaker is beside the tabs: the question needs the width of the header."""
    guest = newcomer(width=360, height=740)
    guest.page.add_init_script(
        """localStorage["greycells.settings"] ??= '{"theme": "dark", "motion": "usual", "sound": false}'"""
    )
    guest.go()
    speaker = guest.page.get_by_role("button", name="Mute sound")
    expect(speaker).to_have_attribute("aria-pressed", "true")
    speaker.click()
    guest.page.get_by_role("button", name="Settings").click()
    volume = guest.page.get_by_label("Volume")
    expect(volume).to_have_value("0.7")
    volume.fill("0.2")
    guest.reload()
    expect(speaker).to_have_attribute("aria-pressed", "false")
    guest.page.get_by_role("button", name="Settings").click()
    expect(volume).to_have_value("0.2")
    guest.play_now()
    expect(speaker.locator("visible=true")).to_have_count(1)
    expect(guest.page.locator(".tabs .mute")).to_be_in_viewport(ratio=0.9)


def test_each_moment_has_its_own_sound_and_a_wrong_accusation_only_one(newcomer: Newcomer) -> None:
    guest = newcomer()
    guest.page.add_init_script(RECORD)
    guest.go("/rules").page.locator("h1").first.click()
    sounds: list[str] = guest.page.evaluate(MOMENTS)
    assert "" not in sounds
    assert len(set(sounds)) == len(sounds) == 18
    files = [None, ["Plum", "Rope", "Hall"], ["Green", "Rope", "Hall"], ["Plum", "Knife", "Study"]]
    opened: list[str] = guest.page.evaluate(OPENED, [[False, file] for file in files] + [[True, files[1]]])
    assert len(set(opened[:-1])) == 1
    assert opened[-1] != opened[0]
    wrong: list[str] = guest.page.evaluate(ON_STAGE, [[file, False] for file in files])
    right: list[str] = guest.page.evaluate(ON_STAGE, [[None, True], [files[1], True]])
    # The others hear the same whichever card is wrong, and so does the accuser; three cards are heard before the end.
    assert len(set(wrong)) == 1
    envelopes, ending = [sounds[8], *sounds[15:17]], sounds[11]
    assert wrong[0] == ",".join([sounds[7], *envelopes, ending])
    assert all(heard.startswith(",".join([sounds[7], *envelopes])) for heard in right)
    assert wrong[0] not in right
