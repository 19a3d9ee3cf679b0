"""Sentences: a key with arguments; the text is in the `words` files of each language.

Placeholders: `{card}` is an argument in its basic form, `{card:dat}` in another form of the language,
`{who:?you=hast;several=haben;hat}` are words that agree with it. How to add a language: `docs/reference/languages.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from greycells.language.languages import ENGLISH, NOMINATIVE, LanguageWords, words_of

Argument: TypeAlias = "Named | int | str | Sentence | tuple[Argument, ...]"

BARE = "bare"
"""The form of a name as it is printed on a card: *Rope*."""

CAPITAL = "capital"
"""The basic form with a capital letter: German begins a sentence with one after a colon too."""

THOUSAND = 1000
"""From here on a number has a mark for its thousands. A port or a seed has none: it is passed as a string."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A name that sentences decline: as it is printed, how a language treats one that it doesn't know, a short form."""

    printed: str
    like: str
    short: str | None = None

    def in_words(self) -> Noun:
        return self


@runtime_checkable
class Named(Protocol):
    """What a sentence can name: a card, a seat, a place, a theory."""

    def in_words(self) -> Noun | Sentence: ...


_listener: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The current language."""
    return _listener.get()


@contextmanager
def using_language(language: str) -> Generator[None]:
    """Use this language inside the context, in this task or thread only."""
    token = _listener.set(language)
    try:
        yield
    finally:
        _listener.reset(token)


def set_language(language: str) -> None:
    """Use this language from now on, in this task or thread."""
    _listener.set(language)


class Sentence:
    """A translatable sentence: a key of the words files, and its arguments."""

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
        """The sentence in the current language."""
        return self.formed(NOMINATIVE)

    def say(self, language: str) -> str:
        """The sentence in this language."""
        with using_language(language):
            return str(self)

    def mapped(self, change: Callable[[Argument], Argument]) -> Sentence:
        """The same sentence with each argument changed: the items of lists one by one, sentences after their own."""
        return Sentence(self.key, **{name: _mapped(value, change) for name, value in self.arguments.items()})

    def formed(self, form: str) -> str:
        """The sentence as part of another one; its names take the grammatical form that the other one asks for."""
        entry = words_of(language()).sentences[self.key]
        text = entry if isinstance(entry, str) else entry.get(form) or entry[NOMINATIVE]
        return filled(text, self.arguments, form)


def filled(text: str, arguments: Mapping[str, Argument], form: str = NOMINATIVE) -> str:
    """A text with its placeholders filled, in the current language."""
    return text.format_map({name: _Spoken(value, form) for name, value in arguments.items()})


class _Spoken:
    """Wraps an argument, so that `str.format` can pass the form that the sentence asks for."""

    __slots__ = ("form", "value")

    def __init__(self, value: Argument, form: str) -> None:
        self.value = value
        self.form = form

    def __format__(self, asked: str) -> str:
        if asked.startswith("?"):
            return _agreeing(self.value, asked[1:])
        if asked == CAPITAL:
            text = spoken(self.value)
            return f"{text[:1].upper()}{text[1:]}"
        return spoken(self.value, asked or self.form)


def spoken(value: Argument, form: str = NOMINATIVE) -> str:
    """A name as used in a sentence: *the Rope*, *the Lounge*, but *q7* and *Miss Scarlett*."""
    match value:
        case Sentence():
            return value.formed(form)
        case Named():
            return _named(value.in_words(), form)
        case tuple():
            return spoken_list([spoken(item, form) for item in value])
        case int():
            return number_text(value) if abs(value) >= THOUSAND else str(value)
        case str():
            return value


def _named(name: Noun | Sentence, form: str) -> str:
    if isinstance(name, Sentence):
        return name.formed(form)
    return _words().name(name.printed, form, like=name.like, short=name.short)


def called(thing: Named) -> str:
    """The printed name of a card, a place or a pawn, in the current language."""
    return spoken(thing, BARE)


def printed(name: str) -> str:
    """The printed name of scenery on the board: *Staircase*."""
    return _words().name(name, BARE, like="thing")


def spoken_list(names: list[str]) -> str:
    """Several names in one sentence: *a, b and c*."""
    if len(names) < 2:
        return "".join(names)
    return str(Sentence("name.list", first=", ".join(names[:-1]), last=names[-1]))


def number_text(number: float, digits: int = 0) -> str:
    """A number as the current language writes it: *1,234.5* or *1.234,5*."""
    written = f"{number:,.{digits}f}" if digits else f"{round(number):,}"
    return written.translate({ord(","): str(Sentence("number.thousands")), ord("."): str(Sentence("number.point"))})


def percent_text(share: float, digits: int = 0) -> str:
    """A share in per cent as the current language writes it: *38.3%* or *38,3 %*."""
    return str(Sentence("number.percent", number=number_text(100 * share, digits)))


def either(choices: Iterable[Argument]) -> Argument:
    """Several things of which one is meant, as part of a sentence: *a, b or c*."""
    items = list(choices)
    if len(items) < 2:
        return items[0] if items else ""
    first = items[0]
    for item in items[1:-1]:
        first = Sentence("name.comma", first=first, last=item)
    return Sentence("name.or", first=first, last=items[-1])


def addressed(sentence: Sentence, reader: Named | None) -> Sentence:
    """The same sentence to this reader: where it names the reader, it says *you*."""
    return sentence.mapped(lambda value: Sentence("name.you") if value == reader else value)


def _mapped(value: Argument, change: Callable[[Argument], Argument]) -> Argument:
    match value:
        case Sentence():
            return change(value.mapped(change))
        case tuple() if not isinstance(value, Named):
            return tuple(_mapped(item, change) for item in value)
        case _:
            return change(value)


def _agreeing(value: Argument, choices: str) -> str:
    """The words that agree with a value: `you=hast;several=haben;hat`; the last is the default."""
    kinds = {_kind(value)}
    if isinstance(value, tuple) and len(value) > 1 and any(_kind(item) == "you" for item in value):
        kinds.add("you and others")
    for choice in choices.split(";"):
        named, given, words = choice.partition("=")
        if not given:
            return choice
        if named in kinds:
            return words
    return ""


def _kind(value: Argument) -> str:
    """What words agree with: the number, *you*, or the gender of a name in this language."""
    match value:
        case int():
            return _words().count(value)
        case str():
            return ""
        case Sentence():
            entry = _words().sentences[value.key]
            return "" if isinstance(entry, str) else entry.get("like", "")
        case Named():
            name = value.in_words()
            return _kind(name) if isinstance(name, Sentence) else _words().gender(name.printed) or name.like
        case tuple():
            return _kind(value[0]) if len(value) == 1 else "several"


def _words() -> LanguageWords:
    return words_of(_listener.get())
