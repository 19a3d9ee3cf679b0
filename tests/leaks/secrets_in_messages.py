"""Searches everything that a viewer was sent for cards that this viewer may not know.

A card's word may stand only where the game is public, or where this viewer's own secrets are. Anything else is a leak,
wherever it hides: the search knows the places that are allowed, and nothing about how a leak would look.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from greycells.analysis.help.notebook_help import HelpLevel, help_claims
from greycells.deduction.evidence import facts_from
from greycells.deduction.facts import CASE_FILE
from greycells.notation.action_json import Json
from greycells.notation.place_names import nearest_rooms
from greycells.rules.cards import Card
from greycells.rules.game import Game
from greycells.rules.seats import Seat

PUBLIC = {
    ("Suggested", "theory"),
    ("Accused", "theory"),
    ("FalseWitness", "theory"),
    ("Finished", "case_file"),
    ("LaidOpen", "cards"),
}
SEATS = {"seat", "owner", "to", "starter", "dealer", "winner"}
PLACES = {"path", "to", "pawns", "weapons"}


def leaks(text: bytes, game: Game, seat: Seat | None, *, secrets: Iterable[str]) -> Iterator[str]:
    """Everything in the messages of one viewer that this viewer may not know."""
    raw = text.decode()
    for secret in secrets:
        if secret in raw:
            yield "a secret that is nobody's to know"
    cards = {card.word for card in game.edition.deck}
    for line in raw.splitlines():
        for frame in cast("list[Mapping[str, Json]]", json.loads(line)):
            yield from _in_frame(frame, game, seat, cards)


def _in_frame(frame: Mapping[str, Json], game: Game, seat: Seat | None, cards: set[str]) -> Iterator[str]:
    if frame["type"] == "look":
        yield from _in_look(frame, game, seat)
        return
    if frame["type"] == "helped":
        yield from _in_help(cast("Mapping[str, str]", frame["marks"]), int(str(frame["event"])), game, seat)
        return
    for key, value in frame.items():
        if key == "sightings":
            for sighting in cast("list[Mapping[str, Json]]", value):
                yield from _in_sighting(sighting, game, seat, cards)
        elif key == "words":
            seen = cast("list[Mapping[str, Json]]", frame.get("sightings", []))
            allowed = _named(json.dumps(seen), game) | set(_rooms_beside(seen, game))
            if frame["type"] == "changed":  # Who plays a seat now.
                allowed = {other.suspect.word for other in game.seats}
            for found in _named(json.dumps(value), game) - allowed:
                yield f"{found} in the history"
        elif key == "text" and frame["type"] == "remarked":  # Which seat's bot was restarted.
            for found in _named(json.dumps(value), game) - {other.suspect.word for other in game.seats}:
                yield f"{found} in a remark"
        elif key == "options":
            yield from _in_options(cast("Mapping[str, Json]", value), game, seat, cards)
        elif key == "table":
            for found in _words(value, cards - {suspect.word for suspect in game.edition.deck.suspects}):
                yield f"{found} in the table"
        else:
            for found in _words(value, cards):
                yield f"{found} in {key} of {frame['type']}"


def _rooms_beside(seen: Iterable[Mapping[str, Json]], game: Game) -> Iterator[str]:
    """The rooms that the squares of these walks are named after: it follows from the board and tells nothing."""
    nearest = {square.name: room.room for square, room in nearest_rooms(game.edition.board).items()}
    for sighting in seen:
        for name in cast("list[str]", sighting.get("path", [])):
            if (room := nearest.get(name)) is not None:
                yield room.word


def _in_sighting(sighting: Mapping[str, Json], game: Game, seat: Seat | None, cards: set[str]) -> Iterator[str]:
    event = str(sighting["event"])
    own = seat.suspect.word if seat is not None else None
    suspects = {suspect.word for suspect in game.edition.deck.suspects}
    rooms = {room.word for room in game.edition.deck.rooms}
    for key, value in sighting.items():
        if key in ("number", "event") or (event, key) in PUBLIC:
            continue
        allowed: set[str] = set()
        if key in SEATS or event == "RolledForStart":
            allowed |= suspects
        if key in PLACES:
            allowed |= rooms
        if event == "Shown" and key == "card" and own in (sighting["seat"], sighting["to"]):
            continue
        if event == "Snooped" and key == "card" and own in (sighting["seat"], sighting["owner"]):
            continue
        if event == "Opened" and key == "case_file" and own == sighting["seat"]:
            continue
        if event == "Dealt" and key == "hands" and seat is not None:
            allowed |= {card.word for card in game.hand(seat)}
        for found in _words(value, cards - allowed):
            yield f"{found} in {key} of {event} {sighting['number']}"


def _in_options(options: Mapping[str, Json], game: Game, seat: Seat | None, cards: set[str]) -> Iterator[str]:
    deck = game.edition.deck
    hand = {card.word for card in game.hand(seat)} if seat is not None else set[str]()
    suspects = {suspect.word for suspect in deck.suspects}
    rooms = {room.word for room in deck.rooms}
    for key, value in options.items():
        match key:
            case "seat" | "snoop":
                allowed = suspects
            case "moves" | "passage":
                allowed = rooms
            case "show":
                allowed = hand
            case "suggest":
                named = cast("Mapping[str, list[str]]", value)
                everything = [[card.word for card in kind] for kind in (deck.suspects, deck.weapons)]
                if [named["suspects"], named["weapons"]] != everything:
                    yield "a choice of cards to suggest"
                allowed = cards
            case _:
                allowed = set[str]()
        for found in _words(value, cards - allowed):
            yield f"{found} in {key} of the options"


def _in_look(look: Mapping[str, Json], game: Game, seat: Seat | None) -> Iterator[str]:
    """The scene to draw is the public scene and one's own hand, to the letter; words may name what lies open there."""
    then = game.at(int(str(look["number"])))
    scene, turn, deck = then.scene, then.scene.turn, game.edition.deck
    own = set(game.hand(seat)) if seat is not None else set[Card]()
    public: dict[str, object] = {
        "type": "look",
        "number": len(then.events),
        "turn": turn.number,
        "mover": turn.mover.suspect.word,
        "phase": turn.phase,
        "to_act": scene.to_act.suspect.word if scene.to_act else None,
        "dice": turn.dice,
        "steps": turn.steps,
        "theory": [card.word for card in turn.theory or ()],
        "pawns": {suspect.word: place.name for suspect, place in zip(deck.suspects, scene.pawns, strict=True)},
        "weapons": {card.word: place.name for card, place in zip(deck.weapons, scene.weapons, strict=True) if place},
        "out": [other.suspect.word for other in scene.seats if scene.is_out(other)],
        "sizes": {other.suspect.word: size for other, size in zip(scene.seats, scene.sizes, strict=True)},
        "open_cards": [card.word for card in scene.open_cards],
        "winner": then.winner.suspect.word if then.winner else None,
        "case_file": [card.word for card in game.secrets.case_file] if then.over else [],
    }
    nearest = nearest_rooms(game.edition.board)
    here = {room for place in scene.pawns if (room := nearest.get(place, place).room) is not None}
    beyond = {room for room in deck.rooms if scene.to_act is seat}
    seated = {other.suspect for other in scene.seats}
    for key, value in look.items():
        if key in public:
            if value != json.loads(json.dumps(public[key])):
                yield f"{key} of a look is not what lies open"
        elif key == "hand":
            for found in _named(json.dumps(value), game) - {card.word for card in own}:
                yield f"{found} in hand of a look"
        else:
            allowed = {*seated, *here, *beyond, *own, *(turn.theory or ())} if key == "ask" else {*beyond}
            for found in _named(json.dumps(value), game) - {card.word for card in allowed}:
                yield f"{found} in {key} of a look"


