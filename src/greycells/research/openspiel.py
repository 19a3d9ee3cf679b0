"""The game for OpenSpiel: after `import greycells.research.openspiel`, `pyspiel.load_game("greycells")` knows it.

Parameters: `edition`, `players`, `house_rules` (separated by `/`), `max_turns`, `history`. Chance is explicit: one card
at a time, the dice, draws. Information states are everything that a player has seen, in order: perfect recall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from greycells.extras import need

need("pyspiel")

import msgspec
import numpy as np
import pyspiel

from greycells.editions import load, names
from greycells.research.action_codes import codes_of
from greycells.research.chance_nodes import longest_game, most_outcomes
from greycells.research.observation import HISTORY, Array, Observer, layout_of
from greycells.research.research_table import MOST_TURNS, research_table
from greycells.research.spiel_structs import (
    SpielAction,
    SpielObservation,
    SpielState,
    action_struct,
    codes_in,
    observation_struct,
    state_struct,
)
from greycells.research.staged_game import StagedGame

Parameters: TypeAlias = Mapping[str, str | int | float | bool]
DEFAULTS: Parameters = {
    "edition": "classic",
    "players": 4,
    "house_rules": "",
    "max_turns": MOST_TURNS,
    "history": HISTORY,
}
SEATS = [seats for key in names() for seats in (load(key).own.fewest_seats, load(key).own.most_seats)]

GAME_TYPE = pyspiel.GameType(
    short_name="greycells",
    long_name="Greycells",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=max(SEATS),
    min_num_players=min(SEATS),
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=dict(DEFAULTS),
)


class SpielGame(pyspiel.Game):
    """A table as OpenSpiel sees it."""

    def __init__(self, params: Parameters | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        house_rules = [rule.strip() for rule in str(given["house_rules"]).split("/") if rule.strip()]
        self.table = research_table(str(given["edition"]), int(given["players"]), house_rules)
        self.max_turns, self.layout = int(given["max_turns"]), layout_of(self.table, int(given["history"]))
        choices, outcomes = longest_game(self.table, self.max_turns)
        info = pyspiel.GameInfo(
            num_distinct_actions=codes_of(self.table).count,
            max_chance_outcomes=most_outcomes(self.table),
            num_players=len(self.table.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=choices + outcomes,
        )
        super().__init__(GAME_TYPE, info, dict(given))

    def new_initial_state(self) -> SpielPosition:
        return SpielPosition(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> SpielObserver:
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielPosition(pyspiel.State):
    """A state: all that is Python's is one object, which a clone copies at little cost."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.staged = StagedGame(game.table, game.max_turns)

    def current_player(self) -> int:
        match self.staged.next_step:
            case "chance":
                return pyspiel.PlayerId.CHANCE
            case "over":
                return pyspiel.PlayerId.TERMINAL
            case "choice":
                return self.staged.to_act
        assert_never(self.staged.next_step)

    def _legal_actions(self, player: int) -> list[int]:
        return self.staged.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.staged.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self.staged.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.staged.name(action, by_chance=player == pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        return self.staged.next_step == "over"

    def returns(self) -> list[float]:
        return self.staged.returns()

    def __str__(self) -> str:
        return self.to_json()

    def to_struct(self) -> SpielState:
        """The whole state, secrets included."""
        return state_struct(self.staged, self.current_player())

    def to_json(self) -> str:
        return self.to_struct().to_json()

    def to_dict(self) -> dict[str, object]:
        return self.to_struct().to_dict()

    def to_observation_struct(self, player: int | None = None) -> SpielObservation:
        """What a player knows, by default the current one."""
        seat = self.current_player() if player is None else player
        view = self.staged.view(seat)
        if view is None:
            raise ValueError("Before the cards are dealt there is nothing to observe.")
        return observation_struct(view, self.staged.begun, self.current_player())

    def action_to_struct(self, player: int, action: int | None = None) -> SpielAction:
        """A choice of a player, or of the current one, by name."""
        return action_struct(self.staged.table, [player if action is None else action])

    def actions_to_struct(self, player: int, actions: Sequence[int]) -> SpielAction:
        """The stages that make up a choice, by name."""
        del player
        return action_struct(self.staged.table, actions)

    def struct_to_actions(self, action: SpielAction) -> list[int]:
        return codes_in(self.staged.table, action)

    def apply_action_struct(self, action: SpielAction) -> None:
        """Apply all stages of a choice."""
        for code in self.struct_to_actions(action):
            self.apply_action(code)


class SpielObserver:
    """Observes states for one player, or for a spectator, with perfect recall or as a snapshot."""

    def __init__(self, game: SpielGame, kind: pyspiel.IIGObservationType, params: Parameters | None) -> None:
        if params:
            raise ValueError(f"Observers have no parameters, and these were given: {sorted(params)}.")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("No observer sees what all players know.")
        self.game, self.kind = game, kind
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor: Array = np.zeros(0 if self.public else game.layout.size, np.float32)
        self.dict: dict[str, Array] = {} if self.public else game.layout.read(self.tensor)

    def set_from(self, state: SpielPosition, player: int) -> None:
        """Write what the player knows into `tensor`; `dict` has its channels."""
        view = state.staged.view(player)
        if self.public or view is None:
            self.tensor.fill(0)
        else:
            begun = state.staged.begun if view.to_act else None
            self.tensor[:] = Observer(self.game.layout, player).observe(view, begun)

    def string_from(self, state: SpielPosition, player: int) -> str:
        """What the player knows, as JSON: everything that it has seen, or the position and the latest turn."""
        view = state.staged.view(None if self.public else player)
        if view is None:
            return f"player {player} before the deal"
        told = observation_struct(view, state.staged.begun, state.current_player())
        if self.kind.perfect_recall:
            return told.to_json()
        return msgspec.structs.replace(told, sightings=told.sightings[-LATEST:]).to_json()


LATEST = 12
"""How many of the latest events an observation string has."""

pyspiel.register_game(GAME_TYPE, SpielGame)
