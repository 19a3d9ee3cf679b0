"""Many tables over worker processes: the same games with any number of workers, by Gymnasium's conventions."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.research.whims import shows_every_card, tells_a_difference

from greycells.research.stepped_table import POLICY, SteppedSetup, SteppedTable
from greycells.research.vector import VectorTables, WorkerFailed
from greycells.rules.actions import Action
from greycells.rules.game import Game
from greycells.rules.seats import Seat

SELF_PLAY = SteppedSetup("cottage", (POLICY,) * 3)


def any_actions(masks: NDArray[np.int8], whim: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each table; any number where a game is over."""
    scores = whim.random(masks.shape) * masks
    return np.asarray(scores.argmax(axis=1), np.int64)


def played(workers: int, steps: int, setup: SteppedSetup = SELF_PLAY) -> list[bytes]:
    """What is seen in some steps of six tables, played at random."""
    tables, whim = VectorTables(6, workers=workers, setup=setup), np.random.default_rng(3)
    try:
        seen, info = tables.reset(seed=9)
        told = [seen["observation"].tobytes()]
        ended = 0
        for _ in range(steps):
            before = info
            over_before = seen["action_mask"].sum(axis=1) == 0
            seen, rewards, terminated, truncated, info = tables.step(any_actions(seen["action_mask"], whim))
            over = terminated | truncated
            ended += int(over.sum())
            returns = np.asarray(info["returns"])
            acted = np.asarray(before["seat"])
            assert not (over & over_before).any()
            assert (rewards == np.where(over, returns[np.arange(6), acted], 0)).all()
            assert ((seen["action_mask"].sum(axis=1) == 0) == over).all()
            assert tables.single_observation_space.contains({key: value[0] for key, value in seen.items()})
            told.append(seen["observation"].tobytes() + rewards.tobytes())
        assert ended
    finally:
        tables.close()
    return told


def test_the_games_are_the_same_with_one_worker_and_two() -> None:
    assert played(1, 120) == played(2, 120)


def test_bots_play_the_other_seats() -> None:
    setup = SteppedSetup("cottage", (POLICY, "inspector", "stroller"))
    tables, whim = VectorTables(2, setup=setup), np.random.default_rng(1)
    try:
        seen, info = tables.reset(seed=4)
        rewarded: list[float] = []
        for _ in range(150):
            assert (np.asarray(info["seat"]) == 0).all()
            seen, rewards, terminated, _, info = tables.step(any_actions(seen["action_mask"], whim))
            rewarded += rewards[terminated].tolist()
        assert len(rewarded) > 3
    finally:
        tables.close()


def test_an_illegal_action_is_a_sentence_and_ends_nothing() -> None:
    tables = VectorTables(2, setup=SELF_PLAY)
    try:
        seen, _ = tables.reset(seed=4)
        with pytest.raises(WorkerFailed, match="may not be chosen"):
            tables.step(np.asarray([int(np.flatnonzero(mask == 0)[0]) for mask in seen["action_mask"]]))
        again, _ = tables.reset(seed=4)
        assert np.array_equal(again["observation"], seen["observation"])
    finally:
        tables.close()


class Stepped:
    """A game as the tables of a vector environment write it, for the seat to act."""

    def __init__(self, game: Game) -> None:
        self.table = SteppedTable(SteppedSetup(game.edition.key, (POLICY,) * len(game.seats)))
        self.table.begin(game, 0)

    def play(self, action: Action) -> None:
        options = self.table.game.view(self.table.game.to_act).options
        assert options is not None
        for code in self.table.codes.codes(action, options):
            self.table.step(code)

    def seen(self, viewer: Seat) -> object:
        table = self.table
        observation, mask = np.zeros(table.layout.size, np.float32), np.zeros(table.codes.count, np.int8)
        if table.seat == viewer.index:
            table.write(observation, mask)
        return observation.tobytes(), mask.tobytes(), table.seat, table.over


def test_a_seat_cannot_tell_one_deal_from_another() -> None:
    assert not tells_a_difference("classic", Stepped, count=6)


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shows_every_card(monkeypatch)
    assert tells_a_difference("classic", Stepped)
