from typing import TypeVar

from pettingzoo import AECEnv

Agent = TypeVar("Agent")
Seen = TypeVar("Seen")
Chosen = TypeVar("Chosen")

class OrderEnforcingWrapper(AECEnv[Agent, Seen, Chosen]):
    def __init__(self, env: AECEnv[Agent, Seen, Chosen]) -> None: ...

class AssertOutOfBoundsWrapper(AECEnv[Agent, Seen, Chosen]):
    def __init__(self, env: AECEnv[Agent, Seen, Chosen]) -> None: ...
