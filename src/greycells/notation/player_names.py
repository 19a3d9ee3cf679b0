"""Players by name: *Ada (Plum)* where a person plays Plum under a name of their own.

Only pages name players so. Records, the terminal and the protocol name a seat by its suspect, which no two share.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from greycells.language.sentences import Argument, Sentence
from greycells.rules.seats import Seat

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

    def named(value: Argument) -> Argument:
        if not isinstance(value, Seat) or value not in names:
            return value
        return Sentence("story.player", name=short_name(names[value]), seat=value)

    return sentence.mapped(named)


def by_stand_in(sentence: Sentence) -> Sentence:
    """The same sentence to somebody whose seat a bot plays: it says *the bot in your seat* instead of *you*."""

    def renamed(value: Argument) -> Argument:
        if not isinstance(value, Sentence) or value.key not in STAND_IN:
            return value
        return Sentence(STAND_IN[value.key], **value.arguments)

    return sentence.mapped(renamed)


def short_name(name: str) -> str:
    """A name as a sentence can hold it: not too long, and with its own direction of writing."""
    short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"
    turned = any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in short)
    return f"\u2068{short}\u2069" if turned else short
