"""What a viewer saw, as JSON values: the event's own name and fields, `null` for what was not seen.

The wire takes a `Sighting`. Whoever holds a bare `Event` has to say first who saw it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TypeVar, get_args

from greycells.notation.action_json import Json, Value, WireError, plain
from greycells.notation.names import cards_by_word, places_by_name
from greycells.rules.board import Place
from greycells.rules.cards import Card, CardSet, Room, Suspect, Theory, Weapon
from greycells.rules.events import Dealt, Event
from greycells.rules.scene import GameTable, Scene, after
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, Sightings, View

FIELDS: dict[type[Event], tuple[tuple[str, str], ...]] = {
    kind: tuple((field.name, str(field.type)) for field in fields(kind)) for kind in get_args(Event)
}
KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in FIELDS}


def encode_sighting(sighting: Sighting) -> dict[str, Json]:
    """One sighting as a JSON object, such as `{"number": 7, "event": "Rolled", "seat": "Mustard", "dice": [4]}`."""
    event = sighting.event
    message: dict[str, Json] = {"number": sighting.number, "event": type(event).__name__}
    for name, _ in FIELDS[type(event)]:
        message[name] = plain(getattr(event, name))
    return message


class SightingDecoder:
    """A seat's view that grows with every sighting, or a spectator's: what a client and a bot keep of a game."""

    def __init__(self, table: GameTable, seat: Seat | None) -> None:
        self.seat = seat
        self._reader = Reader(table)
        self._scene = Scene.empty(table)
        self._hand = table.edition.deck.nothing
        self._sightings: list[Sighting] = []

    @property
    def count(self) -> int:
        """How many events have been seen: also the number of the next."""
        return len(self._sightings)

    @property
    def view(self) -> View:
        return View(self.seat, self._scene, self._hand, Sightings(self._sightings))

    def see(self, message: Json) -> None:
        """The next sighting, as it comes over the wire; one that was seen before is passed over."""
        sighting = self._reader.sighting(message)
        if sighting.number < self.count:
            return
        if sighting.number > self.count:
            raise WireError(f"sighting {self.count} is missing")
        self._sightings.append(sighting)
        self._scene = after(self._scene, sighting.event)
        if isinstance(sighting.event, Dealt) and self.seat is not None:
            self._hand = sighting.event.hands[self.seat.index] or self._hand


class Reader:
    """Reads the sightings of one table: its seats are those of the table, and not merely equal to them."""

    def __init__(self, table: GameTable) -> None:
        self.deck = table.edition.deck
        self.cards = cards_by_word(table.edition)
        self.places = places_by_name(table.edition)
        self.seats = {seat.suspect.word: seat for seat in table.seats}

    def sighting(self, message: Json) -> Sighting:
        """The sighting that a JSON object tells; a WireError says what is wrong with it."""
        if not isinstance(message, Mapping):
            raise WireError("a sighting is an object with a key 'event'")
        kind, number = KINDS.get(str(message.get("event"))), message.get("number")
        if kind is None:
            raise WireError(f"'event' names nothing that can happen: {str(message.get('event'))[:40]!r}")
        if not isinstance(number, int) or isinstance(number, bool):
            raise WireError("'number' is the place of the event in the game")
        values = [READERS[annotation](self, message.get(name)) for name, annotation in FIELDS[kind]]
        return Sighting(number, kind(*values))  # type: ignore[arg-type]

    def seat(self, value: Json) -> Seat:
        return _known(self.seats, value, "seat")

    def place(self, value: Json) -> Place:
        return _known(self.places, value, "place")

    def card(self, value: Json) -> Card:
        return _known(self.cards, value, "card")

    def card_set(self, value: Json) -> CardSet:
        return self.deck.of(self.card(item) for item in _list(value))

    def theory(self, value: Json) -> Theory:
        match [self.card(item) for item in _list(value)]:
            case [Suspect() as suspect, Weapon() as weapon, Room() as room]:
                return Theory(suspect, weapon, room)
            case _:
                raise WireError("a theory is a list of a suspect, a weapon and a room")

    def throw(self, value: Json) -> tuple[Seat, tuple[int, ...]]:
        match _list(value):
            case [seat, dice]:
                return self.seat(seat), tuple(_number(item) for item in _list(dice))
            case _:
                raise WireError("a throw is a list of a seat and its dice")


READERS: dict[str, Callable[[Reader, Json], Value]] = {
    "int": lambda _, value: _number(value),
    "bool": lambda _, value: _truth(value),
    "Seat": Reader.seat,
    "Seat | None": lambda read, value: None if value is None else read.seat(value),
    "Place": Reader.place,
    "Card | None": lambda read, value: None if value is None else read.card(value),
    "CardSet": Reader.card_set,
    "Theory": Reader.theory,
    "Theory | None": lambda read, value: None if value is None else read.theory(value),
    "tuple[int, ...]": lambda _, value: tuple(_number(item) for item in _list(value)),
    "tuple[Place, ...]": lambda read, value: tuple(read.place(item) for item in _list(value)),
    "tuple[Place | None, ...]": lambda read, value: tuple(
        None if item is None else read.place(item) for item in _list(value)
    ),
    "tuple[CardSet | None, ...]": lambda read, value: tuple(
        None if item is None else read.card_set(item) for item in _list(value)
    ),
    "tuple[tuple[tuple[Seat, tuple[int, ...]], ...], ...]": lambda read, value: tuple(
        tuple(read.throw(throw) for throw in _list(throws)) for throws in _list(value)
    ),
}
"""How the value of a field is read, by the field's type as the event names it."""


Named = TypeVar("Named", Seat, Place, Card)


def _known(names: Mapping[str, Named], value: Json, kind: str) -> Named:
    found = names.get(value) if isinstance(value, str) else None
    if found is None:
        raise WireError(f"no such {kind}: {str(value)[:40]!r}")
    return found


def _list(value: Json) -> Sequence[Json]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise WireError("a list was expected")
    return value


def _number(value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise WireError(f"a number was expected, not {str(value)[:40]!r}")
    return value


def _truth(value: Json) -> bool:
    if not isinstance(value, bool):
        raise WireError("true or false was expected")
    return value
