"""A local game: one game at one terminal, people and bots, from the deal to the end."""

from __future__ import annotations

import signal
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread

from greycells.language.sentences import Sentence
from greycells.players.player import Player
from greycells.rules.actions import Action, CannotShow
from greycells.rules.events import Event, Shown, TurnEnded
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.terminal.action_prompt import choose
from greycells.terminal.game_log import entries, log_table
from greycells.terminal.player_console import PlayerConsole, Save
from greycells.terminal.saved_games import NoSave
from greycells.terminal.screen import Screen

REMINDER = 12
"""How many past events are shown when a saved game is continued."""


@dataclass(slots=True)
class LocalGame:
    """The game, its players and how to save it. `holder` is the person who is looking at the screen."""

    game: Game
    screen: Screen
    desks: Mapping[Seat, PlayerConsole]
    bots: Mapping[Seat, Player]
    save: Save
    holder: Seat | None = None
    watched: int = 0

    def play(self) -> None:
        """Play to the end. Every choice is saved at once, so leaving at any moment loses nothing."""
        self.save()
        if self.game.scene.turn.number > 1:
            for desk in self.desks.values():
                desk.told = max(0, len(self.game.events) - REMINDER)
        if len(self.desks) == 1:
            self.holder = next(iter(self.desks))
            self.desks[self.holder].greet(self.game.view(self.holder))
        while (seat := self.game.to_act) is not None:
            choice = self._choice(seat)
            with undisturbed():
                happened = self.game.play(choice)
                self._keep()
            self._pass_on(happened)
        self._tell()

    def _keep(self) -> None:
        """Save the game; a full disk doesn't end it."""
        try:
            self.save()
        except NoSave as error:
            self.screen.say(str(error), "yellow")

    def _choice(self, seat: Seat) -> Action:
        """A seat's choice. A person with nothing to show isn't asked, because there is no choice."""
        view = self.game.view(seat)
        if seat in self.bots:
            return self.bots[seat].choose(view)
        options = view.options
        if options is not None and options.cannot_show and not options.show:
            return CannotShow()
        self._hand_over(seat)
        return choose(self.desks[seat], view)

    def _pass_on(self, happened: tuple[Event, ...]) -> None:
        """Tell the person at the screen how a turn went; a shown card is seen before the next turn begins."""
        if not any(isinstance(event, TurnEnded) for event in happened):
            return
        shown_to = [event.to for event in happened if isinstance(event, Shown) and event.to in self.desks]
        for seat in shown_to:
            if seat is not self.holder:
                self._hand_over(seat)
                self._tell()
                self.screen.ask(str(Sentence("play.go on")))
        self._tell()

    def _tell(self) -> None:
        """The news, for the person at the screen or for a spectator."""
        if self.holder is not None:
            self.desks[self.holder].catch_up(self.game.view(self.holder))
        elif not self.desks:
            sightings, glyphs = self.game.view(None).sightings, self.screen.glyphs
            news = entries(sightings, None, since=self.watched)
            self.screen.show(log_table(news, self.game.edition, viewer=None, glyphs=glyphs))
            self.watched = len(sightings)

    def _hand_over(self, seat: Seat) -> None:
        """Clear the screen before another person looks at it."""
        if seat is self.holder:
            return
        self.screen.wipe()
        self.screen.say(Sentence("play.hand over", name=seat.name, suspect=seat.suspect), "bold")
        self.screen.ask(str(Sentence("play.when ready")))
        self.screen.wipe()
        self.holder = seat
        if not self.desks[seat].greeted:
            self.desks[seat].greet(self.game.view(seat))


@contextmanager
def undisturbed() -> Generator[None]:
    """Delay Ctrl-C until the choice is saved."""
    if current_thread() is not main_thread():
        yield
        return
    pressed: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if pressed:
        raise KeyboardInterrupt
