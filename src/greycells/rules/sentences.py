"""Every sentence is a key with arguments; the words live in one catalogue per language.

A sentence asks for what goes into it: `{card}` as it stands by itself, `{card:dat}` in a form that its language knows,
`{who:?you=hast;several=haben;hat}` words that agree with it. How to add a language: `docs/reference/languages.md`.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

from greycells.rules.cards import Card, Room, Suspect, Theory, Weapon
from greycells.rules.languages import ENGLISH, NOMINATIVE, Words, words_of
from greycells.rules.places import Place
from greycells.rules.seats import Seat

Argument: TypeAlias = "Card | Seat | Place | Theory | int | str | Sentence | tuple[Argument, ...]"

BARE = "bare"
"""The form of a name as it is printed on a card: *Rope*."""

_listener: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language of whoever listens now."""
    return _listener.get()


@contextmanager
def speaking(language: str) -> Generator[None]:
    """Everything inside is said in this language, in this task or thread alone."""
    token = _listener.set(language)
    try:
        yield
    finally:
        _listener.reset(token)


def speak(language: str) -> None:
    """Everything from now on, in this task or thread, is said in this language."""
    _listener.set(language)


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
        """The sentence in the language of whoever listens."""
        return self.formed(NOMINATIVE)

    def say(self, language: str) -> str:
        """The sentence in a language that has a catalogue."""
        with speaking(language):
            return str(self)

    def formed(self, form: str) -> str:
        """The sentence as part of another one that asks for a form; what it names takes the same form."""
        entry = words_of(language()).sentences[self.key]
        text = entry if isinstance(entry, str) else entry.get(form) or entry[NOMINATIVE]
        return text.format_map({name: _Spoken(value, form) for name, value in self.arguments.items()})


class _Spoken:
    """An argument on its way into a sentence, which says in what form it is needed."""

    __slots__ = ("form", "value")

    def __init__(self, value: Argument, form: str) -> None:
        self.value = value
        self.form = form

    def __format__(self, asked: str) -> str:
        return _agreeing(self.value, asked[1:]) if asked.startswith("?") else spoken(self.value, asked or self.form)


def spoken(value: Argument, form: str = NOMINATIVE) -> str:
    """A name as it stands inside a sentence: *the Rope*, *the Lounge*, but *q7* and *Miss Scarlett*."""
    match value:
        case Sentence():
            return value.formed(form)
        case Theory(suspect, weapon, room):
            return Sentence("name.theory", suspect=suspect, weapon=weapon, room=room).formed(form)
        case Seat():
            return _words().name(value.suspect.name, form, like="person", short=value.suspect.word)
        case Suspect():
            return _words().name(value.name, form, like="person")
        case Weapon() | Room():
            return _words().name(value.name, form, like="thing")
        case Place():
            return _words().name(value.name, form, like="square" if value.kind == "square" else "thing")
        case tuple():
            return spoken_list([spoken(item, form) for item in value])
        case Card() | int() | str():
            return str(value)


def called(thing: Card | Seat | Place) -> str:
    """What is printed on a card, in a room or beside a pawn, in the language of whoever listens."""
    return spoken(thing, BARE)


def printed(name: str) -> str:
    """What stands on a board where nobody can go: *Staircase*."""
    return _words().name(name, BARE, like="thing")


def surname(suspect: Suspect) -> str:
    """What a suspect is called at the table: *Scarlett*."""
    return _words().name(suspect.name, BARE, like="person", short=suspect.word)


def bot_name(level: str) -> str:
    """What a level of our own bots is called; whatever else somebody brought keeps its name."""
    return str(Sentence(f"level.{level}")) if f"level.{level}" in _words().sentences else level


def spoken_list(names: list[str]) -> str:
    """Several names in one sentence: *a, b and c*."""
    if len(names) < 2:
        return "".join(names)
    return str(Sentence("name.list", first=", ".join(names[:-1]), last=names[-1]))


def _agreeing(value: Argument, choices: str) -> str:
    """The words that agree with a value: `you=hast;several=haben;hat`, the last for everything else."""
    kind = _kind(value)
    for choice in choices.split(";"):
        named, given, words = choice.partition("=")
        if not given:
            return choice
        if named == kind:
            return words
    return ""


def _kind(value: Argument) -> str:
    """What words agree with: how many, whether it is *you*, or the gender that the language gives to a name."""
    match value:
        case int():
            return _words().count(value)
        case Theory() | str():
            return ""
        case tuple():
            return _kind(value[0]) if len(value) == 1 else "several"
        case Sentence():
            entry = _words().sentences[value.key]
            return "" if isinstance(entry, str) else entry.get("like", "")
        case Seat():
            return _words().gender(value.suspect.name)
        case _:
            return _words().gender(value.name)


def _words() -> Words:
    return words_of(_listener.get())


class Refusal(Exception):
    """Why not: a sentence to a player, with the id of the rule."""

    def __init__(self, rule: str, sentence: Sentence) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"

    def say(self, language: str) -> str:
        """The refusal in a language that has a catalogue."""
        with speaking(language):
            return str(self)


def refusal(rule: str, key: str, /, **arguments: Argument) -> Refusal:
    """A refusal under this rule, in the words of the catalogue's `refusal` section."""
    return Refusal(rule, Sentence(f"refusal.{key}", **arguments))
