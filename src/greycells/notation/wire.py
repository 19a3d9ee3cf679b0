"""Actions and options as JSON values: cards by their word, seats by their suspect's word, places by their name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

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
from greycells.rules.board import Place
from greycells.rules.cards import Card, Room, Suspect, Theory, Weapon
from greycells.rules.options import Options
from greycells.rules.scene import Table
from greycells.rules.seats import Seat

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"


class WireError(ValueError):
    """A message that does not say what it should, in a sentence."""


def encode_action(action: Action) -> dict[str, Json]:
    """An action as a JSON object."""
    match action:
        case Roll():
            return {"do": "roll"}
        case Move(to, None):
            return {"do": "move", "to": to.name}
        case Move(to, path):
            return {"do": "move", "to": to.name, "path": [place.name for place in path or ()]}
        case TakePassage():
            return {"do": "take passage"}
        case Snoop(owner):
            return {"do": "snoop", "owner": owner.suspect.word}
        case Suggest(theory):
            return {"do": "suggest", "theory": _words(theory)}
        case Show(card):
            return {"do": "show", "card": card.word}
        case CannotShow():
            return {"do": "cannot show"}
        case Accuse(theory):
            return {"do": "accuse", "theory": _words(theory)}
        case EndTurn():
            return {"do": "end turn"}
        case TakeBack():
            return {"do": "take back"}
    assert_never(action)


def decode_action(table: Table, message: Json) -> Action:
    """The action that a JSON object names; a WireError says what is wrong with it."""
    if not isinstance(message, Mapping):
        raise WireError("an action is an object with a key 'do'")
    match message.get("do"):
        case "roll":
            return Roll()
        case "move":
            path = message.get("path")
            if path is not None and (isinstance(path, str) or not isinstance(path, Sequence)):
                raise WireError("'path' is a list of places")
            to = _place(table, message.get("to"))
            return Move(to, None if path is None else tuple(_place(table, name) for name in path))
        case "take passage":
            return TakePassage()
        case "snoop":
            return Snoop(_seat(table, message.get("owner")))
        case "suggest":
            return Suggest(_theory(table, message.get("theory")))
        case "show":
            return Show(_card(table, message.get("card")))
        case "cannot show":
            return CannotShow()
        case "accuse":
            return Accuse(_theory(table, message.get("theory")))
        case "end turn":
            return EndTurn()
        case "take back":
            return TakeBack()
        case other:
            raise WireError(f"'do' names no action: {str(other)[:40]!r}")


def encode_options(options: Options) -> dict[str, Json]:
    """What a seat may choose, as a JSON object; what is not open is left out."""
    deck = options.show.deck
    message: dict[str, Json] = {"seat": options.seat.suspect.word}
    if options.moves is not None:
        message["moves"] = {
            "ends": [place.name for place in options.moves.ends],
            "pauses": [place.name for place in options.moves.pauses],
            "steps": options.moves.steps,
        }
    if options.passage is not None:
        message["passage"] = options.passage.name
    if options.snoop:
        message["snoop"] = [seat.suspect.word for seat in options.snoop]
    if options.rooms:
        message["suggest"] = {
            "suspects": [card.word for card in deck.suspects],
            "weapons": [card.word for card in deck.weapons],
            "rooms": [card.word for card in options.rooms],
        }
    if options.show:
        message["show"] = [card.word for card in options.show]
    for name in ("roll", "cannot_show", "accuse", "end_turn", "take_back"):
        if getattr(options, name):
            message[name.replace("_", " ")] = True
    return message


def _words(theory: Theory) -> list[str]:
    return [card.word for card in theory]


def _place(table: Table, name: Json) -> Place:
    for place in table.edition.board.places:
        if place.name == name:
            return place
    raise WireError(f"no such place: {str(name)[:40]!r}")


def _seat(table: Table, word: Json) -> Seat:
    for seat in table.seats:
        if seat.suspect.word == word:
            return seat
    raise WireError(f"nobody plays {str(word)[:40]!r}")


def _card(table: Table, word: Json) -> Card:
    for card in table.edition.deck:
        if card.word == word:
            return card
    raise WireError(f"no such card: {str(word)[:40]!r}")


def _theory(table: Table, words: Json) -> Theory:
    if isinstance(words, str) or not isinstance(words, Sequence) or len(words) != 3:
        raise WireError("a theory is a list of a suspect, a weapon and a room")
    suspect, weapon, room = (_card(table, word) for word in words)
    if not (isinstance(suspect, Suspect) and isinstance(weapon, Weapon) and isinstance(room, Room)):
        raise WireError("a theory is a list of a suspect, a weapon and a room, in this order")
    return Theory(suspect, weapon, room)
