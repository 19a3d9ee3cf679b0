from collections.abc import Callable
from typing import Generic, Literal, TypeVar

Lifespan = TypeVar("Lifespan")
Function = TypeVar("Function", bound=Callable[..., object])

class MCPServer(Generic[Lifespan]):
    def __init__(self, name: str | None = None, *, instructions: str | None = None, version: str = "") -> None: ...
    def tool(self) -> Callable[[Function], Function]: ...
    def run(self, transport: Literal["stdio"] = "stdio") -> None: ...
