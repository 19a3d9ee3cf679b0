"""A whole game by random choices, written for any PettingZoo environment: python examples/pettingzoo_random.py"""

from __future__ import annotations

from greycells.research.pettingzoo import env

SEED = 7

table = env("classic", 4)
table.reset(seed=SEED)
for number, agent in enumerate(table.possible_agents):
    table.action_space(agent).seed(SEED + number)
choices = 0
for agent in table.agent_iter():
    observed, reward, terminated, truncated, _ = table.last()
    if terminated or truncated:
        print(agent, "gets", round(reward, 2))
        table.step(None)
    else:
        table.step(table.action_space(agent).sample(observed["action_mask"]))
        choices += 1
print(choices, "choices")
