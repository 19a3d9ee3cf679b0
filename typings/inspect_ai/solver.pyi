from collections.abc import Awaitable, Callable
from typing import TypeAlias

from inspect_ai.model import ChatMessage

class Generate: ...

class TaskState:
    messages: list[ChatMessage]
    metadata: dict[str, float]
    input_text: str

Solver: TypeAlias = Callable[[TaskState, Generate], Awaitable[TaskState]]

def solver(made: Callable[[], Solver]) -> Callable[[], Solver]: ...
