"""Bots of OpenSpiel at our tables: they get a state that knows only what their seat knows, so they can't peek."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from greycells.extras import need
from greycells.research.action_codes import PartialTheory, codes_of

need("pyspiel")

from greycells.research.openspiel import SpielGame, SpielPosition
from greycells.research.research_table import MOST_TURNS
from greycells.research.staged_game import NextStep, StagedGame
from greycells.rules.actions import Action
from greycells.rules.views import View


class SeatStage(StagedGame):
    """The moment of a choice as one seat knows it; what others know isn't there to be asked for."""

    def __init__(self, view: View, begun: PartialTheory | None) -> None:
        super().__init__(view.scene.table, MOST_TURNS)
        self.own, self.begun = view, begun

    @property
    def next_step(self) -> NextStep:
        return "choice"

    @property
    def to_act(self) -> int:
        assert self.own.seat is not None
        return self.own.seat.index

    def view(self, seat: int | None) -> View | None:
        return self.own if seat == self.to_act else None

    def legal(self, seat: int) -> list[int]:
        return codes_of(self.table).legal(self.own.options, self.begun) if seat == self.to_act else []


class SteppingBot(Protocol):
    """What OpenSpiel calls a bot."""

    def step(self, state: SpielPosition) -> int: ...


class SpielPlayer:
    """A bot of OpenSpiel as a player. Its class gets the game, the player's number and a seed."""

    def __init__(self, make: Callable[..., object], *, seed: int) -> None:
        self.make, self.seed = make, seed
        self._bot: SteppingBot | None = None

    def choose(self, view: View) -> Action:
        """Let the bot step through the stages of one choice."""
        assert view.seat is not None
        table = view.scene.table
        game = SpielGame({"edition": table.edition.key, "players": len(table.seats)})
        if self._bot is None:
            self._bot = cast("SteppingBot", self.make(game, view.seat.index, self.seed))
        begun: PartialTheory | None = None
        while True:
            state = game.new_initial_state()
            state.staged = SeatStage(view, begun)
            chosen = codes_of(table).read(int(self._bot.step(state)), view.options, begun)
            if not isinstance(chosen, PartialTheory):
                return chosen
            begun = chosen
