"""The house rules that a table may agree on, each beside the edition's own answer."""

from __future__ import annotations

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import CannotShow, EndTurn, Show, Snoop, TakeBack, TakePassage
from greycells.rules.edition import HOUSE_RULES, Edition
from greycells.rules.events import Event, Finished, Snooped, TakenBack

WRONG = "Green Rope Kitchen"


def test_a_house_rule_is_offered_where_it_changes_something(edition: Edition) -> None:
    everywhere = {"last player wins", "start square may be re-entered", "take-backs"}
    own = {
        "master-detective": {"blind snoop"},
        "luxury": {"may decline to suggest"},
        "classic": {"accuse after a shown card"},
        "anniversary": {"may decline to suggest"},
        "getaway": {"may decline to suggest", "unchecked answers"},
    }
    assert set(edition.offered_house_rules) == everywhere | own[edition.key]
    for name in HOUSE_RULES:
        if name in edition.offered_house_rules:
            question, answer = HOUSE_RULES[name]
            assert getattr(edition.with_house_rules(name).rules, question) is answer
            assert getattr(edition.rules, question) is not answer
        else:
            with pytest.raises(ValueError, match="last player wins"):
                edition.with_house_rules(name)


@pytest.mark.editions("LX AN GW")
def test_may_decline_to_suggest(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("may decline to suggest"))
    stage.put(Scarlet=venue(edition).approach[1])
    stage.roll(2)
    stage.go("Kitchen")
    assert stage.options.rooms
    stage.end_turn()


@pytest.mark.editions("CL")
def test_accuse_after_a_shown_card(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("accuse after a shown card"), held={1: "Rope"})
    stage.put(Scarlet="Kitchen")
    stage.scene = stage.scene._replace(called=1)
    stage.suggest("Green Rope Kitchen")
    stage.show("Rope")
    assert stage.to_act is stage.seats[0]
    stage.accuse("Plum Candlestick Dining")
    assert stage.winner is stage.seats[0]


def test_the_last_player_wins(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("last player wins"))
    stage.accuse(WRONG)
    assert not stage.over
    assert stage.accuse(WRONG)[-1] == Finished(stage.seats[2], stage.secrets.case_file)
    assert stage.winner is stage.seats[2]
    assert stage.to_act is None


@pytest.mark.editions("GW")
def test_the_last_player_wins_over_a_false_witness(edition: Edition) -> None:
    stage = Stage.of(
        edition.with_house_rules("last player wins", "unchecked answers"), held={0: "Green Kitchen", 1: "Rope"}
    )
    stage.put(Scarlet="Kitchen")
    happened: list[Event] = []
    for answer in (CannotShow(), Show(stage.card("Rope"))):
        stage.begin(stage.seats[0])
        stage.scene = stage.scene._replace(called=1, out=0b100)
        stage.suggest("Green Rope Kitchen")
        happened += stage.play(answer)
    assert happened[-1] == Finished(stage.seats[0], stage.secrets.case_file)
    assert stage.winner is stage.seats[0]


def test_the_start_square_may_be_entered_again_once(edition: Edition) -> None:
    stage, block = Stage.of(edition.with_house_rules("start square may be re-entered")), venue(edition).block
    stage.put(Scarlet=block[0])
    assert block[0] in stage.roll(4)
    stage.walk(", ".join((*block[1:], block[0])))
    assert stage.where("Scarlet") == block[0]
    stage.end_turn()
    stage.begin(stage.seats[0])
    stage.roll(4)
    with refused("MOVE-4"):
        stage.walk(", ".join((block[1], block[0], block[1], block[2])))
    with refused("MOVE-4"):
        stage.walk(", ".join((block[1], block[0], block[3], block[0])))


def test_that_square_is_no_room(edition: Edition) -> None:
    stage, (room, one, other) = (
        Stage.of(edition.with_house_rules("start square may be re-entered")),
        venue(edition).pair,
    )
    stage.put(Scarlet=room)
    assert room not in stage.roll(3)
    with refused("MOVE-14"):
        stage.walk(f"{one}, {other}, {room}")


