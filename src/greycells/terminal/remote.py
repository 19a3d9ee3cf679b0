"""A desk at somebody else's table: the same screen and keys, while the game is kept by a server."""

from __future__ import annotations

from pathlib import Path

from greycells.rules.actions import Action
from greycells.rules.sentences import Sentence
from greycells.rules.views import View
from greycells.terminal.advice import Help
from greycells.terminal.choosing import choose
from greycells.terminal.desk import Desk
from greycells.terminal.pad import Pad
from greycells.terminal.screen import Screen


class RemoteDesk:
    """One person's desk; it is set up when the game begins. The pad is of paper: it stays at this terminal."""

    def __init__(self, *, plain: bool = False) -> None:
        self._screen = Screen.here(plain=plain)
        self._desk: Desk | None = None

    def catch_up(self, view: View | None) -> None:
        """Tell what has happened since the person last looked."""
        if view is not None and not view.to_act:
            self._at(view).catch_up(view)

    def choose(self, view: View) -> Action:
        """The action that the person chooses."""
        desk = self._at(view)
        desk.catch_up(view)
        return choose(desk, view)

    def _at(self, view: View) -> Desk:
        if self._desk is None:
            assert view.seat is not None
            pad = Pad(view.scene.table)
            self._desk = Desk(view.seat, self._screen, pad, help_level=Help.NONE, save=_kept_there)
        return self._desk


def _kept_there(to: Path | None = None) -> Path:
    """The server keeps the game; there is nothing to save here."""
    return to or Path(str(Sentence("sheet.the server")))
