"""Answering a suggestion: SHOW-1 to SHOW-9."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.rules.actions import Accuse, CannotShow, Move, Roll, Show
from greycells.rules.cards import CardSet
from greycells.rules.edition import AfterShown, Answering, Answers, Edition, WrongAccuser
from greycells.rules.events import Cleared, CouldNotShow, FalseWitness, Finished, Shown, TurnEnded

SUGGESTION = "Plum Rope Kitchen"


def asked(edition: Edition, held: Mapping[int, str], *, seats: int = 4, mover: int = 0) -> Stage:
    """A seat has suggested *Plum, Rope, Kitchen*, and the others hold these of the named cards."""
    named = set(SUGGESTION.split())
    where = {seat: words for seat, words in held.items() if words}
    where[mover] = " ".join(
        (where.get(mover, ""), *sorted(named - {word for words in held.values() for word in words.split()}))
    )
    stage = Stage.of(edition, seats=seats, sealed="Green Knife Dining", held=where)
    suggest_again(stage, mover=mover)
    return stage


def suggest_again(stage: Stage, *, mover: int, words: str = SUGGESTION) -> None:
    """A new turn, in which this seat's pawn has been called to the Kitchen and suggests there."""
    stage.begin(stage.seats[mover])
    stage.put(**{stage.seats[mover].suspect.word: "Kitchen"})
    stage.scene = stage.scene._replace(called=1 << mover)
    stage.suggest(words)


@pytest.mark.rule("SHOW-1")
def test_the_player_to_the_left_answers_first_and_the_suggester_never(edition: Edition) -> None:
    for mover in range(4):
        stage = asked(edition, {}, mover=mover)
        order = [stage.seats[(mover + step) % 4] for step in (1, 2, 3)]
        for seat in order:
            assert stage.to_act is stage.scene.turn.asked is seat
            for other in stage.seats:
                if other is not seat:
                    with refused("SHOW-1"):
                        stage.play(CannotShow(), by=other)
                    with refused("SHOW-1"):
                        stage.play(Show(stage.card("Rope")), by=other)
            assert stage.play(CannotShow()) == (CouldNotShow(seat),)
        assert stage.scene.turn.asked is None
        assert stage.to_act is stage.scene.turn.mover is stage.seats[mover]
        with refused("SHOW-1"):
            stage.play(CannotShow())
        with refused("SHOW-1"):
            stage.show("Rope")


@pytest.mark.rule("SHOW-1")
def test_whoever_is_asked_answers_before_anything_else(edition: Edition) -> None:
    stage = asked(edition, {})
    for action in (Roll(), Move(stage.place("Kitchen"))):
        with refused("SHOW-1"):
            stage.play(action)
    assert not stage.options.accuse
    with refused("SHOW-1") as caught:
        stage.play(Roll(), by=stage.seats[0])
    assert caught.value.sentence.key == "refusal.answers first"


@pytest.mark.rule("SHOW-2")
def test_whoever_holds_a_named_card_must_show_one_of_them(edition: Edition) -> None:
    stage = asked(edition, {1: "Rope Kitchen", 2: "Plum"})
    assert set(stage.options.show) == {stage.card("Rope"), stage.card("Kitchen")}
    assert stage.options, "to show is something to choose"
    assert not stage.options.cannot_show
    with refused("SHOW-2"):
        stage.play(CannotShow())
    with refused("SHOW-2"):
        stage.show("Plum")
    unnamed = next(card for card in stage.hand(stage.seats[1]) if card.word not in SUGGESTION)
    with refused("SHOW-2"):
        stage.play(Show(unnamed))
    with refused("SHOW-2"):
        stage.show("Candlestick")


@pytest.mark.rule("SHOW-2")
def test_the_holder_chooses_and_may_show_the_same_card_again(edition: Edition) -> None:
    for word in ("Rope", "Kitchen"):
        stage = asked(edition, {1: "Rope Kitchen"})
        for _ in range(2):
            shown = stage.show(word)
            assert shown[0] == Shown(stage.seats[1], stage.seats[0], stage.card(word))
            suggest_again(stage, mover=0)


@pytest.mark.rule("SHOW-2")
def test_without_a_named_card_one_says_so(edition: Edition) -> None:
    stage = asked(edition, {2: "Rope"})
    assert stage.options.cannot_show
    assert not stage.options.show
    with refused("SHOW-2"):
        stage.show("Rope")
    stage.play(CannotShow())
    assert stage.to_act is stage.seats[2]


