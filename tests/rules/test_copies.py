"""Copies of a game: playing on one changes nothing in the other, whichever way it was copied."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from greycells import Game, load
from greycells.players import player
from greycells.rules.edition import Snooping
from greycells.rules.events import Snooped
from greycells.rules.replay import replay
from greycells.rules.views import seen_by
from greycells.server.tables.log_entries import CaseScript
from greycells.server.tables.seat_streams import SeatStreams, SharedGame

Copying = Callable[[Game], Game]


def by_method(game: Game) -> Game:
    return game.copy()


def played(game: Game, choices: int) -> Game:
    """The game after this many choices more."""
    minds = [player("sergeant", seed=seat.index) for seat in game.seats]
    for _ in range(choices):
        if game.to_act is None:
            break
        game.play(minds[game.to_act.index].choose(game.view(game.to_act)))
    return game


@pytest.mark.parametrize("edition", ["classic", "master-detective"])
@pytest.mark.parametrize("copied", [by_method, copy.copy, copy.deepcopy])
def test_playing_on_a_copy_leaves_the_original_as_it_was(copied: Copying, edition: str) -> None:
    game = played(Game.new(edition, ["Ada", "Grace", "Hedy"], seed=3), 12)
    spectator = game.view(None)
    before = (list(game.events), game.scene, list(game.view(0).sightings), list(spectator.sightings))
    twin = copied(game)
    assert twin.events == game.events
    assert all(mine is its for mine, its in zip(twin.seats, game.seats, strict=True))
    played(twin, 10)
    assert len(twin.events) > len(before[0])
    assert (game.events, game.scene, list(game.view(0).sightings), list(spectator.sightings)) == before
    assert len(twin.view(0).sightings) == len(twin.events)
    replay(twin.table, twin.events)
    played(game, 10)
    assert game.events == twin.events, "The dealer rolls the same dice on both."
    assert [sighting.number for sighting in game.view(1).sightings] == list(range(len(game.events)))
    replay(game.table, game.events)


def test_playing_on_the_original_leaves_a_copy_as_it_was() -> None:
    game = played(Game.new("classic", ["Ada", "Grace", "Hedy"], seed=3), 5)
    twin = copy.copy(game)
    seen = len(twin.view(2).sightings)
    played(game, 5)
    assert len(twin.events) == len(twin.view(2).sightings) == seen


@pytest.mark.parametrize("copied", [by_method, copy.copy, copy.deepcopy])
def test_a_copy_of_a_shared_case_rolls_the_same_dice(copied: Copying) -> None:
    first = Game.new("classic", ["Ada", "Grace", "Hedy"], seed=3)
    streams = SeatStreams("a secret", CaseScript("2026-11-18"))
    game = played(SharedGame(first.table, streams, first.events), 5)
    twin = copied(game)
    assert played(game, 10).events == played(twin, 10).events


def test_a_hand_is_found_by_number_as_a_view_is() -> None:
    game = Game.new("classic", ["Ada", "Grace", "Hedy"], seed=3)
    assert [game.hand(number) for number in range(3)] == [game.view(number).hand for number in range(3)]
    assert game.hand(game.seats[1]) == game.hand(1)
    with pytest.raises(IndexError, match="there is no seat 3"):
        game.hand(3)
    with pytest.raises(IndexError, match="there is no seat -1"):
        game.hand(-1)


def test_how_snooping_is_seen_is_never_left_open() -> None:
    edition = load("master-detective")
    game = Game.new(edition, ["Ada", "Grace", "Hedy"], seed=3)
    snooped = Snooped(game.seats[0], game.seats[1], next(iter(game.hand(1))))
    with pytest.raises(TypeError, match="snooping"):
        seen_by(game.seats[1], snooped)  # type: ignore[call-arg]
    assert seen_by(game.seats[1], snooped, snooping=Snooping.BLIND) != snooped
