"""One table of a vector environment: it stops wherever a policy has to choose, and lets bots choose for other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from greycells.arena.match import derived
from greycells.players import Player, player
from greycells.research.action_codes import PartialTheory, codes_of
from greycells.research.observation import HISTORY, Array, Observer, layout_of
from greycells.research.research_table import MOST_TURNS, new_game, research_table, returns, stopped
from greycells.rules.game import Game

POLICY = "policy"
"""Who sits in a seat whose choices are the actions of the environment."""


class SteppedSetup(NamedTuple):
    """What the tables of a vector environment are like."""

    edition: str = "classic"
    players: tuple[str, ...] = (POLICY,) * 4
    history: int = HISTORY
    max_turns: int = MOST_TURNS


class SteppedTable:
    """A table with one seat to act at a time; `seat` is that of the policy whose choice is next."""

    def __init__(self, setup: SteppedSetup) -> None:
        self.setup = setup
        self.table = research_table(setup.edition, len(setup.players))
        self.codes, self.layout = codes_of(self.table), layout_of(self.table, setup.history)
        self.over = True
        self.seat = 0

    def deal(self, seed: int) -> None:
        """A new game."""
        self.begin(new_game(self.table, seed), seed)

    def begin(self, game: Game, seed: int) -> None:
        """Go on with a game of this table, from where it is; bots get their seeds from this one."""
        self.game = game
        self.begun: PartialTheory | None = None
        self.over = False
        self.observers = [Observer(self.layout, seat.index) for seat in self.table.seats]
        self.bots: list[Player | None] = [
            None if spec == POLICY else player(spec, seed=derived(seed, f"bot {seat}"))
            for seat, spec in enumerate(self.setup.players)
        ]
        self._let_bots_play()

    def step(self, code: int) -> None:
        """The next stage of a choice of the seat that is to act."""
        chosen = self.codes.read(code, self.game.view(self.game.to_act).options, self.begun)
        if isinstance(chosen, PartialTheory):
            self.begun = chosen
            return
        self.begun = None
        self.game.play(chosen)
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        """Play until a policy has to choose, or the game is over."""
        game = self.game
        while (seat := game.to_act) is not None and not stopped(game.scene, self.setup.max_turns):
            bot = self.bots[seat.index]
            if bot is None:
                self.seat = seat.index
                return
            game.play(bot.choose(game.view(seat)))
        self.over = True

    @property
    def truncated(self) -> bool:
        """Whether the game was stopped because it took too long."""
        return self.over and not self.game.over

    @property
    def returns(self) -> Sequence[float]:
        """What the game was worth to each seat; nothing while it goes on."""
        return returns(self.game.scene)

    def write(self, observation: Array, mask: NDArray[np.int8]) -> None:
        """What the seat to act knows and may do; after the end, what the last one to act knows."""
        view = self.game.view(self.seat)
        observation[:] = self.observers[self.seat].observe(view, self.begun)
        mask[:] = 0
        if not self.over:
            mask[self.codes.legal(view.options, self.begun)] = 1
