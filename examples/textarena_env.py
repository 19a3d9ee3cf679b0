"""A TextArena environment around our tables: needs `pip install textarena`, which greycells itself doesn't.

    env = Greycells(["sergeant", "inspector"])
    env.reset(num_players=1)
    player, observation = env.get_observation()
    done, info = env.step("roll")

One model plays against our bots. It is told the game in words, and answers in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from greycells.research.model_tables import ModelTables
from greycells.research.text_player import InvalidAnswer

if TYPE_CHECKING or find_spec("textarena"):
    from textarena import Env
else:
    Env = object
    """Without TextArena the adapter can be tried as it is."""


class Greycells(Env):
    """One table: the model's answers are steps, and what happens until its next choice is its observation."""

    def __init__(self, opponents: Sequence[str], *, edition: str = "classic") -> None:
        self.opponents, self.edition = list(opponents), edition

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        """Deal. Only one model sits at the table."""
        assert num_players == 1, "One model plays against our bots."
        self.tables = ModelTables(solver=False)
        self.observation = self.tables.open(self.edition, self.opponents, name="Model", seed=seed)
        self.invalid = 0

    def get_observation(self) -> tuple[int, str]:
        """Whose choice it is, always player 0, and what is new to it."""
        return 0, self.observation

    def step(self, action: str) -> tuple[bool, dict[str, object]]:
        """A choice in words; one that can't be read is told and counted."""
        try:
            self.observation = self.tables.play(1, action)
        except InvalidAnswer as wrong:
            self.observation, self.invalid = str(wrong), self.invalid + 1
        return self.tables.tables[1].game.over, {"invalid": self.invalid}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, object]]]:
        """What the game was worth to the model, and how many of its answers couldn't be read."""
        table = self.tables.tables[1]
        return {0: 1.0 if table.game.winner is table.seat else 0.0}, {0: {"invalid": self.invalid}}


def by_the_list(env: Greycells, number: int) -> str:
    """What a script answers instead of a model: one of the choices that are open, seldom an accusation."""
    open_now = env.tables.legal(1)
    choice = open_now[number % max(1, len(open_now) - open_now[-1].startswith("accuse"))]
    return choice.split(" (")[0].replace("SUSPECT", "scarlett").replace("WEAPON", "rope").replace("ROOM", "hall")


if __name__ == "__main__":
    game = Greycells(["inspector", "inspector"])
    game.reset(seed=3)
    for answers in range(1000):
        over, told = game.step(by_the_list(game, answers))
        if over:
            print("over after", answers + 1, "answers:", game.close())
            break
