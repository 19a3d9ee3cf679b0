"""Squares in words: every square is named after its nearest room, in every language, and records keep coordinates."""

from __future__ import annotations

import pytest
from tests.notation.coordinates import COORDINATE

from greycells import Game, load
from greycells.editions import names
from greycells.language.languages import languages
from greycells.language.sentences import Sentence, spoken, using_language
from greycells.notation.place_names import by_rooms, compared_by_rooms, nearest_rooms, square_name
from greycells.notation.story import question, tell
from greycells.players.player_specs import player
from greycells.rules.events import Moved


@pytest.mark.parametrize("key", names())
def test_every_square_is_named_after_the_room_whose_door_is_nearest(key: str) -> None:
    board = load(key).board
    nearest = nearest_rooms(board)
    assert set(nearest) == {place for place in board.places if place.kind == "square"}
    for door in board.doors:
        if door.square.kind == "square":
            assert (door.square, nearest[door.square]) in {(one.square, one.room) for one in board.doors}


def test_a_corridor_is_named_as_one_would_say_it() -> None:
    board = load("classic").board
    square = board.place("l8")
    assert spoken(square_name(square, board)) == "the corridor outside the Hall"
    with using_language("de"):
        assert spoken(square_name(square, board), "into").startswith("in den Flur ")
    assert square_name(board.place("Hall"), board) == board.place("Hall")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", ["classic", "master-detective"])
def test_no_sentence_to_a_player_names_a_square_by_letters(key: str, language: str) -> None:
    game = Game.new(load(key), ["Ada", "Grace", "Hedy"], seed=3)
    bots = [player("stroller", seed=number) for number in range(3)]
    moved = 0
    with using_language(language):
        while not game.over and len(game.events) < 120:
            assert game.to_act is not None
            view = game.view(game.to_act)
            assert not COORDINATE.search(str(by_rooms(question(view), game.edition.board)))
            for event in game.play(bots[game.to_act.index].choose(view)):
                assert not COORDINATE.search(str(by_rooms(tell(event, None), game.edition.board)))
                if isinstance(event, Moved) and event.path and event.path[-1].kind == "square":
                    moved += 1
                    assert COORDINATE.search(str(tell(event, None))), "the story of a record keeps coordinates"
    assert moved > 3


def test_the_words_around_a_corridor_fit_it() -> None:
    board = load("classic").board
    here = Sentence("ask.have moved", here=Sentence("ask.on", place=board.place("l8")))
    assert str(here) == "You're on l8."
    assert str(by_rooms(here, board)) == "You're in the corridor outside the Hall."


@pytest.mark.parametrize(
    ("chosen", "best", "told"),
    [
        ("l8", "Library", "moved to the corridor outside the Hall. Better: the Library"),
        ("l8", "m8", "moved to the corridor outside the Hall. Better: another square there"),
        ("l8", "h19", "moved to the corridor outside the Hall. Better: the corridor outside the Ballroom"),
        ("Library", "l8", "moved to the Library. Better: the corridor outside the Hall"),
    ],
)
def test_a_better_square_of_the_same_corridor_is_another_one(chosen: str, best: str, told: str) -> None:
    board = load("classic").board
    places = {"chosen": board.place(chosen), "best": board.place(best)}
    sentence = Sentence("review.walked", seat="Plum", **places)
    assert str(compared_by_rooms(sentence, board)) == f"Plum {told}, which is closer to a useful room."
