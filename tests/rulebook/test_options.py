"""Options as a list of actions: at every kind of decision, all that is open and nothing twice."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakeBack,
    TakePassage,
)
from greycells.rules.cards import Room, Theory
from greycells.rules.edition import Edition
from greycells.rules.legal_options import why_not


def assert_open(stage: Stage, *expected: Action, accusing: bool = True) -> None:
    """These actions are open, and accusations of everything."""
    deck, listed = stage.edition.deck, list(stage.options.actions(accusations=True))
    accusations = [Accuse(Theory(*named)) for named in product(deck.suspects, deck.weapons, deck.rooms)]
    assert listed == [*expected, *(accusations if accusing else ())]


def naming(stage: Stage, room: Room) -> Iterable[Suggest]:
    """Every suggestion of this room."""
    deck = stage.edition.deck
    return (Suggest(Theory(suspect, weapon, room)) for suspect, weapon in product(deck.suspects, deck.weapons))


def test_every_decision_of_a_turn_lists_its_actions(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("take-backs"), held={0: "Rope Green", 1: "Kitchen"})
    kitchen = stage.theory("Green Rope Kitchen").room
    stage.put(Scarlet="Kitchen")
    stage.scene = stage.scene._replace(called=1)
    assert_open(stage, Roll(), TakePassage(), *naming(stage, kitchen))
    stage.put(Scarlet=venue(edition).approach[1])
    assert_open(stage, Roll())
    stage.roll(2)
    assert stage.options.moves is not None
    assert_open(stage, *(Move(place) for place in stage.options.moves.ends))
    stage.go("Kitchen")
    declining = [EndTurn()] if edition.key in ("master-detective", "classic") else []
    assert_open(stage, *naming(stage, kitchen), *declining, TakeBack())
    stage.suggest("Green Rope Kitchen")
    assert_open(stage, Show(kitchen), accusing=False)
    stage.begin(stage.seats[0])
    stage.suggest("Green Rope Kitchen")
    stage.scene = stage.scene._replace(turn=stage.scene.turn._replace(to_act=stage.seats[2]))
    assert_open(stage, CannotShow(), accusing=False)
    stage.answer()
    assert_open(stage, EndTurn())
    other = stage.view(stage.seats[1]).options
    assert other is not None
    assert list(other.actions()) == []


def test_why_not_says_the_same_of_a_move_as_the_referee(edition: Edition) -> None:
    stage, (far, near, door) = Stage.of(edition), venue(edition).approach
    stage.put(Scarlet=far)
    stage.roll(2)
    seat = stage.seats[0]
    assert why_not(stage.scene, seat, stage.hand(seat), Move(stage.place(door))) is None
    no = why_not(stage.scene, seat, stage.hand(seat), Move(stage.place(near)))
    assert no is not None
    with refused(no.rule):
        stage.go(near)


@pytest.mark.editions("MD")
def test_a_move_that_may_pause_lists_its_pauses_and_then_its_snoops(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n9")
    stage.roll(5)
    moves = stage.options.moves
    assert moves is not None
    assert stage.place("l9") in moves.pauses
    assert_open(stage, *map(Move, moves.ends), *(Move(place) for place in moves.pauses if place not in moves.ends))
    stage.go("l9")
    further = stage.options.moves
    assert further is not None
    assert_open(stage, *map(Move, further.ends), *map(Move, further.pauses), *map(Snoop, stage.seats[1:]))
