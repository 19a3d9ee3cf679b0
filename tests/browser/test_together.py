"""Several people: on one device, looking on, afterwards; and nobody is ever sent a card that is not theirs to see."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.guest import BLINK, Guest

from greycells.rules.fair_dealing import nonce_hash


class Seen(msgspec.Struct):
    """A sighting, as far as secrets go."""

    event: str
    seat: str | None = None
    to: str | None = None
    card: str | None = None
    hands: list[list[str] | None] = []


class Told(msgspec.Struct):
    """A frame, as far as sightings go."""

    type: str
    sightings: list[Seen] = []
    ask: str = ""


def sightings(guest: Guest, event: str) -> list[Seen]:
    """What a page was told of one kind of event, on any line that it ever had."""
    frames = [frame for text in guest.received for frame in msgspec.json.decode(text, type=list[Told])]
    return [seen for frame in frames for seen in frame.sightings if seen.event == event]


@pytest.mark.proof
def test_no_frame_holds_a_card_that_its_viewer_may_not_know(newcomer: Newcomer) -> None:
    host, watcher = newcomer(), newcomer()
    host.play_bots("Classic")
    watcher.page.goto(host.page.url)
    watcher.at_the_board()
    host.play_to_the_end()
    expect(watcher.page.locator(".game.over")).to_be_visible()
    # Until the game begins the host looks on, too.
    assert {sum(hand is not None for hand in dealt.hands) for dealt in sightings(host, "Dealt")} in ({0, 1}, {1})
    assert {sum(hand is not None for hand in dealt.hands) for dealt in sightings(watcher, "Dealt")} == {0}
    for guest, seat in ((host, "Scarlett"), (watcher, None)):
        shown = sightings(guest, "Shown")
        assert shown
        assert all(seat in (seen.seat, seen.to) or seen.card is None for seen in shown)
    assert watcher.page.locator(".hand").count() == 0


def test_whoever_sits_down_has_the_name_that_was_typed_and_the_host_waits_for_it(newcomer: Newcomer) -> None:
    host, friend = newcomer(), newcomer(width=390, height=844)
    host.open_table("Classic")
    friend.page.goto(host.page.url)
    friend.page.get_by_label("Your name").fill("Grace")
    friend.sit(2)
    expect(friend.page.locator("li.chair.yours")).to_contain_text("Grace")
    host.page.get_by_role("button", name="Fill with bots").click()
    expect(host.page.locator(".chairs .hint")).to_have_text("Waiting for Grace to be ready.")


class NonceCommand(msgspec.Struct):
    """A command, as far as it has to do with nonces."""

    type: str
    nonce: str = ""
    nonce_hash: str = ""


class Sent(msgspec.Struct):
    """What a page sent over its line."""

    id: str = ""
    command: NonceCommand | None = None


def nonce_commands(guest: Guest, kind: str) -> dict[str, NonceCommand]:
    """What a page sent of one kind, by the id that the answer has."""
    sent = [msgspec.json.decode(text, type=Sent) for text in guest.sent]
    return {one.id: one.command for one in sent if one.command is not None and one.command.type == kind}


@pytest.mark.parametrize("secure", [True, False])
def test_a_page_keeps_its_nonce_until_the_cards_are_dealt(newcomer: Newcomer, *, secure: bool) -> None:
    """Also when it is loaded again meanwhile. Without TLS it can't hash, and tells the nonce when it sits down."""
    host, friend = newcomer(), newcomer(width=390, height=844)
    if not secure:
        friend.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    host.pick_box("Classic")
    friend.page.goto(host.page.url)
    friend.sit(2)
    (sit,) = nonce_commands(friend, "sit").values()
    assert (len(sit.nonce), len(sit.nonce_hash)) == ((0, 64) if secure else (32, 0))
    friend.reload()
    host.put_bot(3)
    friend.ready()
    host.start()
    friend.at_the_board()
    for guest, kept in ((host, True), (friend, secure)):
        told = nonce_commands(guest, "reveal")
        assert len(told) == kept
    if secure:
        (reveal,) = nonce_commands(friend, "reveal").values()
        assert nonce_hash(reveal.nonce) == sit.nonce_hash
    assert host.errors == friend.errors == []
    for guest in (host, friend):
        guest.at_the_board().page.wait_for_function(
            "() => !Object.keys(sessionStorage).some((key) => key.includes('nonce'))"
        )


