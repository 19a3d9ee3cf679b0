"""Accusations and the end: ACC-1 to ACC-8."""

from __future__ import annotations

from itertools import product

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import Accuse, Roll, Snoop
from greycells.rules.cards import Theory
from greycells.rules.edition import Edition, LastPlayer, WrongAccuser
from greycells.rules.events import Accused, Cleared, Finished, Opened, TurnEnded

RIGHT = "Plum Candlestick Dining"
WRONG = "Plum Candlestick Kitchen"


@pytest.mark.rule("ACC-1")
def test_on_ones_own_turn_only(edition: Edition) -> None:
    stage = Stage.of(edition)
    for seat in stage.seats[1:]:
        with refused("ACC-1"):
            stage.accuse(RIGHT, by=seat)
    stage.accuse(RIGHT)
    assert stage.winner is stage.seats[0]


def decisions(edition: Edition) -> list[Stage]:
    """One game at each decision of a turn: before rolling, before moving, after moving, after the answers."""
    stages = [Stage.of(edition, held={0: "Rope Green Kitchen"}) for _ in range(4)]
    for stage in stages:
        stage.put(Scarlet=venue(edition).approach[1])
    for stage in stages[1:]:
        stage.roll(2)
    for stage in stages[2:]:
        stage.go("Kitchen")
    stages[3].suggest("Green Rope Kitchen")
    stages[3].answer()
    return stages


@pytest.mark.rule("ACC-1")
def test_at_every_decision_of_the_turn(edition: Edition) -> None:
    phases = ["starting", "moving", "moved", "closing"]
    for stage, phase in zip(decisions(edition), phases, strict=True):
        assert stage.scene.turn.phase == phase
        assert stage.options.accuse
        here = stage.scene.pawn(stage.seats[0])
        stage.accuse(WRONG)
        assert stage.scene.is_out(stage.seats[0])
        assert stage.scene.pawn(stage.seats[0]) is here, "the pawn stays where it stands"
        assert stage.scene.turn.mover is stage.seats[1]


@pytest.mark.rule("ACC-1")
@pytest.mark.editions("MD")
def test_in_the_middle_of_a_move_at_a_spyglass_or_in_a_location(edition: Edition) -> None:
    for look in (False, True):
        stage = Stage.of(edition)
        stage.put(Scarlet="n9")
        stage.roll(5)
        stage.go("l9")
        if look:
            stage.play(Snoop(stage.seats[1]))
        assert stage.options.accuse
        stage.accuse(WRONG)
        assert stage.where("Scarlet") == "l9"
    stage = Stage.of(edition)
    stage.put(Scarlet="n11")
    stage.roll(5)
    stage.walk("n12, Trophy Room")
    assert stage.options.moves
    stage.accuse(RIGHT)
    assert stage.winner is stage.seats[0]


@pytest.mark.rule("ACC-2")
def test_it_names_anything_wherever_the_pawn_stands_and_all_hear_it(edition: Edition) -> None:
    stage = Stage.of(edition)
    offered = {action.theory for action in stage.options.actions(accusations=True) if isinstance(action, Accuse)}
    deck = edition.deck
    assert offered == {Theory(*named) for named in product(deck.suspects, deck.weapons, deck.rooms)}
    for here in (venue(edition).approach[0], "Kitchen", "Dining Room"):
        stage = Stage.of(edition)
        stage.put(Scarlet=here)
        stage.accuse(WRONG)
        for viewer in (*stage.seats, None):
            seen = [sighting.event for sighting in stage.view(viewer).sightings]
            assert Accused(stage.seats[0], stage.theory(WRONG)) in seen


