"""What chance decides follows from the name of a test: the same cards, dice and bots, every time and everywhere."""

from __future__ import annotations

from tests.browser.browser_server import House
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest
from tests.luck import Luck


def test_secrets_follow_from_the_word_and_how_many_were_drawn() -> None:
    one, other = (Luck(iter("abaaba").__next__) for _ in range(2))
    first = [one.secret() for _ in range(3)]
    assert first == [other.secret() for _ in range(3)]
    assert len(set(first)) == 3


def test_a_test_meets_the_same_game_every_time(newcomer: Newcomer, own_house: House) -> None:
    told: list[list[str]] = []
    for _ in range(2):
        own_house.kill()
        own_house.open()
        told.append(first_turns(newcomer(at=own_house)))
    assert told[0] == told[1]


def first_turns(guest: Guest) -> list[str]:
    """The hand, and the log of two turns."""
    guest.play_now()
    for _ in range(2):
        guest.play_until(lambda offered: "roll" in offered.does)
        guest.roll()
        guest.choose()
    guest.play_until(lambda offered: "roll" in offered.does)
    return guest.settle().page.locator(".hand .card-name, .log .turns p").all_inner_texts()