@pytest.mark.editions("MD")
def test_where_a_move_paused_is_not_where_the_turn_began(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("start square may be re-entered"))
    stage.put(Scarlet="m9")
    stage.roll(5)
    stage.walk("l9")
    assert "l9" not in stage.ends
    with refused("MOVE-4"):
        stage.walk("l8, k8, k9, l9")
    stage.walk("l8, m8, m9, n9")
    assert stage.where("Scarlet") == "n9"


@pytest.mark.editions("MD")
def test_a_room_that_was_left_stays_left_after_a_pause(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("start square may be re-entered"))
    stage.put(Scarlet="Studio")
    stage.roll(12)
    stage.walk("l23, l22, l21, l20")
    assert "Studio" not in stage.ends
    with refused("MOVE-14"):
        stage.walk("l19, l18, l17, m17, n17, o17, Studio")


@pytest.mark.editions("MD")
def test_a_blind_snoop_is_known_to_the_snooper_alone(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("blind snoop"))
    one, two, _ = stage.seats
    stage.put(Scarlet="n9")
    stage.roll(2)
    stage.go("l9")
    (snooped,) = stage.play(Snoop(two))
    hidden = Snooped(one, two, None)
    assert snooped != hidden
    for viewer in (*stage.seats, None):
        assert stage.view(viewer).sightings[-1].event == (snooped if viewer is one else hidden)


def test_a_move_may_be_taken_back_until_it_told_somebody_something(edition: Edition) -> None:
    stage, (far, near, door) = Stage.of(edition.with_house_rules("take-backs")), venue(edition).approach
    stage.put(Scarlet=far)
    with refused("TURN-1"):
        stage.play(TakeBack())
    stage.roll(3)
    assert not stage.options.take_back
    with refused("TURN-1") as caught:
        stage.play(TakeBack())
    assert caught.value.sentence.key == "refusal.nothing to take back"
    before = stage.scene
    stage.go("Kitchen")
    assert stage.options.take_back
    assert stage.play(TakeBack()) == (TakenBack(stage.seats[0]),)
    assert stage.scene == before
    stage.walk(f"{near}, {door}, Kitchen")
    stage.suggest("Plum Rope Kitchen")
    with refused("SHOW-1"):
        stage.play(TakeBack())
    with refused("SHOW-1"):
        stage.play(TakeBack(), by=stage.seats[0])
    stage.answer()
    with refused("SHOW-7" if edition.key == "classic" else "TURN-1"):
        stage.play(TakeBack(), by=stage.seats[0])


def test_a_passage_may_be_taken_back(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("take-backs"))
    stage.put(Scarlet="Kitchen")
    before = stage.scene
    stage.play(TakePassage())
    stage.play(TakeBack())
    assert stage.scene == before
    stage.roll(2)


@pytest.mark.editions("MD")
def test_a_look_cannot_be_taken_back(edition: Edition) -> None:
    stage = Stage.of(edition.with_house_rules("take-backs"))
    stage.put(Scarlet="n9")
    stage.roll(5)
    stage.go("l9")
    assert stage.options.take_back
    stage.play(Snoop(stage.seats[1]))
    assert not stage.options.take_back
    with refused("TURN-1"):
        stage.play(TakeBack())
    stage.go("i9")
    stage.play(TakeBack())
    assert stage.where("Scarlet") == "l9"
    assert not stage.options.snoop, "the spyglass has been used"


def test_without_the_house_rule_nothing_is_taken_back(edition: Edition) -> None:
    stage = Stage.of(edition)
    stage.put(Scarlet=venue(edition).approach[0])
    stage.roll(2)
    stage.go(venue(edition).approach[2])
    assert not stage.options.take_back
    with refused("TURN-1") as caught:
        stage.play(TakeBack())
    assert caught.value.sentence.key == "refusal.no take-backs"
    stage.play(EndTurn())
