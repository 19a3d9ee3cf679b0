"""Between people: sending away, giving up, muting, another device, and an answer that came too late."""

from __future__ import annotations

import json
import subprocess
import sys

from playwright.sync_api import expect
from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest


def two_people(host: Guest, friend: Guest) -> None:
    """A classic game of a host, a friend and a bot."""
    host.open_table("Classic")
    host.put_bot(3, "constable")
    friend.page.goto(host.page.url)
    friend.sit(2)
    friend.ready()
    host.start()
    friend.at_the_board()


def test_the_host_sends_somebody_away_before_the_start(newcomer: Newcomer) -> None:
    host, friend = newcomer(), newcomer(width=360, height=740)
    host.open_table("Classic")
    friend.page.goto(host.page.url)
    friend.sit(2)
    host.page.get_by_role("button", name="Remove", exact=True).click()
    expect(friend.page.locator("li.chair.yours")).to_have_count(0)
    friend.sit(3)
    seat = host.page.locator("li.chair").nth(2).locator(".who small")
    expect(seat).to_have_text("online")
    expect(friend.page.locator("li.chair").first.locator(".who small")).to_have_text("host, online")
    friend.page.goto("about:blank")
    expect(seat).to_have_text("offline")


def test_two_quick_changes_of_the_plan_both_hold(newcomer: Newcomer) -> None:
    host = newcomer().open_table("Classic")
    host.page.get_by_label("Notebook help").select_option("full logic")
    host.page.get_by_role("button", name="Fill with bots").click()
    host.page.get_by_role("button", name="Start game").click()
    expect(host.page.get_by_role("button", name="Hint")).to_be_visible()


def test_times_and_players_have_ordinary_names(newcomer: Newcomer) -> None:
    host = newcomer().open_table("Classic")
    times = host.page.get_by_label("Time per move").locator("option")
    expect(times).to_have_text(
        ["No time limit", "15 seconds", "30 seconds", "1 minute", "2 minutes", "1 day", "3 days"]
    )
    host.put_bot(2, "constable")
    host.put_bot(3, "inspector")
    host.start()
    expect(host.page.locator(".players")).to_contain_text("Alfie Moss, Constable (bot)")
    expect(host.page.locator(".players")).to_contain_text("Edith Calloway, Inspector (bot)")


def test_a_menu_closes_itself(newcomer: Newcomer) -> None:
    """By Escape, by a touch elsewhere, and when something in it is chosen."""
    guest = newcomer().play_now()
    summary, listed = guest.page.locator(".menu summary"), guest.page.locator(".menu-list")
    summary.click()
    guest.page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    expect(summary).to_be_focused()
    summary.click()
    guest.page.locator(".page-log").click()
    expect(listed).to_be_hidden()
    summary.click()
    expect(listed).to_be_visible()
    listed.get_by_role("button", name="Settings").click()
    expect(guest.page.locator(".dialog")).to_be_visible()
    expect(listed).to_be_hidden()


def test_whoever_gives_up_is_answered_for(newcomer: Newcomer) -> None:
    host, friend = newcomer(), newcomer()
    two_people(host, friend)
    friend.page.locator(".menu summary").click()
    friend.page.get_by_role("button", name="Resign").click()
    dialog = friend.page.get_by_role("dialog")
    expect(dialog).to_contain_text("You can't come back")
    dialog.get_by_role("button", name="Resign").click()
    expect(host.page.locator(".player").nth(1)).to_contain_text("a bot is playing")
    expect(friend.page.locator(".turn-panel .actions")).to_have_count(0)


def test_a_lost_seat_is_filled_with_a_bot_and_given_back(newcomer: Newcomer, own_house: House) -> None:
    """Not before the grace time is over; whoever comes back has the seat and the hand again."""
    host, friend = newcomer(at=own_house), newcomer(at=own_house)
    two_people(host, friend)
    table, hand = friend.page.url, friend.page.locator(".hand .card-name").all_inner_texts()
    assert hand
    friend.page.goto("about:blank")
    seat = host.page.locator(".player").nth(1)
    expect(seat).to_contain_text("disconnected")
    seat.get_by_role("button", name="Let a bot play for").click()
    expect(host.page.locator(".toast")).to_contain_text("seconds")
    own_house.kill()
    expect(host.page.locator(".banner")).to_be_visible()
    own_house.grace = 0.0
    own_house.open()
    expect(host.page.locator(".banner")).to_be_hidden()
    seat.get_by_role("button", name="Let a bot play for").click()
    expect(seat).to_contain_text("a bot is playing")
    friend.page.goto(table)
    expect(seat).not_to_contain_text("a bot is playing")
    expect(seat).not_to_contain_text("disconnected")
    expect(friend.page.locator(".hand .card-name")).to_have_text(hand)
    # What was offered may be over before it is chosen, as where an answer is given automatically.
    before = len(friend.sent)
    host.play_until(lambda _: friend.choose())
    friend.until(lambda: len(friend.sent) > before, "the friend's choice to be sent")
    assert len(friend.sent) > before


