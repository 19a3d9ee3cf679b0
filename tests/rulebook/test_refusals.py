"""What a refusal says is so in the very case in which it is said, and it cites the rule that it is about."""

from __future__ import annotations

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import EndTurn, Roll, Suggest, TakePassage
from greycells.rules.edition import Edition, Entering


def in_the_kitchen(edition: Edition) -> Stage:
    """Scarlet's turn begins in the Kitchen; nobody has suggested anything there."""
    stage = Stage.of(edition)
    stage.put(Scarlet="Kitchen")
    return stage


def told(stage: Stage, rule: str, words: str = "") -> str:
    """What Scarlet is told about a suggestion in the Kitchen, or in the room that the words name."""
    with refused(rule) as caught:
        stage.suggest(words or "Plum Rope Kitchen")
    return str(caught.value.to_player())


@pytest.mark.rule("PASS-5")
def test_after_rolling_the_passage_is_a_step_of_the_roll(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.roll(4)
    with refused("PASS-5") as caught:
        stage.play(TakePassage())
    assert str(caught.value.to_player()) == (
        "You have already rolled: from now on, a secret passage is one step of the roll, so choose where to go. "
        "(PASS-5)"
    )
    stage.go("Library")


@pytest.mark.rule("PASS-5")
@pytest.mark.flip(entering=Entering.ENDS_THE_MOVE)
def test_so_it_is_with_steps_left_in_a_location(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n7")
    stage.roll(5)
    stage.go("Kitchen")
    with refused("PASS-5"):
        stage.play(TakePassage())
    stage.go("Library")


@pytest.mark.rule("MOVE-9")
@pytest.mark.editions("MD")
def test_a_location_with_a_passage_is_entered_by_it_too(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="l21")
    stage.roll(5)
    with refused("MOVE-9") as caught:
        stage.walk("l22, Conservatory")
    assert "its doors and its secret passage" in str(caught.value)
    with refused("MOVE-9") as caught:
        stage.walk("l22, Studio")
    assert "only by its doors. (" in str(caught.value)


@pytest.mark.rule("SUG-7")
def test_a_player_who_never_suggested_is_told_of_no_suggestion(edition: Edition) -> None:
    for call in (0, 2):
        stage = in_the_kitchen(edition)
        if call:
            stage.roll(call)
        assert told(stage, "SUG-7") == (
            "You can't make a suggestion in the Kitchen now: you have to enter the room this turn, "
            "or have been moved there by another player since your last turn. (SUG-7)"
        )


@pytest.mark.rule("SUG-8")
def test_the_room_of_ones_own_last_suggestion_is_named(edition: Edition) -> None:
    stage = Stage.of(edition, sealed="Green Knife Dining", held={0: "Rope Plum Kitchen"})
    stage.put(Scarlet=venue(edition).approach[1])
    stage.roll(2)
    stage.go("Kitchen")
    stage.suggest("Plum Rope Kitchen")
    stage.answer()
    stage.begin(stage.seats[0])
    assert told(stage, "SUG-8") == (
        "You have made a suggestion in the Kitchen already. Go to another room, or leave this one and come back "
        "on a later turn. (SUG-8)"
    )
    stage.roll(1)
    stage.go(venue(edition).approach[2])
    stage.begin(stage.seats[0])
    stage.put(Scarlet="Kitchen")
    told(stage, "SUG-7")


@pytest.mark.rule("SUG-8")
def test_being_called_away_is_leaving(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.scene = stage.scene._replace(called=0b1, suggested=0b1)
    stage.suggest("Mustard Rope Kitchen")
    assert stage.scene.suggested == 0b1
    stage.scene = stage.scene._replace(suggested=0b11)
    stage.answer()
    stage.begin(stage.seats[0])
    stage.put(Mustard=venue(edition).passage)
    stage.scene = stage.scene._replace(called=0b1)
    stage.suggest("Mustard Rope Kitchen")
    assert stage.scene.suggested == 0b1


@pytest.mark.rule("SUG-9")
def test_whoever_was_called_over_and_rolled_gave_the_right_up(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.scene = stage.scene._replace(called=0b1)
    stage.roll(2)
    assert told(stage, "SUG-9") == (
        "You rolled instead of making a suggestion in the Kitchen, and that gave up the right to make one there. "
        "(SUG-9)"
    )


@pytest.mark.rule("MOVE-7")
def test_stopping_behind_tokens_where_the_turn_began_is_not_entering(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Trophy Room", Mustard="n12", White="n11")
    stage.roll(2)
    stage.go("Trophy Room")
    assert "stopped behind another pawn" in told(stage, "MOVE-7", "Plum Rope Trophy")


@pytest.mark.rule("MOVE-15")
def test_a_trapped_pawn_is_told_so(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Dining Room", **dict(zip(("Plum", "Green"), venue(edition).dining, strict=False)))
    assert told(stage, "MOVE-15", "Plum Rope Dining") == (
        "You are trapped in the Dining Room, and staying there doesn't allow another suggestion. "
        "You can accuse, or end your turn. (MOVE-15)"
    )


@pytest.mark.rule("MOVE-15")
def test_whoever_is_blocked_in_is_told_of_the_passage(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.put(Plum=venue(edition).approach[2])
    with refused("MOVE-15") as caught:
        stage.play(Roll())
    assert str(caught.value).endswith("is blocked. The secret passage is the only way out. (MOVE-15)")
    stage.scene = stage.scene._replace(called=0b1)
    with refused("MOVE-15") as caught:
        stage.play(EndTurn())
    assert str(caught.value).endswith("The secret passage is the only way out; or make a suggestion here. (MOVE-15)")


@pytest.mark.rule("SUG-10")
def test_only_where_some_room_has_no_card_a_room_with_a_card_is_asked_for(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet=venue(edition).approach[1])
    assert ("that has a card" in told(stage, "SUG-10")) == (edition.key == "master-detective")


@pytest.mark.rule("SUG-10")
@pytest.mark.parametrize(
    ("place", "where"),
    [("n13", "on n13"), ("Basement Stairs", "on the Basement Stairs"), ("Cloak Room", "in the Cloak Room")],
)
@pytest.mark.editions("MD")
def test_one_is_in_a_room_and_on_a_square(edition: Edition, place: str, where: str) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet=place)
    assert f"can't make a suggestion {where}. First enter a room that has a card." in told(stage, "SUG-10")


@pytest.mark.rule("MOVE-15")
def test_whoever_is_trapped_but_was_called_over_is_told_of_the_suggestion(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Dining Room", **dict(zip(("Plum", "Green"), venue(edition).dining, strict=False)))
    stage.scene = stage.scene._replace(called=0b1)
    with refused("MOVE-15") as caught:
        stage.play(Roll())
    assert "Make a suggestion here, accuse, or end the turn." in str(caught.value)


@pytest.mark.rule("TURN-1")
def test_nobody_who_has_not_moved_is_told_to_have_moved(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.scene = stage.scene._replace(called=0b1)
    stage.suggest("Plum Rope Kitchen")
    stage.answer()
    if stage.scene.turn.mover is stage.seats[0]:
        with refused("TURN-1") as caught:
            stage.play(Roll())
        assert "again" not in str(caught.value)
        assert "can't move any more this turn" in str(caught.value)


@pytest.mark.rule("SUG-9")
def test_whoever_was_called_over_and_would_end_the_turn_is_told_of_the_suggestion(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.scene = stage.scene._replace(called=0b1)
    with refused("MOVE-16") as caught:
        stage.play(EndTurn())
    assert "make a suggestion in the Kitchen, where another player's suggestion moved" in str(caught.value)
    stage.play(Suggest(stage.theory("Plum Rope Kitchen")))


@pytest.mark.rule("MOVE-8")
@pytest.mark.editions("LX CL AN")
def test_where_no_path_uses_the_whole_roll_the_longest_are_asked_for(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="x8", Plum="v8", Green="v7", Peacock="v9")
    stage.roll(5)
    told = "You can't end on w8: no path uses the whole roll, so the move has to be one of the longest. (MOVE-8)"
    with refused("MOVE-8") as caught:
        stage.go("w8")
    assert str(caught.value.to_player()) == told
    with refused("MOVE-8") as caught:
        stage.walk("w8")
    assert str(caught.value.to_player()) == told
    stage.go("w7")


@pytest.mark.rule("MOVE-8")
@pytest.mark.editions("MD")
def test_after_a_snoop_the_rest_of_the_roll_is_told(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="x5")
    stage.roll(5)
    with refused("MOVE-8") as caught:
        stage.go("v7")
    assert str(caught.value.to_player()).startswith("You rolled 5 and can't end on v7:")
    stage.walk("w5, w6, v6")
    with refused("MOVE-8") as caught:
        stage.go("v7")
    assert str(caught.value.to_player()).startswith("You have 2 steps left and can't end on v7:")
    assert caught.value.to_player().say("de").startswith("Du hast noch 2 Schritte und kannst nicht auf v7")


@pytest.mark.rule("MOVE-8")
def test_a_square_out_of_reach_is_too_far(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet=venue(edition).approach[2])
    stage.roll(2)
    far = next(
        place for place in reversed(edition.board.places) if place.kind == "square" and place not in stage.scene.pawns
    )
    with refused("MOVE-8") as caught:
        stage.go(str(far))
    assert f"You rolled 2, and that isn't enough to reach {far}." in str(caught.value.to_player())


@pytest.mark.rule("MOVE-4")
@pytest.mark.editions("LX CL AN")
def test_where_the_start_may_be_entered_again_it_is_not_said_to_count(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("start square may be re-entered"))
    stage.put(Scarlet="h8")
    stage.roll(4)
    with refused("MOVE-4") as caught:
        stage.walk("i8, h8, h7, h8")
    assert "counts as entered" not in str(caught.value)
