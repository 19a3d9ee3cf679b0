"""Players by name: *Ada (Plum)* where a person plays Plum under a name of their own.

Only pages name players so. Records, the terminal and the protocol name a seat by its suspect, which no two share.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

from greycells.rules.cards import Theory
from greycells.rules.seats import Seat
from greycells.rules.sentences import Argument, Sentence

LONGEST = 16
"""Letters of a name in a sentence; a longer one ends in an ellipsis. It is whole in the list of players."""
RIGHT_TO_LEFT = {"R", "AL", "AN"}
STAND_IN = {"story.You": "story.Bot in your seat", "story.you": "story.bot in your seat"}


def by_players(sentence: Sentence, names: Mapping[Seat, str]) -> Sentence:
    """The same sentence with these seats called by their players' names too."""
    if not names:
        return sentence
    seat = sentence.arguments.get("seat")
    if sentence.key == "ask.others turn" and isinstance(seat, Seat) and seat in names:
        return Sentence("ask.turn of", name=short_name(names[seat]), seat=seat)
    return _replaced(sentence, lambda value: _named(value, names))


def by_stand_in(sentence: Sentence) -> Sentence:
    """The same sentence to somebody whose seat a bot plays: it says *the bot in your seat* instead of *you*."""
    return _replaced(sentence, lambda value: value, stand_in=True)


def short_name(name: str) -> str:
    """A name as a sentence can hold it: not too long, and with its own direction of writing."""
    short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"
    turned = any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in short)
    return f"\u2068{short}\u2069" if turned else short


def _named(seat: Seat, names: Mapping[Seat, str]) -> Argument:
    return Sentence("story.player", name=short_name(names[seat]), seat=seat) if seat in names else seat


def _replaced(sentence: Sentence, seat: Callable[[Seat], Argument], *, stand_in: bool = False) -> Sentence:
    key = STAND_IN.get(sentence.key, sentence.key) if stand_in else sentence.key
    return Sentence(
        key, **{name: _argument(value, seat, stand_in=stand_in) for name, value in sentence.arguments.items()}
    )


def _argument(value: Argument, seat: Callable[[Seat], Argument], *, stand_in: bool) -> Argument:
    match value:
        case Seat():
            return seat(value)
        case Sentence():
            return _replaced(value, seat, stand_in=stand_in)
        case Theory():
            return value
        case tuple():
            return tuple(_argument(item, seat, stand_in=stand_in) for item in value)
        case _:
            return value
