"""Actions on the wire: one declaration, in `rules.actions`, and the JSON that it has always been."""

from __future__ import annotations

from typing import get_args

import pytest

from greycells.editions import load
from greycells.notation.action_json import Json, WireError, decode_action, encode_action
from greycells.protocol.choices import AnyChoice, choice_message, chosen_action
from greycells.rules.actions import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakeBack,
    TakePassage,
)
from greycells.rules.cards import Theory
from greycells.rules.setup import sit_down

EDITION = load("classic")
TABLE = sit_down(EDITION, [(suspect.word, suspect) for suspect in EDITION.deck.suspects[:3]])
PLACES = {place.name: place for place in EDITION.board.places}
CARDS = {card.word: card for card in EDITION.deck}
THEORY = Theory(EDITION.deck.suspects[0], EDITION.deck.weapons[0], EDITION.deck.rooms[0])
WORDS: Json = [card.word for card in THEORY]
SQUARE = next(name for name, place in PLACES.items() if place.kind == "square")
ROOM = next(name for name, place in PLACES.items() if place.kind == "room")
SPOKEN: list[tuple[Action, Json]] = [
    (Roll(), {"do": "roll"}),
    (Move(PLACES[ROOM]), {"do": "move", "to": ROOM}),
    (
        Move(PLACES[ROOM], (PLACES[SQUARE], PLACES[ROOM])),
        {"do": "move", "to": ROOM, "path": [SQUARE, ROOM]},
    ),
    (Move(PLACES[ROOM], ()), {"do": "move", "to": ROOM, "path": []}),
    (TakePassage(), {"do": "take passage"}),
    (Snoop(TABLE.seats[1]), {"do": "snoop", "owner": TABLE.seats[1].suspect.word}),
    (Suggest(THEORY), {"do": "suggest", "theory": WORDS}),
    (Show(THEORY.weapon), {"do": "show", "card": THEORY.weapon.word}),
    (CannotShow(), {"do": "cannot show"}),
    (Accuse(THEORY), {"do": "accuse", "theory": WORDS}),
    (EndTurn(), {"do": "end turn"}),
    (TakeBack(), {"do": "take back"}),
]


@pytest.mark.parametrize(("action", "message"), SPOKEN, ids=lambda value: str(value)[:30])
def test_an_action_is_this_json_and_nothing_else(action: Action, message: Json) -> None:
    assert encode_action(action) == message
    assert decode_action(TABLE, message) == action
    assert chosen_action(TABLE, choice_message(action)) == action


def test_every_action_has_its_line_and_its_message() -> None:
    kinds = get_args(Action)
    assert {type(action) for action, _ in SPOKEN} == set(kinds)
    assert [kind.__name__ for kind in get_args(AnyChoice)] == [kind.__name__ for kind in kinds]


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("roll", "an object"),
        ({"do": "fly"}, "names no action: 'fly'"),
        ({"do": None}, "names no action"),
        ({"do": "move", "to": "nowhere"}, "no such place"),
        ({"do": "move", "to": ROOM, "path": ROOM}, "a list of places"),
        ({"do": "snoop", "owner": "Nobody"}, "nobody plays"),
        ({"do": "show", "card": "Spoon"}, "no such card"),
        ({"do": "suggest", "theory": ["Rope"]}, "a suspect, a weapon and a room"),
    ],
)
def test_what_is_no_action_is_refused_in_a_sentence(message: Json, why: str) -> None:
    with pytest.raises(WireError, match=why):
        decode_action(TABLE, message)
