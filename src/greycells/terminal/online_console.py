"""The console for a game on a server: the same screen and keys as in a local game."""

from __future__ import annotations

from pathlib import Path

from greycells.analysis.help.notebook_help import HelpLevel
from greycells.language.sentences import Sentence
from greycells.rules.actions import Action
from greycells.rules.views import View
from greycells.terminal.action_prompt import choose
from greycells.terminal.online_notebook import OnlineNotebook, SharedPages
from greycells.terminal.player_console import PlayerConsole
from greycells.terminal.saved_games import NoSave
from greycells.terminal.screen import Screen


class OnlineConsole:
    """One person's console, made when the game begins. The notebook is that of the seat on the server.

    `help_level` is what the table allows, once that is known.
    """

    def __init__(self, pages: SharedPages, *, plain: bool = False, screen: Screen | None = None) -> None:
        self._pages = pages
        self._screen = screen or Screen.here(plain=plain)
        self._desk: PlayerConsole | None = None
        self.help_level = HelpLevel.NONE

    def catch_up(self, view: View | None) -> None:
        """Tell what has happened since the person last looked."""
        if view is not None and not view.to_act:
            self._at(view).catch_up(view)

    def choose(self, view: View) -> Action:
        """The action that the person chooses."""
        desk = self._at(view)
        desk.catch_up(view)
        return choose(desk, view)

    def _at(self, view: View) -> PlayerConsole:
        if self._desk is None:
            assert view.seat is not None
            pad = OnlineNotebook(view.scene.table, self._pages)
            self._desk = PlayerConsole(view.seat, self._screen, pad, help_level=self.help_level, save=_kept_there)
            self._desk.greet(view)
        if len(view.sightings) < self._desk.told:
            self._desk.told = 0  # The server was restored from an older backup: start again from the first frame.
        return self._desk


def _kept_there(to: Path | None = None) -> Path:
    """The server keeps the game, and has its record when it is over: no file is written here."""
    if to is not None:
        raise NoSave(str(Sentence("play.saved there")))
    return Path(str(Sentence("sheet.the server")))
