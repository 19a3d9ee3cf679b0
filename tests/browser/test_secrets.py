"""No page, answer or frame ever holds a card that its viewer may not know; and a leak that is planted is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Route, expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import A_FEW, Guest, Offered
from tests.browser.page_watcher import Watch
from tests.margin import PROOF

from greycells.rules.events import Dealt

WEAPONS = ["Rope", "Knife", "Candlestick"]
"""All three of the cottage: one is in the case file."""
ENOUGH = 40
"""Looks at both pages, in which every kind of choice is made. Then bots end the game; the proof plays it to its end."""


def play_watched(guest: Guest, *watches: Watch, enough: Callable[[], bool] = lambda: False) -> None:
    """Play to the end, or as long as is enough, and look at every page at every step."""

    def over(offered: Offered) -> bool:
        for watch in watches:
            watch.look()
        return offered.over or enough()

    guest.play_until(over)


def test_nothing_that_reaches_a_page_is_somebody_elses_secret(newcomer: Newcomer) -> None:
    host, onlooker = newcomer(), newcomer()
    played, watched = Watch(host), Watch(onlooker)
    host.open_table("Classic" if PROOF else "Cottage")
    host.page.get_by_label("Notebook help").select_option("direct facts")
    host.page.get_by_role("button", name="Fill with bots").click()
    host.start()
    onlooker.page.goto(host.page.url)
    onlooker.at_the_board()
    looks = count()
    play_watched(host, played, watched, enough=lambda: not PROOF and next(looks) > ENOUGH)
    host.leave_to_bots(watch=True)
    expect(onlooker.page.locator(".game.over")).to_be_visible()
    game = played.finished_game()
    scarlett = next(seat for seat in game.seats if seat.suspect.word == "Scarlett")
    assert list(played.leaks(game, scarlett)) == []
    assert list(watched.leaks(game, None)) == []
    for watch in (played, watched):
        assert watch.frames
        assert watch.answers
        assert watch.seen
    # What is the host's own is a leak to the onlooker: the search finds what is there.
    assert any(found.startswith("frame") for found in played.leaks(game, None))
    assert any(found.startswith("page") for found in played.leaks(game, None))


def test_a_planted_leak_is_found(newcomer: Newcomer) -> None:
    guest = newcomer()
    watch = Watch(guest)

    def careless(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**json.loads(answer.text()), "chairs_hold": WEAPONS})

    guest.play_bots("Cottage")
    guest.page.route("**/notebook", careless)
    with guest.page.expect_response("**/notebook"):
        guest.reload()
    guest.at_the_board()
    guest.page.evaluate("""() => {
        const note = document.createElement("p");
        note.textContent = "Mustard holds the Rope, the Knife and the Candlestick.";
        document.querySelector("#app").append(note);
    }""")
    looks = count()
    play_watched(guest, watch, enough=lambda: next(looks) > A_FEW)
    guest.finish()
    dealt = next(text for text in watch.frames if '"Dealt"' in text)
    watch.frames.append(dealt.replace("null", json.dumps(WEAPONS)))
    game = watch.finished_game()
    scarlett = next(seat for seat in game.seats if seat.suspect.word == "Scarlett")
    assert any(leak.startswith("frame") for leak in watch.leaks(game, scarlett))
    # By the end she may have seen all three weapons. In her hand there are two at most.
    begun = next(number for number, event in enumerate(game.events, 1) if isinstance(event, Dealt))
    watch.frames.clear()
    found = list(watch.leaks(game.at(begun), scarlett))
    assert any(leak.startswith("answer") and "notebook" in leak for leak in found)
    assert any(leak.startswith("page") and "Mustard holds" in leak for leak in found)
