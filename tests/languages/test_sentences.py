"""Sentences: a key with arguments, and the words in which they are said."""

from __future__ import annotations

from greycells.editions import load
from greycells.language.sentences import Argument, Sentence, spoken
from greycells.rules.cards import Theory
from greycells.rules.refusals import refusal
from greycells.rules.seats import Seat

CLASSIC = load("classic")
DECK = CLASSIC.deck


def test_a_sentence_is_its_key_and_its_arguments() -> None:
    rope, knife = DECK.weapons[0], DECK.weapons[2]
    one = Sentence("refusal.card not held", seat="Ada", card=rope)
    assert one == Sentence("refusal.card not held", seat="Ada", card=rope)
    assert hash(one) == hash(Sentence("refusal.card not held", seat="Ada", card=rope))
    assert one != Sentence("refusal.card not named", seat="Ada", card=rope)
    assert one != Sentence("refusal.card not held", seat="Ada", card=knife)
    assert one != str(one)


def test_names_are_said_as_they_stand_in_a_sentence() -> None:
    seat = Seat(0, DECK.suspects[0], "Ada")
    lounge, square = CLASSIC.board.place("Lounge"), CLASSIC.board.place("q7")
    said = [spoken(value) for value in (DECK.weapons[0], DECK.rooms[1], DECK.suspects[0], lounge, square, seat, 4)]
    assert said == ["the Rope", "the Lounge", "Miss Scarlett", "the Lounge", "q7", "Scarlett", "4"]
    assert spoken(Sentence("refusal.game over")) == "The game is over."


def test_several_names_are_listed() -> None:
    rope, pipe, knife, *_ = DECK.weapons
    assert spoken(()) == ""
    assert spoken((rope,)) == "the Rope"
    assert spoken((rope, pipe)) == "the Rope and the Lead Pipe"
    assert spoken((rope, pipe, knife)) == "the Rope, the Lead Pipe and the Knife"


def test_a_refusal_ends_with_its_rule() -> None:
    assert str(refusal("TURN-1", "game over")) == "The game is over. (TURN-1)"


def test_words_agree_with_how_many_there_are() -> None:
    assert str(Sentence("listed.against bots", bots=1)) == "against 1 bot"
    assert str(Sentence("listed.against bots", bots=3)) == "against 3 bots"
    assert str(Sentence("table.from turns", turns=(4,))) == "This follows from turn 4."
    assert str(Sentence("table.from turns", turns=(4, 7))) == "This follows from turns 4 and 7."


def test_a_theory_is_said_whole() -> None:
    theory = Theory(DECK.suspects[0], DECK.weapons[0], DECK.rooms[1])
    assert spoken(theory) == "Miss Scarlett, the Rope, the Lounge"


def test_every_argument_of_a_sentence_can_be_changed_also_inside_lists_and_other_sentences() -> None:
    inner = Sentence("inner", card=1, several=(2, Sentence("innermost", card=3)))
    outer = Sentence("outer", card=4, part=inner)
    doubled = outer.mapped(lambda value: 2 * value if isinstance(value, int) else value)
    assert doubled == Sentence(
        "outer", card=8, part=Sentence("inner", card=2, several=(4, Sentence("innermost", card=6)))
    )


def test_a_sentence_inside_another_is_changed_after_its_own_arguments() -> None:
    told = Sentence("outer", part=Sentence("inner", card=1))
    seen: list[Argument] = []

    def noted(value: Argument) -> Argument:
        seen.append(value)
        return value

    told.mapped(noted)
    assert seen == [1, Sentence("inner", card=1)]


def test_a_theory_is_one_argument() -> None:
    deck = load("classic").deck
    theory = Theory(deck.suspects[0], deck.weapons[0], deck.rooms[0])
    assert Sentence("outer", theory=theory).mapped(lambda _: "changed") == Sentence("outer", theory="changed")
