"""How much one guest may ask for, and one address; and that whoever has gone is forgotten."""

from __future__ import annotations

import pytest

from greycells.server.conduct import Declined
from greycells.server.people import MEASURES, ROOM, Moderation, Thing


class Clock:
    """A time of day that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 36_000.0

    def __call__(self) -> float:
        return self.time


def passed(moderation: Moderation, thing: Thing, *, guest: str | None = "ada", address: str = "home") -> int:
    """How often something may be asked for right now."""
    times = 0
    while True:
        try:
            moderation.count(thing, guest=guest, address=address)
        except Declined:
            return times
        times += 1


@pytest.mark.parametrize("thing", list(MEASURES))
def test_a_guest_has_its_measure_and_gets_it_back_bit_by_bit(thing: Thing) -> None:
    clock, (measure, _, seconds) = Clock(), MEASURES[thing]
    moderation = Moderation(now=clock)
    assert passed(moderation, thing) == measure
    assert passed(moderation, thing, guest="grace") == measure
    clock.time += seconds
    assert passed(moderation, thing) == 0
    clock.time += seconds / 2
    assert passed(moderation, thing) == measure - measure // 2
    clock.time += 2 * seconds
    assert passed(moderation, thing) == measure


def test_an_address_has_its_measure_whoever_asks_there() -> None:
    moderation = Moderation(now=Clock())
    _, measure, _ = MEASURES["requests"]
    assert passed(moderation, "requests", guest=None) == measure
    assert passed(moderation, "requests", guest="ada") == 0
    assert passed(moderation, "requests", guest="ada", address="away") > 0
    assert passed(moderation, "codes", guest=None) == MEASURES["codes"].address


def test_a_factor_widens_every_measure() -> None:
    moderation = Moderation(factor=3.0, now=Clock())
    assert passed(moderation, "chat") == 3 * MEASURES["chat"].guest
    assert passed(Moderation(factor=0.001, now=Clock()), "chat") == 1


def test_whoever_has_gone_is_forgotten_and_nobody_who_has_not() -> None:
    clock = Clock()
    moderation = Moderation(now=clock)
    assert passed(moderation, "tables") == MEASURES["tables"].guest
    for visitor in range(20 * ROOM):
        moderation.count("requests", guest=f"guest {visitor}", address=f"address {visitor}")
        clock.time += 0.01
    assert len(moderation) <= 2 * ROOM
    assert passed(moderation, "tables") == 0
