"""Moving on a roll: MOVE-1 to MOVE-14 and MOVE-18."""

from __future__ import annotations

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import EndTurn, Move, Roll, Snoop, Suggest
from greycells.rules.cards import Theory
from greycells.rules.edition import Edition, Entering, Occupied, StartSquare
from greycells.rules.events import Moved, Rolled
from greycells.rules.game import Game
from greycells.rules.movement.moves import why_not_fallen


def throws(edition: Edition) -> list[tuple[int, ...]]:
    """Many a roll, each at the start of a game, checked to be what the move then has."""
    found: list[tuple[int, ...]] = []
    for seed in range(200):
        game = Game.new(edition, ["Ada", "Grace", "Alan"], seed=seed)
        (rolled,) = game.play(Roll())
        assert isinstance(rolled, Rolled)
        assert rolled.seat is game.scene.turn.mover
        assert game.scene.turn.dice == rolled.dice
        assert game.scene.turn.steps == sum(rolled.dice)
        found.append(rolled.dice)
    return found


@pytest.mark.rule("MOVE-1")
@pytest.mark.flip(dice=1)
def test_two_dice_are_rolled_and_summed(edition: Edition) -> None:
    rolls = throws(edition)
    assert {len(dice) for dice in rolls} == {2}
    assert {die for dice in rolls for die in dice} == {1, 2, 3, 4, 5, 6}
    assert {sum(dice) for dice in rolls} == set(range(2, 13))


@pytest.mark.rule("MOVE-2")
@pytest.mark.flip(dice=2)
def test_one_die_is_rolled(edition: Edition) -> None:
    assert set(throws(edition)) == {(1,), (2,), (3,), (4,), (5,), (6,)}


@pytest.mark.rule("MOVE-1", "MOVE-2")
@pytest.mark.editions("MD LX CL AN GW")
def test_dice_fall_no_other_way(edition: Edition) -> None:
    one, due = edition.key == "classic", 1 if edition.key == "classic" else 2
    for dice in ((1,) * due, (6,) * due):
        assert why_not_fallen(edition.rules, dice) is None
    for dice in ((), (7,) * due, (0,) * due, (3,) * (due + 1), (3,) * (due - 1)):
        no = why_not_fallen(edition.rules, dice)
        assert no is not None
        assert no.rule == ("MOVE-2" if one else "MOVE-1")
        assert str(no).endswith(f"({no.rule})")


@pytest.mark.rule("MOVE-3")
def test_steps_turn_freely_but_are_never_diagonal(edition: Edition) -> None:
    stage, (here, right, across, below) = Stage.of(edition), venue(edition).block
    stage.put(Scarlet=here)
    assert across in stage.roll(2)
    with refused("MOVE-3"):
        stage.walk(f"{across}, {right}")
    with refused("MOVE-3"):
        stage.play(Move(stage.place(below), (stage.place(right), stage.place(across))))
    stage.walk(f"{right}, {across}")
    assert stage.where("Scarlet") == across


@pytest.mark.rule("MOVE-4")
@pytest.mark.flip(start_square=StartSquare.MAY_BE_REENTERED)
def test_the_square_where_the_turn_began_is_not_entered_again(edition: Edition) -> None:
    stage, block = Stage.of(edition), venue(edition).block
    stage.put(Scarlet=block[0])
    assert block[0] not in stage.roll(4)
    with refused("MOVE-4"):
        stage.walk(", ".join((*block[1:], block[0])))
    with refused("MOVE-4"):
        stage.go(block[0])


@pytest.mark.rule("MOVE-4")
def test_no_square_is_entered_twice(edition: Edition) -> None:
    stage, block = Stage.of(edition), venue(edition).block
    stage.put(Scarlet=block[0])
    stage.roll(5)
    with refused("MOVE-4"):
        stage.walk(", ".join((*block[1:3], block[1], block[2], block[3])))


@pytest.mark.rule("MOVE-4")
def test_only_simple_paths_of_the_exact_length_count(edition: Edition) -> None:
    """One step away and an odd roll: but steps cannot be wasted in a blind alley, nor by going back and forth."""
    stage, (end, beside, _) = Stage.of(edition), venue(edition).blind
    stage.put(Scarlet=beside, White="Kitchen")
    assert end not in stage.roll(3)
    stage, block = Stage.of(edition), venue(edition).block
    stage.put(Scarlet=block[0])
    ends = stage.roll(2)
    assert block[2] in ends
    assert not {block[0], block[1], block[3]} & ends


