"""The parts of the mcp SDK 2 that we use: the tests' environment doesn't have it."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Self

class StdioServerParameters:
    def __init__(self, *, command: str, args: list[str]) -> None: ...

class TextContent:
    type: str
    text: str

class CallToolResult:
    content: Sequence[TextContent]

class Tool:
    name: str

class ListToolsResult:
    tools: Sequence[Tool]

class Transport: ...

def stdio_client(server: StdioServerParameters) -> AbstractAsyncContextManager[Transport]: ...

class Client:
    def __init__(self, server: AbstractAsyncContextManager[Transport]) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *error: object) -> None: ...
    async def list_tools(self) -> ListToolsResult: ...
    async def call_tool(self, name: str, arguments: Mapping[str, object] = ...) -> CallToolResult: ...