@pytest.mark.rule("SHOW-3")
def test_the_card_is_seen_by_the_suggester_alone_and_goes_back(edition: Edition) -> None:
    stage = asked(edition, {2: "Rope Kitchen"})
    one, two, three, four = stage.seats
    hands = stage.secrets.hands
    (could_not,) = stage.play(CannotShow())
    shown = stage.show("Kitchen")[0]
    assert shown == Shown(three, one, stage.card("Kitchen"))
    hidden = Shown(three, one, None)
    for viewer, saw in ((one, shown), (two, hidden), (three, shown), (four, hidden), (None, hidden)):
        seen = [sighting.event for sighting in stage.view(viewer).sightings]
        assert saw in seen
        assert could_not in seen
        assert viewer in (one, three) or shown not in seen
    assert stage.secrets.hands == hands
    assert stage.scene.sizes == tuple(len(hand) for hand in hands)


@pytest.mark.rule("SHOW-4")
@pytest.mark.flip(answering=Answering.EVERYBODY)
def test_the_first_card_shown_ends_the_answering(edition: Edition) -> None:
    stage = asked(edition, {2: "Rope", 3: "Kitchen Plum"})
    stage.play(CannotShow())
    stage.show("Rope")
    assert stage.scene.turn.asked is None
    assert stage.to_act is not stage.seats[3]


@pytest.mark.rule("SHOW-5")
@pytest.mark.flip(answering=Answering.UNTIL_SHOWN)
def test_everybody_is_asked_and_each_shows_one_card(edition: Edition) -> None:
    stage = asked(edition, {1: "Rope", 3: "Kitchen Plum"})
    one, two, three, four = stage.seats
    assert stage.answer() == (
        Shown(two, one, stage.card("Rope")),
        CouldNotShow(three),
        Shown(four, one, stage.card("Plum")),
    )
    assert stage.scene.turn.shown
    assert stage.scene.turn.asked is None
    assert stage.to_act is one


@pytest.mark.rule("SHOW-6")
def test_eliminated_players_go_on_answering(edition: Edition) -> None:
    stage = asked(edition, {1: "Rope"})
    stage.begin(stage.seats[1])
    stage.accuse("Green Rope Kitchen")
    suggest_again(stage, mover=0)
    assert stage.scene.is_out(stage.seats[1])
    assert stage.to_act is stage.seats[1]
    with refused("SHOW-2"):
        stage.play(CannotShow())
    stage.show("Rope")


@pytest.mark.rule("SHOW-7")
@pytest.mark.flip(after_shown=AfterShown.MAY_ACCUSE)
def test_a_shown_card_ends_the_turn_and_no_accusation_follows(edition: Edition) -> None:
    stage = asked(edition, {1: "Rope"})
    one, two, *_ = stage.seats
    assert stage.show("Rope") == (Shown(two, one, stage.card("Rope")), TurnEnded(one))
    assert stage.scene.turn.mover is two
    with refused("SHOW-7"):
        stage.accuse("Green Knife Dining", by=one)
    with refused("ACC-1"):
        stage.accuse("Green Knife Dining", by=stage.seats[2])


@pytest.mark.rule("SHOW-7")
def test_when_nobody_could_show_one_may_accuse_or_end_the_turn(edition: Edition) -> None:
    stage = asked(edition, {})
    stage.answer()
    assert stage.scene.turn.phase == "closing"
    assert stage.to_act is stage.seats[0]
    assert stage.options.accuse
    assert stage.options.end_turn
    other = asked(edition, {})
    other.answer()
    other.end_turn()
    assert other.scene.turn.mover is other.seats[1]
    with refused("ACC-1"):
        other.accuse("Green Knife Dining", by=other.seats[0])
    stage.accuse("Green Knife Dining")
    assert stage.winner is stage.seats[0]


@pytest.mark.rule("SHOW-8")
@pytest.mark.flip(after_shown=AfterShown.TURN_ENDS)
def test_an_accusation_may_follow_a_shown_card(edition: Edition) -> None:
    stage = asked(edition, {1: "Rope", 2: "Plum"})
    stage.answer()
    assert stage.scene.turn.mover is stage.to_act is stage.seats[0]
    assert stage.options.accuse
    assert stage.options.end_turn
    stage.accuse("Green Knife Dining")
    assert stage.winner is stage.seats[0]


@pytest.mark.rule("SHOW-8")
@pytest.mark.flip(after_shown=AfterShown.TURN_ENDS, answering=Answering.UNTIL_SHOWN)
def test_an_accusation_may_follow_when_the_last_one_asked_shows(edition: Edition) -> None:
    stage = asked(edition, {3: "Rope"})
    stage.answer()
    stage.accuse("Green Knife Dining")
    assert stage.winner is stage.seats[0]


@pytest.mark.rule("SHOW-8")
def test_an_accusation_may_follow_when_nobody_showed(edition: Edition) -> None:
    stage = asked(edition, {})
    stage.answer()
    stage.accuse("Green Knife Dining")
    assert stage.winner is stage.seats[0]


