"""Chance is fair to the last bit, and a fresh table has nothing on it yet."""

from __future__ import annotations

from itertools import product

import pytest

from greycells import Game, load
from greycells.editions import names
from greycells.rules.actions import CannotShow, Roll, Show
from greycells.rules.chance import CountingDealer, SeededDealer, uniform
from greycells.rules.legal_options import options, why_not
from greycells.rules.perft import actions_of, perft, play
from greycells.rules.scene import Scene, Turn


def test_a_value_that_would_favour_some_outcomes_is_drawn_again() -> None:
    """Three quarters of all 64-bit numbers: taken modulo that, the first third would come up twice as often."""
    limit = 3 << 62
    low = sum(uniform(limit, b"key", str(number)) < limit // 3 for number in range(3_000))
    assert 900 < low < 1_100


def test_all_64_bits_may_be_asked_for() -> None:
    found = [uniform(1 << 64, b"key", str(number)) for number in range(50)]
    assert len(set(found)) == 50
    assert max(found) > 1 << 63


@pytest.mark.parametrize("dice", [1, 2])
def test_a_throw_for_the_start_shows_one_to_six(dice: int) -> None:
    seat = Game.new(load("master-detective"), ["Ada", "Grace", "Hedy"], seed=1).seats[2]
    thrown = [SeededDealer(seed).roll_for_start(seat, dice, round_number=seed % 3) for seed in range(600)]
    assert set(thrown) == set(product(range(1, 7), repeat=dice))


class Extreme(CountingDealer):
    """A dealer that always takes the first or the last of what is equally likely."""

    def __init__(self, *, last: bool) -> None:
        self.last = last

    def below(self, limit: int, kind: str, number: int, item: int = 0) -> int:  # noqa: ARG002
        return limit - 1 if self.last else 0


@pytest.mark.parametrize("dice", [1, 2])
def test_every_fall_of_the_dice_has_one_chance(dice: int) -> None:
    assert Extreme(last=False).roll(dice, number=0) == (1,) * dice
    assert Extreme(last=True).roll(dice, number=0) == (6,) * dice


@pytest.mark.parametrize("edition", names())
def test_before_the_deal_nobody_is_called_over_or_out(edition: str) -> None:
    scene = Scene.empty(Game.new(load(edition), ["Ada", "Grace", "Hedy"], seed=1).table)
    assert (scene.called, scene.out, scene.false_witnesses) == (0, 0, 0)
    assert scene.turn == Turn(0, scene.seats[0], "setting up", None)
    assert scene.turn[4:] == ((), 0, None, False, 0, False, False, None)


def test_whoever_is_out_of_turn_hears_who_is_awaited() -> None:
    """The mover while a move is due, and the seat that is asked while an answer is (TURN-1, SHOW-1)."""
    game = Game.new(load("parlour"), ["Ada", "Grace", "Hedy", "Joan"], seed=1)
    ada, grace, *_, joan = game.seats
    assert str(why_not(game.scene, joan, game.hand(joan), Roll())).startswith(f"{joan} has to wait: it's {ada}'s")
    game.play(next(options(game.scene, ada, game.hand(ada)).actions()))
    assert game.scene.turn.phase == "answering"
    assert str(why_not(game.scene, joan, game.hand(joan), Roll())).startswith(f"{grace} has to answer")
    while game.scene.turn.phase == "answering":
        seat = game.to_act
        assert seat is not None
        shown = next(iter(options(game.scene, seat, game.hand(seat)).show), None)
        assert not game.scene.turn.entered
        assert not game.scene.turn.spyglass
        game.play(CannotShow() if shown is None else Show(shown))


def test_a_counted_sequence_rolls_the_throws_in_order() -> None:
    """Turn n rolls the n-th throw, so the count is the sum over the first move with that very throw."""
    position = Game.new(load("cottage"), ["Ada", "Grace"], seed=0).position
    one, two = (2,), (5,)
    first = [play(position, action, one) for action in actions_of(position)]
    assert perft(position, 2, throws=[one, two]) == sum(len(actions_of(after)) for after in first)
    assert perft(position, 2, throws=[one, two]) != perft(position, 2, throws=[two, one])
