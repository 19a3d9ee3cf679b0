"""What a suggestion would tell, against an enumeration of all deals that fit."""

from __future__ import annotations

from collections import defaultdict
from math import log2

import numpy as np
import pytest

from greycells import Game, load
from greycells.deduction.engine import weigh
from greycells.players.notes import Notes
from greycells.players.prospects import Beliefs, full_gain, private_gain, public_gain
from greycells.rules.chance import SeededDealer


def beliefs(seats: int = 3, seed: int = 1) -> tuple[Beliefs, Notes]:
    game = Game.new(load("cottage"), ["x"] * seats, dealer=SeededDealer(seed))
    notes = Notes(game.view(game.seats[0]))
    return Beliefs.of(notes.deck, weigh(notes.problem())), notes


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
    patterns = found.patterns()
    assert patterns.sum(axis=(0, 1, 2)) == pytest.approx(np.ones(found.joint.shape))
    alone, table, everything = private_gain(found, 0), public_gain(found, 0), full_gain(found)
    assert (table >= -1e-9).all()
    assert (alone >= table - 1e-9).all()
    assert (everything >= alone - 1e-9).all()
    assert (everything <= found.entropy + 1e-9).all()


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
