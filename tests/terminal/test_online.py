"""The terminal at a server's table: what it shows first, what help the table allows, and where the game is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from rich.console import Console
from tests.deadline import until

from greycells import Game
from greycells.analysis.help.notebook_help import HelpLevel
from greycells.client import SeatNotebook, ServerClient, ServerError
from greycells.protocol.frames import Noted
from greycells.protocol.notebook_messages import LONGEST_NOTES, NotebookPages
from greycells.terminal.online_console import OnlineConsole
from greycells.terminal.player_console import Leave
from greycells.terminal.screen import Screen

T = TypeVar("T")


def joined(*lines: str, help_level: HelpLevel = HelpLevel.NONE, notebook: SeatNotebook | None = None) -> str:
    """What is printed when these lines are typed at the first question of a game."""
    waiting: Iterator[str] = iter(lines)
    printed = StringIO()
    screen = Screen(Console(file=printed, width=100), lambda _: next(waiting), ascii_only=True)
    desk = OnlineConsole(notebook or SeatNotebook(), screen=screen)
    desk.help_level = help_level
    game = Game.new("classic", ["Ada", "Grace", "Hedy"], seed=1)
    with pytest.raises(Leave):
        desk.choose(game.view(game.to_act))
    return printed.getvalue()


def test_the_board_is_there_before_the_first_roll() -> None:
    told = joined("quit")
    assert "a b c d e f g h" in told[: told.index("roll the die")]


def test_the_help_is_that_of_the_table() -> None:
    assert joined("hint", "quit") != joined("hint", "quit", help_level=HelpLevel.FULL_LOGIC)


def test_no_file_is_claimed_that_nobody_wrote(tmp_path: Path) -> None:
    told = " ".join(joined(f"save {tmp_path / 'game.case'}", "quit").split())
    assert "No file was written: the server keeps this game." in told
    assert "Saved to" not in told
    assert list(tmp_path.iterdir()) == []


class Server(ServerClient):
    """Keeps one notebook as a server does: only the next version is written. It can be slow, or gone."""

    def __init__(self) -> None:
        super().__init__("http://server.example")
        self.pages = NotebookPages()
        self.gone = False
        self.full = False
        self.answers = asyncio.Event()
        self.answers.set()
        self.asked = 0

    async def get(self, path: str, kind: type[T]) -> T:
        assert path == "/api/tables/7/chairs/1/notebook"
        return msgspec.convert(msgspec.to_builtins(self.pages), kind)

    async def send(self, method: str, path: str, body: msgspec.Struct, kind: type[T]) -> T:
        assert (method, path) == ("PUT", "/api/tables/7/chairs/1/notebook")
        assert isinstance(body, NotebookPages)
        self.asked += 1
        await self.answers.wait()
        if self.gone:
            raise ServerError("No answer.")
        if self.full:
            raise ServerError("The disk is full.", 503)
        if body.version != self.pages.version + 1:
            raise ServerError("Changed on another device.", 409)
        self.pages = body
        return await self.get(path, kind)


async def test_marks_and_notes_are_those_of_the_seat_on_the_server() -> None:
    """What the terminal writes is on the server, what a browser wrote is in the terminal, and signs of its own stay."""
    server, notebook = Server(), SeatNotebook()
    browser = {"Rope|White": "yes.red", "Knife|CaseFile": "star", "Plum|Mustard": "no"}
    server.pages = NotebookPages(version=3, marks=browser, notes="Plum is nervous\n\nSo am I")
    async with notebook.opened(server, "7", 1):
        lines = (
            "notes",
            "mark rope white yes",
            "mark plum mustard blank",
            "mark hall white no",
            "note Aha",
            "quit",
        )
        told = await asyncio.to_thread(joined, *lines, notebook=notebook)
        await until(lambda: not notebook.unsaved, "everything to be saved")
    assert "- Plum is nervous" in told
    assert "- So am I" in told
    rope = next(line for line in told.splitlines() if line.strip().startswith("Rope"))
    assert "Y" in rope
    assert server.pages.marks == {"Rope|White": "yes.red", "Knife|CaseFile": "star", "Hall|White": "no"}
    assert server.pages.notes == "Plum is nervous\n\nSo am I\nAha"
    assert server.pages.undo == (("Plum|Mustard", "no"), ("Hall|White", ""))
    rejoined = SeatNotebook()
    async with rejoined.opened(server, "7", 1):
        assert "- Aha" in await asyncio.to_thread(joined, "notes", "quit", notebook=rejoined)


async def test_nothing_is_lost_while_another_device_writes_or_the_network_is_slow() -> None:
    server, notebook = Server(), SeatNotebook()
    async with notebook.opened(server, "7", 1):
        server.answers.clear()
        notebook.mark("Rope|White", "no")
        await until(lambda: server.asked == 1, "the first mark to be sent")
        notebook.mark("Rope|White", "yes")
        notebook.note("Aha")
        assert notebook.pages.marks == {"Rope|White": "yes"}
        server.pages = NotebookPages(version=5, marks={"Hall|Plum": "dot", "Rope|White": "maybe"}, notes="Hm")
        server.answers.set()
        await until(lambda: not notebook.unsaved, "everything to be saved")
        assert server.pages.marks == {"Hall|Plum": "dot", "Rope|White": "yes"}
        assert server.pages.notes == "Hm\nAha"
        server.pages = NotebookPages(version=9, marks={"Hall|Plum": "no"})
        notebook.take(Noted(version=9))
        await until(lambda: notebook.pages.marks == {"Hall|Plum": "no"}, "what another device wrote")
        assert notebook.trouble == ""


async def test_an_outage_is_told_once_and_what_was_written_meanwhile_is_saved_after_it() -> None:
    waits, back = asyncio.Event(), asyncio.Event()

    async def until_back(seconds: float) -> None:
        waits.set()
        assert seconds > 0
        await back.wait()

    server, notebook = Server(), SeatNotebook(pause=until_back)
    async with notebook.opened(server, "7", 1):
        server.gone = True
        notebook.note("Aha")
        await waits.wait()
        told = await asyncio.to_thread(joined, "mark rope white no", "cards", "quit", notebook=notebook)
        assert " ".join(told.split()).count("The server doesn't answer. What you write") == 1
        server.gone = False
        back.set()
        await until(lambda: not notebook.unsaved, "everything to be saved")
        assert server.pages.notes == "Aha"
        assert server.pages.marks == {"Rope|White": "no"}
        await until(lambda: notebook.trouble == "Your notebook is saved again.", "the good news")


async def test_what_is_not_saved_yet_when_somebody_leaves_is_saved_then_or_said_to_be_lost() -> None:
    for full, told in ((False, ""), (True, "couldn't be saved: The disk is full.")):
        server, notebook = Server(), SeatNotebook()
        server.full = full
        async with notebook.opened(server, "7", 1):
            notebook.note("Aha")
        notebook.wait_closed()
        assert server.pages.notes == ("" if full else "Aha")
        assert notebook.unsaved is full
        assert told in notebook.trouble


def test_notes_that_would_be_too_long_are_refused_in_a_sentence() -> None:
    notebook = SeatNotebook()
    notebook.note("x" * (LONGEST_NOTES - 3))
    told = joined("note Aha", "note A", "quit", notebook=notebook)
    assert "Your notes are full" in told
    assert len(notebook.pages.notes) == LONGEST_NOTES - 1
