"""Whole random games: what holds after every event of every game, at every table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from tests.margin import PROOF
from tests.properties.random_players import Party, all_sorts, every_table, offers, on_a_whim, parties, ramble

from greycells.editions import names
from greycells.editions.catalogue import rule
from greycells.rules.actions import Action, Move, TakeBack
from greycells.rules.edition import Answers, Suggesting
from greycells.rules.events import Accused, CouldNotShow, Event, Finished, Moved, Shown, Snooped, TakenBack, TurnEnded
from greycells.rules.game import Game
from greycells.rules.legal_options import why_not
from greycells.rules.position import Position
from greycells.rules.referee import decide
from greycells.rules.refusals import Refusal
from greycells.rules.scene import Scene, after
from greycells.rules.seats import Seat
from greycells.rules.views import view_of

whole_games = settings(
    max_examples=2_000 if PROOF else 40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not PROOF,
)


def refusal_of(game: Game, seat: Seat, action: Action) -> Refusal | None:
    """What the referee says to an action, as `why_not` says it and as `decide` does: they agree."""
    no = why_not(game.scene, seat, game.hand(seat), action)
    if no is None:
        decide(Position(game.scene, game.secrets), action, by=seat)
        return None
    with pytest.raises(Refusal) as caught:
        decide(Position(game.scene, game.secrets), action, by=seat)
    assert str(caught.value) == str(no)
    assert str(no).endswith(f" ({rule(no.rule).id})")
    return no


def assert_options_are_the_rules(game: Game, whim: Random) -> None:
    """What is offered is accepted, and what is accepted is offered, for the seat to act and for the others."""
    for seat in {game.to_act or game.seats[0], whim.choice(game.seats)}:
        offered = game.view(seat).options
        assert offered is not None
        assert bool(offered) == (seat is game.to_act)
        for action in all_sorts(game, whim):
            assert (refusal_of(game, seat, action) is None) == offers(offered, action), action
    mover, rambling = game.scene.turn.mover, ramble(game, whim)
    if refusal_of(game, mover, rambling) is None:
        offered = game.view(mover).options
        assert offered is not None
        assert offers(offered, Move(rambling.to))


def assert_every_offer_is_accepted(game: Game) -> None:
    assert game.to_act is not None
    offered = game.view(game.to_act).options
    assert offered is not None
    for action in offered._replace(accuse=False).actions():
        assert refusal_of(game, game.to_act, action) is None


def assert_the_scene_is_sound(game: Game, scene: Scene) -> None:
    """After every event: cards conserved, hand sizes public, pawns apart, weapons in rooms, one to act."""
    turn, secrets = scene.turn, game.secrets
    if turn.phase != "setting up":
        cards = [*secrets.case_file, *scene.open_cards, *(card for hand in secrets.hands for card in hand)]
        assert sorted(card.index for card in cards) == list(range(len(game.edition.deck)))
        assert scene.sizes == tuple(len(hand) for hand in secrets.hands)
    standing = [place for place in scene.pawns if place.kind != "room"]
    assert len(set(standing)) == len(standing)
    assert scene.occupied == sum(place.bit for place in standing)
    assert all(place is None or place.kind == "room" for place in scene.weapons)
    assert (scene.to_act is None) == (scene.over or turn.phase == "setting up")
    assert scene.over == (turn.phase == "over")
    assert (turn.asked is not None) == (turn.phase == "answering")
    assert turn.asked is not turn.mover
    assert scene.to_act in (turn.asked or turn.mover, None)


def assert_the_event_is_true(game: Game, scene: Scene, event: Event) -> None:
    """What an event says agrees with the cards, and with the scene in which it happened."""
    turn, secrets = scene.turn, game.secrets
    match event:
        case Shown(seat, to, card):
            assert turn.theory is not None
            assert card in turn.theory
            assert card in secrets.hands[seat.index]
            assert (seat, to) == (turn.asked, turn.mover)
        case CouldNotShow(seat):
            assert turn.theory is not None
            assert seat is turn.asked
            if game.edition.rules.answers is Answers.CHECKED:
                assert not secrets.hands[seat.index].common(turn.theory)
        case Snooped(seat, owner, card):
            assert card in secrets.hands[owner.index]
            assert seat is not owner
            assert scene.pawn(seat).spyglass
        case Moved(seat, path, left):
            assert seat is turn.mover
            assert len(path) + left <= turn.steps <= sum(turn.dice)
            assert len(set(path)) == len(path)
        case TurnEnded(seat):
            must = turn.entered and game.edition.rules.suggesting is Suggesting.REQUIRED
            assert not must or scene.is_out(seat)
        case Accused(seat):
            assert not scene.is_out(seat)
        case _:
            pass


def assert_all_saw_it(game: Game, happened: Sequence[Event], before: Scene) -> Scene:
    """Fold what happened, in truth and as everybody saw it: always the same scene."""
    scene = before
    for event in happened:
        assert_the_event_is_true(game, scene, event)
        scene = after(scene, event)
        assert_the_scene_is_sound(game, scene)
    for viewer in (*game.seats, None):
        seen = [sighting.event for sighting in game.view(viewer).sightings[-len(happened) :]]
        assert len(seen) == len(happened)
        assert reduce(after, seen, before) == scene
    return scene


def play_to_the_end(party: Party) -> Game:
    """A whole game on a whim, checked after every event."""
    game, whim, out = party.game(), Random(party.seed), 0
    scene = assert_all_saw_it(game, game.events, Scene.empty(game.table))
    while not game.over:
        assert game.scene == scene
        assert not scene.is_out(scene.turn.mover)
        assert_options_are_the_rules(game, whim)
        if len(game.events) % 40 == 0:
            assert_every_offer_is_accepted(game)
        scene = assert_all_saw_it(game, game.play(on_a_whim(game, whim)), scene)
        assert scene.out & out == out, "whoever is out stays out"
        out = scene.out
    assert_options_are_the_rules(game, whim)
    return game


def assert_it_ended_well(game: Game) -> None:
    """One end, by the rules, and every view is what follows from its sightings."""
    last = game.events[-1]
    assert isinstance(last, Finished)
    assert sum(isinstance(event, Finished) for event in game.events) == 1
    assert last.case_file == game.secrets.case_file
    accusers = [event.seat for event in game.events if isinstance(event, Accused)]
    assert len(set(accusers)) == len(accusers)
    left = game.scene.may_still_accuse()
    assert (last.winner in left) if last.winner is not None else not left
    for viewer in (*game.seats, None):
        view, folded = game.view(viewer), view_of(game.table, viewer, game.view(viewer).sightings)
        assert folded == view
        assert [sighting.number for sighting in view.sightings] == list(range(len(game.events)))
    again = Game(game.table, game.dealer, game.events)
    assert (again.scene, again.secrets) == (game.scene, game.secrets)


@whole_games
@given(parties())
def test_every_game_keeps_the_rules_to_its_end(party: Party) -> None:
    assert_it_ended_well(play_to_the_end(party))


@pytest.mark.proof
@pytest.mark.parametrize("edition", names())
def test_at_every_table(edition: str) -> None:
    for party in every_table(edition):
        assert_it_ended_well(play_to_the_end(party))


@whole_games
@given(parties())
def test_the_same_seed_plays_the_same_game(party: Party) -> None:
    one, two = party.game(), party.game()
    whim, same = Random(party.seed), Random(party.seed)
    for _ in range(60):
        if not one.over:
            assert one.play(on_a_whim(one, whim)) == two.play(on_a_whim(two, same))
    branch = one.at(len(one.events) * 2 // 3)
    rest = one.events[len(branch.events) :]
    branch.add(rest, branch.scene_after(rest))
    assert branch.scene == one.scene


@whole_games
@given(parties())
def test_a_take_back_leaves_no_trace(party: Party) -> None:
    game, whim = replace(party, house_rules=(*party.house_rules, "take-backs")).game(), Random(party.seed)
    for _ in range(80):
        if game.over:
            break
        before = game.scene
        game.play(on_a_whim(game, whim))
        if why_not(game.scene, before.turn.mover, game.hand(before.turn.mover), TakeBack()) is None:
            assert game.play(TakeBack()) == (TakenBack(before.turn.mover),)
            assert game.scene == before
