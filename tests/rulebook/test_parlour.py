"""The parlour, an edition without a board: nobody moves, and a suggestion may name any room."""

from __future__ import annotations

from itertools import product

import pytest
from tests.rulebook.stage import Stage, refused

from greycells.editions import load
from greycells.rules.actions import EndTurn, Roll, Suggest, TakePassage
from greycells.rules.cards import Theory


@pytest.fixture
def stage() -> Stage:
    return Stage.of(load("parlour"), held={1: "Rope"})


def test_a_turn_begins_with_the_right_to_suggest_anything(stage: Stage) -> None:
    deck = stage.edition.deck
    assert stage.scene.turn.phase == "moved"
    offered = {action.theory for action in stage.options.actions() if isinstance(action, Suggest)}
    assert offered == {Theory(*named) for named in product(deck.suspects, deck.weapons, deck.rooms)}
    for move in (Roll(), TakePassage()):
        with refused("TURN-1"):
            stage.play(move)
    assert not stage.options.roll
    assert stage.options.moves is None


def test_a_suggestion_moves_nothing_and_calls_nobody(stage: Stage) -> None:
    pawns, weapons = stage.scene.pawns, stage.scene.weapons
    stage.suggest("Mustard Rope Kitchen")
    assert (stage.scene.pawns, stage.scene.weapons, stage.scene.called) == (pawns, weapons, 0)
    assert {place.name for place in pawns} == {"Parlour"}
    assert set(weapons) == {None}


def test_a_shown_card_ends_the_turn_and_the_next_one_suggests(stage: Stage) -> None:
    stage.suggest("Mustard Rope Kitchen")
    stage.show("Rope")
    assert stage.scene.turn.mover is stage.seats[1]
    assert stage.options.rooms == stage.edition.deck.rooms
    stage.play(EndTurn())
    assert stage.scene.turn.mover is stage.seats[2]


def test_one_suggestion_a_turn(stage: Stage) -> None:
    stage.suggest("Green Knife Hall")
    stage.scene = stage.scene._replace(turn=stage.scene.turn._replace(phase="closing", to_act=stage.scene.turn.mover))
    assert not stage.options.rooms
    with refused("SUG-7"):
        stage.suggest("Green Knife Hall")


def test_a_wrong_accuser_is_out_and_stays(stage: Stage) -> None:
    stage.accuse("Green Knife Hall")
    assert stage.scene.is_out(stage.seats[0])
    assert stage.scene.pawn(stage.seats[0]).name == "Parlour"
