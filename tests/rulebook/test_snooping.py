"""Snooping: SNOOP-1 to SNOOP-5."""

from __future__ import annotations

import pytest
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import EndTurn, Snoop
from greycells.rules.chance import ScriptedDealer, SeededDealer
from greycells.rules.edition import Edition, Snooping
from greycells.rules.events import Snooped

SPYGLASSES = {"o5", "v6", "ab7", "l9", "ak9", "ak16", "ab18", "l20", "x21"}


@pytest.mark.rule("SNOOP-1")
def test_nine_squares_carry_a_spyglass(edition: Edition) -> None:
    assert {place.name for place in edition.board.places if place.spyglass} == SPYGLASSES


@pytest.mark.rule("SNOOP-1")
@pytest.mark.editions("LX CL AN GW")
def test_elsewhere_nobody_snoops(edition: Edition) -> None:
    assert not any(place.spyglass for place in edition.board.places)
    stage = Stage.of(edition)
    stage.scene = stage.scene._replace(turn=stage.scene.turn._replace(spyglass=True, phase="moved"))
    assert not stage.options.snoop
    with refused("TURN-1") as caught:
        stage.play(Snoop(stage.seats[1]))
    assert caught.value.sentence.key == "refusal.no snooping"


def at_the_spyglass(edition: Edition) -> Stage:
    """Scarlet has ended a move on the spyglass square l9."""
    stage = Stage.of(edition)
    stage.put(Scarlet="n9")
    stage.roll(2)
    stage.go("l9")
    return stage


@pytest.mark.rule("SNOOP-2")
@pytest.mark.flip(snooping=Snooping.NONE)
def test_one_card_of_an_opponent_is_drawn_blind(edition: Edition) -> None:
    stage = at_the_spyglass(edition)
    one, two, three = stage.seats
    assert stage.options.snoop == (two, three)
    with refused("SNOOP-2"):
        stage.play(Snoop(one))
    drawn = [SeededDealer(seed).draw(stage.hand(two), number=7) for seed in range(400)]
    assert set(drawn) == set(stage.hand(two))
    assert max(drawn.count(card) for card in drawn) < 80, "each of nine cards is as likely as the others"
    stage.dealer = ScriptedDealer(draws=[drawn[0]])
    assert stage.play(Snoop(two)) == (Snooped(one, two, drawn[0]),)


@pytest.mark.rule("SNOOP-2")
def test_only_a_token_that_comes_upon_a_spyglass_may_snoop(edition: Edition) -> None:
    stage = Stage.of(edition)
    with refused("SNOOP-2"):
        stage.play(Snoop(stage.seats[1]))
    stage.put(Scarlet="n9")
    stage.roll(3)
    stage.go("k9")
    assert not stage.options.snoop
    with refused("SNOOP-2"):
        stage.play(Snoop(stage.seats[1]))


@pytest.mark.rule("SNOOP-2")
def test_a_hand_without_cards_has_nothing_to_draw(edition: Edition) -> None:
    stage = at_the_spyglass(edition)
    stage.scene = stage.scene._replace(sizes=(9, 0, 9))
    assert stage.options.snoop == (stage.seats[2],)
    with refused("SNOOP-2"):
        stage.play(Snoop(stage.seats[1]))


@pytest.mark.rule("SNOOP-3")
@pytest.mark.flip(snooping=Snooping.BLIND)
def test_all_know_who_snooped_and_only_two_know_the_card(edition: Edition) -> None:
    stage = at_the_spyglass(edition)
    one, two, three = stage.seats
    hands = stage.secrets.hands
    (snooped,) = stage.play(Snoop(two))
    assert isinstance(snooped, Snooped)
    assert snooped.card in hands[two.index]
    seen = {viewer: stage.view(viewer).sightings[-1].event for viewer in (*stage.seats, None)}
    assert seen == {one: snooped, two: snooped, three: Snooped(one, two, None), None: Snooped(one, two, None)}
    assert stage.secrets.hands == hands, "the card goes back"
    assert stage.scene.sizes == (9, 9, 9)


