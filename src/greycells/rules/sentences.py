"""Every sentence is a key with arguments; the words live in one catalogue per language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from greycells.rules.board import Kind, Place
from greycells.rules.cards import Card, Room, Theory, Weapon
from greycells.rules.seats import Seat

Argument: TypeAlias = "Card | Seat | Place | Theory | int | str | Sentence | tuple[Argument, ...]"


class Sentence:
    """One thing to say, in any language: a key of the catalogue and what goes into it."""

    __slots__ = ("arguments", "key")
    key: str
    arguments: Mapping[str, Argument]

    def __init__(self, key: str, /, **arguments: Argument) -> None:
        self.key = key
        self.arguments = arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.key == other.key and self.arguments == other.arguments

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        arguments = "".join(f", {name}={value!r}" for name, value in self.arguments.items())
        return f"Sentence({self.key!r}{arguments})"

    def __str__(self) -> str:
        return self.say("en")

    def say(self, language: str) -> str:
        """The sentence in a language that has a catalogue."""
        words = catalogue(language)
        return words[self.key].format_map({name: spoken(value, language) for name, value in self.arguments.items()})


def spoken(value: Argument, language: str) -> str:
    """A name as it stands inside a sentence: *the Rope*, *the Lounge*, but *q7* and *Miss Scarlett*."""
    match value:
        case Sentence():
            return value.say(language)
        case Theory(suspect, weapon, room):
            return Sentence("name.theory", suspect=suspect, weapon=weapon, room=room).say(language)
        case Weapon() | Room():
            return Sentence("name.thing", name=value.name).say(language)
        case Place() if value.kind is not Kind.SQUARE:
            return Sentence("name.thing", name=value.name).say(language)
        case tuple():
            return spoken_list([spoken(item, language) for item in value], language)
        case Card() | Seat() | Place() | int() | str():
            return str(value)


def spoken_list(names: list[str], language: str) -> str:
    """Several names in one sentence: *a, b and c*."""
    if len(names) < 2:
        return "".join(names)
    return Sentence("name.list", first=", ".join(names[:-1]), last=names[-1]).say(language)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All the words of one language, by dotted key."""
    text = files("greycells.rules").joinpath(f"words/{language}.toml").read_text(encoding="utf-8")
    return {
        f"{section}.{key}": words for section, entries in tomllib.loads(text).items() for key, words in entries.items()
    }


class Refusal(Exception):
    """Why not: a sentence to a player, with the id of the rule."""

    def __init__(self, rule: str, sentence: Sentence) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return self.say("en")

    def say(self, language: str) -> str:
        """The refusal in a language that has a catalogue."""
        return f"{self.sentence.say(language)} ({self.rule})"


def refusal(rule: str, key: str, /, **arguments: Argument) -> Refusal:
    """A refusal under this rule, in the words of the catalogue's `refusal` section."""
    return Refusal(rule, Sentence(f"refusal.{key}", **arguments))
