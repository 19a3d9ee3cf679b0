"""A wrong accusation looks the same to everybody else, whichever of its cards are wrong (ACC-5): byte for byte."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec import structs
from tests.deadline import until
from tests.server.meddling_proxy import Meddler, Mischief
from tests.server.running_server import frame_of, guest, loaded, quick, running

from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Ready, Say, Sit, Start
from greycells.protocol.frames import Choose, Happened, Said
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules import game as rules_game
from greycells.rules.actions import Accuse
from greycells.rules.cards import Card, Room, Suspect, Theory, Weapon
from greycells.rules.chance import SeededDealer
from greycells.rules.edition import Snooping
from greycells.rules.events import Dealt, Event, Opened, Sealed
from greycells.rules.seats import Seat
from greycells.rules.setup import set_up, sit_down
from greycells.rules.views import seen_by
from greycells.server.service.service import Service
from greycells.server.tables import table_writer
from greycells.server.tables.log_entries import Started
from greycells.server.tables.new_tables import deal, encode_events
from greycells.server.tables.table_state import Table, suspect_of

C = TypeVar("C", bound=Card)
Way = tuple[bool, bool, bool]
"""For suspect, weapon and room: whether the accusation is right about it."""
WRONG: tuple[Way, ...] = tuple(itertools.product((True, False), (True, False), (True, False)))[1:]
SEED = 3
"""A deal in which the accuser holds a card of each kind."""
THREE = TablePlan(edition="classic", chairs=(ChairPlan(), ChairPlan(), ChairPlan()))
GUESTS = (("Ada", "Scarlett"), ("Grace", "Mustard"), ("Hedy", "Green"))
"""Seconds after an accusation in which nothing more may come."""
OF_THIS_TABLE = re.compile(rb'"(at|id|code|commitment)":("[^"]*"|[\d.]+)')


class Planted:
    """The same deal every time, but that the accuser's own cards are in the case file where the way is wrong.

    So nobody else has another hand, and whatever differs for them would tell which cards are wrong.
    """

    def __init__(self, way: Way) -> None:
        self.way = way
        self.accused: Theory | None = None

    def __call__(self, table: Table, secret: str, *, now: float) -> Started:
        sat = table.seated()
        players = [(chair.name or "", suspect_of(sat.edition, chair.suspect or "")) for chair in sat.chairs]
        events = set_up(sit_down(sat.edition, players), SeededDealer(SEED))
        planted = tuple(self._planted(events))
        return structs.replace(deal(table, secret, now=now), events=encode_events(0, planted))

    def _planted(self, events: tuple[Event, ...]) -> Iterator[Event]:
        accused = next(event.case_file for event in events if isinstance(event, Sealed))
        hand = next(event.hands[0] for event in events if isinstance(event, Dealt))
        assert accused is not None
        assert hand is not None
        self.accused = accused
        own = Theory(_first(hand, Suspect), _first(hand, Weapon), _first(hand, Room))
        swaps: dict[Card, Card] = {
            mine: true for mine, true, right in zip(own, accused, self.way, strict=True) if not right
        }
        for event in events:
            match event:
                case Sealed():
                    kept = (true if right else mine for mine, true, right in zip(own, accused, self.way, strict=True))
                    yield Sealed(Theory(*kept))  # type: ignore[arg-type]
                case Dealt(dealer, sizes, hands):
                    changed = hand.deck.of(swaps.get(card, card) for card in hand)
                    yield Dealt(dealer, sizes, (changed, *hands[1:]))
                case _:
                    yield event


def _first(cards: Iterable[Card], kind: type[C]) -> C:
    return next(card for card in cards if isinstance(card, kind))


async def watched(address: str, service: Service, meddler: Meddler, planted: Planted) -> dict[str, list[bytes]]:
    """Every message that the others were sent from the accusation on, without the names and times of this one table."""
    players = [await guest(address, name) for name, _ in GUESTS]
    table = (await players[0].open(THREE)).id
    for chair, (player, (_, suspect)) in enumerate(zip(players, GUESTS, strict=True)):
        await player.ask(table, Sit(chair=chair, suspect=suspect))
        await player.ask(table, Ready(chair=chair))
    await players[0].ask(table, Start())
    onlooker = await guest(address, "Onlooker")
    async with (
        players[0].line(table, 0, look=True) as accuser,
        players[1].line(table, 1, look=True) as next_to_act,
        players[2].line(table, 2, look=True) as other,
        onlooker.line(table, look=True) as watching,
    ):
        asked = await frame_of(accuser, Choose)
        live = await loaded(service, table)
        await until(lambda: len(live.viewers) == 4, "all to be there, so that nobody is told of it later")
        await players[0].ask(table, Say(text="Watch this."))
        for line in (next_to_act, other, watching):
            await frame_of(line, Said)  # Until then all of them have been told how it stands.
        before = {target: len(sent) for target, sent in meddler.sent.items()}
        assert planted.accused is not None
        action = choice_message(Accuse(planted.accused))
        await accuser.play(Play(chair=0, decision=asked.decision, action=action))
        await frame_of(next_to_act, Choose)
        for line in (other, watching):
            await frame_of(line, Happened)
        return {
            _viewer(target): [
                OF_THIS_TABLE.sub(rb'"\1":0', line) for line in bytes(sent[before[target] :]).splitlines()
            ]
            for target, sent in meddler.sent.items()
            if f"/{table}/live" in target and "chair=0" not in target
        }


def _viewer(target: str) -> str:
    return found[1] if (found := re.search(r"chair=(\d)", target)) else "spectator"


def of_every_way(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[Way, dict[str, list[bytes]]]:
    async def evening() -> dict[Way, dict[str, list[bytes]]]:
        told: dict[Way, dict[str, list[bytes]]] = {}
        async with running(quick(folder)) as (_, service):
            meddler = Meddler(service.config.port, Mischief(), random.Random(1))
            async with meddler.open() as address:
                for way in WRONG:
                    planted = Planted(way)
                    monkeypatch.setattr(table_writer, "deal", planted)
                    told[way] = await watched(address, service, meddler, planted)
        return told

    return asyncio.run(evening())


def test_all_seven_ways_of_being_wrong_look_the_same_to_everybody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = of_every_way(tmp_path, monkeypatch)
    assert len(WRONG) == 7
    first = told[WRONG[0]]
    assert set(first) == {"1", "2", "spectator"}
    for viewer, messages in first.items():
        # The accusation and all that follows from it is one message: nothing of it comes sooner or later.
        assert len(messages) == 1, viewer
        assert b'"Accused"' in messages[0]
        assert b'"right":false' in messages[0]
        for way in WRONG:
            assert told[way][viewer] == messages, (viewer, way)


def test_a_case_file_that_is_not_hidden_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(viewer: Seat | None, event: Event, *, snooping: Snooping = Snooping.OWNER_KNOWS) -> Event:
        return event if isinstance(event, Opened) else seen_by(viewer, event, snooping=snooping)

    monkeypatch.setattr(rules_game, "seen_by", careless)
    monkeypatch.setattr(f"{__name__}.WRONG", WRONG[:2])
    one, other = of_every_way(tmp_path, monkeypatch).values()
    assert all(one[viewer] != other[viewer] for viewer in one)
