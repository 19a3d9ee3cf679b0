"""Non-interference: with another deal that fits all that a viewer saw, the same public play looks the same to it.

Each planted leak is found by the same check, in every edition that it touches: a small edition once hid one completely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.leaks.deals import Rewriting
from tests.leaks.played_games import played
from tests.margin import PROOF
from tests.properties.random_players import Party, all_sorts, parties

from greycells.editions import load, names
from greycells.rules import game as game_module
from greycells.rules import referee
from greycells.rules.actions import Accuse, Action, Show
from greycells.rules.cards import Theory, Weapon
from greycells.rules.edition import Snooping
from greycells.rules.events import Dealt, Event, LaidOpen, Opened, Sealed, Shown, Snooped
from greycells.rules.game import Game
from greycells.rules.legal_options import Options
from greycells.rules.position import Position
from greycells.rules.referee import Chance, Dice, Draw, decide
from greycells.rules.refusals import Refusal
from greycells.rules.scene import Scene, after
from greycells.rules.seats import Seat
from greycells.rules.views import View, seen_by

EDITIONS = names()
some_games = settings(
    max_examples=300 if PROOF else 12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    derandomize=not PROOF,
)


class Leak(AssertionError):
    """A viewer could tell two deals apart by something that it may not know."""


def same(one: object, other: object, what: str) -> None:
    """What a viewer has of the one game and of the other."""
    if one != other:
        raise Leak(f"{what}: {one!r} with one deal, {other!r} with the other")


def compare(game: Game, other: Game, viewer: Seat | None, seed: int) -> None:
    """All that a viewer can know or try is the same in both games."""
    one, two = game.view(viewer), other.view(viewer)
    same(one.sightings[-6:], two.sightings[-6:], "sightings")
    same(one.scene, two.scene, "scene")
    same(one.hand, two.hand, "hand")
    same(one.options, two.options, "options")
    if viewer is not None:
        for action in all_sorts(game, Random(seed)):
            if not isinstance(action, Accuse):
                same(
                    refusal(game, viewer, action), refusal(other, viewer, action), f"what the referee says to {action}"
                )


def refusal(game: Game, seat: Seat, action: Action) -> str | None:
    try:
        referee.decide(Position(game.scene, game.secrets), action, by=seat)
    except Refusal as refused:
        return str(refused)
    return None


def look_alike(rewriting: Rewriting, *, seed: int) -> bool:
    """Play the game again, in truth and with another deal; False if there is no other deal."""
    script, truth, viewer = rewriting.another(), rewriting.truth(), rewriting.viewer
    if script is None:
        return False
    one, other = rewriting.opening(truth), rewriting.opening(script)
    compare(one, other, viewer, seed)
    for number, (action, rewritten) in enumerate(zip(truth.actions, script.actions, strict=True)):
        one.play(action)
        try:
            other.play(rewritten)
        except Refusal as refused:
            raise Leak(f"with one of the deals only: {refused}") from refused
        compare(one, other, viewer, seed + number)
    return True


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_viewer_cannot_tell_one_deal_from_another(edition: str) -> None:
    @some_games
    @given(parties(edition), st.integers(-1, 9), st.integers(1, 150))
    def looks_the_same(party: Party, viewer: int, length: int) -> None:
        assume(look_alike(played(party, viewer, length=length), seed=party.seed))

    looks_the_same()


def tells(kind: type[Event]) -> Callable[[pytest.MonkeyPatch], None]:
    """A leak: everybody sees all of such an event."""

    def leaky(viewer: Seat | None, event: Event, *, snooping: Snooping) -> Event:
        return event if isinstance(event, kind) else seen_by(viewer, event, snooping=snooping)

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(game_module, "seen_by", leaky)

    plant.__name__ = f"tells {kind.__name__}"
    return plant


def tells_the_owner(patch: pytest.MonkeyPatch) -> None:
    """A leak: the owner learns the card of a blind snoop."""

    def leaky(viewer: Seat | None, event: Event, *, snooping: Snooping) -> Event:
        assert snooping in Snooping
        return seen_by(viewer, event, snooping=Snooping.OWNER_KNOWS)

    patch.setattr(game_module, "seen_by", leaky)


def stirs_the_scene(patch: pytest.MonkeyPatch) -> None:
    """A leak: the scene is folded from a secret field, so that a shown weapon counts as a turn."""

    def leaky(scene: Scene, event: Event) -> Scene:
        scene = after(scene, event)
        if isinstance(event, Shown) and isinstance(event.card, Weapon):
            return scene._replace(turn=scene.turn._replace(number=scene.turn.number + 1))
        return scene

    patch.setattr(game_module, "after", leaky)


def says_more(patch: pytest.MonkeyPatch) -> None:
    """A leak: the referee lays the open cards out once more whenever a weapon was shown."""

    def leaky(position: Position, action: Action, *, by: Seat | None = None) -> tuple[Event, ...] | Chance:
        outcome = decide(position, action, by=by)
        if isinstance(outcome, Dice | Draw) or not isinstance(action, Show) or not isinstance(action.card, Weapon):
            return outcome
        return (*outcome, LaidOpen(position.scene.open_cards))

    patch.setattr(game_module, "decide", leaky)


def refuses_tellingly(patch: pytest.MonkeyPatch) -> None:
    """A leak: the referee's words depend on the case file."""

    def leaky(position: Position, action: Action, *, by: Seat | None = None) -> tuple[Event, ...] | Chance:
        try:
            return decide(position, action, by=by)
        except Refusal as refused:
            if position.secrets.case_file.room.index % 2:
                raise
            raise Refusal("TURN-1", refused.sentence) from refused

    patch.setattr(referee, "decide", leaky)


