"""What is printed: an edition's board, cards and rules as a page draws them; and a game to look at, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec
from starlette.responses import Response

from greycells.editions import load, names
from greycells.editions.catalogue import rules
from greycells.editions.comparison import answers, differences
from greycells.editions.loader import BY_THE_BOOK, shelf
from greycells.editions.translation import dossier, in_words, rulebook, title
from greycells.notation.commands import Message
from greycells.notation.record import Record
from greycells.rules.edition import Edition
from greycells.rules.languages import words_of
from greycells.rules.sentences import called, language, speaking, surname
from greycells.server.conduct import Declined
from greycells.server.looks import Steps, steps_of
from greycells.server.records import in_the_library, seen_record
from greycells.server.web import Endpoint, Visit, json_response


class SuspectPrint(Message, frozen=True):
    """A suspect's card and pawn."""

    word: str
    name: str
    colour: str
    symbol: str
    dossier: str
    start: str


class CardPrint(Message, frozen=True):
    """A weapon's or a room's card."""

    word: str
    name: str


class AreaPrint(Message, frozen=True):
    """What a letter of the drawing is: a room, with its card if it has one, or a single space."""

    name: str
    kind: str
    card: str | None


class BoardPrint(Message, frozen=True):
    """The board: its drawing, the legend, doors as square, side and room, and where passages lead."""

    rows: tuple[str, ...]
    letters: dict[str, AreaPrint]
    scenery: dict[str, str]
    starts: dict[str, str]
    doors: tuple[tuple[str, str, str], ...]
    passages: tuple[tuple[str, str], ...]
    spyglasses: tuple[str, ...]


class RulePrint(Message, frozen=True):
    """A rule as this edition has it."""

    id: str
    section: str
    text: str


class EditionPrint(Message, frozen=True):
    """Everything that is printed in the box, in the language of whoever asks.

    `names` has every card by its word and every place by its name, in the forms that sentences ask for.
    """

    key: str
    title: str
    rulebook: str
    suspects: tuple[SuspectPrint, ...]
    weapons: tuple[CardPrint, ...]
    rooms: tuple[CardPrint, ...]
    board: BoardPrint
    rules: tuple[RulePrint, ...]
    answers: tuple[tuple[str, str], ...]
    dice: int
    names: dict[str, dict[str, str]]


class Differences(Message, frozen=True):
    """On which questions the rulebooks differ: the editions, and a row for every question."""

    editions: tuple[tuple[str, str], ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]


@cache
def printed(key: str, tag: str) -> EditionPrint:
    """An edition as a page draws it in a language."""
    with speaking(tag):
        return _printed(load(key))


def _printed(edition: Edition) -> EditionPrint:
    deck = edition.deck
    return EditionPrint(
        key=edition.key,
        title=title(edition),
        rulebook=rulebook(edition),
        suspects=tuple(
            SuspectPrint(card.word, called(card), card.colour, card.symbol, dossier(edition, card), start.name)
            for card, start in zip(deck.suspects, edition.starts, strict=True)
        ),
        weapons=tuple(CardPrint(card.word, called(card)) for card in deck.weapons),
        rooms=tuple(CardPrint(card.word, called(card)) for card in deck.rooms),
        board=_board(edition),
        rules=tuple(RulePrint(rule.id, rule.section, text) for rule in rules() if (text := rule.as_in(edition))),
        answers=tuple((in_words(name), in_words(answer)) for name, answer in answers(edition).items()),
        dice=edition.rules.dice,
        names=_names(edition),
    )


def _names(edition: Edition) -> dict[str, dict[str, str]]:
    """What cards and places are called, in every form that the language has; suspects also in three letters."""
    words, board = words_of(language()), edition.board
    things = {card.word: (card.name, "thing") for card in (*edition.deck.weapons, *edition.deck.rooms)}
    things |= {suspect.word: (suspect.name, "person") for suspect in edition.deck.suspects}
    things |= {name: (name, "thing") for name in (*map(str, board.letters.values()), *board.scenery.values())}
    forms = ("bare", "nom", *dict.fromkeys(form for patterns in words.forms.values() for form in patterns))
    named = {
        key: {form: words.name(name, form, like=like) for form in dict.fromkeys(forms)}
        for key, (name, like) in things.items()
    }
    suspects = edition.deck.suspects
    for suspect, letters in zip(suspects, three_letters([surname(suspect) for suspect in suspects]), strict=True):
        named[suspect.word]["short"] = letters
    return named


def three_letters(surnames: Sequence[str]) -> list[str]:
    """What stands above a column of the notebook: the first three letters, or one and the last two if others begin so.

    >>> three_letters(["Peacock", "Peach", "Plum"])
    ['Pck', 'Pch', 'Plu']
    """
    heads = [name[:3] for name in surnames]
    return [head if heads.count(head) == 1 else name[0] + name[-2:] for name, head in zip(surnames, heads, strict=True)]


def _board(edition: Edition) -> BoardPrint:
    board = edition.board
    return BoardPrint(
        rows=board.rows,
        letters={
            letter: AreaPrint(place.name, place.kind, place.room.word if place.room else None)
            for letter, place in board.letters.items()
        },
        scenery=dict(board.scenery),
        starts={symbol: place.name for symbol, place in board.starts.items()},
        doors=tuple((door.square.name, door.side.value, door.room.name) for door in board.doors),
        passages=tuple(sorted({(min(a.name, b.name), max(a.name, b.name)) for a, b in board.passages.items()})),
        spyglasses=tuple(place.name for place in board.places if place.kind == "square" and place.spyglass),
    )


async def edition(visit: Visit) -> EditionPrint:
    key = visit.path("edition")
    if key not in names():
        raise Declined("no such plan", what=key[:24])
    return printed(key, language())


def differing() -> Differences:
    """On which questions the rulebooks differ, in the language of whoever asks."""
    editions = [load(key) for key in shelf(BY_THE_BOOK)]
    return Differences(
        editions=tuple((edition.key, title(edition)) for edition in editions),
        questions=tuple(
            (in_words(question), tuple(in_words(answer) for answer in given.values()))
            for question, given in differences(editions).items()
        ),
    )


async def compared(_: Visit) -> msgspec.Struct:
    return differing()


def _steps(record: Record) -> Response:
    """A game to look at, put into its message beside the tables too: that is long."""
    return json_response(steps_of(record))


async def steps(visit: Visit) -> Response:
    record = await seen_record(visit)
    return await visit.service.library.ask((await visit.guest()).id, lambda: _steps(record))


async def uploaded_steps(visit: Visit) -> Response:
    return await in_the_library(visit, _steps)


PRINTED: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/editions/{edition}", edition, "An edition's board, cards and rules", reply=EditionPrint),
    Endpoint("GET", "/api/rules", compared, "On which questions the rulebooks differ", reply=Differences),
    Endpoint(
        "GET", "/api/tables/{table}/steps", steps, "The game to look at, event by event", reply=Steps, query=("chair",)
    ),
    Endpoint(
        "GET",
        "/api/records/{record}/steps",
        uploaded_steps,
        "A record to look at, event by event",
        reply=Steps,
        query=("seat",),
    ),
)
