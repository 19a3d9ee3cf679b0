"""The PettingZoo environment passes PettingZoo's own tests at every table, and tells no seat what it can't know."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, render_test, seed_test
from tests.margin import PROOF
from tests.research.whims import (
    EDITIONS,
    TABLES,
    any_action,
    any_code,
    shows_every_card,
    some_played,
    tells_a_difference,
)

from greycells.deduction import CASE_FILE, Worlds, facts_from
from greycells.editions import load
from greycells.research.action_codes import IllegalCode, PartialTheory, codes_of
from greycells.research.observation import Observer
from greycells.research.pettingzoo import Observed, RenderMode, env, raw_env
from greycells.research.research_table import new_game, research_table
from greycells.rules.actions import Accuse, Action
from greycells.rules.events import Opened
from greycells.rules.game import Game
from greycells.rules.seats import Seat

CYCLES = 1000 if PROOF else 24
WHOLE_GAMES = 1000 if PROOF else 8


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_the_tests_of_pettingzoo_pass(edition: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # What api_test says of every environment with a mask that it doesn't know by name.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(env(edition, seats), num_cycles=CYCLES)

    def shown(render_mode: RenderMode | None = None) -> AECEnv[str, Observed, int]:
        return env(edition, seats, render_mode=render_mode)

    seed_test(shown, num_cycles=CYCLES // 4)
    render_test(shown)
    assert "Passed API test" in capsys.readouterr().out


def test_whole_games_of_every_table_end() -> None:
    for number in range(WHOLE_GAMES):
        edition, seats = TABLES[number * 7 % len(TABLES)]
        game, whim = raw_env(edition, seats, max_turns=1000 if PROOF else 80), Random(number)
        game.reset(seed=number)
        while not any(game.terminations.values()) and not any(game.truncations.values()):
            observed = game.observe(game.agent_selection)
            legal = np.flatnonzero(observed["action_mask"]).tolist()
            game.step(any_code(game.action_codes, legal, whim, game.begun))
        assert sum(game.rewards.values()) == pytest.approx(0)
        won = game.game.winner
        assert (max(game.rewards.values()) == 1) == (won is not None)


def test_a_wrong_accuser_answers_and_lives_until_the_end() -> None:
    game, whim = raw_env("classic", 4), Random(5)
    game.reset(seed=5)
    out: set[str] = set()
    answered: set[str] = set()
    while not any(game.terminations.values()):
        agent = game.agent_selection
        if agent in out:
            answered.add(agent)
            assert game.game.scene.turn.phase == "answering"
        legal = np.flatnonzero(game.observe(agent)["action_mask"]).tolist()
        before = len(game.game.events)
        game.step(any_code(game.action_codes, legal, whim, game.begun))
        for event in game.game.events[before:]:
            if isinstance(event, Opened) and not event.right:
                out.add(game.possible_agents[event.seat.index])
        assert game.agents == game.possible_agents
    assert out
    assert answered


def test_a_number_that_may_not_be_chosen_is_refused_in_a_sentence() -> None:
    game = raw_env("classic", 3)
    game.reset(seed=1)
    closed = int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalCode, match="may not be chosen now"):
        game.step(closed)


def test_the_same_seed_gives_the_same_game_and_another_one_does_not() -> None:
    games = [raw_env("classic", 3) for _ in range(3)]
    for game, seed in zip(games, (7, 7, 8), strict=True):
        game.reset(seed=seed)
    assert games[0].game.events == games[1].game.events != games[2].game.events


@pytest.mark.parametrize("edition", EDITIONS)
def test_stages_and_actions_say_the_same(edition: str) -> None:
    game, whim = new_game(research_table(edition, load(edition).own.most_seats), 3), Random(3)
    codes = codes_of(game.table)
    for _ in range(80):
        if game.to_act is None:
            break
        action, options = any_action(game, whim), game.view(game.to_act).options
        assert options is not None
        begun: PartialTheory | None = None
        *first, last = codes.codes(action, options)
        for code in first:
            chosen = codes.read(code, options, begun)
            assert isinstance(chosen, PartialTheory)
            begun = chosen
        assert codes.read(last, options, begun) == action
        game.play(action)


def test_the_channels_hold_what_the_view_holds() -> None:
    for rewriting in some_played("classic", 6):
        game, viewer = rewriting.game, rewriting.viewer
        assert viewer is not None
        shown = raw_env("classic", len(game.seats), beliefs=True)
        view = game.view(viewer)
        parts = shown.layout.read(Observer(shown.layout, viewer.index).observe(view))
        assert {card.index for card in view.hand} == set(np.flatnonzero(parts["hand"]).tolist())
        assert parts["turn"][0] == pytest.approx(view.scene.turn.number / 1000)
        pawns = [place.index for place in view.scene.pawns]
        assert parts["pawns"].argmax(axis=1).tolist() == pawns
        worlds = Worlds(facts_from(view))
        for card in game.edition.deck:
            for seat in game.seats:
                near = (seat.index - viewer.index) % len(game.seats)
                share = worlds.number_with(card, seat) / worlds.total
                assert parts["beliefs"][near, card.index] == pytest.approx(share)
                if parts["seen"][near, card.index]:
                    assert share == 1
            assert parts["beliefs"][-1, card.index] == pytest.approx(worlds.number_with(card, CASE_FILE) / worlds.total)
        assert parts["counted"][0] == 1


class Environment:
    """A game as the environment shows it."""

    def __init__(self, game: Game, *, beliefs: bool = False) -> None:
        self.env = raw_env(game.edition.key, len(game.seats), beliefs=beliefs)
        self.env.reset(seed=0)
        self.env.begin(game)

    def play(self, action: Action) -> None:
        options = self.env.game.view(self.env.game.to_act).options
        assert options is not None
        for code in self.env.action_codes.codes(action, options):
            self.env.step(code)

    def seen(self, viewer: Seat) -> object:
        agent = self.env.possible_agents[viewer.index]
        seen = self.env.observe(agent)
        return (
            seen["observation"].tobytes(),
            seen["action_mask"].tobytes(),
            self.env.rewards[agent],
            self.env.infos[agent],
            self.env.agent_selection,
        )


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seat_cannot_tell_one_deal_from_another(edition: str) -> None:
    count = 60 if PROOF else 6
    assert not tells_a_difference(edition, Environment, count=count)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_planted_leak_is_found(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shows_every_card(monkeypatch)
    assert tells_a_difference(edition, Environment)


def test_a_leak_in_the_mask_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    observe = raw_env.observe

    def leaky(self: raw_env, agent: str) -> Observed:
        seen = observe(self, agent)
        seen["action_mask"][0] ^= self.game.secrets.case_file.weapon.index % 2
        return seen

    monkeypatch.setattr(raw_env, "observe", leaky)
    assert tells_a_difference("classic", Environment)


def test_beliefs_tell_no_more_than_the_seat_can_work_out() -> None:
    def believing(game: Game) -> Environment:
        return Environment(game, beliefs=True)

    assert not tells_a_difference("cottage", believing, count=4)


def test_an_accusation_begun_is_seen_by_nobody_else() -> None:
    game = raw_env("classic", 3)
    game.reset(seed=3)
    mover = game.agent_selection
    others = [agent for agent in game.agents if agent != mover]
    before = [game.observe(agent)["observation"].tobytes() for agent in others]
    own = game.observe(mover)["observation"].tobytes()
    game.step(game.action_codes.names.index("accuse"))
    assert [game.observe(agent)["observation"].tobytes() for agent in others] == before
    assert game.observe(mover)["observation"].tobytes() != own
    case_file = game.game.secrets.case_file
    options = game.game.view(game.game.to_act).options
    assert options is not None
    for code in game.action_codes.codes(Accuse(case_file), options)[1:]:
        game.step(code)
    assert game.rewards[mover] == 1