def test_log_header_and_stage_say_who_a_friend_is(newcomer: Newcomer) -> None:
    """A friend is *Grace (Mustard)*, and *you* on her own page; a name that nobody typed says nothing."""
    host, friend = newcomer(), newcomer()
    host.open_table("Parlour")
    friend.page.goto(host.page.url)
    friend.page.get_by_label("Your name").fill("Grace")
    friend.sit(2)
    host.put_bot(3)
    friend.ready()
    host.start()
    friend.at_the_board()
    suspect = friend.page.locator(".player.me .name").inner_text().split()[-1]
    log = host.page.locator(".log .turns")
    while f"Grace ({suspect}) suggested" not in log.inner_text():
        if not any(guest.choose() for guest in (host, friend)):
            host.page.wait_for_timeout(BLINK)
    expect(log).to_contain_text(f"Grace ({suspect}) suggested")
    expect(friend.page.locator(".log .turns")).to_contain_text("You suggested")
    expect(friend.page.locator(".log .turns")).not_to_contain_text("Grace")
    told = [frame for text in host.received for frame in msgspec.json.decode(text, type=list[Told])]
    asked = [frame.ask for frame in told if frame.ask]
    assert f"It's Grace's turn ({suspect})." in asked
    assert not [sentence for sentence in [*asked, log.inner_text()] if "Guest" in sentence]


def test_pass_and_play_never_shows_the_next_hand_early(newcomer: Newcomer) -> None:
    guest = newcomer(width=360, height=740)
    guest.open_table("Classic")
    guest.page.locator("li.chair").nth(1).get_by_role("button", name="Add a player on this device").click()
    guest.page.get_by_label("Name of the other player").fill("Grace")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("li.chair.yours")).to_have_count(2)
    guest.put_bot(3)
    guest.start_handed()
    seen: list[tuple[str, ...]] = []
    for _ in range(4):
        button = guest.page.locator(".handover button")
        button.wait_for()
        assert guest.page.locator(".card").count() == 0
        button.click()
        guest.at_the_board()
        seen.append(tuple(sorted(guest.page.locator(".hand .card-name").all_text_contents())))
        guest.play_until(lambda _: guest.page.locator(".handover").count() > 0)
    assert len(set(seen)) == 2


def test_ten_seats(newcomer: Newcomer) -> None:
    guest = newcomer().open_table("Master Detective")
    for count in range(3, 10):
        guest.page.get_by_role("button", name="Add a seat").click()
        guest.page.locator("li.chair").nth(count).wait_for()
    for chair in range(2, 11):
        guest.put_bot(chair, "constable")
    guest.start()
    expect(guest.page.locator(".players .player")).to_have_count(10)
    expect(guest.page.locator(".notebook thead th .column-head")).to_have_count(10)


def test_one_click_starts_a_game_that_is_finished_replayed_downloaded_and_brought_again(
    newcomer: Newcomer, tmp_path: Path
) -> None:
    guest = newcomer().press_play()
    expect(guest.page.locator(".ask")).to_contain_text("You can roll the die")
    guest.finish()
    expect(guest.page.locator(".end .case-file .turning")).to_have_count(3)
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name="Download game").click()
    record = tmp_path / "game.case"
    download.value.save_as(record)
    guest.page.get_by_role("link", name="Watch replay").click()
    guest.page.get_by_role("button", name="Go to end").click()
    expect(guest.page.locator(".ask")).to_contain_text("It was")
    stranger = newcomer().go("/games")
    stranger.page.locator("input[type=file]").set_input_files(record)
    stranger.page.get_by_role("button", name="Next step").click()
    expect(stranger.page.locator(".player-bar")).to_contain_text("Step")
    broken = tmp_path / "broken.case"
    broken.write_text(re.sub(r"rolls \d", "rolls 9", record.read_text()))
    stranger.go("/games").page.locator("input[type=file]").set_input_files(broken)
    expect(stranger.page.locator(".toast")).to_contain_text("line ")


def test_notes_survive_a_reload_and_can_be_undone(newcomer: Newcomer) -> None:
    guest = newcomer().play_now()
    cells = guest.page.locator(".notebook .cell:not(.ink-hand)")
    marks = {"y": "yes", "n": "no", "m": "maybe"}
    for at, key in enumerate(marks):
        with guest.saving():
            cells.nth(at).press(key)
    guest.reload()
    for mark in marks.values():
        expect(guest.page.locator(f".cell.ink-own.{mark}")).to_have_count(1)
    for left in (2, 1, 0):
        guest.page.locator(".notebook").get_by_role("button", name="Undo mark").click()
        expect(guest.page.locator(".cell.ink-own")).to_have_count(left)


def test_the_notebook_leaves_out_what_is_settled_and_leads_to_the_suggestions(newcomer: Newcomer) -> None:
    guest = newcomer().play_to_suggest()
    rows = guest.page.locator(".notebook .card-row")
    expect(rows).to_have_count(21)
    held = guest.page.locator(".your-cards .hand .card-name").all_inner_texts()
    assert held
    only_open = guest.page.get_by_label("Hide known cards")
    only_open.check()
    expect(rows).to_have_count(21 - len(held))
    assert not set(held) & set(rows.all_inner_texts())
    only_open.uncheck()
    guest.to_a_suggestion()
    guest.suggest()
    suggested = guest.page.locator(".log p", has_text="You suggested").first
    suggested.wait_for()
    sentence = suggested.inner_text()
    next(row for row in rows.all() if row.inner_text() in sentence).click()
    expect(guest.page.get_by_role("dialog")).to_contain_text(sentence)
