"""Secret passages: PASS-1 to PASS-7."""

from __future__ import annotations

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import EndTurn, Roll, TakePassage
from greycells.rules.edition import Edition, Passages, Suggesting
from greycells.rules.events import TookPassage


def assert_passages(edition: Edition, *pairs: tuple[str, str]) -> None:
    """These are all the passages, and each is taken both ways."""
    joined = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    for place in edition.board.places:
        stage = Stage.of(edition)
        stage.put(Scarlet=place.name)
        if place.name in joined:
            assert stage.play(TakePassage()) == (TookPassage(stage.seats[0], stage.place(joined[place.name])),)
            assert stage.where("Scarlet") == joined[place.name]
        else:
            with refused("PASS-4"):
                stage.play(TakePassage())


@pytest.mark.rule("PASS-1")
def test_passages_join_opposite_corners(edition: Edition) -> None:
    assert_passages(edition, ("Kitchen", "Study"), ("Conservatory", "Lounge"))


@pytest.mark.rule("PASS-2")
def test_passages_of_the_getaway_mansion(edition: Edition) -> None:
    assert_passages(edition, ("Spa", "Guest House"), ("Kitchen", "Observatory"))


@pytest.mark.rule("PASS-3")
def test_passages_of_the_manor(edition: Edition) -> None:
    assert_passages(
        edition, ("Drawing Room", "Conservatory"), ("Library", "Kitchen"), ("Basement Stairs", "Garden Walk")
    )


@pytest.mark.rule("PASS-4")
def test_the_passage_is_taken_instead_of_rolling_and_is_the_move(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Kitchen")
    assert stage.options.roll
    assert stage.options.passage is stage.place(venue(edition).passage)
    stage.play(TakePassage())
    for again in (Roll(), TakePassage()):
        with refused("TURN-1"):
            stage.play(again)
    assert stage.options.moves is None
    assert stage.options.passage is None
    assert not stage.options.roll


@pytest.mark.rule("PASS-4")
def test_only_a_pawn_that_begins_its_turn_there_takes_it(edition: Edition) -> None:
    stage, (_, near, _) = Stage.of(edition), venue(edition).approach
    stage.put(Scarlet=near)
    stage.roll(2)
    stage.go("Kitchen")
    with refused("TURN-1"):
        stage.play(TakePassage())
    assert stage.options.passage is None


@pytest.mark.rule("PASS-5")
@pytest.mark.flip(passages=Passages.INSTEAD_OF_ROLLING)
def test_a_passage_inside_a_roll_costs_one_and_the_move_goes_on(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n7")
    assert "Library" not in stage.roll(2)
    stage.begin(stage.seats[0])
    assert "Library" in stage.roll(3)
    stage.begin(stage.seats[0])
    stage.roll(5)
    stage.walk("m7, Kitchen, Library, z19, y19")
    assert stage.where("Scarlet") == "y19"


@pytest.mark.rule("PASS-5")
@pytest.mark.flip(passages=Passages.INSTEAD_OF_ROLLING)
def test_also_when_the_turn_began_where_the_passage_starts(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Kitchen")
    assert {"Library", "z19"} <= stage.roll(2)
    stage.walk("Library")
    stage.suggest("Plum Rope Library")


@pytest.mark.rule("PASS-6")
def test_arriving_by_passage_is_entering(edition: Edition) -> None:
    stage, far = Stage.of(edition), venue(edition).passage
    stage.put(Scarlet="Kitchen")
    stage.play(TakePassage())
    assert stage.options.rooms == (stage.card(far),)
    stage.suggest(f"Plum Rope {far}")


@pytest.mark.rule("PASS-6")
@pytest.mark.editions("LX AN GW")
@pytest.mark.flip(suggesting=Suggesting.OPTIONAL)
def test_arriving_by_passage_is_followed_by_a_suggestion(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Kitchen")
    stage.play(TakePassage())
    with refused("SUG-2"):
        stage.play(EndTurn())


@pytest.mark.rule("PASS-6")
@pytest.mark.editions("MD CL")
@pytest.mark.flip(suggesting=Suggesting.REQUIRED)
def test_arriving_by_passage_allows_a_suggestion(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="Kitchen")
    stage.play(TakePassage())
    stage.end_turn()


@pytest.mark.rule("PASS-7")
@pytest.mark.flip(passages=Passages.ALSO_INSIDE_A_ROLL)
def test_a_passage_is_never_combined_with_a_roll(edition: Edition) -> None:
    stage, far = Stage.of(edition), venue(edition).passage
    stage.put(Scarlet="Kitchen")
    assert far not in stage.roll(6)
    with refused("PASS-7"):
        stage.play(TakePassage())
    with refused("PASS-7"):
        stage.walk(far)
    with refused("PASS-7"):
        stage.go(far)
    assert stage.options.passage is None
