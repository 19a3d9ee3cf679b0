"""Actions as JSON values: cards by their word, seats by their suspect's word, places by their name.

The classes of `rules.actions` are the only declaration of an action: its name on the wire is the name of its class in
separate words (`TakePassage` is `{"do": "take passage"}`), and its fields are the fields of the class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TypeAlias, get_args

from greycells.errors import GreycellsError
from greycells.notation.names import cards_by_word, places_by_name
from greycells.rules.actions import Action
from greycells.rules.board import Place
from greycells.rules.cards import Card, CardSet, Room, Suspect, Theory, Weapon
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"
Value: TypeAlias = "Seat | Card | Place | CardSet | int | tuple[Value, ...] | None"
"""What the fields of actions and events hold."""


class WireError(GreycellsError, ValueError):
    """A message that does not say what it should, in a sentence."""


def plain(value: Value) -> Json:
    """A field of an action or an event as a JSON value."""
    match value:
        case tuple():
            return [plain(item) for item in value]
        case Place():
            return value.name
        case Seat():
            return value.suspect.word
        case Card():
            return value.word
        case CardSet():
            return [card.word for card in value]
        case int() | None:
            return value


def action_name(kind: type[Action]) -> str:
    """What a kind of action is called on the wire.

    >>> from greycells.rules.actions import TakePassage
    >>> action_name(TakePassage)
    'take passage'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def encode_action(action: Action) -> dict[str, Json]:
    """An action as a JSON object; a field that holds nothing is left out."""
    message: dict[str, Json] = {"do": action_name(type(action))}
    for name, _ in FIELDS[type(action)]:
        if (value := getattr(action, name)) is not None:
            message[name] = plain(value)
    return message


def decode_action(table: GameTable, message: Json) -> Action:
    """The action that a JSON object names; a WireError says what is wrong with it."""
    if not isinstance(message, Mapping):
        raise WireError("an action is an object with a key 'do'")
    kind = KINDS.get(str(message.get("do")))
    if kind is None:
        raise WireError(f"'do' names no action: {str(message.get('do'))[:40]!r}")
    values = [read(table, message.get(name)) for name, read in FIELDS[kind]]
    return kind(*values)  # type: ignore[arg-type]


def _place(table: GameTable, name: Json) -> Place:
    place = places_by_name(table.edition).get(name) if isinstance(name, str) else None
    if place is not None:
        return place
    raise WireError(f"no such place: {str(name)[:40]!r}")


def _seat(table: GameTable, word: Json) -> Seat:
    for seat in table.seats:
        if seat.suspect.word == word:
            return seat
    raise WireError(f"nobody plays {str(word)[:40]!r}")


def _card(table: GameTable, word: Json) -> Card:
    card = cards_by_word(table.edition).get(word) if isinstance(word, str) else None
    if card is not None:
        return card
    raise WireError(f"no such card: {str(word)[:40]!r}")


def _theory(table: GameTable, words: Json) -> Theory:
    if isinstance(words, str) or not isinstance(words, Sequence) or len(words) != 3:
        raise WireError("a theory is a list of a suspect, a weapon and a room")
    suspect, weapon, room = (_card(table, word) for word in words)
    if not (isinstance(suspect, Suspect) and isinstance(weapon, Weapon) and isinstance(room, Room)):
        raise WireError("a theory is a list of a suspect, a weapon and a room, in this order")
    return Theory(suspect, weapon, room)


def _path(table: GameTable, names: Json) -> tuple[Place, ...] | None:
    if names is None:
        return None
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise WireError("'path' is a list of places")
    return tuple(_place(table, name) for name in names)


READERS: dict[str, Callable[[GameTable, Json], Value]] = {
    "Place": _place,
    "tuple[Place, ...] | None": _path,
    "Seat": _seat,
    "Card": _card,
    "Theory": _theory,
}
"""How the value of a field is read, by the field's type as the action's class names it."""

FIELDS: dict[type[Action], tuple[tuple[str, Callable[[GameTable, Json], Value]], ...]] = {
    kind: tuple((field.name, READERS[str(field.type)]) for field in fields(kind)) for kind in get_args(Action)
}
KINDS: dict[str, type[Action]] = {action_name(kind): kind for kind in FIELDS}
