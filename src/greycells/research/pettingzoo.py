"""The game as a PettingZoo environment: `greycells.research.pettingzoo.env(edition="classic", seats=4)`.

Seats choose one after the other, in stages (`action_codes`). Whoever has accused wrongly still answers, so no seat is
terminated before the game ends. Rewards come at the end: 1 for the winner, and -1 shared among the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias, TypedDict, cast

from greycells.extras import need

need("pettingzoo", "gymnasium")

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from greycells.research.action_codes import PartialTheory, codes_of
from greycells.research.observation import HISTORY, Array, Observer, layout_of
from greycells.research.rendering import Picture, drawn_picture, drawn_text
from greycells.research.research_table import MOST_TURNS, new_game, research_table, returns, stopped
from greycells.rules.game import Game
from greycells.rules.legal_options import Options
from greycells.rules.views import View

RenderMode: TypeAlias = Literal["ansi", "rgb_array", "human"]


class Observed(TypedDict):
    """What an agent gets: the observation, and which actions are legal."""

    observation: Array
    action_mask: NDArray[np.int8]


def env(
    edition: str = "classic",
    seats: int = 4,
    *,
    house_rules: Sequence[str] = (),
    history: int = HISTORY,
    beliefs: bool = False,
    max_turns: int = MOST_TURNS,
    render_mode: RenderMode | None = None,
) -> AECEnv[str, Observed, int]:
    """An environment with PettingZoo's usual checks around it.

    Args:
        edition: the key of an edition, or the folder of one of your own.
        seats: the number of players, as many as the edition allows.
        house_rules: house rules of the edition, except take-backs.
        history: how many suggestions and accusations an observation holds.
        beliefs: whether observations have the seat's exact beliefs as further channels.
        max_turns: after so many turns a game is truncated.
        render_mode: `ansi` returns a text, `rgb_array` a picture, and `human` prints the text.
    """
    raw = raw_env(
        edition,
        seats,
        house_rules=house_rules,
        history=history,
        beliefs=beliefs,
        max_turns=max_turns,
        render_mode=render_mode,
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


class raw_env(AECEnv[str, Observed, int]):  # noqa: N801 - the name that PettingZoo gives it
    """The environment without the checks around it."""

    metadata: ClassVar[dict[str, object]] = {
        "name": "greycells_v0",
        "render_modes": ["ansi", "rgb_array", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        edition: str = "classic",
        seats: int = 4,
        *,
        house_rules: Sequence[str] = (),
        history: int = HISTORY,
        beliefs: bool = False,
        max_turns: int = MOST_TURNS,
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.table = research_table(edition, seats, house_rules)
        self.action_codes = codes_of(self.table)
        self.layout = layout_of(self.table, history, beliefs=beliefs)
        self.max_turns, self.render_mode = max_turns, render_mode
        self.possible_agents = [f"seat_{seat.index}" for seat in self.table.seats]
        self._seat_of = {agent: at for at, agent in enumerate(self.possible_agents)}
        actions = {agent: spaces.Discrete(self.action_codes.count) for agent in self.possible_agents}
        self.action_spaces = cast("dict[str, spaces.Space[int]]", actions)
        observations = {agent: self._space() for agent in self.possible_agents}
        self.observation_spaces = cast("dict[str, spaces.Space[Observed]]", observations)
        self._random, _ = np_random()

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.action_codes.count,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Observed]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:  # noqa: ARG002
        """Deal a new game. The same seed gives the same deal and dice, and the same games after it."""
        if seed is not None:
            self._random, _ = np_random(seed)
        self.begin(new_game(self.table, int(self._random.integers(2**63))))

    def begin(self, game: Game) -> None:
        """Go on with a game of this table, from where it is: a position of yours instead of a new deal."""
        self.game = game
        self.begun: PartialTheory | None = None
        self._observers = [Observer(self.layout, seat.index) for seat in self.table.seats]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    def _to_act(self) -> str:
        seat = self.game.to_act
        assert seat is not None
        return self.possible_agents[seat.index]

    def observe(self, agent: str) -> Observed:
        """What this seat knows now, and what it may choose: nothing, unless it is its turn to choose."""
        seat = self._seat_of[agent]
        view = self.game.view(seat)
        begun = self.begun if view.to_act else None
        return {"observation": self._observers[seat].observe(view, begun), "action_mask": self._mask(view)}

    def _mask(self, view: View) -> NDArray[np.int8]:
        mask = np.zeros(self.action_codes.count, np.int8)
        if view.to_act and not stopped(self.game.scene, self.max_turns):
            mask[self.action_codes.legal(view.options, self.begun)] = 1
        return mask

    def step(self, action: int | None) -> None:
        """Make a choice for the seat that is to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        chosen = self.action_codes.read(-1 if action is None else int(action), self._options(), self.begun)
        if isinstance(chosen, PartialTheory):
            self.begun = chosen
        else:
            self.begun = None
            self.game.play(chosen)
            self._settle()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Whose choice it is now, or what the game was worth if it is over."""
        scene = self.game.scene
        if scene.finished is not None or stopped(scene, self.max_turns):
            self.rewards = dict(zip(self.possible_agents, returns(scene), strict=True))
            ended = self.terminations if scene.finished is not None else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._to_act()

    def _options(self) -> Options | None:
        return self.game.view(self.game.to_act).options

    def render(self) -> str | Picture | None:
        """The table as a spectator sees it."""
        match self.render_mode:
            case "ansi":
                return drawn_text(self.game.view(None))
            case "rgb_array":
                return drawn_picture(self.game.scene)
            case "human":
                print(drawn_text(self.game.view(None)))
            case _:
                pass
        return None

    def close(self) -> None:
        """Nothing is held open."""
