"""The hosting page's way from a table that doesn't go on to its cause: every command as printed, and what it prints."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from tests.server.moved_clock import MovedClock
from tests.server.running_server import frame_of, gone, quick, running
from tests.server.seated_table import ADA_FIRST, alone
from tests.server.spoiled_tables import spoil

from greycells.client import ServerClient
from greycells.protocol.frames import Choose

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("### A table doesn't go on\n")[2].partition("\n### ")[0]
ON_PAGE = "/var/backups/greycells"
GUEST, GUEST_ON_PAGE = re.compile(r"\b[0-9a-f]{24}\b"), "0bcce836a0263cf67a753ff6"
SIZE = re.compile(r"\(\d+\.\d MB\)")


def printed() -> list[tuple[str, str]]:
    """The commands of the section, each with the output that the page shows."""
    found = list[tuple[str, str]]()
    for indent, block in re.findall(r"^( *)```text\n(.*?)^ *```$", SECTION, re.MULTILINE | re.DOTALL):
        text = re.sub(rf"^{indent}", "", block, flags=re.MULTILINE)
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def typed(command: str, settings: Path) -> str:
    """What a command of the page prints; the user is the one that runs the tests."""
    words = command.removeprefix("sudo -u greycells greycells ").split()
    environment = {**os.environ, "GREYCELLS_CONFIG": str(settings), "TZ": "UTC", "LANG": "C.UTF-8"}
    told = subprocess.run(
        [sys.executable, "-m", "greycells", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return told.stdout


async def choosing(address: str) -> tuple[ServerClient, str, str]:
    """Ada has begun a game, and it's her turn: the table and its room code."""
    ada, table = await alone(address, ADA_FIRST)
    return ada, table, (await ada.table(table)).code


def test_every_command_prints_what_the_page_shows(tmp_path: Path) -> None:
    """A log that can't be read, a player who left 24 minutes ago, and one who has been thinking for 40 seconds."""
    commands = printed()
    assert len(commands) == 6
    data, settings = tmp_path / "data", tmp_path / "greycells.toml"
    settings.write_text(f'data = "{data}"\n', encoding="utf-8")
    (tmp_path / "backups").mkdir()

    async def evening() -> list[str]:
        clock = MovedClock()
        config = replace(quick(data), clock=clock)
        async with running(config) as (address, _):
            _, *broken = await choosing(address)
        spoil(data, broken[0], wake=9e9)
        await clock.advance(3600)
        async with running(config) as (address, service):
            ada, *left = await choosing(address)
            async with ada.line(left[0], 0) as line:
                await frame_of(line, Choose)
            await gone(service, left[0], 0)
            await clock.advance(24 * 60)
            grace, *here = await choosing(address)
            async with grace.line(here[0], 0) as line:
                await frame_of(line, Choose)
                await clock.advance(40)
                real = [*broken, *left, *here, str(tmp_path / "backups")]
                shown = re.findall(r"^([\w-]{12})  ([A-Z]{6})  ", commands[0][1], re.MULTILINE)
                names = dict(zip([*(name for row in shown for name in row), ON_PAGE], real, strict=True))
                return [await asyncio.to_thread(carried_out, command, settings, names) for command, _ in commands]

    for (command, output), told in zip(commands, asyncio.run(evening()), strict=True):
        assert GUEST.sub(GUEST_ON_PAGE, SIZE.sub("(0.2 MB)", told)) == output, command


def carried_out(command: str, settings: Path, names: dict[str, str]) -> str:
    """A command with the real ids in place of the page's, and its output with the page's."""
    for shown, real in names.items():
        command = command.replace(shown, real)
    told = typed(command, settings)
    for shown, real in names.items():
        told = told.replace(real, shown)
    return told
