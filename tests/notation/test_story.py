"""The story: every event in a sentence for whoever saw it, and the question that is asked."""

from __future__ import annotations

import re
from random import Random

import pytest
from tests.notation.finished_game import finished_game
from tests.properties.random_players import Party, on_a_whim

from greycells.editions import load, names
from greycells.language.languages import languages
from greycells.language.sentences import Sentence
from greycells.notation.story import question, retell, tell
from greycells.players.player_specs import player
from greycells.rules.actions import Roll, Suggest
from greycells.rules.cards import Theory
from greycells.rules.events import (
    Accused,
    Cleared,
    Event,
    FalseWitness,
    Finished,
    Opened,
    Shown,
    Snooped,
    TakenBack,
    TurnEnded,
)
from greycells.rules.game import Game

MOST_LETTERS = 137


@pytest.mark.parametrize("edition", names())
def test_a_whole_game_is_told_to_everybody_without_a_secret(edition: str) -> None:
    """No viewer's story names a card that this viewer's own sightings do not hold."""
    game = finished_game(edition, 5)
    for viewer in (*game.seats, None):
        for _, event in game.view(viewer).sightings:
            sentence = str(tell(event, viewer))
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert "{" not in sentence
            match event:
                case Shown(card=None) | Snooped(card=None):
                    assert "a card" in sentence
                case Shown(_, _, card) | Snooped(_, _, card):
                    assert str(card) in sentence
                case Opened(case_file=None):
                    assert " with " not in sentence
                case _:
                    pass


def test_you_are_told_what_happened_to_you() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Alan"], seed=1)
    ada, grace, _ = game.seats
    rope = next(card for card in game.edition.deck.weapons if card.word == "Rope")
    shown = Shown(grace, ada, rope)
    assert str(tell(shown, ada)) == "Mustard showed you the Rope."
    assert str(tell(shown, grace)) == "You showed the Rope to Scarlett."
    assert str(tell(Shown(grace, ada, None), None)) == "Mustard showed Scarlett a card."
    assert str(tell(TurnEnded(ada), ada)) == "You ended the turn."


def test_what_seldom_happens_has_words_too() -> None:
    game = Game.new(load("getaway"), ["Ada", "Grace", "Alan"], seed=1)
    ada, grace, _ = game.seats
    deck = game.edition.deck
    theory = Theory(deck.suspects[0], deck.weapons[0], deck.rooms[0])
    deed = "Scarlet with the Knife in the Hall"
    told: dict[Event, str] = {
        Accused(ada, theory): f"Scarlet accused {deed}.",
        FalseWitness(ada, 3, theory): f"It came out that Scarlet gave a false answer to {deed} on turn 3. "
        "They're out of the investigation.",
        Cleared(ada, game.edition.board.place("Hall")): "Scarlet was moved from the door into the Hall.",
        TakenBack(ada): "Scarlet undid the last step.",
        Finished(None, theory): f"Nobody solved the case. It was {deed}.",
        Opened(ada, None, right=False): "Scarlet looked in the case file: not all three were right. "
        "They're eliminated, but they still show cards.",
    }
    for event, sentence in told.items():
        assert str(tell(event, grace)) == sentence
    assert str(tell(Opened(ada, theory, right=False), ada)) == (
        f"You looked in the case file: it was {deed}. You're eliminated, but you still show cards."
    )


@pytest.mark.parametrize("edition", names())
def test_a_retold_game_is_shorter_and_loses_nobody(edition: str) -> None:
    game = finished_game(edition, 6)
    ada = game.seats[0]
    events = [sighting.event for sighting in game.view(ada).sightings]
    retold = [str(sentence) for sentence in retell(events, ada)]
    assert len(retold) < len(events)
    single = " ".join(str(tell(event, ada)) for event in events)
    assert " ".join(retold).count(" could not answer.") <= single.count(" could not answer.")
    rolls = len(re.findall(r"rolled \d", single))
    assert len(re.findall(r"rolled \d", " ".join(retold))) == rolls


@pytest.mark.parametrize("edition", names())
def test_there_is_always_a_question_for_everybody(edition: str) -> None:
    game = Game.new(load(edition), ["Ada", "Grace", "Alan"][: load(edition).rules.most_seats], seed=8)
    bots = [player("sergeant:slip=0", seed=number) for number in range(3)]
    while game.to_act is not None:
        for viewer in (*game.seats, None):
            asked = str(question(game.view(viewer)))
            assert asked.endswith(".")
            assert "{" not in asked
            assert (
                asked.startswith(("It's", "You", "Nobody could show"))
                or " suggested " in asked
                or " has to answer " in asked
            )
        game.play(bots[game.to_act.index].choose(game.view(game.to_act)))
    assert str(question(game.view(None))) == "The game is over."


def test_the_question_names_what_may_be_done() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Alan"], seed=1)
    assert str(question(game.view(game.seats[0]))) == "It's your turn. You're on q1. You can roll the die."
    assert str(question(game.view(game.seats[1]))) == "It's Scarlett's turn."
    game.play(Roll())
    assert str(question(game.view(game.seats[0]))) == "You rolled 6. You can move to any marked square."


def test_whoever_has_steps_left_may_walk_on() -> None:
    """Squares and rooms were named before the first step; now it is asked what else there is."""
    game = Game.new(load("master-detective"), ["Ada", "Grace", "Alan"], seed=5)
    whim, asked = Random(5), set[str]()
    while game.to_act is not None:
        asked.add(str(question(game.view(game.to_act))))
        game.play(on_a_whim(game, whim))
    on = [words for words in asked if " left. " in words]
    assert any(" left. You can keep moving, make a suggestion" in words for words in on)
    assert not any("marked square" in words for words in on)


@pytest.mark.parametrize("edition", names())
def test_a_question_is_read_at_a_glance(edition: str) -> None:
    """On a phone it has three lines; tests/browser/test_sizes.py lays out the longest."""
    rules = load(edition).rules
    for seed in range(3):
        game = Party(edition, (), rules.most_seats, seed).game()
        whim = Random(seed)
        while game.to_act is not None:
            asked = question(game.view(game.to_act))
            assert max(len(asked.say(language)) for language in languages()) <= MOST_LETTERS
            game.play(on_a_whim(game, whim))


@pytest.mark.parametrize("language", ["en", "de"])
def test_everybody_is_told_who_is_asked_about_which_three_cards(language: str) -> None:
    """As long as a suggestion is being answered, for every seat and spectator: the header of the page says it."""
    game = Game.new(load("parlour"), ["Ada", "Grace", "Alan"], seed=1)
    deck = game.edition.deck
    game.play(Suggest(Theory(deck.suspects[1], deck.weapons[1], deck.rooms[1])))
    mover, asked = game.scene.turn.mover, game.to_act
    assert asked is not None
    for viewer in (*game.seats, None):
        said = question(game.view(viewer)).say(language)
        theory = (deck.suspects[1], deck.weapons[1], deck.rooms[1])
        assert Sentence("story.deed", suspect=theory[0], weapon=theory[1], room=theory[2]).say(language) in said
        for seat in {mover, asked} - {viewer}:
            assert Sentence("story.throw", who=seat, dice="").say(language).strip() in said
