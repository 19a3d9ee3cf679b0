"""A record with something missing, doubled or swapped: the referee objects at the very event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from tests.properties.random_players import on_a_whim

from greycells.editions import load, names
from greycells.language.sentences import Sentence
from greycells.rules.actions import Accuse
from greycells.rules.cards import Theory
from greycells.rules.chance import SeededDealer
from greycells.rules.edition import Edition, RematchStart, Starting
from greycells.rules.events import Accused, Began, Event, Finished, Opened, TurnEnded
from greycells.rules.game import Game
from greycells.rules.legal_options import options
from greycells.rules.replay import replay
from greycells.rules.setup_checks import Objection, line_of

ACTIONS = 60


def played(edition: str, *, seed: int = 3) -> tuple[Game, set[int]]:
    """A game with whims, then accusations, a wrong one first; and after how many events each action was complete."""
    game = Game.new(load(edition), ["Ada", "Grace", "Hedy"], seed=seed)
    complete, choice = {len(game.events)}, Random(seed)
    for _ in range(ACTIONS):
        action = on_a_whim(game, choice)
        if not isinstance(action, Accuse):
            game.play(action)
            complete.add(len(game.events))
    while (seat := game.to_act) is not None:
        offered = options(game.scene, seat, game.hand(seat))
        last = len(game.scene.may_still_accuse()) == 1
        case_file = game.secrets.case_file
        wrong = next(weapon for weapon in game.edition.deck.weapons if weapon is not case_file.weapon)
        accusation = Accuse(case_file if last else Theory(case_file.suspect, wrong, case_file.room))
        game.play(accusation if offered.accuse else next(offered.actions()))
        complete.add(len(game.events))
    return game, complete


def objects(game: Game, events: Sequence[Event]) -> Objection:
    with pytest.raises(Objection) as objection:
        replay(game.table, events)
    return objection.value


@pytest.mark.parametrize("edition", names())
def test_a_record_may_stop_after_an_action_and_nowhere_else(edition: str) -> None:
    game, complete = played(edition)
    begun = next(number for number, event in enumerate(game.events, 1) if isinstance(event, Began))
    for length in range(begun, len(game.events) + 1):
        scene = replay(game.table, game.events[:length], torn_off=True)
        assert scene == game.at(length).scene
        if length in complete:
            assert replay(game.table, game.events[:length]) == scene
        else:
            assert objects(game, game.events[:length]).number == length - 1


@pytest.mark.parametrize("edition", names())
def test_a_set_up_that_stops_short_has_not_begun(edition: str) -> None:
    game, _ = played(edition)
    begun = next(number for number, event in enumerate(game.events) if isinstance(event, Began))
    for length in range(begun + 1):
        no = objects(game, game.events[:length])
        assert no.number == (length - 1 if length else None)
        line = line_of(game.events[length])
        assert str(no) == f"The record ends before the first turn: the {line} line comes next. (TURN-1)"


@pytest.mark.parametrize("edition", names())
def test_a_line_of_the_set_up_that_is_missing_is_named(edition: str) -> None:
    game, _ = played(edition)
    begun = next(number for number, event in enumerate(game.events) if isinstance(event, Began))
    for number in range(begun):
        no = objects(game, [*game.events[:number], *game.events[number + 1 :]])
        assert no.number == number
        assert no.why.sentence == Sentence("objection.line missing", line=line_of(game.events[number]))


@pytest.mark.parametrize("edition", names())
def test_two_events_of_the_set_up_cannot_change_places(edition: str) -> None:
    game, _ = played(edition)
    begun = next(number for number, event in enumerate(game.events) if isinstance(event, Began))
    for first, second in pairwise(range(begun)):
        events = list(game.events)
        events[first], events[second] = events[second], events[first]
        assert objects(game, events).number == first
    doubled = [*game.events[:begun], game.events[begun - 1], *game.events[begun:]]
    assert objects(game, doubled).number == begun


@pytest.mark.parametrize("edition", names())
def test_what_follows_from_an_accusation_cannot_be_left_out(edition: str) -> None:
    game, _ = played(edition)
    winner = game.winner
    assert winner is not None
    for number, event in enumerate(game.events):
        rest = [*game.events[:number], *game.events[number + 1 :]]
        match event:
            case Opened(seat, _, right):
                no = objects(game, rest)
                assert no.number == number
                assert no.why.sentence.key == f"objection.due {'right' if right else 'wrong'}", edition
                assert no.why.sentence.arguments == {"seat": seat}
            case Finished():
                assert objects(game, rest).why.sentence.key == "objection.due win"
            case TurnEnded() if isinstance(game.events[number - 2], Accused):
                assert objects(game, rest).why.rule == "ACC-5"
            case _:
                pass


def in_turn(edition: Edition) -> Edition:
    """The same edition where the start goes round in rematches, however the first game began."""
    return replace(edition, own=replace(edition.own, rematch=RematchStart.IN_TURN))


@pytest.mark.parametrize("edition", [*map(load, names()), *(in_turn(load(name)) for name in names())])
def test_start_and_deal_go_round_and_a_wrong_starter_is_found(edition: Edition) -> None:
    game = Game.new(edition, ["Ada", "Grace", "Hedy", "Joan"][: edition.rules.most_seats], seed=1)
    by_suspect = edition.rules.starting is Starting.FIRST_SUSPECT
    for number in range(5):
        assert replay(game.table, game.events) == game.scene
        began = next(event for event in game.events if isinstance(event, Began))
        for seat in game.seats if by_suspect else ():
            events = [Began(seat) if isinstance(event, Began) else event for event in game.events]
            if seat is not began.starter:
                assert objects(game, events).number == len(game.events) - 1
        game = game.rematch(dealer=SeededDealer(number))
