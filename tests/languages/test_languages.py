"""Languages: the same sentences everywhere, with names in the forms that each of them needs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.languages.text_arguments import ARGUMENT, arguments, texts

from greycells.editions import load, names
from greycells.language.languages import ABROAD, ENGLISH, accepted, known, languages, preferred, words_of
from greycells.language.sentences import BARE, CAPITAL, Sentence, called, either, spoken, using_language
from greycells.rules.refusals import refusal
from greycells.rules.seats import Seat

OTHERS = [tag for tag in languages() if tag != ENGLISH]
CLASSIC = load("classic")
DECK = CLASSIC.deck


def printed_names() -> Iterator[str]:
    for key in names():
        edition = load(key)
        yield from (card.name for card in edition.deck)
        yield from (place.name for place in edition.board.letters.values())
        yield from edition.board.scenery.values()


@pytest.mark.parametrize("tag", OTHERS)
def test_every_language_has_every_sentence_and_no_other(tag: str) -> None:
    assert words_of(tag).sentences.keys() == words_of(ENGLISH).sentences.keys()


@pytest.mark.parametrize("tag", OTHERS)
def test_a_sentence_takes_the_same_arguments_in_every_language(tag: str) -> None:
    english, words = words_of(ENGLISH).sentences, words_of(tag).sentences
    assert {key: arguments(words[key]) for key in english} == {key: arguments(english[key]) for key in english}


@pytest.mark.parametrize("tag", OTHERS)
def test_every_printed_name_has_a_word_of_its_own(tag: str) -> None:
    assert set(printed_names()) == words_of(tag).names.keys()


@pytest.mark.parametrize("tag", OTHERS)
def test_a_sentence_asks_only_for_forms_that_the_language_has(tag: str) -> None:
    words = words_of(tag)
    forms = {form for patterns in words.forms.values() for form in patterns} | {"", "nom", BARE, CAPITAL}
    asked = {form for entry in words.sentences.values() for text in texts(entry) for _, form in ARGUMENT.findall(text)}
    assert {form for form in asked if not form.startswith("?")} <= forms


def test_a_german_sentence_declines_its_names() -> None:
    suspect, weapon, room = DECK.suspects[3], DECK.weapons[0], CLASSIC.board.place("Lounge")
    with using_language("de"):
        assert str(Sentence("story.deed", suspect=suspect, weapon=weapon, room=DECK.rooms[1])) == (
            "Herr Grün mit dem Seil im Salon"
        )
        assert spoken((suspect, weapon), "acc") == "Herrn Grün und das Seil"
        assert str(Sentence("story.entered", who=Seat(0, suspect, "Ada"), to=room)) == "Grün ist in den Salon gegangen."
        assert [called(card) for card in (suspect, weapon, DECK.rooms[3])] == ["Herr Grün", "Seil", "Küche"]
    assert called(weapon) == "Rope"


def test_a_suspect_that_is_shown_is_named_as_a_card() -> None:
    """Otherwise it reads as if one person were shown to another."""
    you, green = Sentence("story.You"), Seat(0, DECK.suspects[3], "Ada")
    with using_language("de"):
        told = [
            str(Sentence("story.shown", who=you, to=green, card=card)) for card in (DECK.suspects[1], DECK.weapons[2])
        ]
    assert told == ["Du hast Grün die Karte Oberst von Gatow gezeigt.", "Du hast Grün den Dolch gezeigt."]


def test_a_suspect_is_a_card_in_every_case() -> None:
    gatow, knife = DECK.suspects[1], DECK.weapons[2]
    green, you = Seat(0, DECK.suspects[3], "Ada"), Sentence("name.you")
    file = Sentence("holder.case file")
    with using_language("de"):
        told = [
            Sentence("proof.has not", holder=green, cards=gatow),
            Sentence("proof.has not, several", holder=green, cards=either([DECK.suspects[3], knife])),
            Sentence("proof.has, case file", cards=(gatow,)),
            Sentence("proof.full", holder=green, size=1, cards=(knife,)),
            Sentence("proof.last cards", holder=you, size=2, cards=(gatow, knife)),
            Sentence("proof.crowded", cards=(gatow, knife), holders=(green, file)),
            Sentence("fact.could not", turn=3, holder=green, cards=knife),
            Sentence("puzzle.one of three", turn=3, holder=you, cards=either([gatow, knife])),
            Sentence("advice.not certain", holder=file, card=gatow, percent=40),
        ]
        assert [str(one) for one in told] == [
            "Grün hat die Karte Oberst von Gatow nicht",
            "Grün hat weder die Karte Herr Grün noch den Dolch",
            "die Karte Oberst von Gatow steckt in der Fallakte",
            "Grün hat 1 Karte, und das ist der Dolch",
            "du hast 2 Karten, und infrage kommen nur die Karte Oberst von Gatow und der Dolch",
            (
                "die Karte Oberst von Gatow und der Dolch können nur bei Grün und in der Fallakte sein, "
                "und für andere Karten ist dort kein Platz mehr"
            ),
            "in Zug 3 konnte Grün den Dolch nicht zeigen",
            "In Zug 3 hast du eine von drei Karten gezeigt, hast aber weder die Karte Oberst von Gatow noch den Dolch.",
            "Das ist noch nicht sicher: Mit 40 % Wahrscheinlichkeit ist die Karte Oberst von Gatow in der Fallakte.",
        ]


def test_one_die_has_an_article_and_a_sum_has_none() -> None:
    green = Seat(0, DECK.suspects[3], "Ada")
    with using_language("de"):
        told = [
            str(Sentence("story.rolled", who=green, dice=dice))
            for dice in (1, 6, Sentence("story.dice", sum=7, dice=(3, 4)))
        ]
    assert told == ["Grün hat eine 1 gewürfelt.", "Grün hat eine 6 gewürfelt.", "Grün hat 7 (3 und 4) gewürfelt."]


def test_words_agree_with_what_they_are_said_of() -> None:
    you, green = Sentence("story.You"), Seat(0, DECK.suspects[3], "Ada")
    with using_language("de"):
        told = [str(Sentence("story.could not answer", who=who)) for who in ((you,), (green,), (green, you))]
        counted = [str(Sentence("refusal.steps left", seat=green, steps=steps)) for steps in (1, 2)]
    assert told == [
        "Du konntest nichts zeigen.",
        "Grün konnte nichts zeigen.",
        "Grün und Du konntet nichts zeigen.",
    ]
    assert counted == [
        "Grün hat noch 1 Schritt zu gehen: Wähle ein Ziel.",
        "Grün hat noch 2 Schritte zu gehen: Wähle ein Ziel.",
    ]


def test_a_german_sentence_after_a_colon_begins_with_a_capital_letter() -> None:
    claim = Sentence("proof.has, case file", cards=(DECK.weapons[0],))
    with using_language("de"):
        assert str(Sentence("proof.suppose", claim=claim)) == "angenommen: Das Seil steckt in der Fallakte."
    assert str(Sentence("proof.suppose", claim=claim)) == "suppose that the Rope is in the case file."


def test_a_phrase_inside_a_sentence_hands_its_form_on() -> None:
    one, other = CLASSIC.board.place("Lounge"), CLASSIC.board.place("Library")
    with using_language("de"):
        rooms = Sentence("name.or", first=one, last=other)
        assert "in den Salon oder in die Bibliothek" in str(Sentence("ask.move into", rooms=rooms))


def test_suspects_have_other_names_abroad() -> None:
    for tag in (ENGLISH, "de"):
        with using_language(tag + ABROAD):
            assert [called(suspect) for suspect in DECK.suspects][:2] == ["Fräulein Ming", "Madame Curry"]
            assert str(refusal("MOVE-8", "must move", seat=Seat(0, DECK.suspects[1], "Ada"))).startswith("Curry ")


@pytest.mark.parametrize(
    ("tag", "found"),
    [("de", "de"), ("de_AT.UTF-8", "de"), ("DE", "de"), ("de-x-abroad", "de-x-abroad"), ("C", None), ("fr", None)],
)
def test_a_language_is_known_by_any_of_its_tags(tag: str, found: str | None) -> None:
    assert known(tag) == found


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr, en;q=0.4, de;q=0.7", "de"),
        ("de;q=0, en", "en"),
        ("", "en"),
        ("de;q=nonsense", "en"),
        ("\x00,,;;q=1,*", "en"),
    ],
)
def test_a_browser_says_which_language_it_prefers(header: str, found: str) -> None:
    assert accepted(header) == found


def test_english_is_spoken_where_nothing_else_fits() -> None:
    assert preferred(["fr", "C.UTF-8"]) == ENGLISH
    assert preferred(["fr", "de_DE"]) == "de"


def test_a_listener_hears_only_the_own_language() -> None:
    with using_language("de"):
        with using_language("en"):
            assert str(Sentence("ask.over")) == "The game is over."
        assert str(Sentence("ask.over")) == "Das Spiel ist zu Ende."
    assert str(Sentence("ask.over")) == "The game is over."


def test_a_refusal_says_you_to_the_player_whose_action_it_refuses() -> None:
    ada, grace = (Seat(number, DECK.suspects[number], name) for number, name in enumerate(("Ada", "Grace")))
    no = refusal("ACC-1", "accuse on own turn", seat=ada, mover=grace)
    name, other = called(ada), called(grace)
    assert str(no) == f"{name} can accuse only on their own turn; it's {other}'s turn now. (ACC-1)"
    assert str(no.to_player()) == f"You can accuse only on your own turn; it's {other}'s turn now. (ACC-1)"
    with using_language("de"):
        assert str(no.to_player()).startswith("Anklage erheben kannst du nur im eigenen Zug; ")
    over = refusal("SHOW-4", "answering over", seat=ada)
    assert str(over.to_player()).endswith("so you aren't asked. (SHOW-4)")
