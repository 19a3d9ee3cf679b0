"""`greycells mcp` as a client of the protocol sees it. Only `make proof` installs the SDK."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("mcp", reason="The mcp SDK is not installed: make proof installs it")

from mcp import Client, StdioServerParameters, stdio_client
from tests.research.scripted_model import ScriptedModel

from greycells.research.text_player import choice_in

TOOLS = {"open_table", "look", "play", "ask_solver", "close_table"}


async def said(client: Client, tool: str, **arguments: object) -> str:
    result = await client.call_tool(tool, arguments)
    return "\n".join(part.text for part in result.content if part.type == "text")


async def test_a_whole_game_over_standard_input_and_output() -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "greycells", "mcp"])
    async with Client(stdio_client(command)) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        model = ScriptedModel(2, nonsense=0.05)
        model(await said(client, "open_table", opponents=["inspector", "sergeant"], seed=5))
        for _ in range(400):
            seen = await said(client, "look", table=1)
            if "- " not in seen:
                break
            await said(client, "play", table=1, action=choice_in(model(seen)))
        assert "over" in await said(client, "play", table=1, action="roll")
        assert "%" in await said(client, "ask_solver", table=1)
        assert "no table 7" in await said(client, "look", table=7)
