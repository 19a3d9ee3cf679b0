"""The turn as a whole: TURN-1, and MOVE-15 to MOVE-17, which say when it has no move."""

from __future__ import annotations

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import Accuse, EndTurn, Move, Roll, Suggest, TakePassage
from greycells.rules.edition import Edition, Entering, Occupied
from greycells.rules.events import TurnEnded
from greycells.rules.legal_options import why_not
from greycells.rules.scene import Scene, Turn


@pytest.mark.rule("TURN-1")
def test_a_turn_is_one_move_then_one_suggestion_then_the_end(edition: Edition) -> None:
    stage, (_, near, _) = (
        Stage.of(edition, held={0: "Rope Plum Kitchen"}, sealed="Green Knife Dining"),
        venue(edition).approach,
    )
    stage.put(Scarlet=near)
    stage.roll(2)
    stage.go("Kitchen")
    for again in (Roll(), TakePassage()):
        with refused("TURN-1"):
            stage.play(again)
    stage.suggest("Plum Rope Kitchen")
    stage.answer()
    with refused("SUG-7"):
        stage.suggest("Plum Rope Kitchen")
    for again in (Roll(), TakePassage()):
        with refused("TURN-1"):
            stage.play(again)
    with refused("TURN-1" if edition.key != "master-detective" else "MOVE-17"):
        stage.go(near)
    assert stage.play(EndTurn()) == (TurnEnded(stage.seats[0]),)
    assert stage.scene.turn.mover is stage.seats[1]


@pytest.mark.rule("TURN-1")
def test_the_player_ends_the_turn(edition: Edition) -> None:
    stage, (far, _, _) = Stage.of(edition), venue(edition).approach
    stage.put(Scarlet=far)
    stage.roll(2)
    stage.go(venue(edition).approach[2])
    assert stage.to_act is stage.scene.turn.mover is stage.seats[0]
    assert stage.scene.turn.number == 1
    stage.end_turn()
    assert stage.to_act is stage.scene.turn.mover is stage.seats[1]
    assert stage.scene.turn.number == 2
    assert stage.scene.turn.phase == "starting"


@pytest.mark.rule("TURN-1")
def test_at_first_nobody_is_out_or_called_anywhere(edition: Edition) -> None:
    scene = Stage.of(edition).scene
    assert (scene.called, scene.out, scene.false_witnesses, scene.denials) == (0, 0, 0, ())
    assert scene.turn == Turn(1, scene.seats[0], "starting", scene.seats[0])
    assert scene.may_still_accuse() == scene.seats


@pytest.mark.rule("TURN-1")
def test_nothing_is_chosen_before_the_game_has_begun(edition: Edition) -> None:
    table = Stage.of(edition).table
    no = why_not(Scene.empty(table), table.seats[0], edition.deck.nothing, Roll())
    assert no is not None
    assert no.sentence.key == "refusal.not begun"


@pytest.mark.rule("TURN-1")
def test_nobody_else_acts_in_a_turn(edition: Edition) -> None:
    stage = Stage.of(edition)
    other = stage.seats[1]
    for action in (Roll(), EndTurn(), TakePassage(), Suggest(stage.theory("Plum Rope Kitchen"))):
        with refused("TURN-1"):
            stage.play(action, by=other)
    assert not stage.view(other).options
    assert not stage.view(other).to_act
    assert stage.view(stage.seats[0]).to_act
    stage.put(Scarlet=venue(edition).approach[0])
    stage.roll(2)
    with refused("TURN-1") as caught:
        stage.play(Move(stage.place(venue(edition).approach[2])), by=other)
    assert caught.value.sentence.arguments == {"seat": other, "mover": stage.seats[0]}


@pytest.mark.rule("TURN-1")
def test_an_accusation_ends_the_turn_and_seats_that_are_out_are_skipped(edition: Edition) -> None:
    stage = Stage.of(edition, seats=4)
    one, two, three, four = stage.seats
    assert stage.accuse("Green Rope Kitchen")[-1] == TurnEnded(one)
    assert stage.scene.turn.mover is two
    stage.accuse("Green Rope Kitchen")
    assert stage.scene.turn.mover is three
    stage.put(White="Kitchen")
    stage.scene = stage.scene._replace(called=1 << three.index)
    stage.suggest("White Rope Kitchen")
    stage.answer()
    if stage.scene.turn.mover is three:
        stage.end_turn()
    assert stage.scene.turn.mover is four
    stage.begin(four)
    stage.accuse("Green Rope Kitchen")
    assert stage.scene.turn.mover is three


