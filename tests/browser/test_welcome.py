"""The first screen: continue or play with one tap, choices that remember themselves, and who the opponents are."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Newcomer
from tests.browser.test_access import complaints

from greycells.players.bot_levels import LADDER

MOST_TAPS = 2
RESIGN = """(chair) => fetch(location.pathname.replace("/table/", "/api/tables/"), {
    method: "POST", body: JSON.stringify({ command: { type: "resign", chair } }) })"""
"""Both leave the game to their bots, which end it in a second."""


def test_from_the_home_page_to_the_first_roll_in_two_taps(newcomer: Newcomer) -> None:
    guest = newcomer(width=390, height=844).go()
    taps = 0
    for button in ("button:text-is('Play now')", ".turn-panel [data-do=roll]:enabled"):
        guest.page.locator(button).tap()
        taps += 1
    guest.page.locator(".walk").wait_for()
    assert taps <= MOST_TAPS
    expect(guest.page.locator(".player", has_text="Alfie Moss")).to_be_attached()


def test_a_choice_is_remembered_and_one_tap_starts_it_again(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    page = guest.page
    expect(page.get_by_role("radio", name="Classic")).to_be_checked()
    expect(page.get_by_role("radio", name="Alfie Moss")).to_be_checked()
    page.get_by_role("radio", name="Alfie Moss").focus()
    page.keyboard.press("ArrowRight")
    chosen = page.locator("input[name=play-level]:checked + .bot-face + b").inner_text()
    assert chosen != "Alfie Moss"
    expect(page.locator(".opponent")).to_contain_text(chosen)
    lines = page.locator("input[name=play-level]").evaluate_all("(all) => all.map((one) => one.title)")
    assert len({line for line in lines if len(line) > 20}) == len(lines) == len(LADDER)
    expect(page.locator(".opponent")).to_contain_text(lines[1])
    assert not complaints(guest)
    page.get_by_role("radio", name="Getaway").check(force=True)
    page.get_by_role("group", name="Number of opponents").get_by_role("radio", name="2").check(force=True)
    guest.go()
    expect(page.get_by_role("radio", name="Getaway")).to_be_checked()
    summary = page.locator(".cover .chosen-game")
    expect(summary).to_contain_text("Getaway, 2 opponents:")
    company = [name.strip() for name in summary.locator("li").all_text_contents()]
    assert company[0] == chosen
    assert sorted(company) == sorted(page.locator(".takes-part b").all_text_contents())
    page.set_viewport_size({"width": 360, "height": 740})
    tops = summary.locator("li").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, "All of them are in one line on a phone."
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Play now").click()
    guest.at_the_board()
    expect(page.locator(".player")).to_have_count(3)
    for name in company:
        expect(page.locator(".player", has_text=name)).to_be_visible()
    guest.go()
    first = page.locator(".cover").get_by_role("link").or_(page.locator(".cover").get_by_role("button")).first
    expect(first).to_have_text("Continue your game")
    first.click()
    guest.at_the_board()


def test_every_edition_has_its_own_play_button(newcomer: Newcomer) -> None:
    guest = newcomer().go()
    rows = guest.page.locator(".editions li")
    rows.first.wait_for()
    expect(rows.get_by_role("button", name="Play ")).to_have_count(rows.count())
    guest.page.get_by_role("button", name="Play Master Detective").click()
    guest.at_the_board()
    expect(guest.page.locator(".notebook")).to_contain_text("Gazebo")


def test_a_suspect_is_chosen_by_portrait_with_keys_too(newcomer: Newcomer) -> None:
    guest = newcomer().open_table("Classic")
    page = guest.page
    page.get_by_role("button", name="Suspect for seat 1: Any suspect").click()
    page.locator(".portraits").wait_for()
    assert not complaints(guest)
    page.get_by_role("radio", name="Col. Mustard").click(force=True)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Suspect for seat 1: Col. Mustard").wait_for()
    page.get_by_role("button", name="Suspect for seat 2: Any suspect").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Col. Mustard")).to_be_disabled()
    page.get_by_role("radio", name="Any suspect").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Suspect for seat 2: Miss Scarlett").wait_for()
    expect(page.get_by_label("Notebook help")).to_have_value("direct facts")
    page.get_by_role("button", name="Human or bot in seat 3").click()
    page.get_by_role("radio", name="Edith Calloway").wait_for()
    assert not complaints(guest)


def test_everybody_at_a_finished_table_is_invited_to_a_rematch(newcomer: Newcomer) -> None:
    host, friend, watcher = newcomer(), newcomer(width=390, height=844), newcomer()
    host.open_table("Cottage")
    host.page.get_by_role("button", name="Remove a seat").click()
    expect(host.page.locator("li.chair")).to_have_count(2)
    friend.page.goto(host.page.url)
    friend.sit(2)
    friend.ready()
    watcher.page.goto(host.page.url)
    host.start()
    friend.at_the_board()
    for chair, guest in enumerate((host, friend)):
        guest.page.evaluate(RESIGN, chair)
    for guest in (host, friend, watcher):
        guest.page.locator(".game.over").wait_for()
    name = host.page.evaluate("fetch('/api/guest').then((answer) => answer.json()).then(({ name }) => name)")
    host.page.get_by_role("button", name="Invite everyone to a rematch").click()
    host.page.locator("li.chair.yours").wait_for()
    expect(watcher.page.get_by_role("alert")).to_have_text("There's a rematch. You can watch it.")
    expect(friend.page.get_by_role("alert")).to_have_text(f"{name} wants a rematch. Your seat is reserved.")
    assert not complaints(friend)
    friend.page.get_by_role("button", name="Join").click()
    expect(host.page.locator("li.chair").nth(1)).to_contain_text("ready")
    friend.page.get_by_role("button", name="I'm not ready").wait_for()
    friend.page.go_back()
    friend.page.get_by_role("button", name="No, thanks").click()
    expect(friend.page.get_by_role("alert")).to_have_count(0)
    expect(host.page.locator("li.chair").nth(1)).to_contain_text("Empty seat")