@pytest.mark.rule("SHOW-9")
@pytest.mark.flip(false_witness=False)
def test_a_table_may_be_opened_with_unchecked_answers(edition: Edition) -> None:
    assert "unchecked answers" in edition.offered_house_rules
    stage = asked(edition, {1: "Rope"})
    with refused("SHOW-2"):
        stage.play(CannotShow())
    stage = asked(edition.with_house_rules("unchecked answers"), {1: "Rope"})
    assert stage.options.cannot_show
    assert set(stage.options.show) == {stage.card("Rope")}
    assert stage.play(CannotShow()) == (CouldNotShow(stage.seats[1]),)
    assert stage.to_act is stage.seats[2]
    assert [denial.seat for denial in stage.scene.denials] == [stage.seats[1]]
    checked = asked(edition, {2: "Rope"})
    checked.play(CannotShow())
    assert not checked.scene.denials, "answers are kept only where they may be false"


def denied(edition: Edition, *, seats: int = 4) -> Stage:
    """At a table with unchecked answers, Mustard holds the Rope and the Kitchen and has denied both."""
    stage = asked(edition.with_house_rules("unchecked answers"), {1: "Rope Kitchen"}, seats=seats)
    stage.play(CannotShow())
    return stage


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_a_false_witness_is_found_on_showing_a_card_denied_before(edition: Edition) -> None:
    stage = denied(edition)
    one, two, *_ = stage.seats
    before = stage.scene.turn
    assert before.theory is not None
    stage.answer()
    suggest_again(stage, mover=0, words="White Rope Kitchen")
    happened = stage.show("Rope")
    assert happened == (Shown(two, one, stage.card("Rope")), FalseWitness(two, before.number, before.theory))
    assert stage.scene.is_out(two)
    assert stage.scene.turn.shown, "that showing counts"
    assert stage.scene.turn.asked is None
    assert stage.to_act is one, "earlier answers are not repaired"


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_without_false_witnesses_nothing_follows_from_an_answer_that_was_false(edition: Edition) -> None:
    lenient = replace(edition, own=replace(edition.own, answers=Answers.UNCHECKED, false_witness=False))
    stage = asked(lenient, {1: "Rope Kitchen"})
    stage.play(CannotShow())
    stage.answer()
    suggest_again(stage, mover=0, words="White Rope Kitchen")
    one, two, *_ = stage.seats
    assert stage.show("Rope") == (Shown(two, one, stage.card("Rope")),)
    assert not stage.scene.is_out(two)


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_everybody_learns_which_answer_was_false_but_not_the_card(edition: Edition) -> None:
    stage = denied(edition)
    one, two, three, _ = stage.seats
    before = stage.scene.turn
    assert before.theory is not None
    stage.answer()
    suggest_again(stage, mover=0)
    stage.show("Kitchen")
    for viewer in (*stage.seats, None):
        seen = [sighting.event for sighting in stage.view(viewer).sightings][-2:]
        card = stage.card("Kitchen") if viewer in (one, two) else None
        assert seen == [Shown(two, one, card), FalseWitness(two, before.number, before.theory)]
    assert stage.view(three).scene.is_out(two)


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_only_a_card_that_was_denied_gives_a_false_witness_away(edition: Edition) -> None:
    """Mustard denied the Rope; showing the Candlestick tells nothing, and neither does anybody else's Rope."""
    stage = asked(edition.with_house_rules("unchecked answers"), {1: "Rope Candlestick", 2: "Kitchen"})
    stage.play(CannotShow())
    stage.show("Kitchen")
    suggest_again(stage, mover=0, words="Plum Candlestick Kitchen")
    assert stage.show("Candlestick") == (Shown(stage.seats[1], stage.seats[0], stage.card("Candlestick")),)
    assert not stage.scene.out
    suggest_again(stage, mover=0, words="Plum Rope Kitchen")
    stage.play(CannotShow())
    assert stage.show("Kitchen") == (Shown(stage.seats[2], stage.seats[0], stage.card("Kitchen")),)
    assert not stage.scene.out


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_a_card_that_was_not_named_or_is_not_held_can_never_be_shown(edition: Edition) -> None:
    stage = asked(edition.with_house_rules("unchecked answers"), {1: "Rope Candlestick", 2: "Kitchen"})
    for word in ("Candlestick", "Kitchen"):
        with refused("SHOW-2"):
            stage.show(word)


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_a_false_witness_takes_no_part_but_goes_on_answering(edition: Edition) -> None:
    stage = denied(edition)
    _, two, three, four = stage.seats
    stage.answer()
    suggest_again(stage, mover=0)
    stage.show("Rope")
    stage.end_turn()
    assert stage.scene.turn.mover is three
    with refused("SHOW-9"):
        stage.accuse("Green Knife Dining", by=two)
    with refused("SHOW-9"):
        stage.play(Roll(), by=two)
    stage.begin(four)
    suggest_again(stage, mover=3, words="Mustard Rope Kitchen")
    assert stage.where("Mustard") == "Kitchen"
    stage.answer()
    assert stage.scene.turn.shown


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_a_wrong_accuser_is_not_called_a_false_witness(edition: Edition) -> None:
    stage = asked(edition.with_house_rules("unchecked answers"), {})
    stage.answer()
    stage.accuse("Green Rope Kitchen")
    with refused("ACC-3"):
        stage.accuse("Green Knife Dining", by=stage.seats[0])