@pytest.mark.rule("ACC-3")
def test_one_accusation_a_game(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.accuse(WRONG)
    with refused("ACC-3"):
        stage.accuse(RIGHT, by=stage.seats[0])
    options = stage.view(stage.seats[0]).options
    assert options is not None
    assert not options.accuse


@pytest.mark.rule("ACC-4")
def test_a_right_accusation_wins_and_the_cards_are_laid_open(edition: Edition) -> None:
    stage = Stage.of(edition)
    seat, case_file = stage.seats[0], stage.theory(RIGHT)
    assert stage.accuse(RIGHT) == (
        Accused(seat, case_file),
        Opened(seat, case_file, right=True),
        Finished(seat, case_file),
    )
    assert stage.over
    assert stage.scene.over
    assert stage.winner is seat
    assert stage.scene.turn.phase == "over"
    for viewer in (*stage.seats, None):
        assert stage.view(viewer).sightings[-1].event == Finished(seat, case_file)


@pytest.mark.rule("ACC-4")
def test_all_three_must_be_right(edition: Edition) -> None:
    for nearly in ("Green Candlestick Dining", "Plum Rope Dining", "Plum Candlestick Kitchen"):
        stage = Stage.of(edition)
        stage.accuse(nearly)
        assert not stage.over
        assert stage.scene.is_out(stage.seats[0])


@pytest.mark.rule("ACC-4", "ACC-5")
def test_the_accuser_alone_looks_and_the_others_learn_only_that_it_was_wrong(edition: Edition) -> None:
    stage = Stage.of(edition)
    seat = stage.seats[0]
    stage.accuse(WRONG)
    for viewer in (*stage.seats, None):
        (opened,) = [one.event for one in stage.view(viewer).sightings if isinstance(one.event, Opened)]
        assert opened == Opened(seat, stage.theory(RIGHT) if viewer is seat else None, right=False)
        told = [one.event for one in stage.view(viewer).sightings if isinstance(one.event, Finished)]
        assert not told


@pytest.mark.rule("ACC-5")
def test_a_wrong_accuser_takes_no_more_turns_and_cannot_win(edition: Edition) -> None:
    stage = Stage.of(edition)
    one, two, three = stage.seats
    assert stage.accuse(WRONG)[-1] == TurnEnded(one)
    with refused("ACC-5"):
        stage.play(Roll(), by=one)
    with refused("ACC-3"):
        stage.accuse(RIGHT, by=one)
    assert stage.scene.may_still_accuse() == (two, three)
    stage.begin(three)
    stage.put(White="Dining Room")
    stage.scene = stage.scene._replace(called=1 << three.index)
    stage.suggest("White Rope Dining")
    stage.answer()
    if stage.scene.turn.mover is three:
        stage.end_turn()
    assert stage.scene.turn.mover is two
    assert not stage.view(one).options


@pytest.mark.rule("ACC-6")
def test_a_wrong_accusers_pawn_is_still_moved_by_suggestions(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.accuse(WRONG)
    stage.put(Mustard="Kitchen")
    stage.scene = stage.scene._replace(called=0b10)
    stage.suggest("Scarlet Rope Kitchen")
    assert stage.where("Scarlet") == "Kitchen"


@pytest.mark.rule("ACC-7")
@pytest.mark.flip(wrong_accuser=WrongAccuser.STAYS)
def test_a_wrong_accuser_before_a_door_is_moved_into_that_room(edition: Edition) -> None:
    for room, doors in (("Kitchen", venue(edition).approach[2:]), ("Dining Room", venue(edition).dining)):
        for door in doors:
            stage = Stage.of(edition)
            seat = stage.seats[0]
            stage.put(Scarlet=door)
            happened = stage.accuse(WRONG)
            assert happened[2:] == (Cleared(seat, stage.place(room)), TurnEnded(seat))
            assert stage.where("Scarlet") == room
            stage.put(Mustard=venue(edition).approach[0])


@pytest.mark.rule("ACC-7")
def test_elsewhere_it_stays_and_blocks(edition: Edition) -> None:
    stage, block = Stage.of(edition), venue(edition).block
    stage.put(Scarlet=block[1], Mustard=block[0])
    stage.accuse(WRONG)
    assert stage.where("Scarlet") == block[1]
    stage.put(White=block[3])
    stage.roll(2)
    with refused("MOVE-5"):
        stage.walk(f"{block[1]}, {block[2]}")


@pytest.mark.rule("ACC-7")
@pytest.mark.editions("MD")
@pytest.mark.flip(wrong_accuser=WrongAccuser.CLEARS_DOORS)
def test_where_tokens_are_jumped_it_stays_before_the_door(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="m7")
    stage.accuse(WRONG)
    assert stage.where("Scarlet") == "m7"


@pytest.mark.rule("ACC-8")
@pytest.mark.flip(last_player=LastPlayer.WINS)
def test_the_last_player_plays_on_alone_and_wins_only_by_accusing_rightly(edition: Edition) -> None:
    stage = Stage.of(edition)
    one, _, three = stage.seats
    stage.accuse(WRONG)
    stage.accuse(WRONG)
    assert not stage.over
    for _ in range(2):
        assert stage.scene.turn.mover is three
        stage.put(White="Kitchen")
        stage.scene = stage.scene._replace(called=1 << three.index)
        stage.suggest("White Rope Kitchen")
        assert stage.scene.turn.asked is one, "those who are out go on answering"
        stage.answer()
        if stage.options.end_turn:
            stage.end_turn()
    stage.accuse(RIGHT)
    assert stage.winner is three


@pytest.mark.rule("ACC-8")
@pytest.mark.flip(last_player=LastPlayer.WINS)
def test_when_nobody_may_accuse_the_case_is_unsolved_and_laid_open(edition: Edition) -> None:
    stage = Stage.of(edition)
    case_file = stage.theory(RIGHT)
    stage.accuse(WRONG)
    stage.accuse(WRONG)
    assert stage.accuse(WRONG) == (
        Accused(stage.seats[2], stage.theory(WRONG)),
        Opened(stage.seats[2], case_file, right=False),
        Finished(None, case_file),
    )
    assert stage.over
    assert stage.winner is None
    assert stage.to_act is None
    for viewer in (*stage.seats, None):
        assert stage.view(viewer).sightings[-1].event == Finished(None, case_file)
