"""The terminal at a server's table: what it shows first, what help the table allows, and where the game is kept."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from greycells import Game
from greycells.analysis.advice import HelpLevel
from greycells.terminal.online_console import OnlineConsole
from greycells.terminal.player_console import Leave
from greycells.terminal.screen import Screen


def joined(*lines: str, help_level: HelpLevel = HelpLevel.NONE) -> str:
    """What is printed when these lines are typed at the first question of a game."""
    waiting: Iterator[str] = iter(lines)
    printed = StringIO()
    screen = Screen(Console(file=printed, width=100), lambda _: next(waiting), ascii_only=True)
    desk = OnlineConsole(screen=screen)
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
