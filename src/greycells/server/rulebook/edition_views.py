"""What is printed in the box of an edition, as JSON for a page to draw; and on what questions editions differ."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from greycells.editions import load
from greycells.editions.catalogue import rules
from greycells.editions.comparison import answers, differences
from greycells.editions.loader import BY_THE_BOOK, shelf
from greycells.editions.translation import dossier, in_words, rulebook, title
from greycells.language.languages import words_of
from greycells.language.sentences import Named, Noun, called, language, spoken, using_language
from greycells.notation.place_names import nearest_rooms, square_name
from greycells.protocol.rulebook_messages import (
    AreaView,
    BoardView,
    CardView,
    Differences,
    EditionView,
    RuleView,
    SuspectView,
)
from greycells.rules.cards import surname
from greycells.rules.edition import Answering, Edition


@lru_cache(maxsize=128)
def edition_view(key: str, tag: str, house_rules: tuple[str, ...] = ()) -> EditionView:
    """An edition as a page draws it in a language, with the rules as these house rules change them."""
    with using_language(tag):
        return _printed(load(key).with_house_rules(*house_rules))


def _printed(edition: Edition) -> EditionView:
    deck = edition.deck
    return EditionView(
        key=edition.key,
        title=title(edition),
        rulebook=rulebook(edition),
        suspects=tuple(
            SuspectView(card.word, called(card), card.colour, card.symbol, dossier(edition, card), start.name)
            for card, start in zip(deck.suspects, edition.starts, strict=True)
        ),
        weapons=tuple(CardView(card.word, called(card)) for card in deck.weapons),
        rooms=tuple(CardView(card.word, called(card)) for card in deck.rooms),
        board=_board(edition),
        rules=tuple(RuleView(rule.id, rule.section, text) for rule in rules() if (text := rule.as_in(edition))),
        answers=tuple((in_words(name), in_words(answer)) for name, answer in answers(edition).items()),
        dice=edition.rules.dice,
        everyone_answers=edition.rules.answering is Answering.EVERYBODY,
        names=_names(edition),
    )


def _names(edition: Edition) -> dict[str, dict[str, str]]:
    """What cards and places are called, in every form that the language has; suspects also in three letters."""
    words, board = words_of(language()), edition.board
    things: dict[str, Named] = {card.word: card for card in edition.deck}
    things |= {place.name: place for place in board.letters.values()}
    things |= {name: Noun(name, "thing") for name in board.scenery.values()}
    forms = dict.fromkeys(("bare", "nom", *(form for patterns in words.forms.values() for form in patterns)))
    named = {key: {form: spoken(thing, form) for form in forms} for key, thing in things.items()}
    for square, room in nearest_rooms(board).items():
        if (key := f"outside {room}") not in named:
            name = square_name(square, board)
            named[key] = {form: spoken(name, form) for form in forms}
    suspects = edition.deck.suspects
    for suspect, letters in zip(suspects, three_letters([surname(suspect) for suspect in suspects]), strict=True):
        named[suspect.word]["short"] = letters
    return named


def three_letters(surnames: Sequence[str]) -> list[str]:
    """The heading of a notebook column: the first three letters, or the first and the last two to avoid a clash.

    >>> three_letters(["Peacock", "Peach", "Plum"])
    ['Pck', 'Pch', 'Plu']
    """
    heads = [name[:3] for name in surnames]
    return [head if heads.count(head) == 1 else name[0] + name[-2:] for name, head in zip(surnames, heads, strict=True)]


def _board(edition: Edition) -> BoardView:
    board = edition.board
    return BoardView(
        rows=board.rows,
        letters={
            letter: AreaView(place.name, place.kind, place.room.word if place.room else None)
            for letter, place in board.letters.items()
        },
        scenery=dict(board.scenery),
        starts={symbol: place.name for symbol, place in board.starts.items()},
        doors=tuple((door.square.name, door.side.value, door.room.name) for door in board.doors),
        passages=tuple(sorted({(min(a.name, b.name), max(a.name, b.name)) for a, b in board.passages.items()})),
        spyglasses=tuple(place.name for place in board.places if place.kind == "square" and place.spyglass),
        outside={square.name: room.name for square, room in nearest_rooms(board).items()},
    )


def differing() -> Differences:
    """On which questions the rulebooks differ, in the reader's language."""
    editions = [load(key) for key in shelf(BY_THE_BOOK)]
    return Differences(
        editions=tuple((edition.key, title(edition)) for edition in editions),
        questions=tuple(
            (in_words(question), tuple(in_words(answer) for answer in given.values()))
            for question, given in differences(editions).items()
        ),
    )