@pytest.mark.rule("SNOOP-4")
@pytest.mark.flip(snooping=Snooping.NONE)
def test_the_move_goes_on_after_the_look(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n9")
    stage.roll(5)
    assert "l9" in stage.pauses
    stage.go("l9")
    assert stage.where("Scarlet") == "l9"
    assert stage.scene.turn.phase == "moving"
    assert stage.scene.turn.steps == 3
    stage.play(Snoop(stage.seats[1]))
    with refused("MOVE-8"):
        stage.play(EndTurn())
    assert {"i9", "j8", "m9"} & stage.ends == {"i9", "j8"}
    with refused("MOVE-4"):
        stage.walk("m9, m8, l8")
    stage.walk("k9, j9, i9")
    assert stage.where("Scarlet") == "i9"
    stage.end_turn()


@pytest.mark.rule("SNOOP-4", "MOVE-4")
@pytest.mark.editions("MD")
def test_after_the_look_the_square_where_the_turn_began_still_counts_as_entered(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n9")
    stage.roll(6)
    stage.walk("m9, l9")
    assert "n9" not in stage.ends
    with refused("MOVE-4"):
        stage.walk("l8, m8, n8, n9")


@pytest.mark.rule("SNOOP-4")
def test_the_rest_of_the_path_is_chosen_after_the_look(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n9")
    stage.roll(6)
    stage.walk("m9, l9")
    assert {"Trophy Room", "h9", "l6"} & stage.ends == {"Trophy Room", "h9"}
    stage.go("Trophy Room")
    stage.suggest("Plum Rope Trophy")


@pytest.mark.rule("SNOOP-4")
def test_each_spyglass_is_used_once_a_turn(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n9")
    stage.roll(4)
    stage.walk("m9, l9")
    stage.play(Snoop(stage.seats[1]))
    assert stage.options.moves
    assert not stage.options.snoop
    with refused("SNOOP-4"):
        stage.play(Snoop(stage.seats[2]))
    stage = at_the_spyglass(edition)
    stage.play(Snoop(stage.seats[1]))
    with refused("SNOOP-4"):
        stage.play(Snoop(stage.seats[1]))


@pytest.mark.rule("SNOOP-4")
def test_every_spyglass_on_the_way_may_be_used(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="o6")
    stage.roll(12)
    assert stage.pauses >= {"o5", "l9"}
    stage.walk("o5")
    stage.play(Snoop(stage.seats[1]))
    stage.walk("n5, n6, n7, n8, m8, l8, l9")
    assert stage.scene.turn.steps == 4
    stage.play(Snoop(stage.seats[1]))


@pytest.mark.rule("SNOOP-4")
def test_stopping_needs_a_move_that_can_be_completed(edition: Edition) -> None:
    """Down the alley beside the Studio there is no way on for a token that has just left the Studio."""
    stage = Stage.of(edition)
    stage.put(Scarlet="Studio")
    stage.roll(12)
    with refused("SNOOP-4"):
        stage.walk("o17, n17, m17, l17, l18, l19, l20")
    stage.walk("l23, l22, l21, l20")
    assert stage.scene.turn.steps == 8
    stage.begin(stage.seats[0])
    stage.put(Scarlet="Studio")
    stage.roll(10)
    stage.walk("o17, n17, m17, l17, l18, l19, l20")
    assert stage.ends == {"l23"}


@pytest.mark.rule("SNOOP-5")
def test_snooping_is_never_obligatory(edition: Edition) -> None:
    stage = at_the_spyglass(edition)
    stage.end_turn()
    assert stage.scene.turn.mover is stage.seats[1]
    stage = Stage.of(edition)
    stage.put(Scarlet="n9")
    stage.roll(4)
    stage.walk("m9, l9")
    stage.walk("k9, j9")
    assert stage.where("Scarlet") == "j9"


@pytest.mark.rule("SNOOP-5")
def test_an_occupied_spyglass_square_is_only_jumped(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n9", Plum="l9")
    stage.roll(4)
    assert "l9" not in stage.pauses
    with refused("MOVE-6"):
        stage.walk("m9, l9")
    stage.walk("m9, l9, k9, j9")
    assert not stage.options.snoop


@pytest.mark.rule("SNOOP-5")
def test_starting_a_turn_on_a_spyglass_gives_nothing(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="l9")
    with refused("SNOOP-5"):
        stage.play(Snoop(stage.seats[1]))
    stage.roll(2)
    with refused("SNOOP-5"):
        stage.play(Snoop(stage.seats[1]))
    assert not stage.options.snoop
    stage.go("n9")
    assert not stage.options.snoop


@pytest.mark.rule("SNOOP-5")
def test_eliminated_players_can_be_snooped(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.begin(stage.seats[1])
    stage.accuse("Green Rope Kitchen")
    stage.begin(stage.seats[0])
    stage.put(Scarlet="n9")
    stage.roll(2)
    stage.go("l9")
    assert stage.options.snoop == stage.seats[1:]
    stage.play(Snoop(stage.seats[1]))
