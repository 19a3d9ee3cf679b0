"""The rows of the data set: one for each decision of a game, with what the seat knew and what it chose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from greycells.arena.match import derived
from greycells.deduction import Worlds, facts_from
from greycells.deduction.problem import TooHard
from greycells.deduction.python_counting import entropy
from greycells.notation.record import Record
from greycells.players import player
from greycells.players.guarded_player import Closable
from greycells.research.action_codes import codes_of
from greycells.research.observation import Array, Observer, layout_of
from greycells.research.research_table import new_game, research_table, returns, stopped
from greycells.rules.game import Game
from greycells.rules.views import View


class DataRecipe(NamedTuple):
    """What makes a data set: with the same recipe and version it's the same, byte for byte."""

    edition: str = "classic"
    players: tuple[str, ...] = ("inspector",) * 4
    seed: int = 1
    beliefs: bool = False
    history: int = 32
    most_turns: int = 1000


@dataclass
class DecisionRows:
    """The decisions of one game, column by column."""

    game: int
    seats: list[int] = field(default_factory=list[int])
    turns: list[int] = field(default_factory=list[int])
    phases: list[str] = field(default_factory=list[str])
    observations: list[Array] = field(default_factory=list[Array])
    legal: list[list[int]] = field(default_factory=list[list[int]])
    choices: list[list[int]] = field(default_factory=list[list[int]])
    beliefs: list[NDArray[np.float32]] = field(default_factory=list[NDArray[np.float32]])
    bits: list[float] = field(default_factory=list[float])
    rewards: tuple[float, ...] = ()
    record: Record | None = None

    def __len__(self) -> int:
        return len(self.seats)


def played_rows(recipe: DataRecipe, number: int) -> DecisionRows:
    """Play one game of a recipe, and write down every decision."""
    table = research_table(recipe.edition, len(recipe.players))
    game = new_game(table, derived(recipe.seed, f"game {number}"))
    layout, codes = layout_of(table, recipe.history), codes_of(table)
    observers = [Observer(layout, seat.index) for seat in table.seats]
    seeds = [derived(recipe.seed, f"player {seat.index} {number}") for seat in table.seats]
    bots = [player(spec, seed=seed) for spec, seed in zip(recipe.players, seeds, strict=True)]
    rows = DecisionRows(number)
    while game.to_act is not None and not stopped(game.scene, recipe.most_turns):
        view = game.view(game.to_act)
        seat, options = game.to_act.index, view.options
        assert options is not None
        action = bots[seat].choose(view)
        rows.seats.append(seat)
        rows.turns.append(view.scene.turn.number)
        rows.phases.append(view.scene.turn.phase)
        rows.observations.append(observers[seat].observe(view))
        rows.legal.append(codes.legal(options))
        rows.choices.append(list(codes.codes(action, options)))
        if recipe.beliefs:
            _believe(rows, view)
        game.play(action)
    for bot in bots:
        if isinstance(bot, Closable):
            bot.close()
    return _finished(rows, game)


def _believe(rows: DecisionRows, view: View) -> None:
    """The exact probability of each card with each holder, by seat number; all 0 where deals can't be counted."""
    seats, cards = len(view.scene.seats), len(view.scene.edition.deck)
    try:
        worlds = Worlds(facts_from(view))
    except TooHard:
        rows.beliefs.append(np.zeros((seats + 1) * cards, np.float32))
        rows.bits.append(float("nan"))
        return
    shares = np.array(worlds.count.marginals, np.float64) / max(1, worlds.total)
    rows.beliefs.append(shares.T.astype(np.float32).ravel())
    rows.bits.append(entropy(worlds.count.case_files.values()))


def _finished(rows: DecisionRows, game: Game) -> DecisionRows:
    rows.rewards = tuple(returns(game.scene))
    rows.record = Record(game.table, tuple(game.events))
    return rows


def all_rows(recipe: DataRecipe, games: int) -> Iterator[DecisionRows]:
    """The games of a recipe, one after the other."""
    return (played_rows(recipe, number) for number in range(games))
