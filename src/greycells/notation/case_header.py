"""The head of a `.case` text: its version, the edition, the house rules and the seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from greycells.editions import load, names
from greycells.language.sentences import Sentence
from greycells.notation.case_tokens import LineTokens
from greycells.notation.names import unknown
from greycells.notation.record import VERSION, RecordError, Spot, UnknownEdition
from greycells.rules.edition import Edition, UnknownHouseRule
from greycells.rules.scene import GameTable


class Heading(NamedTuple):
    """Who plays what, where the seats stand in the text, and what was said before the game."""

    table: GameTable
    seats: Spot
    preface: list[str]


def read_heading(lines: Iterator[LineTokens], edition: Edition | None = None) -> Heading:
    """The lines up to the seats, in this order; an `edition` of one's own may be given for its key."""
    preface: list[str] = []
    words = _line(lines, preface, "case")
    if not words.next:
        words.miss(str(VERSION))
    if words.next != str(VERSION):
        words.fail("version", version=VERSION, got=words.next[:40])
    words.at += 1
    _rest(words, preface)
    words = _line(lines, preface, "edition")
    if not words.next:
        words.miss(Sentence("record.an edition"))
    edition = edition_called(words.next, words.here, edition)
    words.at += 1
    _rest(words, preface)
    words = _line(lines, preface, "house", "seats")
    if words.texts[0] == "house":
        edition = _house_rules(words, edition)
        _rest(words, preface)
        words = _line(lines, preface, "seats")
    table = GameTable.from_words(edition, _seats(words, edition))
    spot = Spot(words.line, 1)
    _rest(words, preface)
    return Heading(table, spot, preface)


def edition_called(key: str, spot: Spot, own: Edition | None) -> Edition:
    """The edition of that key: the given one, or one that comes with greycells. A record never names a file."""
    if own is not None:
        if own.key != key:
            raise RecordError(spot, Sentence("record.another edition", key=key[:40], own=own.key))
        return own
    if key not in names():
        raise UnknownEdition(spot, unknown("edition", key, names()))
    return load(key)


def _line(lines: Iterator[LineTokens], preface: list[str], *keywords: str) -> LineTokens:
    """The next line that is not a comment; it begins with one of these words."""
    for words in lines:
        if words.next[0] == "{":
            _rest(words, preface)
        else:
            words.expect(*keywords)
            return words
    raise RecordError(Spot(1, 1), Sentence("record.no line", keyword=" | ".join(keywords)))


def _rest(words: LineTokens, preface: list[str]) -> None:
    while words.next[:1] == "{":
        preface.append(words.comment())
    words.end()


def _house_rules(words: LineTokens, edition: Edition) -> Edition:
    spot = words.here
    try:
        return edition.with_house_rules(*words.rest())
    except UnknownHouseRule as error:
        raise RecordError(spot, Sentence("record.in other words", words=str(error))) from None


def _seats(words: LineTokens, edition: Edition) -> list[tuple[str, str]]:
    """Every seat's suspect, by its word, and the name of whoever sits there."""
    suspects = [suspect.word for suspect in edition.deck.suspects]
    seats: list[tuple[str, str]] = []
    while True:
        word = words.next
        if word not in suspects:
            if not word or word == "|":
                words.miss(Sentence("record.a seat"))
            raise RecordError(words.here, unknown("suspect", word, suspects))
        words.at += 1
        seats.append((word, words.name()))
        if words.next != "|":
            return seats
        words.at += 1