@pytest.mark.rule("SHOW-9", "ACC-7")
@pytest.mark.editions("GW")
@pytest.mark.flip(wrong_accuser=WrongAccuser.STAYS)
def test_a_false_witness_is_cleared_out_of_a_doorway(edition: Edition) -> None:
    stage, (_, _, door) = denied(edition), venue(edition).approach
    stage.answer()
    stage.put(Mustard=door)
    suggest_again(stage, mover=0)
    assert stage.show("Rope")[-1] == Cleared(stage.seats[1], stage.place("Kitchen"))
    assert stage.where("Mustard") == "Kitchen"


@pytest.mark.rule("SHOW-9", "ACC-8")
@pytest.mark.editions("GW")
def test_when_the_last_one_is_a_false_witness_the_case_is_unsolved(edition: Edition) -> None:
    """Mustard alone is left, and is found out by a suggestion that was still open when Scarlet accused."""
    stage = denied(edition, seats=3)
    one, _, three = stage.seats
    stage.answer()
    suggest_again(stage, mover=0)
    stage.scene = stage.scene._replace(out=1 << one.index | 1 << three.index)
    happened = stage.show("Rope")
    assert happened[-1] == Finished(None, stage.secrets.case_file)
    assert stage.over
    assert stage.winner is None
    assert stage.to_act is None


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_a_false_witness_is_named_for_every_false_answer(edition: Edition) -> None:
    stage = denied(edition)
    stage.answer()
    suggest_again(stage, mover=0)
    stage.play(CannotShow())
    stage.answer()
    suggest_again(stage, mover=0)
    found = [event for event in stage.show("Rope") if isinstance(event, FalseWitness)]
    assert len({event.turn for event in found}) == len(found) == 2


@pytest.mark.rule("SHOW-7", "SHOW-9")
@pytest.mark.editions("GW")
def test_where_a_shown_card_ends_the_turn_a_false_witness_ends_it_too(edition: Edition) -> None:
    """An edition of one's own: false witness as in the getaway, and the turn over as in the classic edition."""
    strict = replace(edition, own=replace(edition.own, after_shown=AfterShown.TURN_ENDS))
    for out, last in ((0, TurnEnded), (0b1101, Finished)):
        stage = denied(strict)
        stage.answer()
        suggest_again(stage, mover=0)
        stage.scene = stage.scene._replace(out=out)
        happened = stage.show("Rope")
        assert [type(event) for event in happened] == [Shown, FalseWitness, last]


@pytest.mark.rule("SHOW-9")
@pytest.mark.editions("GW")
def test_a_false_answer_is_told_once(edition: Edition) -> None:
    """To tell it again when another card of it is shown would tell the others about that card."""
    stage = denied(edition)
    stage.answer()
    for word in ("Rope", "Kitchen"):
        suggest_again(stage, mover=0)
        found = [event for event in stage.show(word) if isinstance(event, FalseWitness)]
        assert len(found) == (word == "Rope")


@pytest.mark.rule("SHOW-3")
@pytest.mark.editions("GW")
def test_open_cards_are_nobodys_to_show(edition: Edition) -> None:
    stage = Stage.of(edition, seats=4)
    held = [CardSet(edition.deck, hand.mask & stage.scene.open_cards.mask) for hand in stage.secrets.hands]
    assert stage.scene.open_cards
    assert not any(held)


@pytest.mark.rule("ACC-1")
def test_nobody_accuses_while_an_answer_is_due(edition: Edition) -> None:
    stage = asked(edition, {1: "Rope"})
    reasons = ("answers due", "answer due", "accuse on own turn", "accuse on own turn")
    for seat, reason in zip(stage.seats, reasons, strict=True):
        with refused("ACC-1") as caught:
            stage.play(Accuse(stage.theory("Green Knife Dining")), by=seat)
        assert caught.value.sentence.key == f"refusal.{reason}"
        options = stage.view(seat).options
        assert options is not None
        assert not options.accuse
