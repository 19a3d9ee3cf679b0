"""Suggestions: SUG-1 to SUG-10."""

from __future__ import annotations

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import EndTurn, Suggest, TakePassage
from greycells.rules.cards import Theory
from greycells.rules.edition import Edition, Naming, Suggesting
from greycells.rules.events import Suggested


def in_the_kitchen(edition: Edition, *, seats: int = 3) -> Stage:
    """Scarlet has just entered the Kitchen, where nobody else can show the cards that she may name."""
    stage = Stage.of(edition, seats=seats, sealed="Green Knife Dining", held={0: "Rope Plum Kitchen"})
    stage.put(Scarlet=venue(edition).approach[1])
    stage.roll(2)
    stage.go("Kitchen")
    return stage


def suggested(edition: Edition, words: str) -> Stage:
    """Scarlet has made this suggestion in the Kitchen and heard the answers; the next turn has begun."""
    stage = in_the_kitchen(edition)
    stage.suggest(words)
    stage.answer()
    if stage.scene.turn.mover is stage.seats[0]:
        stage.end_turn()
    return stage


@pytest.mark.rule("SUG-1")
@pytest.mark.flip(naming=Naming.ANY_ROOM)
def test_a_suggestion_names_the_room_where_one_stands(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    assert stage.options.rooms == (stage.card("Kitchen"),)
    for room in edition.deck.rooms:
        theory = Theory(edition.deck.suspects[1], edition.deck.weapons[0], room)
        if room.name != "Kitchen":
            with refused("SUG-1"):
                stage.play(Suggest(theory))
    theory = stage.theory("Plum Rope Kitchen")
    assert stage.play(Suggest(theory)) == (Suggested(stage.seats[0], theory),)
    assert stage.scene.turn.theory == theory


@pytest.mark.rule("SUG-1")
def test_it_names_any_suspect_and_any_weapon(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    offered = {action.theory for action in stage.options.actions() if isinstance(action, Suggest)}
    kitchen = stage.theory("Plum Rope Kitchen").room
    assert offered == {
        Theory(suspect, weapon, kitchen) for suspect in edition.deck.suspects for weapon in edition.deck.weapons
    }


@pytest.mark.rule("SUG-2")
@pytest.mark.flip(suggesting=Suggesting.OPTIONAL)
def test_entering_a_room_is_followed_by_a_suggestion(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    assert not stage.options.end_turn
    with refused("SUG-2"):
        stage.play(EndTurn())
    stage.suggest("Plum Rope Kitchen")
    stage.answer()
    stage.end_turn()


@pytest.mark.rule("SUG-2")
def test_an_accusation_may_be_made_instead(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.accuse("Plum Rope Kitchen")
    assert stage.scene.turn.mover is stage.seats[1]


@pytest.mark.rule("SUG-3")
@pytest.mark.flip(suggesting=Suggesting.REQUIRED)
def test_entering_a_room_allows_a_suggestion_and_declining_is_legal(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    assert stage.options.end_turn
    assert stage.options.rooms
    stage.end_turn()
    assert stage.scene.turn.mover is stage.seats[1]


@pytest.mark.rule("SUG-4")
def test_pawn_and_weapon_are_moved_into_the_room_and_stay(edition: Edition) -> None:
    stage = suggested(edition, "Mustard Rope Kitchen")
    rope = stage.card("Rope").index - len(edition.deck.suspects)
    kitchen = stage.place("Kitchen")
    assert stage.where("Mustard") == stage.where("Scarlet") == "Kitchen"
    assert stage.scene.weapons[rope] is kitchen
    assert stage.scene.weapons.count(kitchen) <= 2
    moved = [place for place, start in zip(stage.scene.pawns, edition.starts, strict=True) if place is not start]
    assert moved == [kitchen, kitchen]
    stage.begin(stage.seats[2])
    assert stage.where("Mustard") == "Kitchen"
    assert stage.scene.weapons[rope] is kitchen


@pytest.mark.rule("SUG-4")
def test_what_is_in_the_room_already_stays_where_it_is(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.put(Mustard="Kitchen")
    weapons = tuple(stage.place("Kitchen") for _ in edition.deck.weapons)
    stage.scene = stage.scene._replace(weapons=weapons)
    pawns = stage.scene.pawns
    stage.suggest("Mustard Rope Kitchen")
    assert stage.scene.pawns == pawns
    assert stage.scene.weapons == weapons


@pytest.mark.rule("SUG-5")
def test_any_suspect_may_be_named(edition: Edition) -> None:
    for name in ("Plum", "Scarlet", "Mustard", "White"):
        stage = in_the_kitchen(edition)
        stage.put(Mustard="Kitchen")
        stage.scene = stage.scene._replace(out=1 << stage.seats[2].index)
        stage.suggest(f"{name} Rope Kitchen")
        assert stage.where(name) == "Kitchen"


@pytest.mark.rule("SUG-6")
def test_cards_of_ones_own_hand_may_be_named(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    theory = stage.theory("Plum Rope Kitchen")
    assert set(theory) <= set(stage.hand(stage.seats[0]))
    stage.play(Suggest(theory))


@pytest.mark.rule("SUG-6")
@pytest.mark.editions("GW")
def test_open_cards_may_be_named(edition: Edition) -> None:
    stage = Stage.of(edition, seats=4)
    stage.put(Scarlet="Kitchen")
    stage.scene = stage.scene._replace(called=1)
    open_cards = set(stage.scene.open_cards)
    assert open_cards
    naming = [
        action for action in stage.options.actions() if isinstance(action, Suggest) and open_cards & set(action.theory)
    ]
    assert {card for action in naming for card in action.theory} >= open_cards
    stage.play(naming[0])


@pytest.mark.rule("SUG-7")
def test_one_suggestion_for_each_entry_and_one_a_turn(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.suggest("Plum Rope Kitchen")
    stage.answer()
    assert stage.scene.turn.mover is stage.seats[0]
    assert not stage.options.rooms
    with refused("SUG-7"):
        stage.suggest("Plum Rope Kitchen")
    stage.end_turn()
    stage.begin(stage.seats[0])
    assert not stage.options.rooms
    with refused("SUG-8"):
        stage.suggest("Plum Rope Kitchen")


@pytest.mark.rule("SUG-7")
def test_a_called_pawn_has_one_suggestion_a_turn_too(edition: Edition) -> None:
    stage = suggested(edition, "Mustard Rope Kitchen")
    stage.suggest("White Rope Kitchen")
    stage.answer()
    stage.begin(stage.seats[1])
    stage.scene = stage.scene._replace(called=stage.scene.called & ~0b10)
    with refused("SUG-8"):
        stage.suggest("White Rope Kitchen")


@pytest.mark.rule("SUG-7")
@pytest.mark.editions("MD CL")
def test_a_right_that_is_not_used_lapses_with_the_turn(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.end_turn()
    stage.begin(stage.seats[0])
    assert not stage.options.rooms
    with refused("SUG-7"):
        stage.suggest("Plum Rope Kitchen")


@pytest.mark.rule("SUG-8")
def test_another_suggestion_needs_leaving_and_coming_back(edition: Edition) -> None:
    stage, (_, near, _) = suggested(edition, "Plum Rope Kitchen"), venue(edition).approach
    stage.begin(stage.seats[0])
    with refused("SUG-8"):
        stage.suggest("Plum Rope Kitchen")
    assert "Kitchen" not in stage.roll(2)
    stage.go(near)
    with refused("SUG-10"):
        stage.suggest("Plum Rope Kitchen")
    stage.end_turn()
    stage.begin(stage.seats[0])
    stage.roll(2)
    stage.go("Kitchen")
    stage.suggest("Plum Rope Kitchen")


@pytest.mark.rule("SUG-8")
def test_or_another_room(edition: Edition) -> None:
    stage = suggested(edition, "Plum Rope Kitchen")
    stage.begin(stage.seats[0])
    stage.play(TakePassage())
    stage.suggest(f"Plum Rope {venue(edition).passage}")


@pytest.mark.rule("SUG-8")
def test_being_called_away_counts_as_another_room(edition: Edition) -> None:
    """Called out of the Kitchen, Scarlet is back in it on her very next turn, and suggests."""
    stage, far = suggested(edition, "Plum Rope Kitchen"), venue(edition).passage
    stage.begin(stage.seats[1])
    stage.put(Mustard=far)
    stage.scene = stage.scene._replace(called=0b10)
    stage.suggest(f"Scarlet Rope {far}")
    stage.answer()
    assert stage.where("Scarlet") == far
    stage.begin(stage.seats[0])
    stage.play(TakePassage())
    stage.suggest("Plum Rope Kitchen")


@pytest.mark.rule("SUG-9")
def test_a_called_pawn_may_suggest_there_without_moving(edition: Edition) -> None:
    stage = suggested(edition, "Mustard Rope Kitchen")
    assert stage.scene.turn.mover is stage.seats[1]
    assert stage.options.rooms == (stage.card("Kitchen"),)
    assert stage.options.roll
    with refused("SUG-1"):
        stage.suggest("Mustard Rope Dining")
    stage.suggest("White Rope Kitchen")
    assert stage.where("Mustard") == "Kitchen"


@pytest.mark.rule("SUG-9")
def test_moving_as_usual_gives_the_right_up(edition: Edition) -> None:
    stage = suggested(edition, "Mustard Rope Kitchen")
    stage.roll(2)
    assert not stage.options.rooms
    with refused("SUG-9"):
        stage.suggest("White Rope Kitchen")
    stage.go(venue(edition).approach[1])
    with refused("SUG-10"):
        stage.suggest("White Rope Kitchen")
    stage.end_turn()
    stage.begin(stage.seats[1])
    stage.put(Mustard="Kitchen")
    with refused("SUG-7"):
        stage.suggest("White Rope Kitchen")


@pytest.mark.rule("SUG-9")
def test_taking_the_passage_gives_it_up_for_the_room_at_its_end(edition: Edition) -> None:
    stage = suggested(edition, "Mustard Rope Kitchen")
    stage.play(TakePassage())
    assert stage.options.rooms == (stage.card(venue(edition).passage),)


@pytest.mark.rule("SUG-9")
def test_the_right_is_for_the_next_own_turn_only(edition: Edition) -> None:
    """White is called, and keeps the right through Mustard's turn, but not beyond her own."""
    stage, white = suggested(edition, "White Rope Kitchen"), 2
    stage.roll(2)
    stage.go(next(iter(stage.ends)))
    assert not stage.scene.called >> stage.seats[1].index & 1
    stage.begin(stage.seats[white])
    assert stage.options.rooms == (stage.card("Kitchen"),)
    stage.roll(2)
    stage.go(venue(edition).approach[1])
    stage.end_turn()
    assert stage.scene.called == 0
    stage.begin(stage.seats[white])
    stage.put(White="Kitchen")
    with refused("SUG-7"):
        stage.suggest("White Rope Kitchen")


@pytest.mark.rule("SUG-9")
def test_no_right_for_a_pawn_that_stood_there_already(edition: Edition) -> None:
    stage = in_the_kitchen(edition)
    stage.put(Mustard="Kitchen")
    stage.suggest("Mustard Rope Kitchen")
    stage.answer()
    stage.begin(stage.seats[1])
    assert not stage.options.rooms
    with refused("SUG-7"):
        stage.suggest("White Rope Kitchen")


@pytest.mark.rule("SUG-9")
def test_no_right_for_naming_oneself(edition: Edition) -> None:
    stage = suggested(edition, "Scarlet Rope Kitchen")
    stage.begin(stage.seats[0])
    assert not stage.options.rooms
    with refused("SUG-8"):
        stage.suggest("Plum Rope Kitchen")


@pytest.mark.rule("SUG-9")
def test_a_pawn_moved_twice_suggests_in_the_last_room(edition: Edition) -> None:
    stage, far = in_the_kitchen(edition, seats=4), venue(edition).passage
    green = stage.seats[3]
    stage.suggest("Green Rope Kitchen")
    stage.begin(stage.seats[1])
    stage.put(Mustard=far)
    stage.scene = stage.scene._replace(called=stage.scene.called | 0b10)
    stage.suggest(f"Green Rope {far}")
    stage.begin(green)
    assert stage.options.rooms == (stage.card(far),)
    with refused("SUG-1"):
        stage.suggest("Green Rope Kitchen")
    stage.suggest(f"Green Rope {far}")


@pytest.mark.rule("SUG-9")
def test_the_room_of_ones_own_last_suggestion_is_allowed(edition: Edition) -> None:
    """Scarlet suggested in the Kitchen, walked out, and is called back into it."""
    stage, (_, near, _) = suggested(edition, "Plum Rope Kitchen"), venue(edition).approach
    stage.begin(stage.seats[1])
    stage.put(Scarlet=near, Mustard="Kitchen")
    stage.scene = stage.scene._replace(called=0b10)
    stage.suggest("Scarlet Rope Kitchen")
    stage.begin(stage.seats[0])
    stage.suggest("Plum Rope Kitchen")


@pytest.mark.rule("SUG-10")
def test_no_suggestion_on_squares(edition: Edition) -> None:
    stage, (far, _, door) = Stage.of(edition), venue(edition).approach
    stage.put(Scarlet=far)
    with refused("SUG-10"):
        stage.suggest("Plum Rope Kitchen")
    stage.roll(2)
    stage.go(door)
    assert not stage.options.rooms
    with refused("SUG-10"):
        stage.suggest("Plum Rope Kitchen")


@pytest.mark.rule("SUG-10")
@pytest.mark.editions("MD")
def test_no_suggestion_in_the_cloak_room_or_on_the_single_spaces(edition: Edition) -> None:
    for here, to in (("p10", "Cloak Room"), ("n14", "Basement Stairs"), ("al9", "Garden Walk")):
        stage = Stage.of(edition)
        stage.put(Scarlet=here)
        stage.roll(2)
        stage.go(to)
        assert not stage.options.rooms
        for room in edition.deck.rooms:
            with refused("SUG-10"):
                stage.play(Suggest(Theory(edition.deck.suspects[0], edition.deck.weapons[0], room)))
        stage.end_turn()
