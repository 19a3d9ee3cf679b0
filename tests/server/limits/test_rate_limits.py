"""How much one guest may ask for, and one address; and that whoever has gone is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Fill, Play, ReturnToSeat, Say, Skip
from greycells.rules.actions import Roll
from greycells.server.errors.declined import Declined
from greycells.server.limits.rate_limits import LIMITS, ROOM, LimitedAction, RateLimits, counted_as
from greycells.server.web.asset_pages import PAGES
from greycells.server.web.assets import STATIC


class Clock:
    """A time of day that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 36_000.0

    def __call__(self) -> float:
        return self.time


def passed(moderation: RateLimits, thing: LimitedAction, *, guest: str | None = "ada", address: str = "home") -> int:
    """How often something may be asked for right now."""
    times = 0
    while True:
        try:
            moderation.count(thing, guest=guest, address=address)
        except Declined:
            return times
        times += 1


@pytest.mark.parametrize("thing", list(LIMITS))
def test_a_guest_has_its_measure_and_gets_it_back_bit_by_bit(thing: LimitedAction) -> None:
    clock, (measure, _, seconds) = Clock(), LIMITS[thing]
    moderation = RateLimits(now=clock)
    assert passed(moderation, thing) == measure
    assert passed(moderation, thing, guest="grace") == measure
    clock.time += seconds
    assert passed(moderation, thing) == 0
    clock.time += seconds / 2
    assert passed(moderation, thing) == measure - measure // 2
    clock.time += 2 * seconds
    assert passed(moderation, thing) == measure


def test_an_address_has_its_measure_whoever_asks_there() -> None:
    moderation = RateLimits(now=Clock())
    _, measure, _ = LIMITS["requests"]
    assert passed(moderation, "requests", guest=None) == measure
    assert passed(moderation, "requests", guest="ada") == 0
    assert passed(moderation, "requests", guest="ada", address="away") > 0
    assert passed(moderation, "codes", guest=None) == LIMITS["codes"].address


def test_a_guest_may_open_two_pages_at_once_with_every_module_of_the_client() -> None:
    modules = len(list(Path(str(STATIC)).rglob("*.js")))
    assert passed(RateLimits(now=Clock()), "files") >= 2 * modules > LIMITS["requests"].guest
    assert [endpoint.counted for endpoint in PAGES if endpoint.path.endswith(".js")] == ["requests", "files"]


def test_all_but_moves_and_words_is_limited_as_a_setting() -> None:
    again_and_again = (Skip(on=True), ReturnToSeat(chair=0), Fill(chair=1, bot="sergeant"))
    assert {counted_as(command) for command in again_and_again} == {"switches"}
    assert counted_as(Say(text="hello")) == "chat"
    assert counted_as(Play(chair=0, decision=1, action=choice_message(Roll()))) == "commands"


def test_a_factor_widens_every_measure() -> None:
    moderation = RateLimits(factor=3.0, now=Clock())
    assert passed(moderation, "chat") == 3 * LIMITS["chat"].guest
    assert passed(RateLimits(factor=0.001, now=Clock()), "chat") == 1


def test_whoever_has_gone_is_forgotten_and_nobody_who_has_not() -> None:
    clock = Clock()
    moderation = RateLimits(now=clock)
    assert passed(moderation, "tables") == LIMITS["tables"].guest
    for visitor in range(20 * ROOM):
        moderation.count("requests", guest=f"guest {visitor}", address=f"address {visitor}")
        clock.time += 0.01
    assert len(moderation) <= 2 * ROOM
    assert passed(moderation, "tables") == 0


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
        ("2001:db8:1:2::1", "2001:0DB8:0001:0002:0000:0000:0000:0009"),
        ("192.0.2.7", "::ffff:192.0.2.7"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_one_home_is_one_address(first: str, second: str) -> None:
    moderation = RateLimits(sockets_an_address=1, now=Clock())
    assert passed(moderation, "codes", guest=None, address=first) == LIMITS["codes"].address
    assert passed(moderation, "codes", guest=None, address=second) == 0
    with moderation.socket(guest="ada", address=first):
        with pytest.raises(Declined), moderation.socket(guest="grace", address=second):
            pass
        with moderation.socket(guest="grace", address="2001:db8:1:3::1"):
            pass


@pytest.mark.parametrize("other", ["2001:db8:1:3::1", "192.0.2.8", "::ffff:192.0.2.8", "?"])
def test_two_homes_are_two_addresses(other: str) -> None:
    moderation = RateLimits(now=Clock())
    for address in ("2001:db8:1:2::1", "192.0.2.7"):
        passed(moderation, "codes", guest=None, address=address)
    assert passed(moderation, "codes", guest=None, address=other) == LIMITS["codes"].address


def test_a_check_counts_nothing() -> None:
    moderation = RateLimits(now=Clock())
    for _ in range(100):
        moderation.check("noise", guest="ada", address="home")
    assert passed(moderation, "noise") == LIMITS["noise"].guest
    with pytest.raises(Declined):
        moderation.check("noise", guest="ada", address="away")
    moderation.check("noise", guest="grace", address="home")
