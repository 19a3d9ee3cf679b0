"""A game in single steps, chance included: every step is a number, and every state can be copied at little cost."""

from __future__ import annotations

from typing import Literal, TypeAlias

from greycells.research.action_codes import PartialTheory, codes_of
from greycells.research.chance_nodes import (
    SetUpDraws,
    chance_events,
    chance_name,
    chance_outcomes,
)
from greycells.research.research_table import returns, stopped
from greycells.rules.events import Event
from greycells.rules.game import Game
from greycells.rules.referee import Chance, decide
from greycells.rules.scene import GameTable
from greycells.rules.views import View

NextStep: TypeAlias = Literal["chance", "choice", "over"]


class StagedGame:
    """A game from its first card on. A copy has a list of events of its own, and shares everything else."""

    __slots__ = ("begun", "chance", "draws", "game", "most_turns", "table")

    def __init__(self, table: GameTable, most_turns: int) -> None:
        self.table, self.most_turns = table, most_turns
        self.draws = SetUpDraws(table)
        self.game: Game | None = None
        self.chance: Chance | None = None
        self.begun: PartialTheory | None = None

    def __deepcopy__(self, memo: dict[int, object]) -> StagedGame:
        twin = StagedGame.__new__(StagedGame)
        memo[id(self)] = twin
        twin.table, twin.most_turns = self.table, self.most_turns
        twin.draws, twin.chance, twin.begun = self.draws, self.chance, self.begun
        twin.game = None if self.game is None else self.game.copy()
        return twin

    @property
    def next_step(self) -> NextStep:
        """Whether chance or a seat comes next."""
        if self.game is None or self.chance is not None:
            return "chance"
        return "over" if self.game.over or stopped(self.game.scene, self.most_turns) else "choice"

    @property
    def to_act(self) -> int:
        """The number of the seat that has to choose."""
        assert self.game is not None
        assert self.game.to_act is not None
        return self.game.to_act.index

    def outcomes(self) -> list[int]:
        """What chance may bring, each outcome as likely as the others."""
        return self.draws.outcomes() if self.chance is None else chance_outcomes(self.chance)

    def legal(self, seat: int) -> list[int]:
        """The numbers of what this seat may choose now, in ascending order."""
        if self.next_step != "choice" or seat != self.to_act:
            return []
        view = self.view(seat)
        return [] if view is None else codes_of(self.table).legal(view.options, self.begun)

    def view(self, seat: int | None) -> View | None:
        """What a seat knows, or a spectator; None before the cards are dealt."""
        return None if self.game is None else self.game.view(seat)

    def step(self, number: int) -> None:
        """The next outcome of chance, or the next choice."""
        if self.game is None:
            self.draws = self.draws.with_outcome(number)
            if not self.draws.outcomes():
                self.game = self.draws.game()
        elif self.chance is not None:
            events, self.chance = chance_events(self.chance, number), None
            self._add(events)
        else:
            self._choose(self.game, number)

    def _choose(self, game: Game, number: int) -> None:
        chosen = codes_of(self.table).read(number, game.view(game.to_act).options, self.begun)
        if isinstance(chosen, PartialTheory):
            self.begun = chosen
            return
        self.begun = None
        outcome = decide(game, chosen)
        if isinstance(outcome, tuple):
            self._add(outcome)
        else:
            self.chance = outcome

    def _add(self, events: tuple[Event, ...]) -> None:
        assert self.game is not None
        self.game.add(events, self.game.scene_after(events))

    def name(self, number: int, *, by_chance: bool) -> str:
        """What a number means: as an outcome of chance, or as a choice."""
        if not by_chance:
            return codes_of(self.table).names[number]
        return self.draws.name(number) if self.chance is None else chance_name(self.chance, number)

    def returns(self) -> list[float]:
        """What each seat gets; nothing as long as the game goes on."""
        return [0.0] * len(self.table.seats) if self.game is None else returns(self.game.scene)
