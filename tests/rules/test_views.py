"""A view is a value: what was taken stays as it was, however the game goes on."""

from __future__ import annotations

import pytest

from greycells import Game, load
from greycells.notation.sighting_json import SightingDecoder, encode_sighting
from greycells.players import player
from greycells.rules.views import Sighting, Sightings, View, view_of


def played(edition: str, actions: int, *, seed: int = 3) -> tuple[Game, list[tuple[View, View, tuple[Sighting, ...]]]]:
    """A game some actions long, and after each of them a seat's view, a spectator's, and what the seat had seen."""
    game = Game.new(load(edition), ["Ada", "Grace", "Hedy"], seed=seed)
    minds = [player("stroller", seed=seat.index) for seat in game.seats]
    taken: list[tuple[View, View, tuple[Sighting, ...]]] = []
    for _ in range(actions):
        seat = game.to_act
        assert seat is not None
        view = game.view(seat)
        taken.append((view, game.view(None), tuple(view.sightings)))
        game.play(minds[seat.index].choose(view))
    return game, taken


@pytest.mark.parametrize("edition", ["classic", "master-detective"])
def test_a_view_that_was_taken_never_changes(edition: str) -> None:
    game, taken = played(edition, 120)
    for view, spectators, seen in taken:
        assert tuple(view.sightings) == seen
        assert len(view.sightings) == len(seen) == len(spectators.sightings)
        assert view_of(game.table, view.seat, view.sightings) == view
        assert view_of(game.table, None, spectators.sightings) == spectators


def test_a_view_taken_later_in_the_same_game_is_another_value() -> None:
    game, taken = played("classic", 30)
    first = taken[0][0]
    assert game.view(first.seat) != first
    assert game.view(first.seat) == game.view(first.seat)
    now, before = game.view(first.seat).sightings, first.sightings
    assert isinstance(now, Sightings)
    assert isinstance(before, Sightings)
    assert now.go_on_from(before)
    assert not before.go_on_from(now)
    assert not now.go_on_from(game.at(len(game.events)).view(first.seat).sightings)


def test_what_a_client_has_seen_is_a_value_too() -> None:
    game, _ = played("classic", 20)
    onlooker = SightingDecoder(game.table, game.seats[0])
    sightings = game.view(game.seats[0]).sightings
    views: list[View] = []
    for sighting in sightings:
        onlooker.see(encode_sighting(sighting))
        views.append(onlooker.view)
    assert [len(view.sightings) for view in views] == list(range(1, len(sightings) + 1))


def test_sightings_are_a_sequence_that_nobody_can_write_in() -> None:
    game, taken = played("classic", 40)
    view, _, seen = taken[10]
    sightings = view.sightings
    assert isinstance(sightings, Sightings)
    count = len(seen)
    for cut in (slice(None), slice(3, None), slice(-4, None), slice(None, -2), slice(2, 500, 3), slice(None, None, -1)):
        assert sightings[cut] == seen[cut]
    assert [sightings[number] for number in range(-count, count)] == [*seen, *seen]
    for beyond in (count, -count - 1, len(game.events) - 1):
        with pytest.raises(IndexError):
            sightings[beyond]
    assert sightings == seen
    assert sightings == list(seen)
    assert sightings != seen[1:]
    assert seen[4] in sightings
    assert game.view(view.seat).sightings[count] not in sightings
    assert not hasattr(sightings, "append")
    assert Sightings([])[:] == ()
