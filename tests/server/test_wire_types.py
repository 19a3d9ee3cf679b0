"""The client's types and the tables of the protocol page are those that `tools/wire_types.py` writes."""

from __future__ import annotations

import re
from typing import get_args

import msgspec
from tools.wire_types import PAGE, TYPES, sightings, wire_types, with_tables

from greycells.editions import load
from greycells.protocol.option_messages import options_message
from greycells.rules.actions import Roll
from greycells.rules.chance import SeededDealer
from greycells.rules.events import Event
from greycells.rules.game import Game

AGAIN = "run `python tools/wire_types.py`"


def test_the_clients_types_are_those_of_the_protocol() -> None:
    assert TYPES.read_text(encoding="utf-8") == wire_types(), AGAIN


def test_the_tables_of_the_page_are_those_of_the_protocol() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page), AGAIN


def test_a_sighting_is_told_apart_by_its_event() -> None:
    *kinds, union = sightings()
    named = [re.findall(r'^  event: "(\w+)";$', kind, re.MULTILINE) for kind in kinds]
    assert named == [[kind.__name__] for kind in get_args(Event)]
    assert re.findall(r"\w+Sighting", union) == [f"{kind.__name__}Sighting" for kind in get_args(Event)]


def test_options_are_sent_as_ever() -> None:
    """What is open, in this order; what is not is left out."""
    edition = load("classic")
    game = Game.new(edition, [(card.word, card) for card in edition.deck.suspects[:3]], dealer=SeededDealer(1))

    def sent() -> bytes:
        options = game.view(game.to_act).options
        assert options is not None
        return msgspec.json.encode(options_message(options))

    seat = game.to_act
    assert seat is not None
    assert sent() == f'{{"seat":"{seat.suspect.word}","roll":true,"accuse":true}}'.encode()
    game.play(Roll())
    assert re.fullmatch(rb'{"seat":"\w+","moves":{"ends":\[.+\],"pauses":\[\],"steps":\d+},"accuse":true}', sent())
