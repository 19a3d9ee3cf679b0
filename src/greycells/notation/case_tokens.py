"""The words of one line of `.case` text, and where each of them stands."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NoReturn, TypeVar
from unicodedata import category

from greycells.language.sentences import Argument, Sentence
from greycells.notation.names import RecordNames, unknown
from greycells.notation.record import RecordError, Spot
from greycells.rules.board import Place
from greycells.rules.cards import Card, Room, Suspect, Theory, Weapon
from greycells.rules.seats import Seat

T = TypeVar("T")

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\{(?:[^{}\\]|\\.)*\}|\||[^\s|"{}]+|\S')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"\\": "\\", "{": "{", "}": "}", "n": "\n", "r": "\r"}
_MOST_DIGITS = 6
NOTES = "{@!?"
"""What a note begins with: a comment, a clock time, a mark."""


TEXT_CONTROLS = dict.fromkeys(
    map(ord, "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
"""Unicode's controls of lines and of the direction of writing, for `str.translate` to remove."""


def check_name(name: str, spot: Spot) -> None:
    """Refuse a name with control characters in it, those included that turn round the sentence around it."""
    if any(category(letter) == "Cc" or ord(letter) in TEXT_CONTROLS for letter in name):
        raise RecordError(spot, Sentence("record.name"))


class LineTokens:
    """One line, read from left to right. `at` is the next word; an empty one stands for the end of the line."""

    __slots__ = ("at", "columns", "line", "texts")

    def __init__(self, line: int, text: str) -> None:
        found = list(_WORD.finditer(text))
        self.line = line
        self.texts = [word.group() for word in found]
        self.columns = [word.start() + 1 for word in found]
        self.texts.append("")
        self.columns.append(len(text.rstrip()) + 1)
        self.at = 0

    @property
    def here(self) -> Spot:
        """Where the next word stands."""
        return self.spot(self.at)

    def spot(self, at: int) -> Spot:
        """Where that word stands."""
        return Spot(self.line, self.columns[at])

    @property
    def next(self) -> str:
        """The next word, without going on."""
        return self.texts[self.at]

    def fail(self, key: str, **arguments: Argument) -> NoReturn:
        """Something is wrong with the next word."""
        raise RecordError(self.here, Sentence(f"record.{key}", **arguments))

    def miss(self, wanted: str | Sentence) -> NoReturn:
        """The next word is not what it should be."""
        self.fail("expected", wanted=wanted, got=self.next[:40] or Sentence("record.the end of the line"))

    @property
    def at_end(self) -> bool:
        """Whether all has been said but for notes."""
        return not self.next or self.next[0] in NOTES

    def end(self) -> None:
        """Nothing more stands in this line."""
        if self.next:
            self.fail("too much", word=self.next[:40])

    def expect(self, *choices: str) -> str:
        """The next word, which is one of these."""
        word = self.next
        if word not in choices:
            self.miss(" | ".join(choices))
        self.at += 1
        return word

    def number(self) -> int:
        """A whole number."""
        word = self.next
        if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS):
            self.miss(Sentence("record.a number"))
        self.at += 1
        return int(word)

    def numbers(self) -> tuple[int, ...]:
        """The whole numbers that come next, at least one."""
        found = [self.number()]
        while self.next.isdigit():
            found.append(self.number())
        return tuple(found)

    def _named(self, kind: str, known: Mapping[str, T]) -> T:
        word = self.texts[self.at]
        found = known.get(word)
        if found is None:
            if not word or word == "|":
                self.miss(Sentence(f"record.a {kind}"))
            raise RecordError(self.here, unknown(kind, word, known))
        self.at += 1
        return found

    def seat(self, names: RecordNames) -> Seat:
        """A seat, by the word for its suspect."""
        return self._named("seat", names.seats)

    def place(self, names: RecordNames) -> Place:
        """A place, by its word."""
        return self._named("place", names.places)

    def card(self, names: RecordNames) -> Card:
        """A card, by its word."""
        return self._named("card", names.cards)

    def card_or_unseen(self, names: RecordNames) -> Card | None:
        """A card, or `?` for one that was not seen."""
        if self.next == "?":
            self.at += 1
            return None
        return self.card(names)

    def theory(self, names: RecordNames) -> Theory:
        """A suspect, a weapon and a room."""
        spot = self.here
        match self.card(names), self.card(names), self.card(names):
            case Suspect() as suspect, Weapon() as weapon, Room() as room:
                return Theory(suspect, weapon, room)
            case _:
                raise RecordError(spot, Sentence("record.theory"))

    def theory_or_unseen(self, names: RecordNames) -> Theory | None:
        """A theory, or one `?` for all three cards."""
        if self.next == "?":
            self.at += 1
            return None
        return self.theory(names)

    def quoted(self) -> str:
        """Text in quotation marks, with the escapes of JSON."""
        word = self.next
        if word[:1] != '"':
            self.miss(Sentence("record.a quotation"))
        try:
            text: object = json.loads(word)
            assert isinstance(text, str)
            text.encode()
        except ValueError:
            self.fail("quotation")
        self.at += 1
        return text

    def name(self) -> str:
        """What somebody is called: no screen may be told to do anything by it."""
        spot, text = self.here, self.quoted()
        check_name(text, spot)
        return text

    def comment(self) -> str:
        """A comment, without its braces."""
        word = self.next
        if len(word) < 2 or any(letter not in _ESCAPED for letter in _ESCAPE.findall(word)):
            self.fail("comment")
        self.at += 1
        return _ESCAPE.sub(lambda escape: _ESCAPED[escape[1]], word[1:-1])

    def rest(self) -> list[str]:
        """What is left of the line, divided by bars."""
        parts: list[list[str]] = [[]]
        while (word := self.next) and word[0] != "{":
            if word == "|":
                parts.append([])
            else:
                parts[-1].append(word)
            self.at += 1
        return [" ".join(part) for part in parts]
