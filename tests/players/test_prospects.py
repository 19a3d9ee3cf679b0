"""What a suggestion would tell, against an enumeration of all deals that fit."""

from __future__ import annotations

from collections import defaultdict
from math import log2
from random import Random

import numpy as np
import pytest
from tests.deduction.states import CLASSIC, played
from tests.deduction.suspicions import suspected

from greycells import Game, load
from greycells.deduction import exact_counting as engine
from greycells.deduction.exact_counting import weigh
from greycells.players import suggestion_values
from greycells.players.notes import Notes
from greycells.players.suggestion_values import BeliefArrays, SuggestionSlots, full_gain, private_gain, public_gain
from greycells.rules.chance import SeededDealer


def beliefs(seats: int = 3, seed: int = 1) -> tuple[BeliefArrays, Notes]:
    game = Game.new(load("cottage"), ["x"] * seats, dealer=SeededDealer(seed))
    notes = Notes(game.view(game.seats[0]))
    return BeliefArrays.of(notes.deck, weigh(notes.problem())), notes


def test_with_one_opponent_it_is_exact() -> None:
    found, notes = beliefs(seats=2)
    deck = notes.deck
    hidden = [card.index for card in deck if not card.bit & notes.hand]
    kinds = [
        [card.index for card in kind if card.index in hidden] for kind in (deck.suspects, deck.weapons, deck.rooms)
    ]
    case_files = [(s, w, r) for s in kinds[0] for w in kinds[1] for r in kinds[2]]
    gain = private_gain(found, 0)
    for suspect in deck.suspects:
        for weapon in deck.weapons:
            for room in deck.rooms:
                named = (suspect.index, weapon.index, room.index)
                joint: defaultdict[tuple[tuple[int, ...], int | None], float] = defaultdict(float)
                for case_file in case_files:
                    held = [card for card in named if card in hidden and card not in case_file]
                    for shown in held or (None,):
                        joint[case_file, shown] += 1 / max(1, len(held)) / len(case_files)
                answers: defaultdict[int | None, float] = defaultdict(float)
                for (_, shown), share in joint.items():
                    answers[shown] += share
                told = sum(
                    share * log2(share * len(case_files) / answers[shown]) for (_, shown), share in joint.items()
                )
                at = (
                    suspect.index,
                    weapon.index - len(deck.suspects),
                    room.index - len(deck.suspects) - len(deck.weapons),
                )
                assert gain[at] == pytest.approx(told, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_tells_more_than_everything(seed: int) -> None:
    found, _ = beliefs(seed=seed)
    slots = SuggestionSlots.of(found, 0, None)
    assert slots.of_cards(slots.over_patterns(slots.patterns)) == pytest.approx(np.ones(found.joint.shape))
    alone, table, everything = private_gain(found, 0), public_gain(found, 0), full_gain(found)
    assert (table >= -1e-9).all()
    assert (alone >= table - 1e-9).all()
    assert (everything >= alone - 1e-9).all()
    assert (everything <= found.entropy + 1e-9).all()


@pytest.mark.parametrize("seed", range(6))
def test_compiled_or_in_arrays_alone_or_among_others(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same gains by the kernel, by arrays of different cards, and by arrays of many positions."""
    rng = Random(seed)
    state, _ = played(rng, CLASSIC, rng.randint(3, 6), turns=rng.randint(0, 14), everybody=False)
    problems = [suspected(rng, state.problem) for _ in range(3)]
    many = BeliefArrays.weighed(problems)
    asker = rng.randrange(state.problem.seats)
    assert engine.warm_up()
    by_kernel = [(private_gain(one, asker, hands=0.2), public_gain(one, asker)) for one in map(many.number, range(3))]
    monkeypatch.setattr(suggestion_values, "kernel_is_ready", lambda: False)
    for number, (private, public) in enumerate(by_kernel):
        one = many.number(number)
        assert private_gain(one, asker, hands=0.2) == pytest.approx(private, abs=1e-9)
        assert private_gain(many, asker, hands=0.2)[number] == pytest.approx(private, abs=1e-9)
        assert private_gain(one.in_room(1), asker, hands=0.2, rooms=1)[..., 0] == pytest.approx(
            private[..., 1], abs=1e-9
        )
        assert public_gain(one, asker) == pytest.approx(public, abs=1e-9)
        assert public_gain(many, asker)[number] == pytest.approx(public, abs=1e-9)
        assert full_gain(many)[number] == pytest.approx(full_gain(one), abs=1e-9)


def test_to_name_three_of_ones_own_cards_tells_nothing() -> None:
    for seed in range(40):
        found, notes = beliefs(seats=2, seed=seed)
        own = [
            [card for card in kind if card.bit & notes.hand]
            for kind in (notes.deck.suspects, notes.deck.weapons, notes.deck.rooms)
        ]
        if all(own):
            first = notes.deck.weapons[0].index, notes.deck.rooms[0].index
            at = own[0][0].index, own[1][0].index - first[0], own[2][0].index - first[1]
            assert private_gain(found, 0)[at] == pytest.approx(0, abs=1e-12)
            return
    raise AssertionError("no deal gave one of each kind")