def test_a_player_is_muted_and_reported_from_the_page(newcomer: Newcomer, house: House) -> None:
    host, friend = newcomer(), newcomer()
    two_people(host, friend)

    def say(words: str) -> None:
        friend.page.get_by_label("Say something").fill(words)
        friend.page.get_by_role("button", name="Send").click()
        expect(friend.page.locator(".log")).to_contain_text(words)

    say("hear me")
    expect(host.page.locator(".log")).to_contain_text("hear me")
    host.page.locator(".player .name").nth(1).click()
    host.page.get_by_role("button", name="Mute", exact=True).click()
    host.page.keyboard.press("Escape")
    expect(host.page.locator(".log")).not_to_contain_text("hear me")
    say("and now")
    host.reload()
    expect(host.page.locator(".player").nth(1)).to_contain_text("muted")
    expect(host.page.locator(".log")).not_to_contain_text("and now")
    host.page.locator(".player .name").nth(1).click()
    host.page.get_by_role("button", name="Unmute", exact=True).click()
    expect(host.page.locator(".log")).to_contain_text("and now")
    host.page.get_by_role("button", name="Mute for everyone").click()
    expect(host.page.get_by_role("button", name="Unmute for everyone")).to_be_visible()
    friend.page.get_by_label("Quick chat").select_option("hello")
    expect(friend.page.locator(".toast")).to_be_visible()
    host.page.get_by_role("button", name="Report", exact=True).click()
    window = host.page.get_by_role("dialog", name="Report a player")
    expect(window).to_contain_text("The player isn't told.")
    window.get_by_label("What happened?").fill("shouts all evening")
    window.get_by_role("button", name="Send report").click()
    expect(host.page.locator(".toast")).to_contain_text("Your report has been sent")
    expect(window).to_be_hidden()
    command = [sys.executable, "-m", "greycells", "admin", "reports", "--data", str(house.data), "--json"]
    kept = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    (row,) = [row for row in kept if row["game"] in host.page.url]
    assert row["reason"] == "shouts all evening"
    assert [line[3] for line in json.loads(row["lines"])] == ["hear me", "and now"]


def shown_link(desk: Guest) -> str:
    """The secret link of a seat, in the window that is open."""
    desk.page.get_by_role("dialog").get_by_role("button", name="Show link").click()
    link = desk.page.get_by_role("dialog").locator(".address")
    expect(link).to_contain_text("http")
    return link.inner_text().strip()


def test_a_player_hears_of_another_device_and_removes_it(newcomer: Newcomer) -> None:
    desk, thief = newcomer().play_now(), newcomer(width=360, height=740)
    desk.page.locator(".menu summary").click()
    desk.page.get_by_role("button", name="Play on another device").click()
    window = desk.page.get_by_role("dialog")
    expect(window).to_contain_text("No other device is using this seat.")
    address = shown_link(desk)
    desk.page.keyboard.press("Escape")
    thief.page.goto(address)
    thief.page.get_by_role("button").first.click()
    thief.at_the_board()
    expect(desk.page.locator(".toast")).to_contain_text("Another device has joined your seat.")
    desk.page.locator(".toast").get_by_role("button", name="See devices").click()
    expect(window).to_contain_text("1 other device is using this seat.")
    window.get_by_role("button", name="Remove other devices").click()
    expect(window).to_contain_text("No other device is using this seat.")
    expect(thief.page.locator(".hand .card")).to_have_count(0)
    expect(thief.page.get_by_role("heading", name="You've been signed out of this seat")).to_be_visible()
    old = shown_link(desk)
    assert old != address
    window.get_by_role("button", name="New link").click()
    expect(window.locator(".address")).not_to_have_text(old)
    expect(window.locator(".address")).to_contain_text("http")
    thief.page.goto(old)
    expect(thief.page.locator("body")).to_contain_text("This link no longer works")


def test_an_answer_that_came_too_late_is_refused_in_a_sentence(newcomer: Newcomer) -> None:
    """The same seat on two devices: the slower one is told so, and then shows how things stand."""
    desk, phone = newcomer().play_now(), newcomer(width=360, height=740)
    desk.page.locator(".menu summary").click()
    desk.page.get_by_role("button", name="Play on another device").click()
    address = shown_link(desk)
    desk.page.keyboard.press("Escape")
    phone.page.goto(address)
    phone.page.get_by_role("button").first.click()
    phone.at_the_board()
    desk.page.locator(".toast").get_by_role("button", name="Close").click()
    # The same choice twice is one choice: there must be two places to go to.
    desk.play_until(lambda offered: len(offered.squares) > 1)
    expect(phone.page.locator(".lit")).to_have_count(desk.page.locator(".lit").count())
    phone.cut()
    expect(phone.page.locator(".banner")).to_be_visible()
    desk.page.locator(".lit").first.press("Enter")
    expect(desk.page.locator(".lit")).to_have_count(0)
    phone.page.locator(".lit").last.press("Enter")
    phone.mend()
    expect(phone.page.locator(".banner")).to_be_hidden()
    expect(phone.page.locator(".toast")).to_be_visible()
    expect(phone.page.locator(".lit")).to_have_count(0)
    # A walk may end the turn by itself a moment later, and the sentence changes once more.
    desk.until(lambda: desk.settle().sentence == phone.settle().sentence, "both pages to say the same")
