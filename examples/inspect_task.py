"""An Inspect task: how often a model beats our bots. Needs `pip install inspect-ai`, which greycells itself doesn't.

    inspect eval examples/inspect_task.py --model openai/gpt-5

Without Inspect, `python examples/inspect_task.py` plays one game with a script instead of a model.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from greycells.research.model_tables import ModelTables
from greycells.research.text_player import InvalidAnswer

OPPONENTS = ("sergeant", "inspector", "superintendent")
MOST_ANSWERS = 400


async def played(ask: Callable[[str], Awaitable[str]], seed: int) -> dict[str, float]:
    """Play one game by asking for every choice; how it ended, and how many answers couldn't be read."""
    tables = ModelTables(solver=False)
    prompt = tables.open("classic", OPPONENTS, name="Model", seed=seed)
    table, invalid = tables.tables[1], 0
    for _ in range(MOST_ANSWERS):
        if table.game.over:
            break
        try:
            prompt = tables.play(1, await ask(prompt))
        except InvalidAnswer as wrong:
            prompt, invalid = str(wrong), invalid + 1
    return {"won": float(table.game.winner is table.seat), "invalid": float(invalid)}


if TYPE_CHECKING or find_spec("inspect_ai"):
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageUser, get_model
    from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver

    @solver
    def plays_a_game() -> Solver:
        """Let the model play; the conversation goes on from choice to choice."""

        async def solve(state: TaskState, generate: Generate) -> TaskState:
            del generate

            async def ask(prompt: str) -> str:
                state.messages.append(ChatMessageUser(content=prompt))
                output = await get_model().generate(state.messages)
                state.messages.append(output.message)
                return output.completion

            state.metadata |= await played(ask, int(state.input_text))
            return state

        return solve

    @scorer(metrics=[accuracy(), stderr()])
    def wins() -> Scorer:
        """1 for a game that was won."""

        async def score(state: TaskState, target: Target) -> Score:
            del target
            return Score(value=state.metadata["won"], metadata={"invalid": state.metadata["invalid"]})

        return score

    @task
    def greycells(games: int = 40) -> Task:
        """Games against a sergeant, an inspector and a superintendent."""
        return Task([Sample(input=str(seed)) for seed in range(games)], solver=plays_a_game(), scorer=wins())


if __name__ == "__main__":

    class Script:
        """Tries one thing after another until something is allowed."""

        number = 0

        async def __call__(self, prompt: str) -> str:
            del prompt
            self.number += 1
            return ("roll", "suggest scarlett rope", "nothing", "end", "stay")[self.number % 5]

    print(asyncio.run(played(Script(), seed=3)))