@pytest.mark.rule("MOVE-5")
@pytest.mark.flip(occupied=Occupied.JUMPED)
def test_no_occupied_square_is_entered_or_passed(edition: Edition) -> None:
    stage, block = Stage.of(edition), venue(edition).block
    stage.put(Scarlet=block[0], Mustard=block[1], Plum=block[2])
    ends = stage.roll(2)
    assert block[2] not in ends
    with refused("MOVE-5"):
        stage.go(block[2])
    with refused("MOVE-5"):
        stage.walk(f"{block[3]}, {block[2]}")
    stage, (end, beside, before) = Stage.of(edition), venue(edition).blind
    stage.put(White="Kitchen", Scarlet=end, Plum=before)
    assert stage.roll(4) == {beside}
    with refused("MOVE-5"):
        stage.walk(f"{beside}, {before}")


@pytest.mark.rule("MOVE-5", "MOVE-6")
@pytest.mark.editions("MD LX CL AN GW")
def test_no_empty_square_counts_as_occupied(edition: Edition) -> None:
    """Not even the first of the board, which is the lowest bit of every mask of places."""
    stage, board = Stage.of(edition), edition.board
    first = board.places[0]
    stage.put(**{suspect.word: "Kitchen" for suspect in edition.deck.suspects[1:]})
    beside = next(place for place in board.neighbours[first.index] if place.kind == "square")
    behind = next(place for place in board.neighbours[beside.index] if place.kind == "square" and place is not first)
    stage.put(Scarlet=behind.name)
    assert first.name in stage.roll(2)


@pytest.mark.rule("MOVE-5")
def test_an_empty_start_square_is_an_ordinary_square(edition: Edition) -> None:
    stage, (start, owner, beside) = Stage.of(edition), venue(edition).start
    stage.put(Scarlet=beside)
    assert start not in stage.roll(3 if edition.rules.dice == 2 else 1)
    stage.put(**{owner: "Kitchen"})
    far = {"x8": "w9", "a10": "c10"}[start]
    stage.begin(stage.seats[0])
    stage.put(Scarlet=far)
    assert start in stage.roll(2)
    stage.go(start)
    assert stage.where("Scarlet") == start


