"""Reads the short texts of actions and events (`rules/short_text.py`), and what they are as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TypeAlias, cast, get_args

from greycells.notation.action_json import Json, decode_action, encode_action
from greycells.notation.case_tokens import LineTokens
from greycells.notation.names import RecordNames
from greycells.notation.sighting_json import Reader, encode_sighting
from greycells.rules.actions import Action
from greycells.rules.cards import Card, CardSet
from greycells.rules.events import Event
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.short_text import GROUP, SUBJECTS, UNSEEN, grouped
from greycells.rules.views import Sighting

Said: TypeAlias = Action | Event


def action_from(table: GameTable, text: str) -> Action:
    """The action that a short text names, as `str(action)` wrote it; a RecordError says what is wrong with it.

    >>> from greycells import Game
    >>> str(action_from(Game.new("classic", ["Ada", "Ben", "Cy"]).table, "suggests Plum Rope Hall"))
    'suggests Plum Rope Hall'
    """
    return cast("Action", _Words(table, text).said(ACTIONS))


def event_from(table: GameTable, text: str) -> Event:
    """The event that a short text tells, as `str(event)` wrote it; a RecordError says what is wrong with it."""
    return cast("Event", _Words(table, text).said(EVENTS))


def to_json(said: Said) -> dict[str, Json]:
    """An action or an event as a JSON object: what a server and a bot send."""
    if type(said) in ACTION_KINDS:
        return encode_action(cast("Action", said))
    message = encode_sighting(Sighting(0, cast("Event", said)))
    del message["number"]
    return message


def from_json(table: GameTable, message: Mapping[str, Json]) -> Said:
    """The action or the event that such an object names; a WireError says what is wrong with it."""
    if "do" in message:
        return decode_action(table, message)
    return Reader(table).sighting({**message, "number": 0}).event


class _Words:
    """One text of one table, read from left to right."""

    def __init__(self, table: GameTable, text: str) -> None:
        self.deck = table.edition.deck
        self.names = RecordNames(table)
        self.words = LineTokens(1, text)

    def said(self, kinds: Mapping[str, type[Said]]) -> Said:
        """What the whole text says: who, a verb of one of these kinds, and its fields."""
        words = self.words
        subject: Seat | None = self.names.seats.get(words.next)
        if subject is not None or words.next == UNSEEN:
            words.at += 1
        kind = kinds[self._verb(kinds)]
        values: list[object] = []
        for field in fields(kind):
            if field.name in SUBJECTS:
                values.append(subject)
            elif not words.next and field.default is None:
                values.append(None)
            else:
                values.append(self._field(str(field.type)))
        words.end()
        return cast("Callable[..., Said]", kind)(*values)

    def _verb(self, kinds: Mapping[str, type[Said]]) -> str:
        """The verb that comes next, which may have several words."""
        words = self.words
        for verb in sorted(kinds, key=len, reverse=True):
            parts = verb.split()
            if words.texts[words.at : words.at + len(parts)] == parts:
                words.at += len(parts)
                return verb
        return words.expect(*kinds)

    def _field(self, kind: str) -> object:
        words, names = self.words, self.names
        if grouped(kind):
            items: list[object] = []
            while words.next == GROUP:
                words.at += 1
                items.append(self._item(kind.removeprefix("tuple[").removesuffix(", ...]")))
            return tuple(items)
        match kind:
            case "int":
                return words.number()
            case "bool":
                return words.expect("right", "wrong") == "right"
            case "Seat":
                return words.seat(names)
            case "Place":
                return words.place(names)
            case "Card":
                return words.card(names)
            case "Card | None":
                return words.card_or_unseen(names)
            case "Theory":
                return words.theory(names)
            case "Theory | None":
                return words.theory_or_unseen(names)
            case "tuple[int, ...]":
                return words.numbers()
            case "CardSet":
                return self._cards()
            case _:
                return self._places()

    def _item(self, kind: str) -> object:
        """What stands after a bar: a place, a hand, or a round of throws."""
        words = self.words
        if kind.endswith(" | None"):
            if words.next == UNSEEN:
                words.at += 1
                return None
            return self._field(kind.removesuffix(" | None"))
        throws: list[object] = []
        while words.next and words.next != GROUP:
            throws.append((words.seat(self.names), words.numbers()))
        return tuple(throws)

    def _cards(self) -> CardSet:
        cards: list[Card] = []
        while self.words.next and self.words.next != GROUP:
            cards.append(self.words.card(self.names))
        return self.deck.of(cards)

    def _places(self) -> tuple[object, ...]:
        """A path, up to the number or the bar behind it."""
        places: list[object] = []
        while self.words.next in self.names.places:
            places.append(self.words.place(self.names))
        return tuple(places)


ACTIONS: dict[str, type[Said]] = {kind.verb: kind for kind in get_args(Action)}
EVENTS: dict[str, type[Said]] = {kind.verb: kind for kind in get_args(Event)}
ACTION_KINDS = frozenset(get_args(Action))