@pytest.mark.rule("TURN-1")
def test_nothing_is_chosen_once_the_game_is_over(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.accuse("Plum Candlestick Dining")
    assert stage.to_act is None
    for action in (Roll(), EndTurn(), Accuse(stage.theory("Plum Rope Kitchen"))):
        with refused("TURN-1") as caught:
            stage.play(action)
        assert caught.value.sentence.key == "refusal.game over"
    assert not any(stage.view(seat).options for seat in stage.seats)


def shut_in(edition: Edition, room: str, doors: tuple[str, ...]) -> Stage:
    """Scarlet in a room with a pawn before each of its doors."""
    stage = Stage.of(edition)
    stage.put(Scarlet=room, **dict(zip(("Plum", "Green"), doors, strict=False)))
    return stage


@pytest.mark.rule("MOVE-15")
@pytest.mark.flip(occupied=Occupied.JUMPED)
def test_with_every_door_blocked_the_passage_must_be_taken(edition: Edition) -> None:
    stage = shut_in(edition, "Kitchen", venue(edition).approach[2:])
    with refused("MOVE-15"):
        stage.play(Roll())
    with refused("MOVE-15"):
        stage.play(EndTurn())
    assert not stage.options.roll
    assert not stage.options.end_turn
    assert stage.options.passage is stage.place(venue(edition).passage)
    stage.play(TakePassage())
    assert stage.where("Scarlet") == venue(edition).passage
    stage.suggest(f"Plum Rope {venue(edition).passage}")


@pytest.mark.rule("MOVE-15")
def test_with_every_door_blocked_one_may_suggest_where_one_was_called(edition: Edition) -> None:
    stage = shut_in(edition, "Kitchen", venue(edition).approach[2:])
    stage.scene = stage.scene._replace(called=1)
    with refused("MOVE-15"):
        stage.play(EndTurn())
    stage.suggest("Scarlet Rope Kitchen")


@pytest.mark.rule("MOVE-15")
@pytest.mark.flip(occupied=Occupied.JUMPED)
def test_a_trapped_pawn_stays_without_roll_or_suggestion_but_may_accuse(edition: Edition) -> None:
    stage = shut_in(edition, "Dining Room", venue(edition).dining)
    with refused("MOVE-15"):
        stage.play(Roll())
    with refused("MOVE-15"):
        stage.suggest("Plum Rope Dining")
    with refused("PASS-4"):
        stage.play(TakePassage())
    assert not stage.options.rooms
    assert not stage.options.roll
    assert stage.options.accuse
    stage.end_turn()
    assert stage.where("Scarlet") == "Dining Room"
    stage.begin(stage.seats[0])
    stage.accuse("Green Rope Kitchen")


@pytest.mark.rule("MOVE-15")
def test_the_right_of_a_trapped_pawn_lapses_when_unused(edition: Edition) -> None:
    stage = shut_in(edition, "Dining Room", venue(edition).dining)
    stage.scene = stage.scene._replace(called=1)
    assert stage.options.rooms == (stage.card("Dining"),)
    stage.end_turn()
    stage.begin(stage.seats[0])
    assert not stage.options.rooms
    with refused("MOVE-15"):
        stage.suggest("Plum Rope Dining")


@pytest.mark.rule("MOVE-15")
def test_one_open_door_is_no_trap(edition: Edition) -> None:
    stage = shut_in(edition, "Dining Room", venue(edition).dining[:1])
    with refused("MOVE-16"):
        stage.play(EndTurn())
    stage.roll(2)


@pytest.mark.rule("MOVE-15")
@pytest.mark.editions("MD")
@pytest.mark.flip(occupied=Occupied.BLOCKS)
def test_where_tokens_are_jumped_nobody_is_trapped(edition: Edition) -> None:
    stage = shut_in(edition, "Kitchen", venue(edition).approach[2:])
    with refused("MOVE-16"):
        stage.play(EndTurn())
    assert "o7" in stage.roll(3)


@pytest.mark.rule("MOVE-16")
def test_every_turn_has_its_move(edition: Edition) -> None:
    stage, (far, _, _) = Stage.of(edition), venue(edition).approach
    for here in (far, "Kitchen"):
        stage.begin(stage.seats[0])
        stage.put(Scarlet=here)
        with refused("MOVE-16"):
            stage.play(EndTurn())
        with refused("MOVE-16"):
            stage.go(far)
        assert not stage.options.end_turn
        assert stage.options.moves is None
        assert stage.options.roll
    with refused("SUG-7"):
        stage.suggest("Plum Rope Kitchen")
    stage.roll(3)
    with refused("MOVE-8"):
        stage.play(EndTurn())
    assert "Kitchen" not in stage.ends


@pytest.mark.rule("MOVE-16")
def test_a_suggestion_where_one_was_called_stands_instead_of_the_move(edition: Edition) -> None:
    stage = Stage.of(edition, held={0: "Rope Plum Kitchen"}, sealed="Green Knife Dining")
    stage.put(Scarlet="Kitchen")
    stage.scene = stage.scene._replace(called=1)
    with refused("MOVE-16"):
        stage.play(EndTurn())
    stage.suggest("Plum Rope Kitchen")
    stage.answer()
    with refused("TURN-1"):
        stage.play(Roll())
    stage.end_turn()


@pytest.mark.rule("MOVE-16")
def test_an_accusation_stands_instead_of_the_move(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.accuse("Green Rope Kitchen")
    assert stage.scene.turn.mover is stage.seats[1]


@pytest.mark.rule("MOVE-17")
def test_a_location_is_not_left_after_a_suggestion_in_it(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n11")
    stage.roll(4)
    stage.walk("n12, Trophy Room")
    assert "i16" not in stage.ends
    assert stage.ends
    stage.suggest("Plum Rope Trophy")
    stage.answer()
    assert stage.options.moves is None
    with refused("MOVE-17"):
        stage.go("h16")
    stage.end_turn()


@pytest.mark.rule("MOVE-17")
def test_nor_after_a_suggestion_where_one_was_called(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Kitchen")
    stage.scene = stage.scene._replace(called=1)
    stage.suggest("Plum Rope Kitchen")
    stage.answer()
    with refused("MOVE-17"):
        stage.go("m7")
    with refused("TURN-1"):
        stage.play(Roll())


@pytest.mark.rule("MOVE-17")
@pytest.mark.flip(entering=Entering.ENDS_THE_MOVE)
def test_without_a_suggestion_the_location_may_be_left(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n11")
    stage.roll(4)
    stage.walk("n12, Trophy Room")
    stage.go("h16")
    assert stage.where("Scarlet") == "h16"