def _in_help(marks: Mapping[str, str], event: int, game: Game, seat: Seat | None) -> Iterator[str]:
    """Help is a sign for every cell, and says nothing but what follows from what the seat itself saw until then."""
    if seat is None:
        yield "help for a spectator"
        return
    claims = help_claims(facts_from(game.at(event + 1).view(seat)), HelpLevel.FULL_LOGIC)
    follows = {(claim.card.word, str(claim.holder)): "+" if claim.has else "-" for claim in claims}
    holders = [*map(str, game.seats), str(CASE_FILE)]
    if {card: len(signs) for card, signs in marks.items()} != {card.word: len(holders) for card in game.edition.deck}:
        yield "help that isn't for every cell"
    for card, signs in marks.items():
        for holder, sign in zip(holders, signs, strict=False):
            if sign not in (".", follows.get((card, holder))):
                yield f"{card} of {holder} in the help"


def leaks_beside(text: str, game: Game, *, secrets: Iterable[str], answer: bool = False) -> Iterator[str]:
    """What an answer over HTTP or a line of the server's log tells: no secret and no card; answers name suspects."""
    for secret in secrets:
        if secret in text:
            yield "a secret that is nobody's to know"
    deck = game.edition.deck
    for card in (*deck.weapons, *deck.rooms, *(() if answer else deck.suspects)):
        if _says(text, card.word):
            yield f"{card.word} beside the game"


def _named(text: str, game: Game) -> set[str]:
    """The cards that a text names, by word or by name."""
    return {card.word for card in game.edition.deck if _says(text, card.word) or _says(text, card.name)}


def _says(text: str, word: str) -> bool:
    """Whether a text names this card; three letters in the middle of somebody's cookie are no axe."""
    return word in text if len(word) > 3 else re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def _words(value: Json, cards: set[str]) -> Iterator[str]:
    """The cards that are named anywhere in a value."""
    match value:
        case str():
            if value in cards or any(card in value.split() for card in cards):
                yield value
        case Mapping():
            for key, item in value.items():
                yield from _words(key, cards)
                yield from _words(item, cards)
        case list():
            for item in value:
                yield from _words(item, cards)
        case _:
            pass