@pytest.mark.rule("MOVE-6")
@pytest.mark.flip(occupied=Occupied.BLOCKS)
def test_tokens_are_jumped_and_counted(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n16", Mustard="n15", White="n14")
    ends = stage.roll(4)
    assert "n12" in ends
    assert not {"n15", "n14"} & ends
    stage.walk("n15, n14, n13, n12")
    assert stage.where("Scarlet") == "n12"
    assert stage.where("Mustard") == "n15"


@pytest.mark.rule("MOVE-6")
@pytest.mark.flip(occupied=Occupied.BLOCKS)
def test_nobody_ends_on_a_token_and_a_jumped_square_counts_as_entered(edition: Edition) -> None:
    stage, (here, right, across, below) = Stage.of(edition), venue(edition).block
    stage.put(Scarlet=here, Mustard=across, White=below)
    assert across not in stage.roll(2)
    with refused("MOVE-6"):
        stage.go(across)
    with refused("MOVE-6"):
        stage.walk(f"{right}, {across}")
    stage.begin(stage.seats[0])
    stage.roll(4)
    with refused("MOVE-4"):
        stage.walk(f"{right}, {across}, {right}, {across}")
    with refused("MOVE-4"):
        stage.walk(f"{below}, {across}, {below}, l18")


@pytest.mark.rule("MOVE-7")
@pytest.mark.flip(occupied=Occupied.BLOCKS)
def test_a_count_that_ends_on_a_token_stops_behind_it(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n16", Mustard="n13")
    ends = stage.roll(3)
    assert "n14" in ends
    assert "n13" not in ends
    assert {"k16", "q16"} <= ends, "the path behind the token is one choice among others"
    stage.walk("n15, n14")
    assert stage.where("Scarlet") == "n14"
    stage.end_turn()


@pytest.mark.rule("MOVE-7")
def test_it_stops_behind_along_its_own_path_only(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n16", Mustard="n13")
    assert "n14" not in stage.roll(4)
    with refused("MOVE-8"):
        stage.walk("n15, n14")
    stage.begin(stage.seats[0])
    stage.roll(3)
    with refused("MOVE-8"):
        stage.walk("m16, l16")


@pytest.mark.rule("MOVE-7")
def test_behind_a_row_of_tokens_it_stops_further_back(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n16", Mustard="n13", White="n14")
    assert "n15" in stage.roll(3)
    stage.go("n15")
    assert stage.where("Scarlet") == "n15"
    assert stage.scene.turn.phase == "moved"


@pytest.mark.rule("MOVE-7")
def test_behind_a_row_that_begins_at_once_it_stays_without_a_suggestion(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n16", Mustard="n13", White="n14", Green="n15")
    assert "n16" in stage.roll(3)
    (moved,) = stage.walk("")
    assert moved == Moved(stage.seats[0], (), 0)
    stage.end_turn()
    stage.begin(stage.seats[0])
    stage.put(Scarlet="Trophy Room", Mustard="n12", White="n11")
    assert "Trophy Room" in stage.roll(2)
    stage.go("Trophy Room")
    assert stage.options.moves is None
    with refused("MOVE-7"):
        stage.suggest("Plum Rope Trophy")
    stage.end_turn()


@pytest.mark.rule("MOVE-7")
def test_behind_a_token_in_a_location_it_has_entered_it(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n11", Mustard="i16")
    stage.roll(3)
    stage.walk("n12, Trophy Room")
    assert not {"Trophy Room", "i16"} & stage.ends, "it may go on elsewhere, or stay as it is"
    with refused("TURN-1"):
        stage.go("Trophy Room")
    stage.suggest("Plum Rope Trophy")


@pytest.mark.rule("MOVE-7")
def test_a_move_that_paused_behind_a_token_keeps_what_it_came_upon(edition: Edition) -> None:
    """The count would end on the token beside the spyglass square: the move stops there, and may still snoop."""
    stage = Stage.of(edition)
    stage.put(Scarlet="n9", Plum="k9")
    stage.roll(3)
    stage.walk("m9, l9")
    assert stage.scene.turn.phase == "moving"
    stage.walk("")
    assert stage.options.end_turn
    stage.play(Snoop(stage.seats[1]))


@pytest.mark.rule("MOVE-8")
def test_the_whole_roll_is_used(edition: Edition) -> None:
    stage, block = Stage.of(edition), venue(edition).block
    stage.put(Scarlet=block[0])
    assert block[2] not in stage.roll(5)
    with refused("MOVE-8"):
        stage.walk(", ".join(block[1:]))
    with refused("MOVE-8"):
        stage.go(block[2])
    with refused("MOVE-8"):
        stage.play(EndTurn())
    stage.begin(stage.seats[0])
    stage.roll(2)
    with refused("MOVE-8"):
        stage.walk(", ".join(block[1:]))


@pytest.mark.rule("MOVE-8")
@pytest.mark.editions("LX CL AN GW")
def test_a_longest_path_when_none_uses_the_whole_roll(edition: Edition) -> None:
    stage, (end, beside, before) = Stage.of(edition), venue(edition).blind
    stage.put(White="Kitchen", Scarlet=end, Mustard=before)
    assert stage.roll(6) == {beside}
    with refused("MOVE-8"):
        stage.walk("")
    stage.go(beside)
    assert stage.where("Scarlet") == beside
    stage.end_turn()


@pytest.mark.rule("MOVE-8")
@pytest.mark.editions("LX CL AN GW")
def test_a_room_in_reach_bars_the_longest_path(edition: Edition) -> None:
    """The only ways on are into the Kitchen, and to squares that a shorter walk would reach."""
    stage, (far, near, door) = Stage.of(edition), venue(edition).approach
    around = [
        place.name for place in edition.board.neighbours[stage.place(near).index] if place.name not in (far, door)
    ]
    at_the_door = [place.name for place in edition.board.neighbours[stage.place(door).index] if place.name != near]
    blockers = [far, *around, *(name for name in at_the_door if name != "Kitchen")]
    pawns = dict(zip(("Mustard", "White", "Green", "Peacock", "Plum"), blockers, strict=False))
    assert len(pawns) == len(blockers)
    stage.put(Scarlet=near, **pawns)
    assert stage.roll(6) == {"Kitchen"}


@pytest.mark.rule("MOVE-8")
@pytest.mark.editions("LX CL AN GW")
def test_a_pawn_that_cannot_move_stays_and_the_turn_goes_on(edition: Edition) -> None:
    stage, (end, beside, _) = Stage.of(edition), venue(edition).blind
    stage.put(White="Kitchen", Scarlet=end, Mustard=beside)
    assert stage.roll(6) == {end}
    with refused("MOVE-8"):
        stage.play(EndTurn())
    stage.go(end)
    assert stage.scene.turn.mover is stage.seats[0]
    assert stage.options.accuse
    stage.end_turn()


@pytest.mark.rule("MOVE-9")
def test_rooms_are_entered_by_doors_only(edition: Edition) -> None:
    stage, (square, room) = Stage.of(edition), venue(edition).wall
    stage.put(Scarlet=square)
    stage.roll(2)
    with refused("MOVE-9"):
        stage.walk(room)


@pytest.mark.rule("MOVE-9")
def test_rooms_are_left_by_doors_only_and_by_any_door(edition: Edition) -> None:
    stage, (square, room) = Stage.of(edition), venue(edition).wall
    beside = next(place for place in edition.board.neighbours[stage.place(square).index] if place.name != room)
    stage.put(Scarlet=room)
    stage.roll(2)
    with refused("MOVE-9"):
        stage.walk(f"{square}, {beside}")
    stage.begin(stage.seats[0])
    stage.put(Scarlet="Dining Room")
    ends = stage.roll(2)
    for door in venue(edition).dining:
        assert ends & {place.name for place in edition.board.neighbours[stage.place(door).index]}


@pytest.mark.rule("MOVE-9")
def test_stepping_in_and_stepping_out_cost_one_each(edition: Edition) -> None:
    """The doorway is no space: square before the door, then the room."""
    stage, (far, near, door) = Stage.of(edition), venue(edition).approach
    stage.put(Scarlet=far)
    ends = stage.roll(2)
    assert door in ends
    assert "Kitchen" not in ends
    stage.begin(stage.seats[0])
    assert "Kitchen" in stage.roll(3)
    (moved,) = stage.go("Kitchen")
    assert isinstance(moved, Moved)
    assert [place.name for place in moved.path] == [near, door, "Kitchen"]
    stage.begin(stage.seats[0])
    assert near in stage.roll(2)
    stage.begin(stage.seats[0])
    assert far in stage.roll(3)


@pytest.mark.rule("MOVE-10")
def test_a_room_need_not_be_reached_by_exact_count(edition: Edition) -> None:
    stage, (far, near, door) = Stage.of(edition), venue(edition).approach
    stage.put(Scarlet=far)
    for roll in (3, 4, 5, 6):
        stage.begin(stage.seats[0])
        assert "Kitchen" in stage.roll(roll)
    stage.walk(f"{near}, {door}, Kitchen")
    assert stage.where("Scarlet") == "Kitchen"
    assert stage.options.rooms == (stage.card("Kitchen"),)


@pytest.mark.rule("MOVE-11")
@pytest.mark.flip(occupied=Occupied.JUMPED)
def test_a_pawn_before_a_door_blocks_it_in_and_out(edition: Edition) -> None:
    stage, (far, near, door) = Stage.of(edition), venue(edition).approach
    stage.put(Scarlet=far, Plum=door)
    assert "Kitchen" not in stage.roll(6)
    with refused("MOVE-11"):
        stage.go("Kitchen")
    with refused("MOVE-11"):
        stage.walk(f"{near}, {door}, Kitchen")
    stage.begin(stage.seats[0])
    one, other = venue(edition).dining
    stage.put(Scarlet="Dining Room", Plum=one)
    ends = stage.roll(2)
    assert ends <= {place.name for place in edition.board.neighbours[stage.place(other).index]}
    with refused("MOVE-11"):
        stage.walk(f"{one}, {next(iter(edition.board.neighbours[stage.place(one).index])).name}")


@pytest.mark.rule("MOVE-12")
@pytest.mark.flip(entering=Entering.MAY_PASS_THROUGH)
def test_entering_a_room_ends_the_move(edition: Edition) -> None:
    stage, (_, near, door) = Stage.of(edition), venue(edition).approach
    stage.put(Scarlet=near)
    stage.roll(6)
    stage.walk(f"{door}, Kitchen")
    assert stage.options.moves is None
    with refused("MOVE-12"):
        stage.go(door)


@pytest.mark.rule("MOVE-12")
@pytest.mark.flip(entering=Entering.MAY_PASS_THROUGH)
def test_no_path_goes_on_after_a_room(edition: Edition) -> None:
    stage, (room, one, other) = Stage.of(edition), venue(edition).pair
    stage.put(Scarlet=one)
    stage.roll(2)
    with refused("MOVE-12"):
        stage.walk(f"{room}, {other}")


@pytest.mark.rule("MOVE-13")
@pytest.mark.flip(entering=Entering.ENDS_THE_MOVE)
def test_a_location_is_passed_through_at_the_cost_of_one(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n11")
    assert {"i9", "i16", "f12", "f13", "n13", "Trophy Room"} <= stage.roll(3)
    assert "n12" not in stage.ends
    with refused("MOVE-4"):
        stage.walk("n12, Trophy Room, n12")
    stage.walk("n12, Trophy Room, i16")
    assert stage.where("Scarlet") == "i16"
    with refused("SUG-10"):
        stage.suggest("Plum Rope Trophy")


@pytest.mark.rule("MOVE-13")
@pytest.mark.flip(entering=Entering.ENDS_THE_MOVE)
def test_a_move_may_stop_in_a_location_and_go_on(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet="n11")
    stage.roll(3)
    stage.walk("n12, Trophy Room")
    assert stage.options.end_turn
    assert stage.options.rooms
    assert stage.ends == {"i9", "i16", "f12", "f13", "n13"}
    stage.go("f12")
    assert not stage.options.moves
    assert not stage.options.rooms


@pytest.mark.rule("MOVE-13")
def test_it_goes_on_only_where_the_rest_of_the_roll_can_be_used(edition: Edition) -> None:
    """Behind the Trophy Room there are two squares left to walk on, and no more."""
    for roll, ends in ((6, {"f13"}), (7, set[str]()), (8, set[str]())):
        stage = Stage.of(edition)
        stage.put(Scarlet="n12")
        stage.roll(roll)
        stage.walk("Trophy Room, f12, e12, Carriage House")
        assert stage.ends == ends
        assert (stage.options.moves is None) == (not ends)


@pytest.mark.rule("MOVE-14")
def test_a_room_that_was_left_is_not_entered_again_by_any_door(edition: Edition) -> None:
    stage, (room, one, other) = Stage.of(edition), venue(edition).pair
    stage.put(Scarlet=room)
    for roll in (2, 3, 6):
        stage.begin(stage.seats[0])
        assert room not in stage.roll(roll)
        with refused("MOVE-14"):
            stage.go(room)
    with refused("MOVE-14"):
        stage.walk(f"{one}, {other}, {room}")
    with refused("MOVE-14"):
        stage.walk(f"{one}, {room}")


@pytest.mark.rule("MOVE-18")
def test_rooms_hold_any_number_of_pawns_and_weapons(edition: Edition) -> None:
    stage, (_, near, _) = Stage.of(edition), venue(edition).approach
    others = [suspect.word for suspect in edition.deck.suspects[1:]]
    stage.put(Scarlet=near, **dict.fromkeys(others, "Kitchen"))
    assert "Kitchen" in stage.roll(2)
    stage.go("Kitchen")
    kitchen = stage.place("Kitchen")
    for weapon in edition.deck.weapons:
        theory = Theory(edition.deck.suspects[0], weapon, stage.theory("Plum Rope Kitchen").room)
        stage.play(Suggest(theory))
        stage.begin(stage.seats[0])
        stage.scene = stage.scene._replace(called=1)
    assert stage.scene.pawns == (kitchen,) * len(edition.deck.suspects)
    assert stage.scene.weapons == (kitchen,) * len(edition.deck.weapons)