class Peeking(View):
    """A view whose options know the case file."""

    case_file: Theory

    @property
    def options(self) -> Options | None:
        offered = super().options
        return offered and offered._replace(accuse=self.case_file.room.index % 2 == 0)


def offers_tellingly(patch: pytest.MonkeyPatch) -> None:
    """A leak: whether one may accuse depends on the case file."""
    view = Game.view

    def leaky(game: Game, seat: Seat | None) -> View:
        peeking = Peeking(*view(game, seat))
        peeking.case_file = game.secrets.case_file
        return peeking

    patch.setattr(Game, "view", leaky)


def deals_tellingly(patch: pytest.MonkeyPatch) -> None:
    """A leak: a hand shows one card too many."""
    view = Game.view

    def leaky(game: Game, seat: Seat | None) -> View:
        seen = view(game, seat)
        return seen._replace(hand=seen.hand.deck.of([*seen.hand, game.secrets.case_file.weapon]))

    patch.setattr(Game, "view", leaky)


EVERYWHERE = (
    tells(Shown),
    tells(Opened),
    tells(Sealed),
    tells(Dealt),
    stirs_the_scene,
    says_more,
    refuses_tellingly,
    offers_tellingly,
    deals_tellingly,
)
PLANTED = [
    *((plant, edition) for plant in EVERYWHERE for edition in EDITIONS),
    *((plant, "master-detective") for plant in (tells(Snooped), tells_the_owner)),
]


def some_played(edition: str, *house_rules: str) -> Iterator[Rewriting]:
    """The games in which planted leaks are looked for."""
    seats = load(edition).own.most_seats
    return (played(Party(edition, house_rules, seats, seed), seed, length=60) for seed in range(60))


def leaks(game: Rewriting, plant: Callable[[pytest.MonkeyPatch], None]) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        try:
            look_alike(game, seed=0)
        except Leak:
            return True
    return False


@pytest.mark.parametrize(("plant", "edition"), PLANTED, ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_planted_leak_is_found(plant: Callable[[pytest.MonkeyPatch], None], edition: str) -> None:
    house_rules = ("blind snoop",) if plant is tells_the_owner else ()
    assert any(leaks(game, plant) for game in some_played(edition, *house_rules))


@pytest.mark.parametrize("edition", EDITIONS)
def test_where_nothing_was_planted_nothing_is_found(edition: str) -> None:
    assert not any(leaks(game, lambda _: None) for game in islice(some_played(edition), 10))
