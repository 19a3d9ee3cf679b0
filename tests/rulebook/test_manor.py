"""The manor of Master Detective: MOVE-19 and MOVE-20."""

from __future__ import annotations

import pytest
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import TakePassage
from greycells.rules.board import Place
from greycells.rules.edition import Edition, Entering, Occupied, Passages


def reached_on_foot(edition: Edition, start: str, *, without: set[str]) -> set[str]:
    """Every place to which steps lead from there, though not into the places left out."""
    board = edition.board
    found: set[Place] = set()
    edge = [board.place(start)]
    while edge:
        place = edge.pop()
        if place.name not in without and place not in found:
            found.add(place)
            edge += board.neighbours[place.index]
    return {place.name for place in found}


@pytest.mark.rule("MOVE-19")
def test_the_outlying_locations_are_reached_through_their_neighbours_only(edition: Edition) -> None:
    everywhere = reached_on_foot(edition, "Cloak Room", without=set())
    assert {"Carriage House", "Gazebo", "Fountain"} <= everywhere
    assert "Carriage House" not in reached_on_foot(edition, "Cloak Room", without={"Trophy Room"})
    by_the_walk = reached_on_foot(edition, "Cloak Room", without={"Courtyard"})
    assert not {"Gazebo", "Fountain"} & by_the_walk, "the Garden Walk itself is reached by its passage"
    assert "Fountain" in reached_on_foot(edition, "Gazebo", without={"Courtyard"})
    assert "Fountain" not in reached_on_foot(edition, "Gazebo", without={"Courtyard", "Garden Walk"})
    assert "Gazebo" in reached_on_foot(edition, "Courtyard", without={"Garden Walk"})
    assert "Fountain" in reached_on_foot(edition, "Courtyard", without={"Garden Walk"})


@pytest.mark.rule("MOVE-19")
@pytest.mark.flip(entering=Entering.ENDS_THE_MOVE)
def test_the_carriage_house_lies_behind_the_trophy_room(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n12")
    assert "Carriage House" not in stage.roll(3)
    stage.begin(stage.seats[0])
    assert "Carriage House" in stage.roll(4)
    stage.walk("Trophy Room, f12, e12, Carriage House")
    stage.suggest("Plum Rope Carriage")


@pytest.mark.rule("MOVE-19")
@pytest.mark.flip(entering=Entering.ENDS_THE_MOVE)
def test_the_cloak_room_is_passed_through_and_ended_in_like_any_location(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="p9")
    assert {"v13", "s16", "Cloak Room"} <= stage.roll(3)
    stage.walk("p10, Cloak Room")
    with refused("SUG-10"):
        stage.suggest("Plum Rope Kitchen")
    assert stage.options.end_turn
    assert "v13" in stage.ends
    stage.end_turn()
    stage.begin(stage.seats[0])
    assert "v13" not in stage.roll(2)
    stage.walk("v13, w13")
    assert stage.where("Scarlet") == "w13"


@pytest.mark.rule("MOVE-20")
def test_the_basement_stairs_are_ended_on_by_exact_count(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n14")
    assert "Basement Stairs" in stage.roll(2)
    stage.begin(stage.seats[0])
    assert "Basement Stairs" not in stage.roll(3)
    with refused("MOVE-8"):
        stage.walk("n13, Basement Stairs")
    stage.begin(stage.seats[0])
    stage.put(Scarlet="ak9")
    assert "Garden Walk" in stage.roll(3)
    stage.go("Garden Walk")
    assert stage.options.moves is None
    with refused("SUG-10"):
        stage.suggest("Plum Rope Gazebo")
    stage.end_turn()


@pytest.mark.rule("MOVE-20")
@pytest.mark.flip(occupied=Occupied.BLOCKS)
def test_one_token_at_a_time_jumped_like_a_square(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n14", Mustard="Basement Stairs")
    ends = stage.roll(2)
    assert "Basement Stairs" not in ends
    assert "n13" in ends, "the count ends on a token, so the move stops behind it"
    with refused("MOVE-6"):
        stage.go("Basement Stairs")
    stage.begin(stage.seats[0])
    stage.put(Scarlet="n13")
    stage.roll(3)
    stage.walk("Basement Stairs, Garden Walk, al10")
    assert stage.where("Scarlet") == "al10"


@pytest.mark.rule("MOVE-20")
def test_the_passage_is_not_taken_while_its_far_end_is_occupied(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Basement Stairs", Plum="Garden Walk")
    assert stage.options.passage is None
    with refused("MOVE-20"):
        stage.play(TakePassage())
    stage.put(Plum="Cloak Room")
    assert stage.options.passage is stage.place("Garden Walk")
    stage.play(TakePassage())
    assert stage.where("Scarlet") == "Garden Walk"
    assert stage.options.end_turn


@pytest.mark.rule("MOVE-20")
@pytest.mark.flip(passages=Passages.INSTEAD_OF_ROLLING)
def test_the_far_end_of_the_passage_is_jumped_inside_a_roll(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Basement Stairs", Plum="Garden Walk")
    assert "al15" in stage.roll(2)
    stage.walk("Garden Walk, al15")
    assert stage.where("Scarlet") == "al15"
